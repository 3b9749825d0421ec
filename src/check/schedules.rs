//! Runs a kernel under one order of its warps and groups or under several.

use super::budget::Budget;
use super::card::card_findings;
use super::checked::Checked;
use super::expected;
use super::launch::{LaunchBounds, LaunchOptions};
use super::made_up::made_up;
use super::order::{is_one, said, schedules, sizes_matter};
use super::pass;
use super::plan::LaunchPlan;
use super::report::Report;
use super::running::{LaunchRun, RunOutcome};
use super::settings::{RunSetting, Schedule};
use super::shapes;
use crate::data::error::{Error, Result};
use crate::emulator::assembly::Assembly;
use crate::emulator::dispatch::Ending;
use crate::emulator::observers::SHADOW;
use crate::insight::finding::{Finding, FindingKind, list_under_causes};
use crate::insight::log::FindingsLog;
use crate::shader::{Stage, draw_finding};
use std::time::Instant;

/// The most lanes of a work group, and bytes of its shared memory: what any OpenGL has.
const LANES: u128 = 1024;
const SHARED: u128 = 32_768;
/// Groups that are under way at once at most.
const RESIDENT: u128 = 4;

impl Checked {
    /// Runs it.
    ///
    /// # Errors
    /// [`Error::Name`] names what the kernel does not have, [`Error::Call`] and [`Error::Data`] say what does
    /// not fit, [`Error::Limit`] is for what takes too much memory, [`Error::Source`] for what the emulator
    /// does not have.
    pub fn launch(&self, launch: &LaunchOptions) -> Result<Report> {
        let settings = launch.over(&self.comments);
        let bounds = LaunchBounds::of(&settings);
        let until = bounds
            .deadline
            .map(|deadline| launch.started.unwrap_or_else(Instant::now) + deadline);
        let assemblies = self
            .stages
            .iter()
            .map(|stage| stage.assembly(!launch.unwatched))
            .collect::<Result<Vec<_>>>()?;
        let most = (bounds.memory as usize).saturating_mul(1 << 20);
        let files = &launch.files[..];
        let budget = Budget { kernel: &self.name, folder: self.folder.as_deref(), files, most };
        // Of those that are tried in subgroups of several sizes the widest count.
        let widest = if sizes_matter(&settings, &assemblies) { 64 } else { bounds.warp };
        for assembly in &assemblies {
            check_size(self, assembly)?;
            budget.within(registers(assembly, widest))?;
        }
        let (settings, unused) = self.leave_out_unused(settings, &assemblies);
        let plan = LaunchPlan::new(budget, &assemblies, (&self.attributes, launch.vertices), &settings)?;
        let registers: u128 = assemblies.iter().map(|assembly| registers(assembly, widest)).sum();
        let shadows = if launch.unwatched { 0 } else { plan.writable() * SHADOW as u128 + plan.bytes() * 2 / 3 };
        budget.within(plan.bytes() + shadows + registers + pass::bytes(&self.outputs, bounds.size, plan.vertices))?;
        refuse_passes(self, &settings)?;
        let drawn = if plan.vertices > 0 && self.stages.iter().all(|stage| stage.expanded.stage == Stage::Vertex) {
            [plan.vertices, 1]
        } else {
            bounds.size
        };
        let expected = expected::planned(budget, &assemblies, &self.outputs, drawn, &plan, &settings)?;
        let (settings, bounds, plan, assemblies, expected) = (&settings, &bounds, &plan, &assemblies, &expected);
        let mut schedules = schedules(self, settings, assemblies)?;
        let one_order = schedules.len() > 1 && is_one(assemblies);
        if one_order {
            schedules.truncate(1);
        }
        let meter = bounds.meter();
        let running = LaunchRun { checked: self, launch, settings, bounds, plan, assemblies, until, meter, expected };
        pass::refuse_unknown(&running)?;
        running.refuse_targets()?;
        Ok(Report { one_order, unused, ..all(&running, &schedules)? })
    }
}

