//! Runs a kernel under one or several schedules of its warps and groups.

use super::card::{card_findings, card_stage};
use super::compiled::Checked;
use super::coverage::{CodeLines, ReachedLines};
use super::explored_launches::ExploredLaunches;
use super::first_guard::find_first_guard;
use super::launch::LaunchOptions;
use super::launch_run::{LaunchRun, RunOutcome};
use super::order::{format_schedule, has_one_order, list_default_schedules, list_schedules};
use super::pass;
use super::questions::list_questions;
use super::report::Report;
use super::request::LaunchRequest;
use super::settings::Schedule;
use super::shapes;
use super::shrink::ShrunkSchedule;
use super::value_search::ValueSearch;
use gristmill_base::error::Result;
use gristmill_base::finding::{Finding, FindingKind, list_under_causes};
use gristmill_base::log::FindingsLog;
use gristmill_emulator::dispatch::Ending;
use gristmill_emulator::observers::OutgrownMemory;
use gristmill_shader::draw_finding;

impl Checked {
    /// Runs it.
    ///
    /// # Errors
    /// [`Error::Name`](gristmill_base::error::Error::Name) for a name that the kernel does not
    /// have, [`Error::Call`](gristmill_base::error::Error::Call) and
    /// [`Error::Data`](gristmill_base::error::Error::Data) for settings that do not fit,
    /// [`Error::Limit`](gristmill_base::error::Error::Limit) if it needs too much memory,
    /// [`Error::Source`](gristmill_base::error::Error::Source) for features that the emulator
    /// lacks.
    pub fn launch(&self, launch: &LaunchOptions) -> Result<Report> {
        if let (Some(card), Some(other)) = (launch.card, &self.in_rectangles)
            && card.float_rectangles.value
        {
            return other.launch(launch);
        }
        let in_floats = launch.card.and_then(|card| card_stage(self, card));
        let request = LaunchRequest::new(self, launch, in_floats.as_ref())?;
        let schedules = self.choose_schedules(&request)?;
        let search = request.search_values(request.first_defaults())?;
        let mut defaults = search.best.clone();
        loop {
            let planned = request.plan_launch(&defaults)?;
            let running = request.launch_run(&planned, &defaults);
            pass::refuse_unknown(&running)?;
            running.refuse_targets()?;
            let mut runs = run_schedules(&running, &schedules)?;
            let outgrown = std::mem::take(&mut runs.outgrown);
            if defaults.clone().grow_memories(&outgrown) {
                defaults.grow_memories(&outgrown);
                continue;
            }
            let mut report = request.judge_runs(&running, &schedules, runs, &search, &outgrown)?;
            self.note_other_numbers(&launch.with_defaults(&defaults), &mut report)?;
            self.note_short_numbers(launch, &mut report);
            self.note_large_groups(&request.assemblies, &mut report);
            self.note_abnormal_end(&mut report);
            return Ok(report);
        }
    }

    fn choose_schedules(&self, request: &LaunchRequest) -> Result<ChosenSchedules> {
        let asked = list_schedules(self, &request.settings, &request.assemblies)?;
        let are_asked = asked.is_some();
        let mut list = match asked {
            Some(list) => list,
            None if request.explores() => list_default_schedules(&request.settings, &request.assemblies),
            None => vec![Schedule::Forward],
        };
        let one_order = are_asked && list.len() > 1 && has_one_order(&request.assemblies);
        if has_one_order(&request.assemblies) {
            list.truncate(1);
        }
        Ok(ChosenSchedules { list, are_asked, one_order })
    }
}

/// The schedules of a launch.
struct ChosenSchedules {
    list: Vec<Schedule>,
    /// True if a setting asks for them.
    are_asked: bool,
    /// True if several were asked for and only one exists.
    one_order: bool,
}

