//! The wrapper around the entry: `main` loads its inputs, calls it, and stores its outputs.

use super::Writer;
use super::interface::{InterfacePlace, find_place};
use super::value::{Value, strip_parentheses};
use crate::request::ProgramStage;
use crate::source_error::{CgError, CgResult};
use crate::syntax::Semantic;
use crate::token::Place;
use crate::types::{Base, Shape, Type};
use std::collections::HashSet;

/// The code of the wrapper around the entry.
#[derive(Default)]
pub(super) struct Wrapper {
    pub before: String,
    pub after: String,
    pub arguments: Vec<String>,
    /// Names of outputs that were stored.
    outputs: HashSet<String>,
    declared: HashSet<String>,
    /// The next coordinate set for what has no semantic.
    next_input: u32,
    next_output: u32,
    /// Semantics that are written in the text, which no other value gets.
    pub taken: HashSet<String>,
}

impl Writer<'_> {
    /// Binds a parameter of the entry to inputs and outputs.
    pub(super) fn bind_parameter(
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
                for (inner, member) in (offset..).zip(self.value_members(*index)) {
                    // A semantic of the whole struct counts on over its members.
                    let own = member.semantic.clone().or_else(|| semantic.cloned());
                    let offset = if member.semantic.is_some() || semantic.is_none() { 0 } else { inner };
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
                    return self.convert_value(zero, kind);
                }
                let found = self.find_interface(semantic, false, offset, place, wrapper, name)?;
                let value = self.input_value(&found, *shape, place, wrapper);
                self.convert_value(value, kind)
            }
            _ => Err(CgError::new(
                place,
                format!("'{name}' is a {} and cannot be an input; write uniform before it", self.describe_type(kind)),
            )),
        }
    }

    /// Declares an input and returns its value.
    fn input_value(&mut self, found: &InterfacePlace, shape: Shape, place: Place, wrapper: &mut Wrapper) -> Value {
        let count = shape.component_count().clamp(1, 4);
        match found {
            InterfacePlace::WindowPosition => Value::new("gl_FragCoord", Type::vector(Base::Float, 4), place),
            InterfacePlace::PixelPosition => {
                Value::new("vec4(floor(gl_FragCoord.xy), gl_FragCoord.zw)", Type::vector(Base::Float, 4), place)
            }
            InterfacePlace::Face => Value::new("(gl_FrontFacing ? 1.0 : -1.0)", Type::FLOAT, place),
            InterfacePlace::Attribute(own) => {
                let name = self.attribute_name(own, place);
                if wrapper.declared.insert(format!("in {name}")) {
                    self.interface_lines.push(format!("in vec4 {name};"));
                }
                Value::new(name, Type::vector(Base::Float, 4), place)
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

    /// Returns the name of a vertex's value. One between the stages may have the same semantic, and has the name alone.
    fn attribute_name(&mut self, own: &str, place: Place) -> String {
        let is_between = matches!(
            find_place(ProgramStage::Vertex, true, own, 0, place),
            Ok(InterfacePlace::Varying(_) | InterfacePlace::PointSize)
        );
        let made = if is_between { format!("vertex_{own}") } else { own.to_string() };
        self.names.reserve_name(&made);
        if is_between {
            self.names.own.insert(made.clone(), own.to_string());
        }
        made
    }

    /// Returns the name of a value between the stages. A colour is also an output of fragment programs, which has
    /// the name alone.
    fn varying_name(&mut self, place: &InterfacePlace) -> String {
        let own = place.place_name();
        let is_color = own.starts_with("COLOR");
        let made = if is_color { format!("varying_{own}") } else { own.clone() };
        self.names.reserve_name(&made);
        if is_color {
            self.names.own.insert(made.clone(), own);
        }
        made
    }

    /// Stores a value to the outputs that its semantics name.
    pub(super) fn store_output(
        &mut self,
        value: &Value,
        semantic: Option<&Semantic>,
        place: Place,
        offset: u32,
        wrapper: &mut Wrapper,
    ) -> CgResult<()> {
        match &value.kind {
            Type::Struct(index) => {
                for (inner, member) in (offset..).zip(self.value_members(*index)) {
                    let own = member.semantic.clone().or_else(|| semantic.cloned());
                    let offset = if member.semantic.is_some() || semantic.is_none() { 0 } else { inner };
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
                if !wrapper.outputs.insert(found.place_name()) {
                    let message =
                        format!("two outputs have the semantic {}; give one of them another", found.place_name());
                    return Err(CgError::new(place, message));
                }
                let code = self.output_code(&found, *shape, value.clone(), wrapper);
                wrapper.after.push_str(&code);
                Ok(())
            }
            _ => Err(CgError::new(place, format!("a {} cannot be an output", self.describe_type(&value.kind)))),
        }
    }

    /// Declares an output and returns the code that stores it.
    fn output_code(&mut self, found: &InterfacePlace, shape: Shape, value: Value, wrapper: &mut Wrapper) -> String {
        let value = self.convert_base(value, Base::Float);
        let code = strip_parentheses(&value.code).to_string();
        let count = shape.component_count().clamp(1, 4);
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
                let name = found.place_name();
                self.names.reserve_name(&name);
                // As many channels as the author writes: the others of a target have no value.
                let kind = ["float", "vec2", "vec3", "vec4"].get(count - 1).unwrap_or(&"vec4");
                self.interface_lines
                    .push(format!("layout(location = {number}) out {kind} {name};"));
                format!("{name} = {code}; ")
            }
            other => {
                let name = self.varying_name(other);
                self.interface_lines.push(format!("out vec4 {name};"));
                format!("{} = {code}; ", part(&name))
            }
        }
    }
}
