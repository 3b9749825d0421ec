//! The declarations of a kernel's text: streams, uniforms, functions to read them.

use crate::fault::Outcome;
use crate::glsl::instances::{Printer, uses_index};
use crate::glsl::library_functions::written_function;
use crate::glsl::names::{free_name, member_name, number_name, struct_name, type_name};
use crate::glsl::variant::{Access, Form, LeafBinding, Variant, is_written, leaves_of};
use crate::tree::{Function, Role};
use crate::types::{Kind, Leaf, Type};
use std::collections::BTreeSet;

/// The names of a text that are not the author's functions.
pub(in crate::glsl) struct Interface {
    pub inputs: Vec<(LeafBinding, Leaf)>,
    pub outputs: Vec<(LeafBinding, Leaf)>,
    pub uniforms: Vec<(LeafBinding, Leaf)>,
    pub windows: Vec<usize>,
    /// Streams whose index a function needs.
    pub indexed: Vec<usize>,
}

/// Returns the kind of the words that hold a kind in a stream, and their number for so many components.
pub(crate) fn stored_kind(kind: Kind, lanes: u8) -> (Kind, u8) {
    match kind {
        Kind::Float | Kind::Fixed => (Kind::Float, lanes),
        Kind::UInt => (Kind::UInt, lanes),
        Kind::Double => (Kind::UInt, lanes * 2),
        _ => (Kind::Int, lanes),
    }
}

impl Interface {
    pub fn new(printer: &Printer, function: &Function, variant: &Variant) -> Outcome<Interface> {
        let mut taken: BTreeSet<String> = printer.instances.iter().map(|instance| instance.name.clone()).collect();
        let mut own = Interface { inputs: vec![], outputs: vec![], uniforms: vec![], windows: vec![], indexed: vec![] };
        let mut written = 0;
        for (at, named, role) in function.parameters() {
            let is_read = match role {
                Role::Stream => true,
                Role::Gather => printer.read_gathers.contains(&at),
                _ => false,
            };
            let writes = is_written(role, at, variant.form);
            if !is_read && !writes && role != Role::Constant {
                continue;
            }
            if is_read && variant.access.get(at) == Some(&Access::Window) {
                own.windows.push(at);
            }
            if role == Role::Stream && uses_index(printer.tree, printer.kernel, at) {
                own.indexed.push(at);
            }
            for (number, leaf) in leaves_of(printer.tree, function, at).into_iter().enumerate() {
                if writes {
                    written += 1;
                    let (first, count) = variant.outputs;
                    if written <= first || written > first + count {
                        continue;
                    }
                }
                let wanted = std::iter::once(named.name.as_str()).chain(leaf.path.iter().map(String::as_str));
                let wanted = wanted.collect::<Vec<_>>().join("_");
                let mut name = free_name(&wanted, &|name| taken.contains(name));
                let mut copy = 2;
                while !taken.insert(name.clone()) {
                    name = format!("{}_{copy}", free_name(&wanted, &|_| false));
                    copy += 1;
                }
                let binding = LeafBinding { parameter: at, leaf: number, name };
                match (role, writes) {
                    (Role::Constant, _) => own.uniforms.push((binding, leaf)),
                    (_, true) => own.outputs.push((binding, leaf)),
                    _ => own.inputs.push((binding, leaf)),
                }
            }
        }
        Ok(own)
    }

