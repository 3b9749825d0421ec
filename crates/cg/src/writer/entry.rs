//! The entry: the function that the program begins with, its inputs and its outputs.

use super::Writer;
use super::interface::find_place;
use super::value::Value;
use super::wrapper::Wrapper;
use crate::request::ProgramStage;
use crate::source_error::{CgError, CgResult};
use crate::syntax::{CompiledEntry, Function, Name, Semantic};
use crate::token::Place;
use crate::types::Type;
use gristmill_base::nearest_names::nearest;
use std::collections::HashMap;

/// A mark at the start of main, replaced by its first statements.
pub(super) const START_MARK: &str = "\u{3}";

/// The function that a program begins with.
pub(super) struct Entry<'p> {
    pub name: Name,
    function: usize,
    /// The pass that names it.
    compiled: Option<&'p CompiledEntry>,
}

impl<'p> Writer<'p> {
    /// Returns the number of the entry, which no function calls.
    pub(super) fn entry_function(&self) -> Option<usize> {
        self.entry
    }

    /// Finds the function to begin with.
    pub(super) fn find_entry(&mut self) -> CgResult<Entry<'p>> {
        let program = self.program;
        let wanted = self.request.entry;
        if let Some(name) = wanted {
            if let Some(function) = self.function_with_body(name) {
                return Ok(Entry { name: name.into(), function, compiled: None });
            }
            let pass = program
                .passes
                .iter()
                .find(|pass| *pass.technique == *name || format!("{}.{}", pass.technique, pass.name) == name);
            return match pass {
                Some(pass) => self.pass_entry(pass),
                None => Err(self.explain_no_entry(name)),
            };
        }
        if let Some(function) = self.function_with_body("main") {
            return Ok(Entry { name: "main".into(), function, compiled: None });
        }
        let has_stage = |pass: &&crate::syntax::Pass| match self.request.stage {
            ProgramStage::Vertex => pass.vertex.is_some(),
            ProgramStage::Fragment => pass.fragment.is_some(),
        };
        if let Some(pass) = program.passes.iter().find(has_stage) {
            return self.pass_entry(pass);
        }
        let candidates = self.entry_candidates();
        match candidates.as_slice() {
            [function] => {
                let name = self
                    .functions
                    .get(*function)
                    .map_or("main".into(), |info| info.function.name.clone());
                Ok(Entry { name, function: *function, compiled: None })
            }
            _ if self.request.is_effect && program.passes.is_empty() => {
                let message =
                    "this effect has no technique, so nothing says which function to compile; name one (--entry)";
                Err(CgError::new(Place::default(), message))
            }
            _ => Err(self.explain_no_entry("main")),
        }
    }

    /// Returns the last function of a name that has a body.
    fn function_with_body(&self, name: &str) -> Option<usize> {
        let numbers = self.function_names.get(name)?;
        numbers
            .iter()
            .rev()
            .copied()
            .find(|number| self.functions.get(*number).is_some_and(|info| info.function.body.is_some()))
    }

    fn pass_entry(&self, pass: &'p crate::syntax::Pass) -> CgResult<Entry<'p>> {
        let compiled = match self.request.stage {
            ProgramStage::Vertex => pass.vertex.as_ref(),
            ProgramStage::Fragment => pass.fragment.as_ref(),
        };
        let Some(compiled) = compiled else {
            let message =
                format!("the pass {}.{} compiles no {} program", pass.technique, pass.name, self.request.stage.word());
            return Err(CgError::new(Place::default(), message));
        };
        match self.function_with_body(&compiled.name) {
            Some(function) => Ok(Entry { name: compiled.name.clone(), function, compiled: Some(compiled) }),
            None => Err(CgError { place: compiled.place, ..self.explain_no_entry(&compiled.name) }),
        }
    }

    /// Returns the functions whose result or parameters have semantics as the stage's outputs have.
    fn entry_candidates(&self) -> Vec<usize> {
        let is_vertex = self.request.stage == ProgramStage::Vertex;
        let mut candidates = Vec::new();
        for (number, info) in self.functions.iter().enumerate() {
            let function = info.function;
            if function.body.is_none() {
                continue;
            }
            let (has_position, has_color) = self.output_kinds(function);
            if if is_vertex { has_position } else { has_color && !has_position } {
                candidates.push(number);
            }
        }
        candidates
    }

    /// Returns true for a function that stores a position, and for one that stores a colour.
    fn output_kinds(&self, function: &Function) -> (bool, bool) {
        let mut outputs: Vec<Name> = function.semantic.iter().map(|semantic| semantic.name.clone()).collect();
        let stored = function.parameters.iter().filter(|parameter| parameter.qualifiers.is_out);
        outputs.extend(
            stored
                .clone()
                .filter_map(|parameter| Some(parameter.semantic.as_ref()?.name.clone())),
        );
        let kinds = stored.map(|parameter| &parameter.kind).chain([&function.result]);
        for kind in kinds {
            let Type::Struct(index) = kind else { continue };
            let members = self.structures.get(*index).map_or(&[][..], |one| &one.members);
            outputs.extend(members.iter().filter_map(|member| Some(member.semantic.as_ref()?.name.clone())));
        }
        let has_position = outputs.iter().any(|name| {
            name.eq_ignore_ascii_case("POSITION")
                || name.eq_ignore_ascii_case("HPOS")
                || name.eq_ignore_ascii_case("POSITION0")
        });
        let has_color = outputs.iter().any(|name| name.to_ascii_uppercase().starts_with("COL"));
        (has_position, has_color)
    }

    /// Returns true if no function can begin a program of this stage.
    pub(super) fn lacks_entry(&self) -> bool {
        self.function_with_body("main").is_none()
            && self.program.passes.is_empty()
            && self.entry_candidates().is_empty()
    }

    /// Returns the stage of the function to begin with.
    pub(super) fn entry_stage(&mut self) -> Option<ProgramStage> {
        let entry = self.find_entry().ok()?;
        let info = self.functions.get(entry.function)?;
        let (has_position, _) = self.output_kinds(info.function);
        Some(if has_position { ProgramStage::Vertex } else { ProgramStage::Fragment })
    }

    fn explain_no_entry(&self, name: &str) -> CgError {
        let mut known: Vec<String> = Vec::new();
        for info in &self.functions {
            if info.function.body.is_some() && !known.iter().any(|one| **one == *info.function.name) {
                known.push(info.function.name.to_string());
            }
        }
        for pass in &self.program.passes {
            known.push(format!("{}.{}", pass.technique, pass.name));
        }
        let next = match nearest(name, &known) {
            Some(near) => format!("; did you mean {near}?"),
            None if known.is_empty() => "; the text has no function".to_string(),
            None => {
                let shown: Vec<&str> = known.iter().take(8).map(String::as_str).collect();
                let more = if known.len() > 8 { ", .." } else { "" };
                format!("; name one of {}{more} (--entry)", shown.join(", "))
            }
        };
        // A name that the host gave stands in no line. Without one a function may be meant that is called almost main.
        let meant = nearest(name, &known).filter(|_| self.request.entry.is_none());
        let meant = meant.and_then(|near| self.functions.iter().find(|info| *info.function.name == *near));
        let place = meant.map_or(Place::default(), |info| info.function.place);
        CgError::new(place, format!("there is no function '{name}' to begin with{next}"))
    }

    /// Writes the entry, and `main` after it.
    pub(super) fn write_entry(&mut self, entry: &Entry<'p>) -> CgResult<()> {
        self.entry = Some(entry.function);
        let signature = self.build_signature(entry.function)?;
        let Some(info) = self.functions.get(entry.function) else { return Ok(()) };
        let (function, made) = (info.function, info.made.clone());
        let mut uniforms: HashMap<Name, usize> = HashMap::new();
        let mut given = entry.compiled.map_or(&[][..], |compiled| &compiled.values).iter();
        let mut wrapper = Wrapper::default();
        self.note_semantics(entry.function, &mut wrapper)?;
        for (parameter, written) in signature.parameters.iter().zip(&function.parameters) {
            let is_uniform = written.qualifiers.is_uniform
                || matches!(parameter.kind, Type::Sampler(_))
                || self.has_samplers(&parameter.kind);
            if is_uniform {
                if parameter.is_out {
                    let message =
                        format!("'{}' is uniform, so it is not out; leave one of both words out", parameter.name);
                    return Err(CgError::new(written.place, message));
                }
                let number = self.add_global(written, given.next(), function.place);
                uniforms.insert(parameter.name.clone(), number);
                // A uniform that is not used is part of the interface all the same.
                continue;
            }
            self.bind_parameter(parameter, written.semantic.as_ref(), written.place, &mut wrapper)?;
        }
        if signature.result != Type::Void {
            let result = Value::new("cg_result", signature.result.clone(), function.place);
            wrapper.before.push_str(&format!(
                "{} cg_result = {made}({}); ",
                self.glsl_type(&signature.result),
                wrapper.arguments.join(", ")
            ));
            self.store_output(&result, function.semantic.as_ref(), function.place, 0, &mut wrapper)?;
        } else {
            wrapper.before.push_str(&format!("{made}({}); ", wrapper.arguments.join(", ")));
        }
        self.write_function(entry.function, Some(&uniforms))?;
        let main = format!(" void main() {{ {START_MARK}{}{}}}", wrapper.before, wrapper.after);
        let end = function.body.as_ref().map_or(function.place, |body| body.end);
        self.add_chunk(end, main)
    }

    /// Notes the semantics that the entry's parameters have, so that those without one get others.
    fn note_semantics(&mut self, number: usize, wrapper: &mut Wrapper) -> CgResult<()> {
        let signature = self.build_signature(number)?;
        let Some(info) = self.functions.get(number) else { return Ok(()) };
        let function = info.function;
        for (parameter, written) in signature.parameters.iter().zip(&function.parameters) {
            if written.qualifiers.is_uniform {
                continue;
            }
            for is_output in [false, true] {
                if if is_output { parameter.is_out } else { parameter.is_in } {
                    self.note_semantic(&parameter.kind, written.semantic.as_ref(), is_output, wrapper);
                }
            }
        }
        self.note_semantic(&signature.result, function.semantic.as_ref(), true, wrapper);
        Ok(())
    }

    fn note_semantic(&self, kind: &Type, semantic: Option<&Semantic>, is_output: bool, wrapper: &mut Wrapper) {
        if let Some(semantic) = semantic {
            if let Ok(place) = find_place(self.request.stage, is_output, &semantic.name, 0, semantic.place) {
                wrapper.taken.insert(format!("{is_output}{}", place.place_name()));
            }
            return;
        }
        if let Type::Struct(index) = kind {
            for member in self.structures.get(*index).map_or(&[][..], |one| &one.members) {
                self.note_semantic(&member.kind, member.semantic.as_ref(), is_output, wrapper);
            }
        }
    }
}
