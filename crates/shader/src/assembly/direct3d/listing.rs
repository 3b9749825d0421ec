//! Writes a shader as text: what a token stream is read as, so that each of its statements has a line.

use super::shader::{
    Declared, DefinedValue, Register, RegisterName, RelativeIndex, SamplerKind, Shader, Source, SourceModifier,
    Statement, Target, USAGES, WHOLE,
};
use std::fmt::Write;

/// Writes a shader: a table of the author's names, the version, and a line for each statement.
pub(super) fn list_shader(shader: &Shader) -> String {
    let mut out = list_names(&shader.names);
    out.push_str(shader.version.name);
    out.push('\n');
    for statement in &shader.statements {
        out.push_str(&list_statement(statement));
        out.push('\n');
    }
    out
}

/// Writes the names in the form of fxc's listings.
fn list_names(names: &[RegisterName]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let mut out = "// Registers:\n//\n//   Name Reg Size\n".to_string();
    for one in names {
        // A `String` takes all that is written.
        let _ = writeln!(out, "//   {} {} {}", one.name, one.first, one.count);
    }
    out.push_str("//\n");
    out
}

fn list_statement(statement: &Statement) -> String {
    let mut out = String::new();
    if statement.paired {
        out.push_str("+ ");
    }
    if let Some(predicate) = &statement.predicate {
        out.push_str(&format!("({}) ", list_source(predicate)));
    }
    out.push_str(&statement.name());
    out.push_str(&list_declared(statement.declared));
    if statement.shift != 0 {
        let letter = if statement.shift > 0 { 'x' } else { 'd' };
        out.push_str(&format!("_{letter}{}", 1 << statement.shift.abs()));
    }
    let modifiers = [(statement.partial, "_pp"), (statement.centroid, "_centroid"), (statement.saturates, "_sat")];
    modifiers.iter().filter(|(is, _)| *is).for_each(|(_, name)| out.push_str(name));
    let mut operands: Vec<String> = statement.target.iter().map(list_target).collect();
    operands.extend(statement.sources.iter().map(list_source));
    operands.extend(statement.value.iter().map(list_value));
    if !operands.is_empty() {
        out.push(' ');
        out.push_str(&operands.join(", "));
    }
    out
}

fn list_declared(declared: Option<Declared>) -> String {
    match declared {
        None | Some(Declared::Plain) => String::new(),
        Some(Declared::Usage(usage, index)) => {
            let name = USAGES.get(usage).copied().unwrap_or("");
            if index == 0 { format!("_{name}") } else { format!("_{name}{index}") }
        }
        Some(Declared::Sampler(kind)) => {
            let named = SamplerKind::ALL.iter().find(|(.., known)| *known == kind);
            format!("_{}", named.map_or("", |(name, ..)| name))
        }
    }
}

fn list_value(value: &DefinedValue) -> String {
    match value {
        DefinedValue::Float(vector) => vector.map(list_float).join(", "),
        DefinedValue::Integer(vector) => vector.map(|number| number.to_string()).join(", "),
        DefinedValue::Boolean(is) => is.to_string(),
    }
}

/// Writes a number so that it is read as the same.
fn list_float(value: f32) -> String {
    match value {
        _ if value.is_nan() => "1.#QNAN".to_string(),
        _ if value.is_infinite() => format!("{}1.#INF", if value > 0.0 { "" } else { "-" }),
        _ => format!("{value}"),
    }
}

fn list_target(target: &Target) -> String {
    let mut out = list_register(target.register, target.relative);
    if target.masked {
        let lanes = "xyzw".chars().zip(target.mask).filter(|(_, written)| *written);
        out.push('.');
        out.extend(lanes.map(|(letter, _)| letter));
    }
    out
}

fn list_source(source: &Source) -> String {
    let before = match source.modifier {
        SourceModifier::Complement => "1-",
        SourceModifier::Not => "!",
        _ => "",
    };
    let sign = if source.negative { "-" } else { "" };
    let mut out = format!("{before}{sign}{}", list_register(source.register, None));
    let suffix = SourceModifier::SUFFIXES
        .iter()
        .find(|(_, modifier)| *modifier == source.modifier);
    if let Some((name, _)) = suffix {
        out.push_str(&format!("_{name}"));
    }
    out.push_str(&list_index(source.relative));
    if source.swizzle != WHOLE {
        let count = (1..4).find(|count| source.swizzle.iter().skip(count - 1).all(|lane| *lane == source.swizzle[3]));
        let letters = source
            .swizzle
            .iter()
            .take(count.unwrap_or(4))
            .map(|lane| "xyzw".chars().nth(usize::from(*lane)).unwrap_or('x'));
        out.push('.');
        out.extend(letters);
    }
    out
}

fn list_register(register: Register, relative: Option<RelativeIndex>) -> String {
    format!("{register}{}", list_index(relative))
}

fn list_index(relative: Option<RelativeIndex>) -> String {
    match relative {
        None => String::new(),
        Some(RelativeIndex::Loop) => "[aL]".to_string(),
        Some(RelativeIndex::Address(lane)) => {
            format!("[a0.{}]", "xyzw".chars().nth(usize::from(lane)).unwrap_or('x'))
        }
    }
}
