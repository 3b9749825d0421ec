//! Variables outside of functions: uniforms, constants, and those that the program writes.

use super::Writer;
use super::value::{Target, Value, strip_parentheses};
use crate::source_error::{CgError, CgResult};
use crate::syntax::Variable;
use crate::token::Place;
use crate::types::{Base, Type};

/// The kind of a variable outside of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GlobalRole {
    /// The host sets it.
    Uniform,
    /// The program has it for itself.
    Own,
}

/// The progress of reading a variable.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum GlobalState {
    Unread,
    /// Its type is being found.
    InProgress,
    Read {
        kind: Type,
        number: Option<f64>,
        is_constant: bool,
    },
}

/// A variable outside of functions, or a uniform parameter of the entry.
#[derive(Debug)]
pub(super) struct Global<'p> {
    pub variable: &'p Variable,
    /// The place before which it is declared.
    pub place: Place,
    pub role: GlobalRole,
    pub made: String,
    pub state: GlobalState,
    pub is_written: bool,
    /// The value that a pass of an effect gives it.
    pub given: Option<&'p crate::syntax::Expression>,
    pub sampler: Option<usize>,
    pub member_samplers: Vec<usize>,
    /// The value that it begins with, in GLSL.
    pub initial: Option<String>,
}

impl<'p> Writer<'p> {
    /// Notes the names of what stands outside of functions.
    pub(super) fn register_names(&mut self) -> CgResult<()> {
        let program = self.program;
        for variable in &program.globals {
            let number = self.add_global(variable, None, variable.place);
            if let Some(before) = self.global_names.insert(variable.name.clone(), number) {
                let line = self.globals.get(before).map_or(0, |before| before.variable.place.line);
                let message = format!("'{}' is declared in line {line} already; rename one", variable.name);
                return Err(CgError::new(variable.place, message));
            }
        }
        self.register_structures()?;
        self.register_functions()
    }

    /// Adds a variable of the program or a uniform parameter; returns its number.
    pub(super) fn add_global(
        &mut self,
        variable: &'p Variable,
        given: Option<&'p crate::syntax::Expression>,
        place: Place,
    ) -> usize {
        let is_own = variable.qualifiers.is_static
            || given.is_some()
            || variable.qualifiers.is_const && !variable.qualifiers.is_uniform && variable.value.is_some();
        let made = self.names.make_shared(&variable.name);
        self.globals.push(Global {
            variable,
            place,
            role: if is_own { GlobalRole::Own } else { GlobalRole::Uniform },
            made,
            state: GlobalState::Unread,
            is_written: false,
            given,
            sampler: None,
            member_samplers: Vec::new(),
            initial: None,
        });
        self.globals.len() - 1
    }

    /// Returns a variable's value, and declares it.
    pub(super) fn read_global(&mut self, number: usize, place: Place) -> CgResult<Value> {
        let Some(global) = self.globals.get(number) else {
            return Err(CgError::new(place, "there is no such variable"));
        };
        let variable = global.variable;
        if variable.place > place {
            let message =
                format!("'{}' is declared in line {}, below this use; move it up", variable.name, variable.place.line);
            return Err(CgError::new(place, message));
        }
        match &global.state {
            GlobalState::Unread => self.resolve_global(number)?,
            GlobalState::InProgress => {
                return Err(CgError::new(place, format!("the value of '{}' needs itself", variable.name)));
            }
            GlobalState::Read { .. } => {}
        }
        let Some(global) = self.globals.get(number) else {
            return Err(CgError::new(place, "there is no such variable"));
        };
        let GlobalState::Read { kind, number: constant, is_constant } = global.state.clone() else {
            return Err(CgError::new(place, format!("the value of '{}' needs itself", variable.name)));
        };
        if let Some(slot) = global.sampler {
            return Ok(self.sampler_value(slot, place));
        }
        let made = global.made.clone();
        let target = match variable.qualifiers.is_const {
            true => Target::Refused(format!("'{}' is const", variable.name)),
            false => Target::Variable { code: made.clone(), global: Some(number) },
        };
        let path = self.has_samplers(&kind).then(|| made.clone());
        let code = match (&kind, global.role) {
            (Type::Number(base @ (Base::Half | Base::Fixed), shape), GlobalRole::Uniform) => {
                self.round_code(made, *base, *shape)
            }
            _ => made,
        };
        Ok(Value { number: constant, is_constant, target, path, ..Value::new(code, kind, place) })
    }

