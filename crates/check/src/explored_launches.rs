//! Launches that are watched beside the first: those with other values of integers that no setting gives.
//!
//! They show what the first launch does not reach, and they refute findings that only a made-up value causes.

use super::address_strides::list_strides;
use super::coverage::ReachedLines;
use super::default_fill::{DefaultFill, Defaults};
use super::launch_run::{LaunchRun, RunOutcome};
use super::open_values::OpenValue;
use super::plan::LaunchPlan;
use super::request::LaunchRequest;
use super::settings::Schedule;
use super::value_search::{TriedLaunch, ValueSearch};
use gristmill_base::error::Result;
use gristmill_base::finding::{Finding, Witness};
use gristmill_emulator::assembly::StageInput;
use gristmill_emulator::dispatch::{Ending, StepMeter};
use gristmill_emulator::observers::OutgrownMemory;
use gristmill_emulator::value_sources::is_input_used;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Steps of one watched launch, and of all of them together.
const LAUNCH_STEPS: u64 = 500_000;
const ALL_STEPS: u64 = 1_500_000;
/// Steps of a watched launch with fewer groups, which takes fewer than the first one did.
const FEWER_GROUPS_STEPS: u64 = 4_000_000;
/// Steps that a launch costs before its first instruction.
const STEPS_TO_BEGIN: u64 = 2000;
/// Most launches that may refute a finding.
const MAX_REFUTING: usize = 3;
/// Values with which few indices are out of range.
const SMALL_VALUES: [u32; 3] = [0, 1, 4];
/// A value with which no row of a made-up width is shorter than the launch.
const LARGE_VALUE: u32 = 1024;
/// Strides with which rows, layers and lists do not overlap: the first of them, and how many times the next is as long.
const STRIDES: [(u32, u32); 3] = [(67, 64), (1031, 64), (4099, 16)];
/// The first of the strides in an address, and how many times the next one is as long: more than a side of the launch.
const FIRST_STRIDES: [u32; 3] = [1, 67, 1031];
const STRIDE_FACTOR: u32 = 67;
/// The longest stride, so that memories have room for a few of them.
const MAX_STRIDE: u32 = 1 << 19;

/// The defaults in which watched launches differ: their fill, groups and values.
type WatchedDefaults = (DefaultFill, Option<[u32; 3]>, BTreeMap<String, u32>);

/// The findings of a watched launch, and the lines that it reached.
struct WatchedLaunch {
    findings: Vec<Finding>,
    reached: ReachedLines,
}

/// The launches that are watched beside the first.
pub(super) struct ExploredLaunches<'r> {
    request: &'r LaunchRequest<'r>,
    search: &'r ValueSearch,
    /// The launches that were watched; `None` for one that does not complete.
    watched: BTreeMap<WatchedDefaults, Option<WatchedLaunch>>,
    steps_left: u64,
}