impl LaunchRequest<'_> {
    /// Judges the findings of a launch and of those that reach other lines, and reports them.
    fn judge_runs(
        &self,
        running: &LaunchRun,
        schedules: &ChosenSchedules,
        runs: ScheduledRuns,
        search: &ValueSearch,
        outgrown: &[OutgrownMemory],
    ) -> Result<Report> {
        let mut explored = ExploredLaunches::new(self, search);
        let confirming = if schedules.are_asked { &schedules.list[..] } else { &[Schedule::Forward] };
        let wanted = if schedules.are_asked { schedules.list.len() as u32 } else { runs.ran };
        let mut findings = runs.log.findings.take();
        self.judge_findings(running, confirming, &mut findings, outgrown, &mut explored)?;
        let mut reached = runs.find_reached(&search.lines);
        if let Some(reached) = &mut reached {
            explored.judge_covers(&mut findings, reached)?;
        }
        let (unused, one_order) = (self.unused.clone(), schedules.one_order);
        let mut report = Report { one_order, unused, wanted, ..build_report(running, runs, findings)? };
        if let Some(reached) = reached {
            report.lines = search.lines.count_lines();
            report.unreached = search.lines.list_unreached(&reached);
            report.single_turns = search.lines.list_single_turns(&reached);
            report.guard = find_first_guard(running, search, &reached);
        }
        Ok(report)
    }
}

/// Steps of all warps under the orders that no setting asks for: the later ones are left out if they would take more.
const DEFAULT_ORDER_STEPS: u64 = 500_000;

/// The outcome of a launch's runs under several schedules.
#[derive(Default)]
pub(super) struct ScheduledRuns {
    log: FindingsLog,
    first: Option<RunOutcome>,
    replay: Option<String>,
    shrunk: Option<ShrunkSchedule>,
    unfinished: Option<String>,
    ran: u32,
    /// True if a setting asks for these schedules.
    are_asked: bool,
    /// Memories of default length that the first run accessed beyond their end.
    pub outgrown: Vec<OutgrownMemory>,
}

/// Runs the launch under each schedule, and compares the results with the first. It ends after the
/// first run if that reached beyond memories that can grow, and early if nobody asked for schedules
/// and they take long.
fn run_schedules(running: &LaunchRun, chosen: &ChosenSchedules) -> Result<ScheduledRuns> {
    let ChosenSchedules { list, are_asked, .. } = chosen;
    let are_asked = *are_asked;
    let mut runs = ScheduledRuns { are_asked, ..ScheduledRuns::default() };
    let mut first_steps = 0;
    for schedule in list {
        if !are_asked && running.meter.steps_taken() + first_steps > DEFAULT_ORDER_STEPS && runs.first.is_some() {
            break;
        }
        let mut run = running.run_schedule(schedule)?;
        if runs.first.is_none() {
            first_steps = running.meter.steps_taken();
            runs.outgrown = std::mem::take(&mut run.outgrown);
            runs.outgrown
                .retain(|outgrown| running.plan.has_default_length(&outgrown.memory));
            if running.defaults.clone().grow_memories(&runs.outgrown) {
                return Ok(runs);
            }
        }
        runs.unfinished = running.explain_unfinished(&run);
        if runs.unfinished.is_some() && runs.first.is_some() {
            if !are_asked {
                runs.unfinished = None; // the first run is the verdict's
            }
            break;
        }
        runs.ran += 1;
        running.notice_ending(&mut run)?;
        let mut found = std::mem::take(&mut run.findings);
        if !are_asked {
            found.retain(|finding| runs.first.is_none() || !runs.log.has_finding(finding));
            found.iter_mut().for_each(|finding| note_default_order(finding, schedule));
        }
        runs.log.merge_findings(found);
        match runs.first.take() {
            None => {
                if run.ending == Ending::Complete {
                    runs.log.merge_findings(running.find_unexpected(&run.outputs));
                }
                runs.first = Some(run);
                if runs.unfinished.is_some() {
                    break;
                }
            }
            Some(first) => {
                runs.compare_run(running, [&list[0], schedule], [&first, &run])?;
                runs.first = Some(first);
            }
        }
    }
    Ok(runs)
}

