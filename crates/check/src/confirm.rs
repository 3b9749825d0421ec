//! Decides if findings are the kernel's, or only caused by default numbers and sizes.
//!
//! A finding is checked with other fills. A race or a memory model finding is the kernel's as soon
//! as one other fill shows it too: numbers may decide which lanes conflict, but not which
//! synchronisation is missing. An undefined operation, an index out of range, a barrier that lanes
//! miss and an endless loop depend on numbers; they are the kernel's if every fill that completes
//! shows them. Two writes of one word need a fill of distinct integers, for equal indices are
//! made up. What is left is checked with other values of integers that no setting gives.

use super::default_fill::{DefaultFill, Defaults};
use super::default_groups::describe_groups;
use super::explored_launches::{ExploredLaunches, has_next_turn, is_same_fault};
use super::language_words;
use super::launch_run::LaunchRun;
use super::request::LaunchRequest;
use super::settings::Schedule;
use gristmill_base::error::Result;
use gristmill_base::finding::{Finding, FindingKind};
use gristmill_emulator::dispatch::Ending;
use gristmill_emulator::observers::OutgrownMemory;

/// Most default values named in a note.
const MAX_NAMED_DEFAULTS: usize = 2;

impl LaunchRequest<'_> {
    /// Judges findings by the kernel's language, and turns those that only defaults cause into notes.
    pub(super) fn judge_findings(
        &self,
        running: &LaunchRun,
        schedules: &[Schedule],
        findings: &mut [Finding],
        outgrown: &[OutgrownMemory],
        explored: &mut ExploredLaunches,
    ) -> Result<()> {
        let language = language_words::find_rules(self.checked);
        for finding in findings.iter_mut() {
            language_words::acquit_access(finding, language);
        }
        note_outgrown(findings, outgrown);
        self.confirm_findings(running, schedules, findings, explored)?;
        confirm_values(running, findings, explored);
        for finding in findings.iter_mut() {
            language_words::replace_words(finding, language);
        }
        Ok(())
    }

    /// Turns errors into notes if other default numbers do not show them.
    fn confirm_findings(
        &self,
        running: &LaunchRun,
        schedules: &[Schedule],
        findings: &mut [Finding],
        explored: &ExploredLaunches,
    ) -> Result<()> {
        let made_up = running.default_numbers();
        if made_up.is_empty() {
            return Ok(());
        }
        let errors = findings.iter_mut().filter(|finding| finding.kind.is_error());
        let mut open: Vec<&mut Finding> = errors.filter(|finding| needs_all_fills(finding.kind).is_some()).collect();
        let own = running.defaults.fill;
        for fill in own.list_confirming() {
            if open.is_empty() {
                break;
            }
            let (shown, is_complete) = self.findings_with(&running.defaults.with_fill(fill), schedules)?;
            let mut left = vec![];
            for finding in open {
                let needs_all = needs_all_fills(finding.kind);
                // An undefined operation is shown also where no result of the other launch depends on it.
                let is_shown = shown.iter().any(|other| match needs_all {
                    Some(true) => is_same_fault(other, finding),
                    _ => other.key() == finding.key(),
                });
                match (needs_all, is_shown) {
                    (Some(true), false) if is_complete => note_defaults(finding, &made_up),
                    (Some(false), true) if is_confirmed_by(fill, own, finding) => {}
                    _ => left.push(finding),
                }
            }
            open = left;
        }
        open.retain(|finding| needs_all_fills(finding.kind) == Some(false));
        for finding in self.confirm_next_turns(running, schedules, open, explored)? {
            note_defaults(finding, &made_up);
        }
        Ok(())
    }

    /// Confirms races of two turns of a loop with other contents and the same integers, for a fill may give the loop its
    /// second turn; returns the findings that are left.
    fn confirm_next_turns<'f>(
        &self,
        running: &LaunchRun,
        schedules: &[Schedule],
        mut open: Vec<&'f mut Finding>,
        explored: &ExploredLaunches,
    ) -> Result<Vec<&'f mut Finding>> {
        let own = running.defaults.fill;
        let mut defaults = running.defaults.clone();
        defaults.values = explored.list_values(running.plan);
        if defaults.values == running.defaults.values {
            return Ok(open);
        }
        for fill in own.list_confirming() {
            if !open.iter().any(|finding| has_next_turn(finding)) {
                break;
            }
            let (shown, _) = self.findings_with(&defaults.with_fill(fill), schedules)?;
            open.retain(|finding| {
                let is_shown = shown.iter().any(|other| other.key() == finding.key());
                !(has_next_turn(finding) && is_shown && is_confirmed_by(fill, own, finding))
            });
        }
        Ok(open)
    }

    /// Returns the findings with these defaults under any of the schedules, and true if all runs completed.
    fn findings_with(&self, defaults: &Defaults, schedules: &[Schedule]) -> Result<(Vec<Finding>, bool)> {
        let planned = self.plan_launch(defaults)?;
        let running = self.launch_run(&planned, defaults);
        let mut findings = vec![];
        for schedule in schedules {
            let mut run = running.run_schedule(schedule)?;
            running.notice_ending(&mut run)?;
            findings.append(&mut run.findings);
            if run.ending != Ending::Complete {
                return Ok((findings, false));
            }
        }
        Ok((findings, true))
    }
}

