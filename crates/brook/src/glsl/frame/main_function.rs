//! The function `main` of a kernel's text: reads an element of each stream, calls the author's kernel, writes.

use super::interface::{Interface, assemble_value, stored_kind};
use crate::fault::{Outcome, refuse_text};
use crate::glsl::instances::Printer;
use crate::glsl::names::{member_name, number_name, type_name};
use crate::glsl::variant::{Access, Form, Variant};
use crate::tree::{Function, Role};
use crate::types::{Kind, Leaf, Type};

/// Elements that one pass of a reduction combines.
pub(crate) const ELEMENTS_OF_PASS: usize = 8;

/// Prints `main`. It works out where an element is only if something needs it: `has_index` if the author's text does.
pub(super) fn print_main(
    printer: &Printer,
    interface: &Interface,
    function: &Function,
    variant: &Variant,
    has_index: bool,
) -> Outcome<String> {
    if function.result != Type::Void {
        let sentence = format!(
            "the kernel {} returns a value, so only kernels call it; give it an `out` stream",
            crate::lexer::shorten_name(&function.name)
        );
        return refuse_text(function.at, sentence);
    }
    let body = print_body(printer, interface, function, variant);
    let has_place = has_index || body.contains("brook_at") || variant.form != Form::Map;
    let mut text = "void main() {\n".to_string();
    if variant.is_compute {
        text += "    int brook_i = element();\n    if (brook_i >= element_count) return;\n";
    } else if has_place {
        // The last row of a texture may have padding.
        text += "    int brook_i = min(element(), element_count - 1);\n";
    }
    if has_place {
        text += &position_code(variant);
    }
    if has_index {
        text += "    brook_index = vec4(brook_at);\n";
    }
    Ok(text + &body + "}\n")
}

/// Returns the lines of `main` that read, call and write.
fn print_body(printer: &Printer, interface: &Interface, function: &Function, variant: &Variant) -> String {
    let mut text = String::new();
    for (at, named, role) in function.parameters() {
        let (ty, _) = type_name(&printer.tree.types, &named.ty);
        match role {
            Role::Out | Role::Push => {
                text += &format!("    {ty} brook_value_{at} = {};\n", zero_literal(printer, &named.ty));
            }
            Role::Reduce if variant.form != Form::Reduce => {
                text += &format!("    {ty} brook_value_{at} = {};\n", zero_literal(printer, &named.ty));
            }
            _ => {}
        }
        if role == Role::Stream && variant.form != Form::Reduce && interface.indexed.contains(&at) {
            let index = stretched_index(interface, variant, at).map_or("brook_at".to_string(), |(index, _)| index);
            text += &format!("    brook_index_{at} = vec4({index});\n");
        }
    }
    text += &match variant.form {
        Form::Reduce => print_reduction(printer, interface, function, variant),
        _ => print_call(printer, interface, function, variant) + ";\n",
    };
    text + &print_writes(printer, interface, variant)
}

/// Returns the lines that work out where the element is.
fn position_code(variant: &Variant) -> String {
    match (variant.form, variant.is_compute) {
        (Form::Push(_), is_compute) => {
            let read = |name: &str| match is_compute {
                true => format!("{name}[brook_i]"),
                false => format!("here({name}).x"),
            };
            format!(
                "    ivec4 brook_domain = brook_shape;\n    ivec4 brook_at = brook_position({}, brook_domain);\n    brook_wanted = {};\n",
                read("brook_source"),
                read("brook_ordinal")
            )
        }
        _ => "    ivec4 brook_domain = output_shape;\n    ivec4 brook_at = brook_position(brook_i, brook_domain);\n"
            .to_string(),
    }
}

/// Returns the index in a stream's part that an element of the output reads, and that in the whole stream; `None` if the
/// stream has the output's shape.
fn stretched_index(interface: &Interface, variant: &Variant, parameter: usize) -> Option<(String, String)> {
    let shape = interface.shape_name(parameter)?;
    match variant.access.get(parameter) {
        Some(Access::Whole) => {
            let index = format!("brook_at * {shape} / brook_domain");
            Some((index.clone(), index))
        }
        Some(Access::Window) => {
            let index = format!("brook_at * brook_extent_{parameter} / brook_domain");
            Some((index.clone(), format!("{index} + brook_from_{parameter}")))
        }
        _ => None,
    }
}

/// Returns the element of a stream that belongs to the output's element.
fn element_of(printer: &Printer, interface: &Interface, variant: &Variant, ty: &Type, parameter: usize) -> String {
    match stretched_index(interface, variant, parameter) {
        None => interface.element_code(printer, ty, parameter, "brook_i", true, variant),
        Some((_, whole)) => {
            let shape = interface.shape_name(parameter).unwrap_or_default();
            interface.element_code(printer, ty, parameter, &format!("brook_linear({whole}, {shape})"), false, variant)
        }
    }
}

