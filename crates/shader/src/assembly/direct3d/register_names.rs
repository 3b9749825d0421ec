//! Names of the author in the comments of a compiler: the table `Registers:` of fxc, and the lines
//! `//var` of cgc.

use super::shader::{Register, RegisterKind, RegisterName};

/// Most names that are read.
const MOST_NAMES: usize = 4096;

/// The letters of registers before their numbers.
const NUMBERED_REGISTERS: [&str; 13] = ["a", "b", "c", "i", "o", "oC", "oD", "oT", "p", "r", "s", "t", "v"];
/// The registers without a number.
const SINGLE_REGISTERS: [&str; 7] = ["aL", "oDepth", "oFog", "oPos", "oPts", "vFace", "vPos"];

/// Reads the names in the comments of a text.
pub(super) fn read_names(text: &str) -> Vec<RegisterName> {
    let mut names = vec![];
    let mut is_table = false;
    for line in text.lines() {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            is_table = false;
            continue;
        };
        if let Some(variable) = comment.strip_prefix("var ") {
            names.extend(read_variable(variable));
            continue;
        }
        let words: Vec<&str> = comment.split_whitespace().collect();
        match words.as_slice() {
            ["Name", "Reg", "Size"] => is_table = true,
            [name, register, count] if is_table => names.extend(read_row(name, register, count)),
            _ => {}
        }
        if names.len() >= MOST_NAMES {
            break;
        }
    }
    keep_plain(names)
}

/// Reads a row of fxc's table: `mvp c0 4`.
fn read_row(name: &str, register: &str, count: &str) -> Option<RegisterName> {
    let first = parse_constant(register)?;
    Some(RegisterName { name: name.to_string(), first, count: count.parse().ok()? })
}

/// Reads a line of cgc: `float4x4 mvp : : c[0], 4 : 1 : 1`, `sampler2D image : : texunit 0 : -1 : 1`.
fn read_variable(line: &str) -> Option<RegisterName> {
    let mut parts = line.split(':').map(str::trim);
    let name = parts.next()?.split_whitespace().last()?.to_string();
    let place = parts.nth(1)?;
    if let Some(unit) = place.strip_prefix("texunit ") {
        let first = Register::new(RegisterKind::Sampler, unit.trim().parse().ok()?);
        return Some(RegisterName { name, first, count: 1 });
    }
    let (register, count) = place.split_once(',').unwrap_or((place, "1"));
    let first = parse_constant(&register.replace(['[', ']'], ""))?;
    Some(RegisterName { name, first, count: count.trim().parse().ok()? })
}

/// Returns the constant or sampler that a word names.
fn parse_constant(word: &str) -> Option<Register> {
    let kinds = [
        ("c", RegisterKind::Constant),
        ("i", RegisterKind::Integer),
        ("b", RegisterKind::Boolean),
        ("s", RegisterKind::Sampler),
    ];
    let (kind, digits) = kinds
        .iter()
        .find_map(|(letter, kind)| Some((kind, word.strip_prefix(letter)?)))?;
    Some(Register::new(*kind, digits.parse().ok()?))
}

/// Returns true if a word such as `c3`, `v0`, `oT0` or `oPos` would be a register's own name.
fn is_register_name(word: &str) -> bool {
    let letters = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    SINGLE_REGISTERS.contains(&word) || letters.len() < word.len() && NUMBERED_REGISTERS.contains(&letters)
}

/// Keeps the names that can be written on a command line, each once.
pub(super) fn keep_plain(names: Vec<RegisterName>) -> Vec<RegisterName> {
    let mut kept: Vec<RegisterName> = vec![];
    for one in names {
        let is_plain = one.name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$')
            && one.name.len() <= 200
            && one.name.chars().all(|c| c.is_ascii_alphanumeric() || "_.[]$".contains(c));
        let is_register = is_register_name(&one.name);
        if is_plain && !is_register && one.count > 0 && kept.iter().all(|known| known.name != one.name) {
            kept.push(one);
        }
    }
    kept
}

/// Returns the name of a register: the author's, with the place in it if it has several registers, or its own.
pub(super) fn name_register(names: &[RegisterName], register: Register) -> String {
    let holds = |one: &&RegisterName| {
        let place = register.number.checked_sub(one.first.number);
        one.first.kind == register.kind && place.is_some_and(|place| place < one.count)
    };
    match names.iter().find(holds) {
        Some(one) if one.count == 1 => one.name.clone(),
        Some(one) => format!("{}[{}]", one.name, register.number - one.first.number),
        None => register.to_string(),
    }
}
