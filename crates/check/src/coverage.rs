//! Coverage: the lines with code of a kernel, and those that no lane reached, whose effects are not judged.

use super::compiled::Checked;
use gristmill_base::counters::{Class, Counters, Counts};
use gristmill_emulator::assembly::{Assembly, Instruction, Pc};
use gristmill_emulator::barrier_loops::find_barrier_loops;
use gristmill_shader::ExpandedKernel;
use std::collections::{BTreeMap, BTreeSet};

/// The lines with code of a kernel's stages.
pub(super) struct CodeLines {
    /// The kernel's own lines first, and then those of its includes; each is true if it does more than control flow.
    lines: Vec<((String, usize), bool)>,
    /// The loops with a barrier, by their lines.
    loops: Vec<(String, usize)>,
}

/// The lines of [`CodeLines`] that lanes reached, and then its loops that took a second turn, by their index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ReachedLines(Vec<bool>);

impl CodeLines {
    /// Collects the lines of these stages.
    pub(super) fn of_stages(checked: &Checked, assemblies: &[&Assembly]) -> CodeLines {
        let mut lines: BTreeMap<(String, usize), bool> = BTreeMap::new();
        let mut loops = BTreeSet::new();
        for (stage, assembly) in checked.stages.iter().zip(assemblies) {
            for (pc, instruction) in (0..).zip(&assembly.instructions) {
                if let Some(place) = locate_code(&stage.expanded, assembly, pc) {
                    *lines.entry(place).or_default() |= !is_steering(instruction);
                }
            }
            let entries = find_barrier_loops(&assembly.instructions).into_values();
            loops.extend(entries.filter_map(|entry| locate_code(&stage.expanded, assembly, entry)));
        }
        let (mut lines, others): (Vec<_>, Vec<_>) = lines.into_iter().partition(|((file, _), _)| *file == checked.name);
        lines.extend(others);
        CodeLines { lines, loops: loops.into_iter().collect() }
    }

    /// Returns the number of lines.
    pub(super) fn count_lines(&self) -> usize {
        self.lines.len()
    }

    /// Returns the number of lines and of loops that a launch can reach.
    pub(super) fn count_goals(&self) -> usize {
        self.lines.len() + self.loops.len()
    }

    /// Returns the lines that a run with these counters reached.
    pub(super) fn find_reached(&self, counters: &Counters) -> ReachedLines {
        let mut reached = vec![false; self.lines.len()];
        for line in &counters.lines {
            let Some(at) = self.find_line(&line.file, line.line) else { continue };
            let does = self.lines.get(at).is_some_and(|(_, does)| *does);
            if let Some(reached) = reached.get_mut(at) {
                *reached = if does { work_count(&line.counts) > 0 } else { line.counts.lanes > 0 };
            }
        }
        reached.extend(self.loops.iter().map(|place| counters.second_turns.contains(place)));
        ReachedLines(reached)
    }

    /// Returns the index of a line.
    pub(super) fn find_line(&self, file: &str, line: usize) -> Option<usize> {
        self.lines
            .iter()
            .position(|((name, number), _)| *number == line && name == file)
    }

    /// Returns the index of the line of an instruction.
    pub(super) fn find_instruction(&self, expanded: &ExpandedKernel, assembly: &Assembly, pc: Pc) -> Option<usize> {
        let (file, line) = locate_code(expanded, assembly, pc)?;
        self.find_line(&file, line)
    }

    /// Returns the files and lines that no lane reached, the kernel's own first.
    pub(super) fn list_unreached(&self, reached: &ReachedLines) -> Vec<(String, usize)> {
        let lines = self.lines.iter().enumerate();
        lines
            .filter(|(at, _)| !reached.has_line(*at))
            .map(|(_, (place, _))| place.clone())
            .collect()
    }

    /// Returns true if the last loop with a barrier before this line took a second turn, or there is none.
    pub(super) fn has_second_turn(&self, reached: &ReachedLines, file: &str, line: usize) -> bool {
        let loops = (self.lines.len()..).zip(&self.loops);
        let before = loops.filter(|(_, (name, first))| name == file && *first <= line);
        before.last().is_none_or(|(at, _)| reached.has_line(at))
    }

    /// Returns the files and lines of loops with a barrier that lanes reached and that took no second turn.
    pub(super) fn list_single_turns(&self, reached: &ReachedLines) -> Vec<(String, usize)> {
        let loops = (self.lines.len()..).zip(&self.loops);
        let single = loops.filter(|(at, (file, line))| {
            !reached.has_line(*at) && self.find_line(file, *line).is_some_and(|line| reached.has_line(line))
        });
        single.map(|(_, place)| place.clone()).collect()
    }
}

impl ReachedLines {
    /// Returns true if the line of this index was reached.
    pub(super) fn has_line(&self, at: usize) -> bool {
        self.0.get(at) == Some(&true)
    }

    /// Returns the number of lines and of loops.
    pub(super) fn count_goals(&self) -> usize {
        self.0.iter().filter(|reached| **reached).count()
    }

    /// Returns the number of lines and of loops that the other runs have not reached.
    pub(super) fn count_beyond(&self, other: &ReachedLines) -> usize {
        (0..self.0.len())
            .filter(|at| self.has_line(*at) && !other.has_line(*at))
            .count()
    }

    /// Adds the lines of another run.
    pub(super) fn add_lines(&mut self, other: &ReachedLines) {
        self.0.resize(self.0.len().max(other.0.len()), false);
        self.0.iter_mut().zip(&other.0).for_each(|(own, more)| *own |= more);
    }
}

/// Returns the file and line of an instruction that does something.
fn locate_code(expanded: &ExpandedKernel, assembly: &Assembly, pc: Pc) -> Option<(String, usize)> {
    let instruction = assembly.instructions.get(pc as usize)?;
    if is_end(instruction) || is_bookkeeping(instruction) {
        return None;
    }
    let line = *assembly.lines.get(pc as usize)?;
    let (file, line) = expanded.locate_line(line as usize)?;
    Some((file.name.clone(), line))
}

/// Counts the instructions that do more than control flow. The end of a branch belongs to its last
/// line, and lanes that were not in the branch get there too.
fn work_count(counts: &Counts) -> u64 {
    let all = Class::ALL.iter().zip(counts.instructions);
    all.filter(|(class, _)| **class != Class::Control).map(|(_, count)| count).sum()
}

/// Returns true if it only ends a branch or a loop.
fn is_end(instruction: &Instruction) -> bool {
    use Instruction::{Else, End, EndCall, EndIf, EndLoop, EndSwitch};
    matches!(instruction, Else { .. } | End | EndCall | EndIf | EndLoop | EndSwitch)
}

/// Returns true if it only serves checks, and is not counted.
fn is_bookkeeping(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::CheckUndefined(_) | Instruction::OutputRead { .. })
}

/// Returns true if it is only control flow.
fn is_steering(instruction: &Instruction) -> bool {
    use Instruction::{Call, Case, Continue, If, Kill, Leave, Loop, Repeat, Switch};
    matches!(
        instruction,
        Call | Case { .. } | Continue | If { .. } | Kill { .. } | Leave { .. } | Loop | Repeat { .. } | Switch
    )
}