    /// Finds a variable's type and first value.
    fn resolve_global(&mut self, number: usize) -> CgResult<()> {
        let Some(global) = self.globals.get_mut(number) else { return Ok(()) };
        global.state = GlobalState::InProgress;
        let (variable, role, given) = (global.variable, global.role, global.given);
        let kind = self.variable_type(variable)?;
        let mut state = GlobalState::Read { kind: kind.clone(), number: None, is_constant: false };
        match &kind {
            Type::Host => {
                let message =
                    format!("'{}' is for the host; the program reads a texture by its sampler", variable.name);
                return Err(CgError::new(variable.place, message));
            }
            Type::Sampler(sampler) => {
                let made = self.globals.get(number).map_or(String::new(), |global| global.made.clone());
                let slot = self.add_sampler(made, variable.name.to_string(), *sampler);
                if let Some(global) = self.globals.get_mut(number) {
                    global.sampler = Some(slot);
                }
            }
            Type::Array(of, _) if self.has_samplers(of) => {
                let message = format!(
                    "'{}' is an array of samplers, which GLSL 3.30 reads by numbers only; use one for each",
                    variable.name
                );
                return Err(CgError::new(variable.place, message));
            }
            _ => {
                if role == GlobalRole::Uniform && self.has_samplers(&kind) {
                    let made = self.globals.get(number).map_or(String::new(), |global| global.made.clone());
                    let slots = self.add_member_samplers(&made, &variable.name, &kind, true);
                    if let Some(global) = self.globals.get_mut(number) {
                        global.member_samplers = slots;
                    }
                }
                let initial = match given.or(variable.value.as_ref()) {
                    Some(value) => Some(self.read_initializer(value, &kind)?),
                    None => None,
                };
                if let Some(value) = initial {
                    if role == GlobalRole::Uniform && !value.is_constant {
                        let message = format!(
                            "the first value of the uniform '{}' is not a constant; the host sets it",
                            variable.name
                        );
                        return Err(CgError::new(variable.place, message));
                    }
                    let code = strip_parentheses(&value.code).to_string();
                    if role == GlobalRole::Own {
                        self.write_own_global(number, &kind, &value, &code)?;
                        let is_const = variable.qualifiers.is_const || given.is_some();
                        let constant = value.number.filter(|_| is_const);
                        state =
                            GlobalState::Read { kind, number: constant, is_constant: value.is_constant && is_const };
                    } else if let Some(global) = self.globals.get_mut(number) {
                        global.initial = Some(code);
                    }
                } else if role == GlobalRole::Own {
                    let made = self.globals.get(number).map_or(String::new(), |global| global.made.clone());
                    let of = self.glsl_type(&kind);
                    // HLSL sets what has no first value to 0; in Cg it is undefined.
                    let line = match (&kind, self.is_hlsl()) {
                        (Type::Number(..), true) => format!(" {of} {made} = {of}(0);"),
                        _ => format!(" {of} {made};"),
                    };
                    let place = self.globals.get(number).map_or(variable.place, |global| global.place);
                    self.add_chunk(place, line)?;
                }
            }
        }
        if let Some(global) = self.globals.get_mut(number) {
            global.state = state;
        }
        Ok(())
    }

    /// Writes a variable of the program's own at its line.
    fn write_own_global(&mut self, number: usize, kind: &Type, value: &Value, code: &str) -> CgResult<()> {
        let Some(global) = self.globals.get(number) else { return Ok(()) };
        let (variable, made, place) = (global.variable, global.made.clone(), global.place);
        let is_const = (variable.qualifiers.is_const || global.given.is_some()) && value.is_constant;
        let word = if is_const { "const " } else { "" };
        let line = format!(" {word}{} {made} = {code};", self.glsl_type(kind));
        self.add_chunk(place, line)
    }

    /// Returns the declaration of a uniform that nothing reads, so that a host that sets it is told so and not that
    /// there is none.
    fn declare_unused(&self, global: &Global) -> Option<String> {
        let (variable, made) = (global.variable, &global.made);
        if global.role != GlobalRole::Uniform || !variable.lengths.is_empty() {
            return None;
        }
        match &variable.kind {
            Type::Sampler(kind) => Some(format!("uniform {} {made};", kind.glsl_word())),
            kind @ Type::Number(..) => Some(format!("uniform {} {made};", self.glsl_type(kind))),
            _ => None,
        }
    }

    /// Returns the declarations of the uniforms; the entry begins with copies of those that it writes.
    pub(super) fn declare_globals(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut start = String::new();
        for number in 0..self.globals.len() {
            let Some(global) = self.globals.get(number) else { continue };
            let GlobalState::Read { kind, .. } = &global.state else {
                lines.extend(self.declare_unused(global));
                continue;
            };
            // A sampler that was assigned is another name of the other one.
            let is_alias = global
                .sampler
                .and_then(|slot| self.samplers.get(slot))
                .is_some_and(|one| one.made != global.made);
            if is_alias {
                continue;
            }
            let slots: Vec<usize> = global.sampler.iter().chain(&global.member_samplers).copied().collect();
            for slot in slots {
                let made = self.samplers.get(slot).map_or("", |one| &one.made);
                lines.push(format!("uniform {} {made};", Self::sampler_mark(slot)));
            }
            let is_value = global.role == GlobalRole::Uniform && global.sampler.is_none();
            let has_values = match kind {
                Type::Struct(index) => !self.value_members(*index).is_empty(),
                _ => true,
            };
            if !is_value {
                continue;
            }
            let (made, own) = (global.made.clone(), global.variable.name.to_string());
            let glsl = self.glsl_type(kind);
            if !has_values {
                // All of it are samplers, and a function may take it whole.
                lines.push(format!("{glsl} {made} = {glsl}(0.0);"));
                continue;
            }
            let initial = global.initial.as_ref().map_or(String::new(), |value| format!(" = {value}"));
            if global.is_written {
                let host = self.names.make_shared(&format!("{own}_host"));
                self.names.own.insert(host.clone(), own);
                lines.push(format!("uniform {glsl} {host}{initial};"));
                lines.push(format!("{glsl} {made};"));
                start.push_str(&format!("{made} = {host}; "));
            } else {
                lines.push(format!("uniform {glsl} {made}{initial};"));
            }
        }
        self.start.push_str(&start);
        lines
    }
}