    /// Prints the file that the kernel's text includes.
    pub fn print_interface(&self, printer: &Printer, prototypes: &[String], variant: &Variant) -> String {
        let mut text = "#include \"stream.glsl\"\n".to_string();
        if variant.is_compute {
            text += "layout(local_size_x = 64) in;\n";
        }
        for (index, known) in printer.tree.types.structs.iter().enumerate() {
            // Structs of the host alone may hold pointers.
            if printer
                .tree
                .types
                .list_leaves(&Type::Struct(index))
                .is_ok_and(|leaves| !leaves.is_empty())
            {
                text += &format!("struct {} {{", struct_name(&printer.tree.types, index));
                for member in &known.members {
                    let (ty, brackets) = type_name(&printer.tree.types, &member.ty);
                    text += &format!(" {ty} {}{brackets};", member_name(&member.name));
                }
                text += " };\n";
            }
        }
        self.print_streams(&mut text, variant);
        for (binding, leaf) in &self.uniforms {
            let ty = match leaf.kind {
                Kind::Double => number_name(Kind::UInt, leaf.lanes * 2),
                kind => number_name(kind, leaf.lanes),
            };
            text += &format!("uniform {ty} {};\n", binding.name);
        }
        for at in &self.windows {
            text += &format!("uniform ivec4 brook_from_{at};\nuniform ivec4 brook_extent_{at};\n");
        }
        text += "vec4 brook_index;\n";
        for at in &self.indexed {
            text += &format!("vec4 brook_index_{at};\n");
        }
        if printer.discards && variant.is_compute {
            text += "bool brook_is_discarded = false;\n";
        }
        self.print_form(&mut text, printer, variant);
        text += "int brook_linear(ivec4 p, ivec4 shape) { return p.x + shape.x * (p.y + shape.y * (p.z + shape.z * p.w)); }\n";
        text += "ivec4 brook_position(int i, ivec4 shape) {\n    ivec4 p;\n";
        text += "    p.x = i % shape.x; i /= shape.x;\n    p.y = i % shape.y; i /= shape.y;\n";
        text += "    p.z = i % shape.z; p.w = i / shape.z;\n    return p;\n}\n";
        for name in &printer.used_functions {
            text += written_function(name);
            text.push('\n');
        }
        self.print_gathers(&mut text, printer, variant);
        for prototype in prototypes {
            text += prototype;
            text.push('\n');
        }
        text
    }

    fn print_streams(&self, text: &mut String, variant: &Variant) {
        let mut shaped = BTreeSet::new();
        for (binding, leaf) in &self.inputs {
            let name = &binding.name;
            let (kind, lanes) = stored_kind(leaf.kind, leaf.lanes);
            match variant.is_compute {
                true => {
                    let ty = number_name(kind, lanes);
                    *text += &format!("layout(std430) readonly buffer brook_block_{name} {{ {ty} {name}[]; }};\n");
                }
                false => *text += &format!("uniform {} {name};\n", sampler_name(kind)),
            }
            if variant.access.get(binding.parameter) != Some(&Access::Aligned) && shaped.insert(binding.parameter) {
                *text += &format!("uniform ivec4 {name}_shape;\n");
            }
        }
        for (place, (binding, leaf)) in self.outputs.iter().enumerate() {
            let name = &binding.name;
            let (kind, lanes) = stored_kind(leaf.kind, leaf.lanes);
            match variant.is_compute {
                true => {
                    let ty = number_name(kind, lanes);
                    *text += &format!("layout(std430) writeonly buffer brook_block_{name} {{ {ty} {name}[]; }};\n");
                }
                // A texel has no three channels.
                false => {
                    let ty = number_name(kind, if lanes == 3 { 4 } else { lanes });
                    *text += &format!("layout(location = {place}) out {ty} {name};\n");
                }
            }
        }
        *text += "uniform ivec4 output_shape;\n";
    }

    fn print_form(&self, text: &mut String, printer: &Printer, variant: &Variant) {
        let stream = |name: &str| match variant.is_compute {
            true => format!("layout(std430) readonly buffer brook_block_{name} {{ int {name}[]; }};\n"),
            false => format!("uniform isampler2D {name};\n"),
        };
        match variant.form {
            Form::Map => {}
            Form::Count(_) => {
                *text += match variant.is_compute {
                    true => "layout(std430) writeonly buffer brook_block_count { int brook_pushes[]; };\n",
                    false => "layout(location = 0) out int brook_pushes;\n",
                };
                *text += "int brook_pushed = 0;\n";
            }
            Form::Push(parameter) => {
                *text += &stream("brook_source");
                *text += &stream("brook_ordinal");
                *text += "uniform ivec4 brook_shape;\nint brook_pushed = 0;\nint brook_wanted;\n";
                let function = printer.tree.functions.get(printer.kernel);
                let ty = function
                    .and_then(|function| function.locals.get(parameter))
                    .map(|named| &named.ty);
                if let Some(ty) = ty {
                    *text += &format!("{} brook_kept;\n", type_name(&printer.tree.types, ty).0);
                }
            }
            Form::Reduce => {
                *text += "uniform int brook_direction;\nuniform int brook_ratio;\nuniform int brook_parts;\n"
            }
        }
    }