impl<'r> ExploredLaunches<'r> {
    /// Begins with none.
    pub(super) fn new(request: &'r LaunchRequest<'r>, search: &'r ValueSearch) -> ExploredLaunches<'r> {
        ExploredLaunches { request, search, watched: BTreeMap::new(), steps_left: ALL_STEPS }
    }

    /// Adds the findings of launches that reach other lines, and those lines.
    pub(super) fn judge_covers(&mut self, findings: &mut Vec<Finding>, reached: &mut ReachedLines) -> Result<()> {
        let search = self.search;
        for cover in search.choose_covers() {
            let Some((mut found, own)) = self.judge_cover(cover, findings)? else { continue };
            let seen_with = self.describe_cover(cover);
            for finding in &mut found {
                if !finding.mend.starts_with("only the defaults show it") {
                    finding
                        .mend
                        .insert_str(0, &format!("seen with {seen_with}, which nobody set; "));
                }
            }
            findings.append(&mut found);
            reached.add_lines(&own);
        }
        Ok(())
    }

    /// Judges one launch; returns its findings that are not known yet, and its lines.
    fn judge_cover(&mut self, cover: &TriedLaunch, known: &[Finding]) -> Result<Option<(Vec<Finding>, ReachedLines)>> {
        let request = self.request;
        let mut defaults = cover.defaults.clone();
        let steps = LAUNCH_STEPS.min(self.steps_left);
        let Some((run, outgrown)) = self.run_watched(&mut defaults, steps) else { return Ok(None) };
        let reached = self.find_reached(&run);
        let mut findings = run.findings;
        findings.retain(|finding| known.iter().all(|known| !is_same_fault(known, finding)));
        let planned = request.plan_launch(&defaults)?;
        let running = request.launch_run(&planned, &defaults);
        request.judge_findings(&running, &[Schedule::Forward], &mut findings, &outgrown, self)?;
        Ok(Some((findings, reached)))
    }

    /// Returns true if a launch with other values runs the lines of a finding and does not show it.
    pub(super) fn is_refuted_by_trials(&mut self, own: &Defaults, finding: &Finding) -> bool {
        let reaches =
            |tried: &&TriedLaunch| tried.defaults.values != own.values && self.has_lines(&tried.reached, finding);
        let mut others: Vec<Defaults> = self
            .search
            .tried
            .iter()
            .filter(reaches)
            .map(|tried| tried.defaults.clone())
            .collect();
        let step = others.len().div_ceil(MAX_REFUTING).max(1);
        others = others.into_iter().step_by(step).collect();
        others.extend(SMALL_VALUES.map(|value| self.vary_values(own, |_| true, |_| value)));
        others.extend(self.list_larger(own, finding));
        others.iter().any(|defaults| self.is_refuted_by(defaults, finding))
    }

    /// Returns fewer groups that run the lines of a finding and do not show it: one along all axes, or along those along
    /// which the kernel does not ask for a group's own number.
    pub(super) fn find_refuting_groups(
        &mut self,
        own: &Defaults,
        finding: &Finding,
        all_axes: bool,
    ) -> Option<[u32; 3]> {
        let (Some(groups), [assembly]) = (own.groups, &self.request.assemblies[..]) else { return None };
        let mut fewer = groups;
        for (axis, count) in (0..).zip(&mut fewer) {
            if all_axes || !is_input_used(assembly, StageInput::Group(axis)) {
                *count = 1;
            }
        }
        let is_refuted =
            fewer != groups && self.is_refuted_within(&own.with_groups(fewer), finding, FEWER_GROUPS_STEPS);
        is_refuted.then_some(fewer)
    }

    /// Returns true if larger values run the lines of a finding and do not show it: rows of a made-up width that is
    /// smaller than the launch overlap, and so do rows of equal strides.
    pub(super) fn is_refuted_by_sizes(&mut self, own: &Defaults, finding: &Finding) -> bool {
        let larger = self.list_larger(own, finding);
        larger.iter().any(|defaults| self.is_refuted_by(defaults, finding))
    }

    /// Lists defaults with larger values: the strides of a finding's addresses, all of them alike, and those on which no
    /// branch depends as strides, each much longer than the one before it.
    fn list_larger(&self, own: &Defaults, finding: &Finding) -> Vec<Defaults> {
        let mut larger = self.list_strided(own, finding);
        larger.push(self.vary_values(own, |_| true, |_| LARGE_VALUE));
        larger.push(self.vary_values(own, |open| !own.values.contains_key(&open.name), |_| LARGE_VALUE));
        for (first, factor) in STRIDES {
            let stride = |at: usize| first.saturating_mul(factor.saturating_pow(at as u32)).min(MAX_STRIDE);
            let varied = self.vary_values(own, |open| !open.steers, stride);
            larger.push(self.vary_values(&varied, |open| open.steers, |_| LARGE_VALUE));
            larger.push(varied);
        }
        larger.retain(|defaults| defaults.values != own.values);
        larger
    }

    /// Lists defaults with longer and longer strides in the addresses of a finding, in the order of the integers and in
    /// the opposite one: a tensor's rows may be its first dimension or its last one.
    fn list_strided(&self, own: &Defaults, finding: &Finding) -> Vec<Defaults> {
        let strides = list_strides(self.request, &self.search.open, finding);
        let is_stride = |open: &OpenValue| !open.steers && strides.contains(&open.name);
        let count = self.search.open.iter().filter(|open| is_stride(open)).count();
        let mut strided = vec![];
        for first in FIRST_STRIDES.into_iter().filter(|_| count > 0) {
            let stride = |at: usize| first.saturating_mul(STRIDE_FACTOR.saturating_pow(at as u32)).min(MAX_STRIDE);
            strided.push(self.vary_values(own, is_stride, stride));
            if count > 1 {
                strided.push(self.vary_values(own, is_stride, |at| stride(count - 1 - at)));
            }
        }
        strided
    }

    /// Returns defaults with other values for some of the integers that nobody set.
    fn vary_values(
        &self,
        own: &Defaults,
        is_varied: impl Fn(&OpenValue) -> bool,
        value_at: impl Fn(usize) -> u32,
    ) -> Defaults {
        let mut varied = own.clone();
        let open = self.search.open.iter().filter(|open| !open.is_boolean && is_varied(open));
        for (at, open) in open.enumerate() {
            varied.values.insert(open.name.clone(), value_at(at));
        }
        varied
    }

    fn is_refuted_by(&mut self, defaults: &Defaults, finding: &Finding) -> bool {
        self.is_refuted_within(defaults, finding, LAUNCH_STEPS.min(self.steps_left))
    }

    /// Returns true if a launch of at most this many steps runs the lines of a finding and does not show it.
    fn is_refuted_within(&mut self, defaults: &Defaults, finding: &Finding, steps: u64) -> bool {
        let key = (defaults.fill, defaults.groups, defaults.values.clone());
        if !self.watched.contains_key(&key) {
            let run = self.run_watched(&mut defaults.clone(), steps);
            // Indices beyond a memory that cannot grow show nothing.
            let watched = run
                .filter(|(_, outgrown)| outgrown.is_empty())
                .map(|(run, _)| WatchedLaunch { reached: self.find_reached(&run), findings: run.findings });
            self.watched.insert(key.clone(), watched);
        }
        let Some(Some(watched)) = self.watched.get(&key) else { return false };
        let is_shown = watched.findings.iter().any(|other| is_same_fault(other, finding));
        !is_shown && self.has_lines(&watched.reached, finding)
    }

    /// Runs a launch with memories as large as it reaches; `None` if it does not complete within the steps.
    fn run_watched(&mut self, defaults: &mut Defaults, steps: u64) -> Option<(RunOutcome, Vec<OutgrownMemory>)> {
        if steps == 0 {
            return None;
        }
        loop {
            let planned = self.request.plan_launch(defaults).ok()?;
            let meter = Arc::new(StepMeter::new(steps));
            let running = LaunchRun { meter, ..self.request.launch_run(&planned, defaults) };
            let run = running.run_schedule(&Schedule::Forward);
            self.steps_left = self.steps_left.saturating_sub(running.meter.steps_taken() + STEPS_TO_BEGIN);
            let mut run = run.ok()?;
            let mut outgrown = std::mem::take(&mut run.outgrown);
            outgrown.retain(|outgrown| running.plan.has_default_length(&outgrown.memory));
            if !defaults.grow_memories(&outgrown) {
                return (run.ending == Ending::Complete).then_some((run, outgrown));
            }
        }
    }

    fn find_reached(&self, run: &RunOutcome) -> ReachedLines {
        let counters = run.counters.as_ref();
        counters.map_or_else(ReachedLines::default, |counters| self.search.lines.find_reached(counters))
    }

    /// Returns true if all lines of a finding are among these, and the loop of a race of two turns took a second one.
    fn has_lines(&self, reached: &ReachedLines, finding: &Finding) -> bool {
        let lines = &self.search.lines;
        let mut seen = finding.witnesses.iter();
        let mut turns = finding.witnesses.iter().filter(|seen| is_of_next_turn(seen));
        !finding.witnesses.is_empty()
            && seen.all(|seen| lines.find_line(&seen.file, seen.line).is_some_and(|at| reached.has_line(at)))
            && turns.all(|seen| lines.has_second_turn(reached, &seen.file, seen.line))
    }

    /// Describes what a launch has that the best one has not: `mode = 3`, or what its memories hold.
    fn describe_cover(&self, cover: &TriedLaunch) -> String {
        let best = &self.search.best.values;
        let own = cover.defaults.values.iter();
        let differing = own.filter(|(name, value)| best.get(*name) != Some(value));
        let named: Vec<String> = differing.map(|(name, value)| format!("{name} = {value}")).collect();
        if named.is_empty() { cover.defaults.fill.describe_contents().to_string() } else { named.join(" and ") }
    }

    /// Returns the values of a plan's integers that nobody set, by their names.
    pub(super) fn list_values(&self, plan: &LaunchPlan) -> BTreeMap<String, u32> {
        let values = self.planned_values(plan);
        values.map(|(name, value)| (name.to_string(), value as u32)).collect()
    }

    /// Lists the integers of a plan that nobody set: `n = 64`.
    pub(super) fn describe_values(&self, plan: &LaunchPlan) -> Vec<String> {
        let values = self.planned_values(plan);
        values.map(|(name, value)| format!("{name} = {value}")).collect()
    }

    /// Iterates over the integers of a plan that nobody set, with their names.
    fn planned_values<'a>(&'a self, plan: &'a LaunchPlan) -> impl Iterator<Item = (&'a str, i64)> {
        let open = self.search.open.iter();
        open.filter_map(|open| Some((&*open.name, open.planned_value(plan)?)))
    }
}

/// Returns true if an access is one turn of a loop behind the other.
fn is_of_next_turn(seen: &Witness) -> bool {
    seen.did.contains("in the next turn")
}

/// Returns true if a finding is between two turns of a loop.
pub(super) fn has_next_turn(finding: &Finding) -> bool {
    finding.witnesses.iter().any(is_of_next_turn)
}

/// Returns true if two findings are one fault, whatever their severity.
pub(super) fn is_same_fault(one: &Finding, other: &Finding) -> bool {
    let (one, other) = (one.key(), other.key());
    one.name == other.name && one.sides == other.sides && one.kernel == other.kernel
}
