//! Functions: their parameters' types, and their text.

use super::Writer;
use super::value::{Target, Value};
use crate::source_error::{CgError, CgResult};
use crate::syntax::{Function, Name};
use crate::token::Place;
use crate::types::{Base, Type};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A function of the author's.
#[derive(Debug)]
pub(super) struct FunctionInfo<'p> {
    pub function: &'p Function,
    pub made: String,
    pub signature: Option<Rc<Signature>>,
    pub is_written: bool,
    /// Its prototype in GLSL, once it is written.
    pub head: String,
    /// True if a call stands above it.
    pub is_announced: bool,
    /// The samplers that are parameters, or members of them, in order.
    pub samplers: Vec<usize>,
}

/// The types of a function.
#[derive(Debug)]
pub(super) struct Signature {
    pub result: Type,
    pub parameters: Vec<ParameterInfo>,
}

/// A parameter.
#[derive(Debug)]
pub(super) struct ParameterInfo {
    pub name: Name,
    pub kind: Type,
    pub is_in: bool,
    pub is_out: bool,
    pub has_default: bool,
}

/// The meaning of a name in a function.
#[derive(Debug, Clone)]
pub(super) enum Binding {
    Variable { made: String, kind: Type, is_const: bool, number: Option<f64>, path: Option<String> },
    Sampler(usize),
    Global(usize),
}

/// The state of the function that is written.
#[derive(Debug, Default)]
pub(super) struct FunctionState {
    pub function: Option<usize>,
    /// The names of each open block.
    pub scopes: Vec<HashMap<Name, Binding>>,
    /// Names that loops of HLSL left in a block, by its depth: the next declaration takes them.
    pub left_names: HashSet<(usize, Name)>,
    pub out: String,
    /// Declarations at the begin of the body, and the length of the text before them.
    pub copies: String,
    pub head_length: usize,
    /// The line that is written.
    pub line: u32,
    pub result: Option<Type>,
    pub has_return: bool,
    pub loops: usize,
    pub switches: usize,
}

impl<'p> Writer<'p> {
    /// Notes the names of all functions.
    pub(super) fn register_functions(&mut self) -> CgResult<()> {
        for function in &self.program.functions {
            if let Some(global) = self
                .global_names
                .get(&function.name)
                .and_then(|number| self.globals.get(*number))
            {
                let line = global.variable.place.line;
                let message =
                    format!("'{}' is the name of a variable in line {line} already; rename one", function.name);
                return Err(CgError::new(function.place, message));
            }
            let made = match function.body {
                Some(_) => self.names.make_shared(&function.name),
                None => String::new(),
            };
            let number = self.functions.len();
            self.functions.push(FunctionInfo {
                function,
                made,
                signature: None,
                is_written: false,
                head: String::new(),
                is_announced: false,
                samplers: Vec::new(),
            });
            self.function_names.entry(function.name.clone()).or_default().push(number);
        }
        Ok(())
    }

    /// Returns the types of a function.
    pub(super) fn build_signature(&mut self, number: usize) -> CgResult<Rc<Signature>> {
        let Some(info) = self.functions.get(number) else {
            return Err(CgError::new(Place::default(), "there is no such function"));
        };
        if let Some(signature) = &info.signature {
            return Ok(signature.clone());
        }
        let function = info.function;
        let mut parameters = Vec::new();
        for parameter in &function.parameters {
            let kind = self.variable_type(parameter)?;
            let is_out = parameter.qualifiers.is_out;
            parameters.push(ParameterInfo {
                name: parameter.name.clone(),
                kind,
                is_in: parameter.qualifiers.is_in || !is_out,
                is_out,
                has_default: parameter.value.is_some(),
            });
        }
        if self.has_samplers(&function.result) {
            return Err(CgError::new(function.place, "a function cannot return a sampler; return what it reads"));
        }
        let signature = Rc::new(Signature { result: function.result.clone(), parameters });
        if let Some(info) = self.functions.get_mut(number) {
            info.signature = Some(signature.clone());
        }
        self.refuse_second_body(number, &signature)?;
        Ok(signature)
    }

    /// Refuses a function whose name and types another one with a body has.
    fn refuse_second_body(&mut self, number: usize, signature: &Signature) -> CgResult<()> {
        let Some(info) = self.functions.get(number) else { return Ok(()) };
        let function = info.function;
        if function.body.is_none() {
            return Ok(());
        }
        for other in self.function_names.get(&function.name).cloned().unwrap_or_default() {
            let Some(before) = self.functions.get(other).filter(|_| other < number) else { continue };
            if before.function.body.is_none() || before.function.parameters.len() != signature.parameters.len() {
                continue;
            }
            let line = before.function.place.line;
            if has_same_types(&*self.build_signature(other)?, signature) {
                let message =
                    format!("'{}' with these parameters is defined in line {line} already; rename one", function.name);
                return Err(CgError::new(function.place, message));
            }
        }
        Ok(())
    }

