//! Decides if findings are the kernel's, or only caused by default numbers and sizes.
//!
//! A finding is checked with other fills. A race or a memory model finding is the kernel's as soon
//! as one other fill shows it too: numbers may decide which lanes conflict, but not which
//! synchronisation is missing. An undefined operation, an index out of range, a barrier that lanes
//! miss and an endless loop depend on numbers; they are the kernel's if every fill that completes
//! shows them.

use super::default_fill::{DefaultFill, Defaults};
use super::launch_run::LaunchRun;
use super::module_source;
use super::order::format_schedule;
use super::request::LaunchRequest;
use super::settings::Schedule;
use super::wgsl_words;
use gristmill_base::error::Result;
use gristmill_base::finding::{Finding, FindingKind};
use gristmill_emulator::assembly::{Assembly, Instruction};
use gristmill_emulator::dispatch::Ending;
use gristmill_emulator::observers::OutgrownMemory;
use gristmill_emulator::undefined::RuleLanguage;
use gristmill_shader::Stage;

/// Work groups to try if a kernel has buffer barriers and no number of groups is set.
const SEVERAL_GROUPS: u32 = 4;
/// Most default values named in a note.
const MAX_NAMED_DEFAULTS: usize = 2;

impl LaunchRequest<'_> {
    /// Judges findings by the kernel's language, turns those that only defaults cause into notes,
    /// and adds findings of several work groups if their number is not set.
    pub(super) fn judge_findings(
        &self,
        running: &LaunchRun,
        schedules: &[Schedule],
        findings: &mut Vec<Finding>,
        outgrown: &[OutgrownMemory],
    ) -> Result<()> {
        let is_wgsl = module_source::language_rules(&self.checked.name) == RuleLanguage::Wgsl;
        if is_wgsl {
            findings.iter_mut().for_each(wgsl_words::acquit_read);
        }
        note_outgrown(findings, outgrown);
        self.confirm_findings(running, schedules, findings)?;
        findings.extend(self.try_several_groups(running, findings)?);
        if is_wgsl {
            findings.iter_mut().for_each(wgsl_words::use_wgsl_words);
        }
        Ok(())
    }

    /// Turns errors into notes if other default numbers do not show them.
    fn confirm_findings(&self, running: &LaunchRun, schedules: &[Schedule], findings: &mut [Finding]) -> Result<()> {
        let made_up = running.default_numbers();
        if made_up.is_empty() {
            return Ok(());
        }
        let errors = findings.iter_mut().filter(|finding| finding.kind.is_error());
        let mut open: Vec<&mut Finding> = errors.filter(|finding| needs_all_fills(finding.kind).is_some()).collect();
        for fill in DefaultFill::OTHERS {
            if open.is_empty() {
                break;
            }
            let (shown, is_complete) = self.findings_with(&running.defaults.with_fill(fill), schedules)?;
            let mut left = vec![];
            for finding in open {
                let is_shown = shown.iter().any(|other| other.key() == finding.key());
                match (needs_all_fills(finding.kind), is_shown) {
                    (Some(true), false) if is_complete => note_defaults(finding, &made_up),
                    (Some(false), true) => {}
                    _ => left.push(finding),
                }
            }
            open = left;
        }
        for finding in open {
            if needs_all_fills(finding.kind) == Some(false) {
                note_defaults(finding, &made_up);
            }
        }
        Ok(())
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

    /// Returns, as notes, results that depend on the order of several work groups: a buffer barrier
    /// only waits for one group, and a run with one group does not show a kernel that expects it to
    /// wait for more.
    fn try_several_groups(&self, running: &LaunchRun, known: &[Finding]) -> Result<Vec<Finding>> {
        let [assembly] = self.assemblies[..] else { return Ok(vec![]) };
        if !self.lacks_groups() || !has_buffer_barrier(assembly) || running.launch.unwatched {
            return Ok(vec![]);
        }
        let defaults = running.defaults.with_groups(SEVERAL_GROUPS);
        let planned = self.plan_launch(&defaults)?;
        let several = self.launch_run(&planned, &defaults);
        let first = several.run_schedule(&Schedule::Forward)?;
        let last = several.run_schedule(&Schedule::Reversed)?;
        let mut found = several.find_differences(&first, &last, &Schedule::Reversed);
        found.retain(|finding| known.iter().all(|known| known.key() != finding.key()));
        for finding in &mut found {
            finding.kind = FindingKind::Note;
            let order = format_schedule(&Schedule::Reversed, self.checked);
            let replay = format!("--schedule {order}");
            finding.mend = finding.mend.replace(&replay, &format!("--groups {SEVERAL_GROUPS} {replay}"));
            finding.mend.insert_str(
                0,
                &format!("with {SEVERAL_GROUPS} work groups, a default (a barrier waits for one group only), "),
            );
        }
        Ok(found)
    }
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

/// Returns true if lanes wait for each other and order their accesses to buffers or images.
fn has_buffer_barrier(assembly: &Assembly) -> bool {
    let code = &assembly.instructions;
    assembly.stage == Stage::Compute
        && code.contains(&Instruction::Barrier)
        && code.iter().any(
            |instruction| matches!(instruction, Instruction::MemoryBarrier(fence) if fence.buffers || fence.images),
        )
}
