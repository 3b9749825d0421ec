//! Entry points: lists them, and reduces a module to one of them.

use super::super::Stage;
use super::words::{HEADER_WORDS, ModuleInstruction, split_instructions};
use gristmill_base::error::{Error, Result};
use rspirv::spirv::{ExecutionModel, Op, StorageClass};
use std::collections::{HashMap, HashSet};

/// An entry point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EntryPoint {
    pub name: String,
    pub stage: Stage,
    /// Its function.
    pub function: u32,
    /// The variables outside functions in its interface.
    interface: Vec<u32>,
}

/// Returns the name of an execution model, and the stage if it is supported.
fn describe_model(number: u32) -> (String, Option<Stage>) {
    let stage = match ExecutionModel::from_u32(number) {
        Some(ExecutionModel::Vertex) => Some(Stage::Vertex),
        Some(ExecutionModel::Fragment) => Some(Stage::Fragment),
        Some(ExecutionModel::GLCompute) => Some(Stage::Compute),
        _ => None,
    };
    let name = match (stage, ExecutionModel::from_u32(number)) {
        (Some(stage), _) => stage.to_string(),
        (_, Some(ExecutionModel::Kernel)) => "OpenCL".to_string(),
        (_, Some(ExecutionModel::TessellationControl | ExecutionModel::TessellationEvaluation)) => {
            "tessellation".to_string()
        }
        (_, Some(model)) => format!("{model:?}")
            .trim_end_matches(['K', 'H', 'R', 'N', 'V', 'E', 'X', 'T'])
            .to_lowercase(),
        (_, None) => format!("number {number}"),
    };
    (name, stage)
}

/// Returns the names of all entry points, in the order of the module.
pub(super) fn list_entry_names(words: &[u32]) -> Vec<String> {
    split_instructions(words)
        .filter(|instruction| instruction.opcode == Op::EntryPoint as u32)
        .map(|instruction| instruction.read_text(2).0)
        .collect()
}

/// Returns the entry point of that name, or the only one.
///
/// # Errors
/// [`Error::Call`] lists the entry points, or names the stage that is not supported.
pub(super) fn choose_entry(name: &str, words: &[u32], wanted: Option<&str>) -> Result<EntryPoint> {
    let mut all = vec![];
    for instruction in split_instructions(words).filter(|made| made.opcode == Op::EntryPoint as u32) {
        let (own, behind) = instruction.read_text(2);
        let (called, stage) = describe_model(instruction.operand(0));
        all.push((own, called, stage, instruction.operand(1), instruction.operands(behind).to_vec()));
    }
    let entries: Vec<String> = all.iter().map(|(own, called, ..)| format!("{own} ({called})")).collect();
    let said = entries.join(", ");
    let fitting: Vec<_> = all
        .iter()
        .filter(|(own, ..)| wanted.is_none_or(|wanted| wanted == own))
        .collect();
    match (fitting.as_slice(), wanted) {
        _ if all.is_empty() => Err(Error::call(name, "it has no entry point; link it into a whole module".to_string())),
        ([], Some(wanted)) => Err(Error::call(name, format!("there is no entry point {wanted}; there are {}", said))),
        ([(own, called, None, ..), ..], _) if fitting.len() == 1 => Err(Error::call(
            name,
            format!("its entry point {own} is of the stage {called}; vertex, fragment and compute are taken"),
        )),
        ([(own, _, Some(stage), function, interface)], _) => {
            Ok(EntryPoint { name: own.clone(), stage: *stage, function: *function, interface: interface.clone() })
        }
        ([_, _, ..], None) => {
            Err(Error::call(name, format!("it has {} entry points; choose one by --entry: {}", all.len(), said)))
        }
        _ => {
            Err(Error::call(name, format!("it has several entry points of one name: {}; give each its own name", said)))
        }
    }
}

/// Returns the words without the other entry points and without their functions, inputs and outputs.
pub(super) fn keep_entry(words: &[u32], entry: &EntryPoint) -> Vec<u32> {
    let functions = reachable_functions(words, entry.function);
    let mut kept: Vec<u32> = words.iter().take(HEADER_WORDS).copied().collect();
    let mut skipping = false;
    for instruction in split_instructions(words) {
        if instruction.has_opcode(Op::Function) {
            skipping = !functions.contains(&instruction.operand(1));
        }
        let own = match () {
            () if instruction.has_opcode(Op::EntryPoint) => {
                instruction.operand(1) == entry.function && instruction.read_text(2).0 == entry.name
            }
            () if instruction.has_opcode(Op::ExecutionMode) || instruction.has_opcode(Op::ExecutionModeId) => {
                instruction.operand(0) == entry.function
            }
            () if instruction.has_opcode(Op::Variable) && !skipping => !is_elsewhere(&instruction, entry),
            () => true,
        };
        if own && !skipping {
            kept.extend_from_slice(instruction.words);
        }
        if instruction.has_opcode(Op::FunctionEnd) {
            skipping = false;
        }
    }
    kept
}

/// Returns true for an input or output of another entry point.
fn is_elsewhere(variable: &ModuleInstruction, entry: &EntryPoint) -> bool {
    let class = variable.operand(2);
    let between = class == StorageClass::Input as u32 || class == StorageClass::Output as u32;
    between && !entry.interface.contains(&variable.operand(1))
}

/// Returns the functions that a function calls, directly or indirectly, and itself.
fn reachable_functions(words: &[u32], from: u32) -> HashSet<u32> {
    let mut calls: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut function = 0;
    for instruction in split_instructions(words) {
        if instruction.opcode == Op::Function as u32 {
            function = instruction.operand(1);
        } else if instruction.opcode == Op::FunctionCall as u32 {
            calls.entry(function).or_default().push(instruction.operand(2));
        }
    }
    let mut reached = HashSet::new();
    let mut left = vec![from];
    while let Some(function) = left.pop() {
        if reached.insert(function) {
            left.extend(calls.get(&function).into_iter().flatten());
        }
    }
    reached
}