    /// Prints a function for each gather: an element by its index.
    fn print_gathers(&self, text: &mut String, printer: &Printer, variant: &Variant) {
        let Some(function) = printer.tree.functions.get(printer.kernel) else { return };
        if !printer.read_gathers.is_empty() {
            *text += written_function("brook_axis");
            text.push('\n');
        }
        for &at in &printer.read_gathers {
            let Some(Type::Gather(element, _)) = function.locals.get(at).map(|named| &named.ty) else { continue };
            let (ty, _) = type_name(&printer.tree.types, element);
            let Some(shape) = self.shape_name(at) else { continue };
            let (extent, from) = match variant.access.get(at) {
                Some(Access::Window) => (format!("brook_extent_{at}"), format!(" + brook_from_{at}")),
                _ => (shape.clone(), String::new()),
            };
            let value = self.element_code(printer, element, at, "i", false, variant);
            for vector in ["vec4", "ivec4"] {
                *text += &format!(
                    "{ty} brook_gather_{at}({vector} index) {{ int i = brook_linear(brook_within(index, {extent}){from}, {shape}); return {value}; }}\n"
                );
            }
        }
    }

    /// Returns the uniform with the shape of a parameter's stream.
    pub fn shape_name(&self, parameter: usize) -> Option<String> {
        let (binding, _) = self.inputs.iter().find(|(binding, _)| binding.parameter == parameter)?;
        Some(format!("{}_shape", binding.name))
    }

    /// Returns the element of a parameter's stream at an index: its leaves, put together.
    pub fn element_code(
        &self,
        printer: &Printer,
        ty: &Type,
        parameter: usize,
        index: &str,
        is_here: bool,
        variant: &Variant,
    ) -> String {
        let read = |(binding, leaf): &(LeafBinding, Leaf)| {
            let name = &binding.name;
            let (_, lanes) = stored_kind(leaf.kind, leaf.lanes);
            let stored = match variant.is_compute {
                true => format!("{name}[{index}]"),
                false => {
                    let channels = ["", ".x", ".xy", ".xyz", ""]
                        .get(usize::from(lanes))
                        .copied()
                        .unwrap_or_default();
                    if is_here {
                        format!("here({name}){channels}")
                    } else {
                        format!("fetch({name}, {index}){channels}")
                    }
                }
            };
            match (leaf.kind, leaf.lanes) {
                (Kind::Double, 1) => format!("packDouble2x32({stored})"),
                (Kind::Double, _) => format!("dvec2(packDouble2x32({stored}.xy), packDouble2x32({stored}.zw))"),
                (Kind::Bool, lanes) => format!("{}({stored})", number_name(Kind::Bool, lanes)),
                _ => stored,
            }
        };
        let mut leaves = self
            .inputs
            .iter()
            .filter(|(binding, _)| binding.parameter == parameter)
            .map(read);
        assemble_value(printer, ty, &mut leaves)
    }

    /// Returns the value of a parameter that is the same for all elements.
    pub fn constant_code(&self, printer: &Printer, ty: &Type, parameter: usize) -> String {
        let read = |(binding, leaf): &(LeafBinding, Leaf)| match (leaf.kind, leaf.lanes) {
            (Kind::Double, 1) => format!("packDouble2x32({})", binding.name),
            (Kind::Double, _) => format!("dvec2(packDouble2x32({0}.xy), packDouble2x32({0}.zw))", binding.name),
            _ => binding.name.clone(),
        };
        let mut leaves = self
            .uniforms
            .iter()
            .filter(|(binding, _)| binding.parameter == parameter)
            .map(read);
        assemble_value(printer, ty, &mut leaves)
    }
}

/// Returns a value of a type, made of its numbers and vectors in order.
pub(super) fn assemble_value(printer: &Printer, ty: &Type, leaves: &mut dyn Iterator<Item = String>) -> String {
    match ty {
        Type::Struct(index) => {
            let members = printer
                .tree
                .types
                .structs
                .get(*index)
                .map(|known| known.members.as_slice())
                .unwrap_or_default();
            let parts: Vec<String> = members
                .iter()
                .map(|member| assemble_value(printer, &member.ty, leaves))
                .collect();
            format!("{}({})", struct_name(&printer.tree.types, *index), parts.join(", "))
        }
        _ => leaves.next().unwrap_or_default(),
    }
}

fn sampler_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Float => "sampler2D",
        Kind::UInt => "usampler2D",
        _ => "isampler2D",
    }
}
