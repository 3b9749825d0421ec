//! Sets specialisation constants to the values of a launch.

use super::words::{HEADER_WORDS, split_instructions};
use gristmill_base::error::{Error, Result};
use rspirv::spirv::{Decoration, Op};
use std::collections::HashMap;

/// A specialisation constant.
struct ModuleConstant {
    /// Its id in the module.
    id: u32,
    /// `constant_id` in GLSL, `@id` in WGSL.
    number: u32,
    name: String,
    kind: ConstantKind,
}

#[derive(Clone, Copy)]
enum ConstantKind {
    Bool,
    Int { signed: bool },
    Float,
    Other,
}

impl ModuleConstant {
    fn is_called(&self, name: &str) -> bool {
        self.name == name || name.parse() == Ok(self.number)
    }

    fn describe(&self) -> String {
        if self.name.is_empty() { self.number.to_string() } else { format!("{} ({})", self.name, self.number) }
    }
}

/// Returns the words with these values, each set by the constant's name or number.
///
/// # Errors
/// [`Error::Call`] lists the existing constants, or explains the type that a value must have.
pub(super) fn set_constants(name: &str, words: &[u32], values: &[(String, String)]) -> Result<Vec<u32>> {
    let constants = find_constants(words);
    let mut set: HashMap<u32, u32> = HashMap::new();
    for (constant, value) in values {
        let Some(known) = constants.iter().find(|known| known.is_called(constant)) else {
            let all: Vec<String> = constants.iter().map(ModuleConstant::describe).collect();
            let there =
                if all.is_empty() { "it has none".to_string() } else { format!("there are {}", all.join(", ")) };
            return Err(Error::call(name, format!("there is no constant {constant}; {there}")));
        };
        let word = parse_word(known.kind, value).ok_or_else(|| {
            let wanted = match known.kind {
                ConstantKind::Bool => "true or false",
                ConstantKind::Int { .. } => "a whole number of 32 bits",
                ConstantKind::Float => "a number",
                ConstantKind::Other => "no value here, because it does not have 32 bits",
            };
            Error::call(name, format!("the constant {constant} takes {wanted}, {value} is given"))
        })?;
        // Several constants may share a number: a constant, and the size of a work group.
        let same = constants.iter().filter(|other| other.number == known.number);
        set.extend(same.map(|other| (other.id, word)));
    }
    let mut changed: Vec<u32> = words.iter().take(HEADER_WORDS).copied().collect();
    for instruction in split_instructions(words) {
        let start = changed.len();
        changed.extend_from_slice(instruction.words);
        let Some(&word) = set.get(&instruction.operand(1)) else { continue };
        if is_bool_constant(instruction.opcode) {
            let truth = if word != 0 { Op::SpecConstantTrue } else { Op::SpecConstantFalse };
            changed[start] = changed[start] & 0xffff_0000 | truth as u32;
        } else if instruction.opcode == Op::SpecConstant as u32 && instruction.words.len() == 4 {
            changed[start + 3] = word;
        }
    }
    Ok(changed)
}

/// Returns the words by default of the constants of 32 bits with this number. A constant and the size of a work group may
/// share one.
pub fn constant_defaults(words: &[u32], number: u32) -> Vec<u32> {
    let same: Vec<u32> = find_constants(words)
        .iter()
        .filter(|constant| constant.number == number)
        .map(|constant| constant.id)
        .collect();
    let instructions = split_instructions(words);
    instructions
        .filter(|instruction| instruction.has_opcode(Op::SpecConstant) && instruction.words.len() == 4)
        .filter(|instruction| same.contains(&instruction.operand(1)))
        .map(|instruction| instruction.operand(2))
        .collect()
}

fn is_bool_constant(opcode: u32) -> bool {
    opcode == Op::SpecConstantTrue as u32 || opcode == Op::SpecConstantFalse as u32
}

/// Returns the constants of a module that can be set.
fn find_constants(words: &[u32]) -> Vec<ModuleConstant> {
    let mut names = HashMap::new();
    let mut kinds = HashMap::new();
    let mut numbers = HashMap::new();
    let mut all = vec![];
    for instruction in split_instructions(words) {
        let [first, second, third] = [0, 1, 2].map(|place| instruction.operand(place));
        match () {
            () if instruction.has_opcode(Op::Name) => {
                names.insert(first, instruction.read_text(1).0);
            }
            () if instruction.has_opcode(Op::Decorate) && second == Decoration::SpecId as u32 => {
                numbers.insert(first, third);
            }
            () if instruction.has_opcode(Op::TypeBool) => {
                kinds.insert(first, ConstantKind::Bool);
            }
            () if instruction.has_opcode(Op::TypeInt) && second == 32 => {
                kinds.insert(first, ConstantKind::Int { signed: third == 1 });
            }
            () if instruction.has_opcode(Op::TypeFloat) && second == 32 => {
                kinds.insert(first, ConstantKind::Float);
            }
            () if instruction.has_opcode(Op::SpecConstant) || is_bool_constant(instruction.opcode) => {
                // A constant without a number cannot be set.
                let Some(&number) = numbers.get(&second) else { continue };
                let kind = kinds.get(&first).copied().unwrap_or(ConstantKind::Other);
                let name = names.get(&second).cloned().unwrap_or_default();
                all.push(ModuleConstant { id: second, number, name, kind });
            }
            () => {}
        }
    }
    all
}

/// Parses a value as the word of a constant.
fn parse_word(kind: ConstantKind, value: &str) -> Option<u32> {
    match kind {
        ConstantKind::Bool => match value {
            "true" | "1" => Some(1),
            "false" | "0" => Some(0),
            _ => None,
        },
        ConstantKind::Int { signed: true } => i32::try_from(parse_whole(value)?).ok().map(|value| value as u32),
        ConstantKind::Int { signed: false } => u32::try_from(parse_whole(value)?).ok(),
        ConstantKind::Float => value.parse::<f32>().ok().map(f32::to_bits),
        ConstantKind::Other => None,
    }
}

fn parse_whole(value: &str) -> Option<i64> {
    match value.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => value.parse::<i64>().ok(),
    }
}