    /// Returns the function with a body for one that is only announced.
    pub(super) fn find_definition(&mut self, number: usize, place: Place) -> CgResult<usize> {
        let Some(info) = self.functions.get(number) else { return Ok(number) };
        let function = info.function;
        if function.body.is_some() {
            return Ok(number);
        }
        let wanted = self.build_signature(number)?;
        for other in self.function_names.get(&function.name).cloned().unwrap_or_default() {
            let has_body = self.functions.get(other).is_some_and(|one| one.function.body.is_some());
            if has_body && has_same_types(&*self.build_signature(other)?, &wanted) {
                return Ok(other);
            }
        }
        let message =
            format!("'{}' is announced in line {} and has no body; define it", function.name, function.place.line);
        Err(CgError::new(place, message))
    }

    /// Notes a call, so that the function is written.
    pub(super) fn note_call(&mut self, number: usize, place: Place) {
        if let Some(caller) = self.state.function {
            self.call_edges.push((caller, number, place));
        }
        let here = self
            .state
            .function
            .and_then(|caller| self.functions.get(caller))
            .map(|caller| caller.function.place);
        if let Some(info) = self.functions.get_mut(number) {
            if !info.is_written {
                info.is_written = true;
                self.pending.push(number);
            }
            if here.is_none_or(|here| here < info.function.place) {
                info.is_announced = true;
            }
        }
    }

    /// Declares a function's parameters as its first names; returns their GLSL.
    ///
    /// The samplers get their slots at the first call, which may come before the function is written.
    pub(super) fn parameter_samplers(&mut self, number: usize) -> CgResult<Vec<usize>> {
        let signature = self.build_signature(number)?;
        let Some(info) = self.functions.get(number) else { return Ok(Vec::new()) };
        let has_any = signature.parameters.iter().any(|parameter| self.has_samplers(&parameter.kind));
        // The entry's samplers are the host's.
        if !info.samplers.is_empty() || !has_any || self.entry_function() == Some(number) {
            return Ok(info.samplers.clone());
        }
        let prefix = info.made.clone();
        let mut slots = Vec::new();
        for parameter in &signature.parameters {
            match &parameter.kind {
                Type::Sampler(kind) => {
                    let made = self.names.make_shared(&format!("{prefix}_{}", parameter.name));
                    self.names.own.insert(made.clone(), parameter.name.to_string());
                    slots.push(self.add_sampler(made, parameter.name.to_string(), *kind));
                }
                kind if self.has_samplers(kind) => {
                    let root = format!("{prefix}/{}", parameter.name);
                    slots.extend(self.add_member_samplers(&root, &parameter.name, kind, true));
                }
                _ => {}
            }
        }
        if let Some(info) = self.functions.get_mut(number) {
            info.samplers = slots.clone();
        }
        Ok(slots)
    }

    /// Writes a function; the entry's uniform parameters are variables outside of it.
    pub(super) fn write_function(&mut self, number: usize, uniforms: Option<&HashMap<Name, usize>>) -> CgResult<()> {
        let signature = self.build_signature(number)?;
        let slots = self.parameter_samplers(number)?;
        let Some(info) = self.functions.get_mut(number) else { return Ok(()) };
        info.is_written = true;
        let (function, made) = (info.function, info.made.clone());
        let Some(body) = &function.body else { return Ok(()) };
        self.names.begin_function();
        self.state = FunctionState {
            function: Some(number),
            line: function.place.line,
            result: Some(signature.result.clone()),
            ..FunctionState::default()
        };
        let mut scope = HashMap::new();
        let mut heads = Vec::new();
        let mut sampler_heads = Vec::new();
        let mut slots = slots.into_iter();
        for (parameter, written) in signature.parameters.iter().zip(&function.parameters) {
            if let Some(global) = uniforms.and_then(|uniforms| uniforms.get(&parameter.name)) {
                scope.insert(parameter.name.clone(), Binding::Global(*global));
                continue;
            }
            if let Type::Sampler(_) = parameter.kind {
                let Some(slot) = slots.next() else { continue };
                scope.insert(parameter.name.clone(), Binding::Sampler(slot));
                let made = self.samplers.get(slot).map_or(String::new(), |one| one.made.clone());
                heads.push(format!("{} {made}", Self::sampler_mark(slot)));
                continue;
            }
            let kind = parameter.kind.clone();
            let name = self.names.make_local(&parameter.name);
            let mut path = None;
            for _ in self.sampler_paths(&kind) {
                let Some(slot) = slots.next() else { continue };
                path = Some(format!("{made}/{}", parameter.name));
                let made = self.samplers.get(slot).map_or(String::new(), |one| one.made.clone());
                sampler_heads.push(format!("{} {made}", Self::sampler_mark(slot)));
            }
            let way = match (parameter.is_in, parameter.is_out) {
                (true, true) => "inout ",
                (false, true) => "out ",
                _ => "",
            };
            heads.push(format!("{way}{} {name}", self.glsl_type(&kind)));
            let is_const = written.qualifiers.is_const;
            scope.insert(parameter.name.clone(), Binding::Variable { made: name, kind, is_const, number: None, path });
        }
        heads.append(&mut sampler_heads);
        let head = format!("{} {made}({})", self.glsl_type(&signature.result), heads.join(", "));
        self.state.out.push_str(&format!(" {head} {{"));
        self.state.head_length = self.state.out.len();
        self.state.scopes.push(scope);
        // The parameters and the outermost variables of the body are in one block.
        self.write_statements(&body.statements)?;
        self.advance_to(body.end);
        self.state.out.push('}');
        if signature.result != Type::Void && !self.state.has_return {
            let kind = self.describe_type(&signature.result);
            let message = format!("'{}' returns {kind}, and no return stands before its end; add one", function.name);
            return Err(CgError::new(body.end, message));
        }
        if let Some(info) = self.functions.get_mut(number) {
            info.head = format!("{head};");
        }
        let mut text = std::mem::take(&mut self.state.out);
        text.insert_str(self.state.head_length, &self.state.copies);
        self.add_chunk(function.place, text)
    }