/// Runs it under each order, and compares what it gives with what the first gave.
fn all(running: &LaunchRun, schedules: &[Schedule]) -> Result<Report> {
    let log = FindingsLog::default();
    let mut first: Option<(&Schedule, RunOutcome)> = None;
    let mut replay = None;
    let mut shrunk = None;
    let mut unfinished = None;
    let mut ran = 0;
    for schedule in schedules {
        let mut run = running.one(schedule)?;
        unfinished = running.unfinished(&run);
        if unfinished.is_some() && first.is_some() {
            break;
        }
        ran += 1;
        running.notice_ending(&mut run)?;
        log.add(std::mem::take(&mut run.findings));
        match &first {
            None => {
                if run.ending == Ending::Complete {
                    log.add(running.unexpected(&run.outputs));
                }
                first = Some((schedule, run));
                if unfinished.is_some() {
                    break;
                }
            }
            Some((usual, first)) => {
                let in_order = *schedule == Schedule::Forward;
                let (before, after, other) = if in_order { (&run, first, *usual) } else { (first, &run, schedule) };
                let mut new = running.differences(before, after, other);
                new.retain(|finding| !log.knows(finding));
                if !new.is_empty() && replay.is_none() {
                    let fewer = running.shrunk(other, before, &new)?;
                    replay = Some(said(other, running.checked));
                    if let Some((schedule, found)) = fewer {
                        // What differs under fewer turns too is told of those.
                        log.add(found);
                        new.retain(|finding| !log.knows(finding));
                        shrunk = Some(schedule);
                    }
                }
                log.add(new);
            }
        }
    }
    let mut findings = log.findings.take();
    findings.extend(card_findings(running)?);
    let findings = list_under_causes(findings);
    let is_error =
        |finding: &Finding| finding.kind.is_error() || running.bounds.one_result && finding.kind == FindingKind::Order;
    let drawn = |finding: &Finding| {
        let mut stages = running.checked.stages.iter().map(|stage| &stage.expanded);
        let own = stages
            .clone()
            .find(|expanded| expanded.name == finding.kernel)
            .or_else(|| stages.next_back());
        let is_drawn_as_error = is_error(finding) && finding.cause.is_empty();
        own.map_or(String::new(), |expanded| draw_finding(finding, is_drawn_as_error, expanded))
    };
    let (outputs, counters, timelines, wrote) = first
        .map(|(_, run)| (run.outputs, run.counters, run.timelines, run.wrote))
        .unwrap_or_default();
    let LaunchRun { assemblies, settings, bounds, plan, .. } = *running;
    Ok(Report {
        kernel: running.checked.name.clone(),
        drawings: findings.iter().map(drawn).collect(),
        findings,
        unreached: counters.as_ref().map_or(vec![], |counters| running.unreached(counters)),
        counters,
        program: running.checked.program(),
        timelines,
        shapes: shapes::all(running),
        outputs,
        made_up: made_up(assemblies, settings, bounds, plan, &running.checked.attributes),
        unused: vec![],
        idle: !wrote,
        unfinished,
        schedules: ran,
        wanted: schedules.len() as u32,
        one_order: false,
        one_result: bounds.one_result,
        replay,
        shrunk,
    })
}

/// Several dispatches are of a compute kernel, several passes of a fragment kernel.
fn refuse_passes(checked: &Checked, settings: &[RunSetting]) -> Result<()> {
    let vertex = checked.stages.last().is_some_and(|stage| stage.expanded.stage == Stage::Vertex);
    for setting in settings {
        if let RunSetting::Then(_, place) = setting
            && vertex
        {
            let why = "only a compute or a fragment kernel has several dispatches or passes; leave the others out";
            return Err(Error::data(format!("{place}: {}: {why}", checked.name)));
        }
    }
    Ok(())
}

/// A work group that is too large for any device ends here, before its lanes are counted in 32 bits.
fn check_size(checked: &Checked, assembly: &Assembly) -> Result<()> {
    let lanes = assembly.local_size.iter().map(|&side| u128::from(side)).product::<u128>();
    let shared = u128::from(assembly.shared_words) * 4;
    for (what, given, limit, next) in [
        ("invocations of a work group", lanes, LANES, "give local_size smaller numbers"),
        ("bytes of shared memory", shared, SHARED, "work on smaller blocks"),
    ] {
        if given > limit {
            return Err(Error::limit(format!("{}: {what}", checked.name), given, limit, next));
        }
    }
    Ok(())
}

/// Bytes of the registers and shared memories of the groups under way.
fn registers(assembly: &Assembly, width: u32) -> u128 {
    let lanes = if width > 32 { 64 } else { 32 };
    let warps = u128::from(assembly.local_size.iter().product::<u32>().div_ceil(width.max(1)));
    let group = warps * u128::from(assembly.registers) * lanes + u128::from(assembly.shared_words);
    group * 4 * RESIDENT
}
