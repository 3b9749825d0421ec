//! The lines that no lane reached: what they do is not judged.

use super::running::LaunchRun;
use gristmill_base::counters::{Class, Counters, Counts};
use gristmill_emulator::assembly::Instruction;
use std::collections::BTreeMap;

impl LaunchRun<'_> {
    /// The files and lines that have code which no lane reached, the kernel's own first.
    pub(super) fn unreached(&self, counters: &Counters) -> Vec<(String, usize)> {
        // Whether a line does more than to steer.
        let mut lines: BTreeMap<(&str, usize), bool> = BTreeMap::new();
        for (stage, assembly) in self.checked.stages.iter().zip(self.assemblies) {
            for (instruction, line) in assembly.instructions.iter().zip(&assembly.lines) {
                if let (false, Some((file, line))) =
                    (ends(instruction) || asks(instruction), stage.expanded.place(*line as usize))
                {
                    *lines.entry((&file.name, line)).or_default() |= !steers(instruction);
                }
            }
        }
        for line in &counters.lines {
            let place = (line.file.as_str(), line.line);
            let reached = |does: &bool| if *does { did(&line.counts) > 0 } else { line.counts.lanes > 0 };
            if lines.get(&place).is_some_and(reached) {
                lines.remove(&place);
            }
        }
        let own = |file: &str| file == self.checked.name;
        let (mut first, others): (Vec<_>, Vec<_>) = lines
            .into_keys()
            .map(|(file, line)| (file.to_string(), line))
            .partition(|(file, _)| own(file));
        first.extend(others);
        first
    }
}

/// Instructions that do more than to steer. What ends a branch belongs to its last line, and lanes come there that
/// were not in the branch.
fn did(counts: &Counts) -> u64 {
    let all = Class::ALL.iter().zip(counts.instructions);
    all.filter(|(class, _)| **class != Class::Control).map(|(_, count)| count).sum()
}

/// What only ends a branch or a loop.
fn ends(instruction: &Instruction) -> bool {
    use Instruction::{Else, End, EndCall, EndIf, EndLoop, EndSwitch};
    matches!(instruction, Else { .. } | End | EndCall | EndIf | EndLoop | EndSwitch)
}

/// What only asks about others, and is not counted.
fn asks(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Doubt(_) | Instruction::Demand { .. })
}

/// What only chooses the way.
fn steers(instruction: &Instruction) -> bool {
    use Instruction::{Call, Case, Continue, If, Kill, Leave, Loop, Repeat, Switch};
    matches!(
        instruction,
        Call | Case { .. } | Continue | If { .. } | Kill { .. } | Leave { .. } | Loop | Repeat { .. } | Switch
    )
}