    /// Refuses a function that calls itself, through others or not.
    pub(super) fn refuse_recursion(&self) -> CgResult<()> {
        let mut calls: HashMap<usize, Vec<(usize, Place)>> = HashMap::new();
        for (caller, called, place) in &self.call_edges {
            calls.entry(*caller).or_default().push((*called, *place));
        }
        let mut done: HashSet<usize> = HashSet::new();
        for start in calls.keys().copied().collect::<std::collections::BTreeSet<_>>() {
            // The functions from the start to the one that is looked at, each with its next call.
            let mut path = vec![(start, 0_usize)];
            while let Some((function, next)) = path.last().copied() {
                let call = calls.get(&function).and_then(|calls| calls.get(next)).copied();
                let Some((called, place)) = call.filter(|_| !done.contains(&function)) else {
                    done.insert(function);
                    path.pop();
                    continue;
                };
                if let Some(last) = path.last_mut() {
                    last.1 += 1;
                }
                if let Some(at) = path.iter().position(|(on_path, _)| *on_path == called) {
                    return Err(self.recursion_error(&path, at, called, place));
                }
                path.push((called, 0));
            }
        }
        Ok(())
    }

    fn recursion_error(&self, path: &[(usize, usize)], at: usize, called: usize, place: Place) -> CgError {
        let name = |number: usize| self.functions.get(number).map_or("", |info| &*info.function.name);
        let circle: Vec<&str> = path.get(at..).into_iter().flatten().map(|(number, _)| name(*number)).collect();
        let through = match circle.len() {
            0 | 1 => String::new(),
            _ => format!(" ({} -> {})", circle.join(" -> "), name(called)),
        };
        let message =
            format!("'{}' calls itself{through}, and the cards of the time have no stack; write a loop", name(called));
        CgError::new(place, message)
    }

    /// Returns the variable, sampler or uniform that a name stands for.
    pub(super) fn find_binding(&self, name: &str) -> Option<Binding> {
        let local = self.state.scopes.iter().rev().find_map(|scope| scope.get(name));
        local
            .cloned()
            .or_else(|| self.global_names.get(name).map(|number| Binding::Global(*number)))
    }

    /// Returns the value of what a name stands for.
    pub(super) fn binding_value(&mut self, name: &str, binding: Binding, place: Place) -> CgResult<Value> {
        match binding {
            Binding::Global(number) => self.read_global(number, place),
            Binding::Sampler(slot) => Ok(self.sampler_value(slot, place)),
            Binding::Variable { made, kind, is_const, number, path } => {
                let target = match is_const {
                    true => Target::Refused(format!("'{name}' is const")),
                    false => Target::Variable { code: made.clone(), global: None },
                };
                Ok(Value { target, number, path, ..Value::new(made, kind, place) })
            }
        }
    }
}

/// Returns true if the parameters' types are the same.
fn has_same_types(one: &Signature, other: &Signature) -> bool {
    one.parameters.len() == other.parameters.len()
        && one
            .parameters
            .iter()
            .zip(&other.parameters)
            .all(|(one, other)| settle_type(&one.kind) == settle_type(&other.kind))
}

fn settle_type(kind: &Type) -> Type {
    match kind {
        Type::Number(base, shape) => Type::Number(if *base == Base::LooseFloat { Base::Float } else { *base }, *shape),
        other => other.clone(),
    }
}