/// Turns a finding into a note if only an order causes it that nobody asked for: a kernel may be written for another
/// size of subgroups, and a group may wait for one that begins before it.
fn note_default_order(finding: &mut Finding, schedule: &Schedule) {
    let why = match *schedule {
        Schedule::Warps(lanes) => format!("only with subgroups of {lanes} lanes; "),
        Schedule::Reversed | Schedule::RoundRobin | Schedule::Random(..) if finding.kind == FindingKind::Steps => {
            "only in another order of the groups: one may wait for another that has not begun; ".to_string()
        }
        _ => return,
    };
    if finding.kind.is_error() {
        finding.kind = FindingKind::Note;
        finding.mend.insert_str(0, &why);
    }
}

impl ScheduledRuns {
    /// Returns the lines that the first run reached; `None` if they were not counted.
    fn find_reached(&self, lines: &CodeLines) -> Option<ReachedLines> {
        let counters = self.first.as_ref().and_then(|first| first.counters.as_ref());
        counters.map(|counters| lines.find_reached(counters))
    }

    /// Adds the differences of a run from the first.
    fn compare_run(
        &mut self,
        running: &LaunchRun,
        [usual, schedule]: [&Schedule; 2],
        [first, run]: [&RunOutcome; 2],
    ) -> Result<()> {
        let in_order = *schedule == Schedule::Forward;
        let (before, after, other) = if in_order { (run, first, usual) } else { (first, run, schedule) };
        let mut new = running.find_differences(before, after, other);
        new.retain(|finding| !self.log.has_finding(finding));
        if !new.is_empty() && self.replay.is_none() {
            // Shrinking takes many runs; it is left to who asks for schedules.
            let fewer = if self.are_asked { running.shrink_schedule(other, before, &new)? } else { None };
            self.replay = Some(format_schedule(other, running.checked));
            if let Some((schedule, found)) = fewer {
                // Differences that remain with fewer turns are reported with those.
                self.log.merge_findings(found);
                new.retain(|finding| !self.log.has_finding(finding));
                self.shrunk = Some(schedule);
            }
        }
        self.log.merge_findings(new);
        Ok(())
    }
}

/// Builds the report on runs with these findings.
fn build_report(running: &LaunchRun, runs: ScheduledRuns, mut findings: Vec<Finding>) -> Result<Report> {
    let ScheduledRuns { first, replay, shrunk, unfinished, ran, .. } = runs;
    findings.extend(card_findings(running)?);
    let findings = list_under_causes(findings);
    let (outputs, counters, timelines, wrote) = first
        .map(|run| (run.outputs, run.counters, run.timelines, run.wrote))
        .unwrap_or_default();
    Ok(Report {
        kernel: running.checked.name.clone(),
        entry: None,
        drawings: findings.iter().map(|finding| draw_in_stage(running, finding)).collect(),
        findings,
        unreached: vec![],
        single_turns: vec![],
        lines: 0,
        guard: None,
        questions: list_questions(running),
        counters,
        program: running.checked.program_counts(),
        timelines,
        shapes: shapes::output_shapes(running),
        outputs,
        made_up: running.list_defaults(),
        unused: vec![],
        idle: !wrote,
        unfinished,
        schedules: ran,
        wanted: ran,
        one_order: false,
        one_result: running.bounds.one_result,
        replay,
        shrunk,
    })
}

fn draw_in_stage(running: &LaunchRun, finding: &Finding) -> String {
    let mut stages = running.checked.stages.iter().map(|stage| &stage.expanded);
    let own = stages
        .clone()
        .find(|expanded| expanded.name == finding.kernel)
        .or_else(|| stages.next_back());
    let is_drawn_as_error = is_error(running, finding) && finding.cause.is_empty();
    own.map_or(String::new(), |expanded| draw_finding(finding, is_drawn_as_error, expanded))
}

fn is_error(running: &LaunchRun, finding: &Finding) -> bool {
    finding.kind.is_error() || running.bounds.one_result && finding.kind == FindingKind::Order
}
