//! Coverage: lines that no lane reached, whose effects are not judged.

use super::launch_run::LaunchRun;
use gristmill_base::counters::{Class, Counters, Counts};
use gristmill_emulator::assembly::Instruction;
use std::collections::BTreeMap;

impl LaunchRun<'_> {
    /// Returns the files and lines with code that no lane reached, the kernel's own first.
    pub(super) fn unreached_lines(&self, counters: &Counters) -> Vec<(String, usize)> {
        // True if a line does more than control flow.
        let mut lines: BTreeMap<(&str, usize), bool> = BTreeMap::new();
        for (stage, assembly) in self.checked.stages.iter().zip(self.assemblies) {
            for (instruction, line) in assembly.instructions.iter().zip(&assembly.lines) {
                if let (false, Some((file, line))) =
                    (is_end(instruction) || is_bookkeeping(instruction), stage.expanded.locate_line(*line as usize))
                {
                    *lines.entry((&file.name, line)).or_default() |= !is_steering(instruction);
                }
            }
        }
        for line in &counters.lines {
            let place = (line.file.as_str(), line.line);
            if lines
                .get(&place)
                .is_some_and(|does| if *does { work_count(&line.counts) > 0 } else { line.counts.lanes > 0 })
            {
                lines.remove(&place);
            }
        }
        let (mut first, others): (Vec<_>, Vec<_>) = lines
            .into_keys()
            .map(|(file, line)| (file.to_string(), line))
            .partition(|(file, _)| *file == self.checked.name);
        first.extend(others);
        first
    }
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