fn print_call(printer: &Printer, interface: &Interface, function: &Function, variant: &Variant) -> String {
    let arguments: Vec<String> = function
        .parameters()
        .filter(|(_, _, role)| *role != Role::Gather)
        .map(|(at, named, role)| match role {
            Role::Constant => interface.constant_code(printer, &named.ty, at),
            Role::Stream => element_of(printer, interface, variant, &named.ty, at),
            _ => format!("brook_value_{at}"),
        })
        .collect();
    let name = printer.instances.first().map(|first| first.name.as_str()).unwrap_or_default();
    format!("    {name}({})", arguments.join(", "))
}

/// Prints the loop of a reduction's pass: the first element is the result so far, the kernel adds the others.
fn print_reduction(printer: &Printer, interface: &Interface, function: &Function, variant: &Variant) -> String {
    let find = |wanted: Role| function.parameters().find(|(_, _, role)| *role == wanted);
    let (Some((stream, named, _)), Some((result, ..))) = (find(Role::Stream), find(Role::Reduce)) else {
        return String::new();
    };
    let shape = interface.shape_name(stream).unwrap_or_default();
    let from = match variant.access.get(stream) {
        Some(Access::Window) => format!("brook_linear(brook_from + brook_from_{stream}, {shape})"),
        _ => format!("brook_linear(brook_from, {shape})"),
    };
    let read = interface.element_code(printer, &named.ty, stream, &from, false, variant);
    let (ty, _) = type_name(&printer.tree.types, &named.ty);
    let arguments: Vec<String> = function
        .parameters()
        .filter(|(_, _, role)| *role != Role::Gather)
        .map(|(at, named, role)| match role {
            Role::Constant => interface.constant_code(printer, &named.ty, at),
            Role::Stream => "brook_element".to_string(),
            _ => format!("brook_value_{at}"),
        })
        .collect();
    let name = printer.instances.first().map(|first| first.name.as_str()).unwrap_or_default();
    let indexed = match interface.indexed.contains(&stream) {
        true => format!("        brook_index_{stream} = vec4(brook_from);\n"),
        false => String::new(),
    };
    format!(
        "    ivec4 brook_from = brook_at;
    int brook_block = brook_at[brook_direction] / brook_parts;
    int brook_first = brook_block * brook_ratio + (brook_at[brook_direction] - brook_block * brook_parts) * {ELEMENTS_OF_PASS};
    int brook_last = min(brook_first + {ELEMENTS_OF_PASS}, (brook_block + 1) * brook_ratio);
    brook_from[brook_direction] = brook_first;
    {ty} brook_value_{result} = {read};
    for (int brook_k = brook_first + 1; brook_k < brook_last; brook_k++) {{
        brook_from[brook_direction] = brook_k;
{indexed}        {ty} brook_element = {read};
        {name}({});
    }}
",
        arguments.join(", ")
    )
}

fn print_writes(printer: &Printer, interface: &Interface, variant: &Variant) -> String {
    let mut text = String::new();
    let index = if variant.is_compute { "[brook_i]" } else { "" };
    if let Form::Count(_) = variant.form {
        return format!("    brook_pushes{index} = brook_pushed;\n");
    }
    if let Form::Push(parameter) = variant.form {
        // What was kept is the value at the wanted push.
        text += &format!("    brook_value_{parameter} = brook_kept;\n");
    }
    for (binding, leaf) in &interface.outputs {
        let value = format!("brook_value_{}{}", binding.parameter, path_of(leaf));
        text += &format!("    {}{index} = {};\n", binding.name, stored_value(&value, leaf, variant.is_compute));
    }
    match printer.discards && variant.is_compute {
        true => format!("    if (brook_is_discarded) return;\n{text}"),
        false => text,
    }
}

fn path_of(leaf: &Leaf) -> String {
    leaf.path.iter().map(|member| format!(".{}", member_name(member))).collect()
}

/// Returns a value as a stream holds it.
fn stored_value(value: &str, leaf: &Leaf, is_compute: bool) -> String {
    let (kind, lanes) = stored_kind(leaf.kind, leaf.lanes);
    let plain = match (leaf.kind, leaf.lanes) {
        (Kind::Double, 1) => format!("unpackDouble2x32({value})"),
        (Kind::Double, _) => format!("uvec4(unpackDouble2x32({value}.x), unpackDouble2x32({value}.y))"),
        (Kind::Bool, _) => format!("{}({value})", number_name(kind, lanes)),
        _ => value.to_string(),
    };
    match lanes == 3 && !is_compute {
        true => format!("{}({plain}, 0)", number_name(kind, 4)),
        false => plain,
    }
}

/// Returns the value of a type whose numbers are all 0.
fn zero_literal(printer: &Printer, ty: &Type) -> String {
    let leaves = printer.tree.types.list_leaves(ty).unwrap_or_default();
    let mut zeros = leaves.into_iter().map(|leaf| match leaf.kind {
        Kind::Bool => format!("{}(false)", number_name(leaf.kind, leaf.lanes)),
        kind => format!("{}(0)", number_name(kind, leaf.lanes)),
    });
    assemble_value(printer, ty, &mut zeros)
}
