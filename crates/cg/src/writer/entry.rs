//! The entry: the function that the program begins with, its inputs and its outputs.

use super::Writer;
use super::interface::{InterfacePlace, find_place};
use super::value::{Value, strip_parentheses};
use crate::request::ProgramStage;
use crate::source_error::{CgError, CgResult};
use crate::syntax::{CompiledEntry, Function, Name, Semantic};
use crate::token::Place;
use crate::types::{Base, Shape, Type};
use gristmill_base::nearest_names::nearest;
use std::collections::{HashMap, HashSet};

/// A mark at the start of main, replaced by its first statements.
pub(super) const START_MARK: &str = "\u{3}";

/// The function that a program begins with.
pub(super) struct Entry<'p> {
    pub name: Name,
    function: usize,
    /// The pass that names it.
    compiled: Option<&'p CompiledEntry>,
}

/// The code of the wrapper around the entry.
#[derive(Default)]
struct Wrapper {
    before: String,
    after: String,
    arguments: Vec<String>,
    /// Names of outputs that were stored.
    outputs: HashSet<String>,
    declared: HashSet<String>,
    /// The next coordinate set for what has no semantic.
    next_input: u32,
    next_output: u32,
    /// Semantics that are written in the text, which no other value gets.
    taken: HashSet<String>,
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
                Err(CgError::new(program.end, message))
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
            return Err(CgError::new(self.program.end, message));
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
        // The function that may be meant is a better place than the end.
        let meant = nearest(name, &known).and_then(|near| {
            self.functions
                .iter()
                .find(|info| *info.function.name == *near)
                .map(|info| info.function.place)
        });
        CgError::new(meant.unwrap_or(self.program.end), format!("there is no function '{name}' to begin with{next}"))
    }

    /// Writes the entry, and `main` after it.
    pub(super) fn write_entry(&mut self, entry: &Entry<'p>) -> CgResult<()> {
        self.entry = Some(entry.function);
        let signature = self.signature(entry.function)?;
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
        let signature = self.signature(number)?;
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
                wrapper.taken.insert(format!("{is_output}{}", place.name()));
            }
            return;
        }
        if let Type::Struct(index) = kind {
            for member in self.structures.get(*index).map_or(&[][..], |one| &one.members) {
                self.note_semantic(&member.kind, member.semantic.as_ref(), is_output, wrapper);
            }
        }
    }

    /// Binds a parameter of the entry to inputs and outputs.
    fn bind_parameter(
        &mut self,
        parameter: &super::functions::ParameterInfo,
        semantic: Option<&Semantic>,
        place: Place,
        wrapper: &mut Wrapper,
    ) -> CgResult<()> {
        let kind = parameter.kind.clone();
        let input = match parameter.is_in {
            true => Some(self.load_input(&kind, semantic, place, 0, wrapper, &parameter.name)?),
            false => None,
        };
        if !parameter.is_out {
            let code = input.map_or(String::new(), |value| strip_parentheses(&value.code).to_string());
            wrapper.arguments.push(code);
            return Ok(());
        }
        let local = format!("cg_argument{}", wrapper.arguments.len());
        let first = input.map_or(String::new(), |value| format!(" = {}", strip_parentheses(&value.code)));
        wrapper.before.push_str(&format!("{} {local}{first}; ", self.glsl_type(&kind)));
        wrapper.arguments.push(local.clone());
        let value = Value::new(local, kind, place);
        self.store_output(&value, semantic, place, 0, wrapper)
    }

    /// Returns the semantic of a value, or the next coordinate set if it has none.
    fn find_interface(
        &self,
        semantic: Option<&Semantic>,
        is_output: bool,
        offset: u32,
        place: Place,
        wrapper: &mut Wrapper,
        name: &str,
    ) -> CgResult<InterfacePlace> {
        let stage = self.request.stage;
        if let Some(semantic) = semantic {
            return find_place(stage, is_output, &semantic.name, offset, semantic.place);
        }
        if self.is_hlsl() {
            let example = if is_output && stage == ProgramStage::Fragment { "COLOR" } else { "TEXCOORD0" };
            let message = format!("'{name}' has no semantic; add one, as : {example}, or uniform before it");
            return Err(CgError::new(place, message));
        }
        // Cg gives what has none the next one that is free.
        let (word, last) = match (stage, is_output) {
            (ProgramStage::Fragment, true) => ("COLOR", 7),
            (ProgramStage::Vertex, false) => ("ATTR", 15),
            _ => ("TEXCOORD", 15),
        };
        let next = if is_output { &mut wrapper.next_output } else { &mut wrapper.next_input };
        while wrapper.taken.contains(&format!("{is_output}{word}{next}")) {
            *next += 1;
        }
        let number = *next;
        *next += 1;
        if number > last {
            return Err(CgError::new(place, format!("'{name}' has no semantic, and no {word} is left for it")));
        }
        find_place(stage, is_output, word, number, place)
    }

    /// Returns the value of an input.
    fn load_input(
        &mut self,
        kind: &Type,
        semantic: Option<&Semantic>,
        place: Place,
        offset: u32,
        wrapper: &mut Wrapper,
        name: &str,
    ) -> CgResult<Value> {
        match kind {
            Type::Struct(index) => {
                let mut parts = Vec::new();
                let mut inner = offset;
                for member in self.value_members(*index) {
                    // A semantic of the whole struct counts on over its members.
                    let own = member.semantic.clone().or_else(|| semantic.cloned());
                    let offset = if member.semantic.is_some() || semantic.is_none() { 0 } else { inner };
                    inner += 1;
                    parts.push(self.load_input(
                        &member.kind,
                        own.as_ref(),
                        member.place,
                        offset,
                        wrapper,
                        &member.name,
                    )?);
                }
                Ok(self.build_structure(*index, parts, place))
            }
            Type::Array(of, length) => {
                let mut parts = Vec::new();
                for number in 0..*length {
                    parts.push(self.load_input(of, semantic, place, offset + number as u32, wrapper, name)?);
                }
                let codes: Vec<&str> = parts.iter().map(|part| strip_parentheses(&part.code)).collect();
                let code = format!("{}({})", self.glsl_type(kind), codes.join(", "));
                Ok(Value::new(code, kind.clone(), place))
            }
            Type::Number(base, Shape::Matrix(rows, columns)) if *rows > 1 => {
                let row = Type::vector(*base, (*columns).into());
                let mut parts = Vec::new();
                for number in 0..*rows {
                    parts.push(self.load_input(&row, semantic, place, offset + u32::from(number), wrapper, name)?);
                }
                let codes: Vec<&str> = parts.iter().map(|part| strip_parentheses(&part.code)).collect();
                let code =
                    format!("{}({})", super::glsl_number(*base, Shape::Matrix(*rows, *columns)), codes.join(", "));
                Ok(Value::new(code, kind.clone(), place))
            }
            Type::Number(_, shape) => {
                // A vertex program's result is also a fragment program's input, which has no position.
                let is_position = self.request.stage == ProgramStage::Fragment
                    && semantic.is_some_and(|semantic| {
                        ["POSITION", "HPOS", "POSITION0", "PSIZE", "PSIZ"]
                            .iter()
                            .any(|word| semantic.name.eq_ignore_ascii_case(word))
                    });
                if is_position {
                    let zero = self.number_value(0.0, Base::LooseFloat, place);
                    return self.convert(zero, kind);
                }
                let found = self.find_interface(semantic, false, offset, place, wrapper, name)?;
                let value = self.input_value(&found, *shape, place, wrapper);
                self.convert(value, kind)
            }
            _ => Err(CgError::new(
                place,
                format!("'{name}' is a {} and cannot be an input; write uniform before it", self.describe(kind)),
            )),
        }
    }

    /// Declares an input and returns its value.
    fn input_value(&mut self, found: &InterfacePlace, shape: Shape, place: Place, wrapper: &mut Wrapper) -> Value {
        let count = shape.count().clamp(1, 4);
        match found {
            InterfacePlace::WindowPosition => Value::new("gl_FragCoord", Type::vector(Base::Float, 4), place),
            InterfacePlace::PixelPosition => {
                Value::new("vec4(floor(gl_FragCoord.xy), gl_FragCoord.zw)", Type::vector(Base::Float, 4), place)
            }
            InterfacePlace::Face => Value::new("(gl_FrontFacing ? 1.0 : -1.0)", Type::FLOAT, place),
            InterfacePlace::Attribute(name) => {
                self.names.reserve(name);
                if wrapper.declared.insert(format!("in {name}")) {
                    self.interface_lines.push(format!("in vec4 {name};"));
                }
                Value::new(name.clone(), Type::vector(Base::Float, 4), place)
            }
            other => {
                let name = self.varying_name(other);
                if wrapper.declared.insert(format!("in {name}")) {
                    self.interface_lines.push(format!("in vec4 {name};"));
                }
                let letters = "xyzw".get(..count).unwrap_or("xyzw");
                let code = if count == 4 { name } else { format!("{name}.{letters}") };
                Value::new(code, Type::vector(Base::Float, count), place)
            }
        }
    }

    /// Returns the name of a value between the stages. A colour is also an output of fragment programs, which has
    /// the name alone.
    fn varying_name(&mut self, place: &InterfacePlace) -> String {
        let own = place.name();
        let is_color = own.starts_with("COLOR");
        let made = if is_color { format!("varying_{own}") } else { own.clone() };
        self.names.reserve(&made);
        if is_color {
            self.names.own.insert(made.clone(), own);
        }
        made
    }

    /// Stores a value to the outputs that its semantics name.
    fn store_output(
        &mut self,
        value: &Value,
        semantic: Option<&Semantic>,
        place: Place,
        offset: u32,
        wrapper: &mut Wrapper,
    ) -> CgResult<()> {
        match &value.kind {
            Type::Struct(index) => {
                let mut inner = offset;
                for member in self.value_members(*index) {
                    let own = member.semantic.clone().or_else(|| semantic.cloned());
                    let offset = if member.semantic.is_some() || semantic.is_none() { 0 } else { inner };
                    inner += 1;
                    let part = Value::new(format!("{}.{}", value.code, member.made), member.kind.clone(), member.place);
                    self.store_output(&part, own.as_ref(), member.place, offset, wrapper)?;
                }
                Ok(())
            }
            Type::Array(of, length) => {
                for number in 0..*length {
                    let part = Value::new(format!("{}[{number}]", value.code), (**of).clone(), place);
                    self.store_output(&part, semantic, place, offset + number as u32, wrapper)?;
                }
                Ok(())
            }
            Type::Number(base, Shape::Matrix(rows, columns)) if *rows > 1 && *columns > 1 => {
                for number in 0..*rows {
                    let row = Type::vector(*base, (*columns).into());
                    let part = Value::new(format!("{}[{number}]", value.code), row, place);
                    self.store_output(&part, semantic, place, offset + u32::from(number), wrapper)?;
                }
                Ok(())
            }
            Type::Number(_, shape) => {
                let name = if value.code == "cg_result" { "the result" } else { "the output" };
                let found = self.find_interface(semantic, true, offset, place, wrapper, name)?;
                let place = semantic.map_or(place, |semantic| semantic.place);
                if !wrapper.outputs.insert(found.name()) {
                    let message = format!("two outputs have the semantic {}; give one of them another", found.name());
                    return Err(CgError::new(place, message));
                }
                let code = self.output_code(&found, *shape, value.clone(), wrapper);
                wrapper.after.push_str(&code);
                Ok(())
            }
            _ => Err(CgError::new(place, format!("a {} cannot be an output", self.describe(&value.kind)))),
        }
    }

    /// Declares an output and returns the code that stores it.
    fn output_code(&mut self, found: &InterfacePlace, shape: Shape, value: Value, wrapper: &mut Wrapper) -> String {
        let value = self.convert_base(value, Base::Float);
        let code = strip_parentheses(&value.code).to_string();
        let count = shape.count().clamp(1, 4);
        let letters = "xyzw".get(..count).unwrap_or("xyzw");
        let part = |name: &str| if count == 4 { name.to_string() } else { format!("{name}.{letters}") };
        let scalar = match count {
            1 => code.clone(),
            _ => format!("{code}.x"),
        };
        match found {
            InterfacePlace::Position => match count {
                4 => format!("gl_Position = {code}; "),
                // The rest of a position that is written in part is that of a point.
                _ => format!("gl_Position = vec4(0.0, 0.0, 0.0, 1.0); gl_Position.{letters} = {code}; "),
            },
            InterfacePlace::PointSize => format!("gl_PointSize = {scalar}; "),
            InterfacePlace::ClipDistance(number) => {
                if wrapper.declared.insert("gl_ClipDistance".to_string()) {
                    self.interface_lines.push("out float gl_ClipDistance[6];".to_string());
                }
                format!("gl_ClipDistance[{number}] = {scalar}; ")
            }
            InterfacePlace::Depth => match count {
                3 | 4 => format!("gl_FragDepth = {code}.z; "),
                _ => format!("gl_FragDepth = {scalar}; "),
            },
            InterfacePlace::Color(number) => {
                let name = found.name();
                self.names.reserve(&name);
                self.interface_lines
                    .push(format!("layout(location = {number}) out vec4 {name};"));
                format!("{} = {code}; ", part(&name))
            }
            other => {
                let name = self.varying_name(other);
                self.interface_lines.push(format!("out vec4 {name};"));
                format!("{} = {code}; ", part(&name))
            }
        }
    }
}
