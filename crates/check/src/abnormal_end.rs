//! Notes on programs in NVIDIA's assembly languages that may end before their last instruction.

use super::compiled::Checked;
use super::report::Report;
use gristmill_base::finding::{Finding, FindingKind, Witness};
use gristmill_shader::{ExpandedKernel, counts, draw_finding, is_of_direct3d, is_program, program_needs, source_line};

/// Calls that may be open at once: `MAX_PROGRAM_CALL_DEPTH_NV`.
const MOST_CALLS: usize = 4;

/// Instructions that a program may run: `MAX_PROGRAM_EXEC_INSTRUCTIONS_NV`.
const MOST_INSTRUCTIONS: u64 = 65_536;

impl Checked {
    /// Adds a note to a report for each program that opens more calls, or runs more instructions, than its language has.
    pub(super) fn note_abnormal_end(&self, report: &mut Report) {
        for stage in &self.stages {
            let expanded = &stage.expanded;
            for (words, found, rule) in describe_ends(&self.name, expanded) {
                let line = words.iter().find_map(|word| source_line(expanded, word));
                let witness =
                    line.map(|(file, line, text)| Witness { who: None, did: found.clone(), file, line, text });
                let finding = Finding {
                    kind: FindingKind::Note,
                    kernel: self.name.clone(),
                    name: "program".to_string(),
                    place: "the end of the program".to_string(),
                    witnesses: witness.into_iter().collect(),
                    mend: rule,
                    times: 1,
                    cause: String::new(),
                };
                report.drawings.push(draw_finding(&finding, false, expanded));
                report.findings.push(finding);
            }
        }
    }
}

/// Returns the abnormal ends that a program may have: the instructions that lead there, what it does, and the rule.
fn describe_ends(name: &str, expanded: &ExpandedKernel) -> Vec<(&'static [&'static str], String, String)> {
    let mut ends: Vec<(&'static [&'static str], String, String)> = vec![];
    let text = &expanded.text;
    if !is_program(text) || is_of_direct3d(text) {
        return ends;
    }
    let depth = program_needs(text).map_or(0, |needs| needs.call_depth);
    if depth > MOST_CALLS {
        let rule = format!(
            "a program ends abnormally if a call overflows the call stack, which has {MOST_CALLS} entries (NV_fragment_program2, \
             NV_vertex_program2): its results are those written until then; write a subroutine down where it is called"
        );
        ends.push((&["CAL"], format!("opens more than {MOST_CALLS} calls inside one another"), rule));
    }
    let executed = counts(name, text).ok().and_then(|counts| counts.executed);
    if let Some(executed) = executed.filter(|executed| *executed > MOST_INSTRUCTIONS) {
        let rule = format!(
            "a program ends abnormally after {MOST_INSTRUCTIONS} instructions (NV_fragment_program2, NV_vertex_program2), and this one \
             may run {executed}; let it run fewer turns, in more passes"
        );
        ends.push((&["LOOP", "REP", "BRA", "CAL"], "may run too often".to_string(), rule));
    }
    ends
}
