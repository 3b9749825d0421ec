//! Counts of a shader that need its whole flow: registers in use, slots that run, nested calls.

use super::shader::{DefinedValue, Register, RegisterKind, Shader, Statement};
use super::slots::statement_slots;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the numbers of registers `r#` and `c#` in use; all of `c#` if an index chooses one.
pub(super) fn count_registers(shader: &Shader) -> (usize, usize) {
    let mut temporaries = BTreeSet::new();
    let mut constants = BTreeSet::new();
    let mut by_index = false;
    for statement in &shader.statements {
        let target = statement.target_register();
        let matrix_rows = statement.operation.matrix_size().map_or(1, |(_, rows)| rows as u32);
        for (place, source) in statement.sources.iter().enumerate() {
            let rows = if place == 1 { matrix_rows } else { 1 };
            by_index |= source.register.kind == RegisterKind::Constant && source.relative.is_some();
            let registers = (0..rows).map(|row| Register::new(source.register.kind, source.register.number + row));
            for register in registers {
                match register.kind {
                    RegisterKind::Temporary => temporaries.insert(register.number),
                    RegisterKind::Constant => constants.insert(register.number),
                    _ => false,
                };
            }
        }
        if let Some(target) = target.filter(|target| target.kind == RegisterKind::Temporary) {
            temporaries.insert(target.number);
        }
    }
    let all = shader.version.constants as usize;
    (temporaries.len(), if by_index { all } else { constants.len() })
}

/// The sections of a shader: the main part, and its subroutines.
fn split_sections(shader: &Shader) -> BTreeMap<Option<u32>, &[Statement]> {
    let starts: Vec<usize> = (0..shader.statements.len())
        .filter(|number| shader.statements.get(*number).is_some_and(|one| one.operation.name == "label"))
        .collect();
    let first = starts.first().copied().unwrap_or(shader.statements.len());
    let mut sections = BTreeMap::new();
    sections.insert(None, shader.statements.get(..first).unwrap_or_default());
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(shader.statements.len());
        let body = shader.statements.get(*start..end).unwrap_or_default();
        let label = body.first().and_then(|label| label.sources.first());
        sections.insert(label.map(|source| source.register.number), body);
    }
    sections
}

/// Returns the slots that run at most: the longer side of each branch, all turns of each loop; `None`
/// if the host counts a loop.
pub(super) fn count_executed(shader: &Shader) -> Option<u64> {
    let sections = split_sections(shader);
    let mut known = BTreeMap::new();
    count_section(shader, &sections, None, &mut known)
}

/// An open block: slots before its `else`, slots since, and the turns.
struct OpenBlock {
    before_else: u64,
    length: u64,
    turns: Option<u64>,
}

fn count_section(
    shader: &Shader,
    sections: &BTreeMap<Option<u32>, &[Statement]>,
    section: Option<u32>,
    known: &mut BTreeMap<Option<u32>, Option<u64>>,
) -> Option<u64> {
    if let Some(counted) = known.get(&section) {
        return *counted;
    }
    // Calls come back to no open section: the rules refuse it.
    known.insert(section, None);
    let mut blocks = vec![OpenBlock { before_else: 0, length: 0, turns: Some(1) }];
    for statement in sections.get(&section).copied().unwrap_or_default() {
        let name = statement.operation.name;
        let own = statement_slots(shader, statement).total_slots() as u64;
        let called = match (name, statement.sources.first()) {
            ("call" | "callnz", Some(label)) => count_section(shader, sections, Some(label.register.number), known)?,
            _ => 0,
        };
        if matches!(name, "endif" | "endrep" | "endloop") {
            let block = blocks.pop()?;
            let turn = block
                .before_else
                .max(block.length)
                .saturating_add(if name == "endif" { 0 } else { own });
            let whole = turn
                .saturating_mul(block.turns?)
                .saturating_add(if name == "endif" { own } else { 0 });
            let around = blocks.last_mut()?;
            around.length = around.length.saturating_add(whole);
            continue;
        }
        let block = blocks.last_mut()?;
        block.length = block.length.saturating_add(own).saturating_add(called);
        match name {
            "else" => (block.before_else, block.length) = (block.length, 0),
            "if" | "if_comp" => blocks.push(OpenBlock { before_else: 0, length: 0, turns: Some(1) }),
            "rep" | "loop" => {
                blocks.push(OpenBlock { before_else: 0, length: 0, turns: loop_turns(shader, statement) })
            }
            _ => {}
        }
    }
    let counted = blocks.first().map(|block| block.length);
    known.insert(section, counted);
    counted
}

/// Returns the turns of a loop, if the shader defines its constant.
fn loop_turns(shader: &Shader, statement: &Statement) -> Option<u64> {
    let source = statement.sources.last()?;
    match shader.defined_value(source.register)? {
        DefinedValue::Integer([count, ..]) => Some(count.clamp(0, 255) as u64),
        _ => None,
    }
}

/// Returns the deepest nesting of calls.
pub(super) fn call_depth(shader: &Shader) -> usize {
    let sections = split_sections(shader);
    let mut known = BTreeMap::new();
    depth_of_section(&sections, None, &mut known)
}

fn depth_of_section(
    sections: &BTreeMap<Option<u32>, &[Statement]>,
    section: Option<u32>,
    known: &mut BTreeMap<Option<u32>, usize>,
) -> usize {
    if let Some(depth) = known.get(&section) {
        return *depth;
    }
    known.insert(section, 0);
    let called: BTreeSet<u32> = sections
        .get(&section)
        .copied()
        .unwrap_or_default()
        .iter()
        .filter(|statement| matches!(statement.operation.name, "call" | "callnz"))
        .filter_map(|statement| Some(statement.sources.first()?.register.number))
        .collect();
    let depths = called
        .into_iter()
        .map(|label| depth_of_section(sections, Some(label), known) + 1);
    let depth = depths.max().unwrap_or(0);
    known.insert(section, depth);
    depth
}