/// Turns errors into notes that other values of integers or fewer work groups do not show, although the same lines run.
fn confirm_values(running: &LaunchRun, findings: &mut [Finding], explored: &mut ExploredLaunches) {
    for finding in findings.iter_mut().filter(|finding| finding.kind.is_error()) {
        let needs_all = needs_all_fills(finding.kind);
        let is_refuted = match needs_all {
            Some(true) => explored.is_refuted_by_trials(running.defaults, finding),
            Some(false) => explored.is_refuted_by_sizes(running.defaults, finding),
            None => false,
        };
        if is_refuted {
            note_defaults(finding, &explored.describe_values(running.plan));
        } else if let Some(groups) = running.defaults.groups
            && let Some(fewer) = explored.find_refuting_groups(running.defaults, finding, needs_all == Some(true))
        {
            note_default_groups(finding, groups, fewer);
        }
    }
}

/// Returns true if a fill that shows the finding of another one, too, confirms it. Where two lanes write one word, equal
/// integers may be what makes their indices equal. Numbers of both signs break what a kernel may rely on, as a list
/// whose links have an order; so their findings are confirmed for shared memory alone, which holds nothing made up.
fn is_confirmed_by(fill: DefaultFill, own: DefaultFill, finding: &Finding) -> bool {
    if own == DefaultFill::BothSigns {
        return fill == DefaultFill::BothSignsDistinct && finding.place.starts_with("shared ");
    }
    let are_writes = finding.kind == FindingKind::Race && finding.witnesses.iter().all(|seen| seen.did == "wrote it");
    fill.has_distinct_integers() || !are_writes
}

/// Returns true if all fills have to show a finding of this kind for it to be the kernel's, false
/// if one more is enough; `None` for a kind that does not depend on numbers.
fn needs_all_fills(kind: FindingKind) -> Option<bool> {
    match kind {
        FindingKind::Undefined | FindingKind::Bounds | FindingKind::NonFinite | FindingKind::Steps => Some(true),
        FindingKind::Barrier | FindingKind::Uninitialised => Some(true),
        FindingKind::Race | FindingKind::MemoryModel => Some(false),
        _ => None,
    }
}

/// Turns an error that a smaller number of work groups does not show into a note: the kernel may be written for one.
fn note_default_groups(finding: &mut Finding, groups: [u32; 3], fewer: [u32; 3]) {
    finding.kind = FindingKind::Note;
    let [groups, fewer] = [groups, fewer].map(describe_groups);
    let with = format!("seen with {groups}, which nobody set, and not with {fewer}; ");
    finding.mend.insert_str(0, &with);
}

/// Turns an error that only default numbers cause into a note.
fn note_defaults(finding: &mut Finding, made_up: &[String]) {
    let more = made_up.len().saturating_sub(MAX_NAMED_DEFAULTS);
    let mut named = made_up[..made_up.len().min(MAX_NAMED_DEFAULTS)].join(" and ");
    if more > 0 {
        named += &format!(" and {more} more");
    }
    finding.kind = FindingKind::Note;
    finding
        .mend
        .insert_str(0, &format!("only the defaults show it ({named}), other values do not; "));
}

/// Turns indices beyond a memory of default length into notes, if the memory would have to grow beyond its limit.
fn note_outgrown(findings: &mut [Finding], outgrown: &[OutgrownMemory]) {
    for OutgrownMemory { memory, variable, is_texture, needed } in outgrown {
        let what = if *is_texture { "texels a side" } else { "words" };
        let bounds = findings.iter_mut().filter(|finding| finding.kind == FindingKind::Bounds);
        for finding in bounds.filter(|finding| finding.name == *variable) {
            finding.kind = FindingKind::Note;
            finding.mend = format!("{memory} needs {needed} {what}, and its size is not set; {}", finding.mend);
        }
    }
}
