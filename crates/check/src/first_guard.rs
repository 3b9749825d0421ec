//! The branch that keeps most of the unreached lines away, and the made-up value on which it depends.

use super::coverage::{CodeLines, ReachedLines};
use super::launch_run::LaunchRun;
use super::value_search::ValueSearch;
use gristmill_emulator::assembly::{Assembly, Instruction, Pc};
use gristmill_emulator::value_sources::SourceFinder;
use gristmill_shader::ExpandedKernel;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A branch that no lane took, or after which no lane went on.
struct Guard {
    /// Its instruction.
    pc: Pc,
    /// The instruction whose condition decides.
    decision: Option<Pc>,
    /// Number of unreached lines that it keeps away.
    kept: usize,
}

/// Describes the first branch that keeps most of the unreached lines away; `None` if all lines were reached.
pub(super) fn find_first_guard(running: &LaunchRun, search: &ValueSearch, reached: &ReachedLines) -> Option<String> {
    if search.lines.list_unreached(reached).is_empty() {
        return None;
    }
    let stages = running.checked.stages.iter().zip(running.assemblies).enumerate();
    let found = stages.filter_map(|(number, (stage, assembly))| {
        let code = StageCode { expanded: &stage.expanded, assembly, lines: &search.lines, reached };
        code.find_guard().map(|guard| (number, code, guard))
    });
    let (number, code, guard) = found.max_by_key(|(_, _, guard)| guard.kept)?;
    let mut sentence = code.describe_guard(&guard)?;
    let finder = SourceFinder::new(code.assembly);
    let sources = guard.decision.map(|decision| finder.find_sources(decision)).unwrap_or_default();
    let open = search.open.iter().find(|open| open.is_among(number, code.assembly, &sources));
    if let Some((open, value)) = open.and_then(|open| Some((open, open.planned_value(running.plan)?))) {
        sentence += &format!(", for `{}` was made up as {value}", open.name);
    }
    Some(sentence)
}

/// A construct around an instruction.
struct Frame {
    begin: Pc,
    end: Pc,
    has_condition: bool,
}

impl Frame {
    /// Returns its first instruction if that decides who goes on in it.
    fn find_decision(&self) -> Option<Pc> {
        self.has_condition.then_some(self.begin)
    }
}

/// Returns the end of each construct, by its first instruction.
fn frame_ends(code: &[Instruction]) -> BTreeMap<Pc, Pc> {
    let mut ends = BTreeMap::new();
    let mut open = vec![];
    for (pc, instruction) in (0..).zip(code) {
        match instruction {
            Instruction::If { .. } | Instruction::Loop | Instruction::Switch | Instruction::Call => open.push(pc),
            Instruction::EndIf | Instruction::EndLoop | Instruction::EndSwitch | Instruction::EndCall => {
                ends.extend(open.pop().map(|begin| (begin, pc)));
            }
            _ => {}
        }
    }
    ends
}

/// The code of a stage with the lines that it reached.
struct StageCode<'a> {
    expanded: &'a ExpandedKernel,
    assembly: &'a Assembly,
    lines: &'a CodeLines,
    reached: &'a ReachedLines,
}

impl StageCode<'_> {
    fn find_guard(&self) -> Option<Guard> {
        let ends = frame_ends(&self.assembly.instructions);
        let mut best: Option<Guard> = None;
        let mut around: Vec<Frame> = vec![];
        for (pc, instruction) in (0..).zip(&self.assembly.instructions) {
            around.retain(|frame| frame.end >= pc);
            let guard = match *instruction {
                Instruction::If { otherwise, .. } | Instruction::Case { otherwise, .. } => {
                    self.guard_of(pc, pc + 1..otherwise, Some(pc))
                }
                Instruction::Else { end } => {
                    let branch = around.last();
                    branch.and_then(|branch| self.guard_of(branch.begin, pc + 1..end, branch.find_decision()))
                }
                Instruction::Leave { frames, .. } => {
                    let waits = around.len().checked_sub(usize::from(frames) + 1).and_then(|at| around.get(at));
                    self.guard_of_jump(pc, &around, waits.map(|frame| frame.end))
                }
                Instruction::Kill { .. } => self.guard_of_jump(pc, &around, None),
                _ => None,
            };
            if let Some(guard) = guard
                && best.as_ref().is_none_or(|best| guard.kept > best.kept)
            {
                best = Some(guard);
            }
            if let Some(end) = ends.get(&pc) {
                let has_condition = matches!(instruction, Instruction::If { .. });
                around.push(Frame { begin: pc, end: *end, has_condition });
            }
        }
        best
    }

    /// Returns the guard of a jump out of these frames: it keeps lanes away from what is behind its branch, up to where
    /// they wait or to the end.
    fn guard_of_jump(&self, pc: Pc, around: &[Frame], waits: Option<Pc>) -> Option<Guard> {
        let branch = around.iter().rev().find(|frame| frame.has_condition)?;
        let end = waits.unwrap_or(self.assembly.instructions.len() as Pc);
        self.guard_of(pc, branch.end..end, branch.find_decision())
    }

    /// Returns a guard if its own line was reached and no line of the range was.
    fn guard_of(&self, pc: Pc, range: Range<Pc>, decision: Option<Pc>) -> Option<Guard> {
        let own = self.line_of(pc)?;
        let kept: BTreeSet<usize> = range.filter_map(|pc| self.line_of(pc)).filter(|line| *line != own).collect();
        let is_guard = self.reached.has_line(own) && kept.iter().all(|line| !self.reached.has_line(*line));
        (is_guard && !kept.is_empty()).then_some(Guard { pc, decision, kept: kept.len() })
    }

    fn line_of(&self, pc: Pc) -> Option<usize> {
        self.lines.find_instruction(self.expanded, self.assembly, pc)
    }

    /// Describes what became of the lanes: `line 42 returned`.
    fn describe_guard(&self, guard: &Guard) -> Option<String> {
        let line = *self.assembly.lines.get(guard.pc as usize)?;
        let (file, line) = self.expanded.locate_line(line as usize)?;
        let text = file.text.lines().nth(line.checked_sub(1)?).unwrap_or_default();
        let place = if file.name == self.expanded.name { String::new() } else { format!("{} ", file.name) };
        let is_jump = !matches!(
            self.assembly.instructions.get(guard.pc as usize),
            Some(Instruction::If { .. } | Instruction::Case { .. })
        );
        Some(match is_jump {
            true if text.contains("return") => format!("{place}line {line} returned"),
            true if text.contains("discard") => format!("{place}line {line} discarded"),
            true => format!("{place}line {line} went on elsewhere"),
            false => format!("no lane took the branch of {place}line {line}"),
        })
    }
}
