//! Whether findings are the kernel's, or only those of numbers and sizes that nobody gave.
//!
//! A finding is asked of other fills. A race or a message is the kernel's as soon as another fill shows it, too: which lanes
//! meet may depend on numbers, what is missing there does not. An undefined operation, an index, a barrier that lanes miss
//! and a loop without an end come of numbers; they are the kernel's where every fill that comes to its end shows them.

use super::default_fill::{DefaultFill, Defaults};
use super::module;
use super::order::said;
use super::request::LaunchRequest;
use super::running::LaunchRun;
use super::settings::Schedule;
use super::wgsl;
use gristmill_base::error::Result;
use gristmill_base::finding::{Finding, FindingKind};
use gristmill_emulator::assembly::{Assembly, Instruction};
use gristmill_emulator::dispatch::Ending;
use gristmill_emulator::observers::Outgrown;
use gristmill_emulator::undefined::Rules;
use gristmill_shader::Stage;

/// Work groups that a kernel with barriers of buffers is tried with where nobody says how many.
const SEVERAL: u32 = 4;
/// How many of the made-up things a note names.
const NAMED: usize = 2;

impl LaunchRequest<'_> {
    /// Judges findings by the kernel's language, makes notes of those that only defaults cause, and adds what several
    /// work groups show where nobody says how many there are.
    pub(super) fn judge(
        &self,
        running: &LaunchRun,
        schedules: &[Schedule],
        findings: &mut Vec<Finding>,
        outgrown: &[Outgrown],
    ) -> Result<()> {
        let is_wgsl = module::rules(&self.checked.name) == Rules::Wgsl;
        if is_wgsl {
            findings.iter_mut().for_each(wgsl::acquit_read);
        }
        note_outgrown(findings, outgrown);
        self.confirm(running, schedules, findings)?;
        findings.extend(self.try_several_groups(running, findings)?);
        if is_wgsl {
            findings.iter_mut().for_each(wgsl::speak);
        }
        Ok(())
    }

    /// Makes notes of errors that other numbers in the place of the default ones do not show.
    fn confirm(&self, running: &LaunchRun, schedules: &[Schedule], findings: &mut [Finding]) -> Result<()> {
        let made_up = running.made_up_numbers();
        if made_up.is_empty() {
            return Ok(());
        }
        let errors = findings.iter_mut().filter(|finding| finding.kind.is_error());
        let mut open: Vec<&mut Finding> = errors.filter(|finding| asks_numbers(finding.kind).is_some()).collect();
        for fill in DefaultFill::OTHERS {
            if open.is_empty() {
                break;
            }
            let (shown, is_complete) = self.findings_with(&running.defaults.with_fill(fill), schedules)?;
            let mut left = vec![];
            for finding in open {
                let is_shown = shown.iter().any(|other| other.key() == finding.key());
                match (asks_numbers(finding.kind), is_shown) {
                    (Some(true), false) if is_complete => note_defaults(finding, &made_up),
                    (Some(false), true) => {}
                    _ => left.push(finding),
                }
            }
            open = left;
        }
        for finding in open {
            if asks_numbers(finding.kind) == Some(false) {
                note_defaults(finding, &made_up);
            }
        }
        Ok(())
    }

    /// Returns what is found with these defaults under any of the orders, and whether all of them came to their end.
    fn findings_with(&self, defaults: &Defaults, schedules: &[Schedule]) -> Result<(Vec<Finding>, bool)> {
        let planned = self.plan(defaults)?;
        let running = self.launch_run(&planned, defaults);
        let mut findings = vec![];
        for schedule in schedules {
            let mut run = running.one(schedule)?;
            running.notice_ending(&mut run)?;
            findings.append(&mut run.findings);
            if run.ending != Ending::Complete {
                return Ok((findings, false));
            }
        }
        Ok((findings, true))
    }

    /// Returns where a result depends on the order of several work groups, as notes: a barrier of buffers waits for one
    /// group alone, and a run of one group does not show who takes it for more.
    fn try_several_groups(&self, running: &LaunchRun, known: &[Finding]) -> Result<Vec<Finding>> {
        let [assembly] = self.assemblies[..] else { return Ok(vec![]) };
        if !self.lacks_groups() || !has_buffer_barrier(assembly) || running.launch.unwatched {
            return Ok(vec![]);
        }
        let defaults = running.defaults.with_groups(SEVERAL);
        let planned = self.plan(&defaults)?;
        let several = self.launch_run(&planned, &defaults);
        let (first, last) = (several.one(&Schedule::Forward)?, several.one(&Schedule::Reversed)?);
        let mut found = several.differences(&first, &last, &Schedule::Reversed);
        found.retain(|finding| known.iter().all(|known| known.key() != finding.key()));
        for finding in &mut found {
            finding.kind = FindingKind::Note;
            let order = said(&Schedule::Reversed, self.checked);
            let replay = format!("--schedule {order}");
            finding.mend = finding.mend.replace(&replay, &format!("--groups {SEVERAL} {replay}"));
            finding.mend.insert_str(
                0,
                &format!("with {SEVERAL} work groups, which nobody gave (a barrier waits for one group alone), "),
            );
        }
        Ok(found)
    }
}

/// Returns whether a finding of a kind must be shown by all fills to be the kernel's, or by one more; none of a kind that
/// no number changes.
fn asks_numbers(kind: FindingKind) -> Option<bool> {
    match kind {
        FindingKind::Undefined | FindingKind::Bounds | FindingKind::NonFinite | FindingKind::Steps => Some(true),
        FindingKind::Barrier | FindingKind::Uninitialised => Some(true),
        FindingKind::Race | FindingKind::MemoryModel => Some(false),
        _ => None,
    }
}

/// Makes a note of an error that default numbers alone cause.
fn note_defaults(finding: &mut Finding, made_up: &[String]) {
    let more = made_up.len().saturating_sub(NAMED);
    let mut named = made_up[..made_up.len().min(NAMED)].join(" and ");
    if more > 0 {
        named += &format!(" and {more} more");
    }
    finding.kind = FindingKind::Note;
    finding
        .mend
        .insert_str(0, &format!("other numbers do not show it: with {named}, which nobody gave; "));
}

/// Makes notes of indices beyond memories of default lengths that would have to be too long to be made so.
fn note_outgrown(findings: &mut [Finding], outgrown: &[Outgrown]) {
    for Outgrown { memory, variable, is_texture, needed } in outgrown {
        let what = if *is_texture { "texels a side" } else { "words" };
        let bounds = findings.iter_mut().filter(|finding| finding.kind == FindingKind::Bounds);
        for finding in bounds.filter(|finding| finding.name == *variable) {
            finding.kind = FindingKind::Note;
            finding.mend = format!("{memory} needs {needed} {what}, and nobody gave its size; {}", finding.mend);
        }
    }
}

/// Returns whether lanes wait for each other and order what they do to buffers or images.
fn has_buffer_barrier(assembly: &Assembly) -> bool {
    let code = &assembly.instructions;
    let orders = |instruction: &Instruction| matches!(instruction, Instruction::MemoryBarrier(fence) if fence.buffers || fence.images);
    assembly.stage == Stage::Compute && code.contains(&Instruction::Barrier) && code.iter().any(orders)
}
