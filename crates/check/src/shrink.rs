//! Shrinks a failing schedule to the few turns that matter.
//!
//! A difference under a schedule of ten thousand turns rarely needs more than two or three of them.
//! Turns are removed as long as the result still differs: halves, quarters, single ones (Zeller and
//! Hildebrandt, *Simplifying and isolating failure-inducing input*, 2002). Removed turns run in
//! order after the rest.

use super::launch_run::{LaunchRun, RunOutcome};
use super::order::{format_schedule, schedule_order};
use super::settings::Schedule;
use gristmill_base::error::Result;
use gristmill_base::finding::{Finding, Who};
use gristmill_base::timeline::TimelineSpan;
use gristmill_emulator::dispatch::{Ending, Policy, ScheduleOrder, TurnRecorder, WarpTurn};
use std::sync::Arc;

/// Most runs for shrinking.
const MAX_RUNS: u32 = 600;

/// A schedule under which a result differs, with no more turns than that needs.
///
/// ```
/// use gristmill::check::{KernelCheck, LaunchOptions};
/// let text = "#version 430 core
/// // run: groups 8
/// layout(local_size_x = 32) in;
/// layout(std430) buffer Last { uint last; };
/// void main() { if (gl_LocalInvocationIndex == 0u) atomicExchange(last, gl_WorkGroupID.x); }";
/// let report = KernelCheck::source("last.comp", text).run(&LaunchOptions::new().schedules(8))?;
/// let shrunk = report.shrunk.unwrap();
/// assert_eq!((shrunk.turns_before, shrunk.turns.len()), (8, 1)); // it is enough that group 7 comes first
/// assert!(shrunk.schedule.starts_with("turns:7.0@"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ShrunkSchedule {
    /// The schedule as an argument of `--schedule`.
    pub schedule: String,
    /// The original schedule as an argument of `--schedule`.
    pub before: String,
    /// Turns of the original schedule.
    pub turns_before: usize,
    /// The remaining turns; after them everything runs in order.
    pub turns: Vec<ShrunkTurn>,
}

/// A turn of a warp.
///
/// ```
/// use gristmill::check::{KernelCheck, LaunchOptions, ShrunkTurn};
/// let text = "#version 430 core
/// // run: groups 2
/// layout(local_size_x = 1) in;
/// layout(std430) buffer Last { uint last; };
/// void main() { atomicExchange(last, gl_WorkGroupID.x); }";
/// let report = KernelCheck::source("last.comp", text).run(&LaunchOptions::new().schedules(2))?;
/// let turn: &ShrunkTurn = &report.shrunk.as_ref().unwrap().turns[0];
/// assert_eq!((turn.who.to_string(), turn.first, turn.last), ("lane 0 of group 1".to_string(), 5, 5));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShrunkTurn {
    /// The lowest lane of the warp.
    pub who: Who,
    /// The file of its last line.
    pub file: String,
    /// The first line of the turn, from 1.
    pub first: usize,
    /// The line of its last step.
    pub last: usize,
    /// The number of steps.
    pub steps: u64,
}

/// The result of shrinking: the schedule, and the differences under it.
pub(super) type ShrinkResult = (ShrunkSchedule, Vec<Finding>);

impl LaunchRun<'_> {
    /// Finds the fewest turns of a schedule under which the results still differ. `None` if there
    /// are too many to try, or the kernel does not end under them.
    pub(super) fn shrink_schedule(
        &self,
        schedule: &Schedule,
        usual: &RunOutcome,
        found: &[Finding],
    ) -> Result<Option<ShrinkResult>> {
        if self.plan.dispatches.len() > 1 {
            return Ok(None); // groups of two dispatches have the same numbers
        }
        if matches!(schedule, Schedule::Warps(_) | Schedule::Dealt) {
            return Ok(None); // no turn is the cause
        }
        // A separate meter: steps of shrinking do not count for the kernel.
        let policy =
            Policy { meter: Some(self.bounds.step_meter()), ..self.run_policy(schedule_order(schedule), None) };
        let recorder = TurnRecorder::new();
        self.run_dispatches(1, &Policy { recorder: Some(recorder.clone()), ..policy.clone() }, &mut ())?;
        let Some(recorded) = recorder.recorded_turns() else { return Ok(None) };
        let mut tries = ShrinkTries { running: self, usual, found, policy, left: MAX_RUNS };
        let before = recorded.len();
        let mut turns = match schedule {
            Schedule::Turns(turns, _) => turns.clone(),
            _ => recorded,
        };
        if !tries.is_still_different(&turns)? {
            return Ok(None);
        }
        if matches!(schedule, Schedule::Turns(..)) {
            return self.describe_shrunk(schedule, turns, before, usual); // the user chose these turns
        }
        let half = turns.len().div_ceil(2);
        turns = tries.remove_turns(turns, half)?;
        turns = tries.simplify_turns(turns)?;
        turns = tries.remove_turns(turns, 1)?;
        self.describe_shrunk(schedule, turns, before, usual)
    }

    /// Describes the shrunk schedule with its lines, and the differences under it.
    fn describe_shrunk(
        &self,
        schedule: &Schedule,
        turns: Vec<WarpTurn>,
        turns_before: usize,
        usual: &RunOutcome,
    ) -> Result<Option<ShrinkResult>> {
        let shrunk = Schedule::Turns(turns.clone(), None);
        let recorder = TurnRecorder::new();
        let meter = Some(self.bounds.step_meter());
        let recorded = Some(recorder.clone());
        let run =
            self.run_traced(&Policy { meter, recorder: recorded, ..self.run_policy(schedule_order(&shrunk), None) })?;
        // The steps that each turn took, including turns without a limit.
        let taken: Vec<WarpTurn> = recorder
            .recorded_turns()
            .unwrap_or_default()
            .into_iter()
            .take(turns.len())
            .collect();
        let found = self.find_differences(usual, &run, &shrunk);
        let told = ShrunkSchedule {
            schedule: format_schedule(&shrunk, self.checked),
            before: format_schedule(schedule, self.checked),
            turns_before,
            turns: turn_lines(&taken, run.timelines.first().map_or(&[], |launch| &launch.spans)),
        };
        Ok((!found.is_empty()).then_some((told, found)))
    }
}

/// The state of shrinking: runs under fewer turns.
struct ShrinkTries<'a> {
    running: &'a LaunchRun<'a>,
    usual: &'a RunOutcome,
    found: &'a [Finding],
    policy: Policy,
    /// Runs that are left.
    left: u32,
}

impl ShrinkTries<'_> {
    /// Removes the turns that are not needed: `length` in a row, then half as many, and at last
    /// single ones until none can go.
    fn remove_turns(&mut self, mut turns: Vec<WarpTurn>, mut length: usize) -> Result<Vec<WarpTurn>> {
        while length > 0 && self.left > 0 {
            let mut shorter = false;
            let mut end = turns.len();
            while end > 0 {
                let start = end.saturating_sub(length);
                let fewer = merge_turns(turns[..start].iter().chain(&turns[end..]));
                if !fewer.is_empty() && self.is_still_different(&fewer)? {
                    turns = fewer;
                    shorter = true;
                }
                end = start.min(turns.len());
            }
            length = if length > 1 { length / 2 } else { usize::from(shorter) };
        }
        Ok(turns)
    }

    /// Simplifies the turns: each without a step limit and with its lanes ascending, if the result still differs.
    fn simplify_turns(&mut self, mut turns: Vec<WarpTurn>) -> Result<Vec<WarpTurn>> {
        for at in 0..turns.len() {
            for plain in [(None, 0), (None, turns[at].swap), (turns[at].steps, 0)] {
                let mut others = turns.clone();
                (others[at].steps, others[at].swap) = plain;
                if others != turns && self.is_still_different(&others)? {
                    turns = others;
                    break;
                }
            }
        }
        Ok(turns)
    }

    /// Returns true if one of the original findings still appears under these turns.
    fn is_still_different(&mut self, turns: &[WarpTurn]) -> Result<bool> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        self.policy.order = ScheduleOrder::Turns(Arc::from(turns));
        let run = RunOutcome::from_dispatch(self.running.run_dispatches(1, &self.policy, &mut ())?, true);
        if matches!(run.ending, Ending::Late(_)) {
            self.left = 0;
        }
        let now = self.running.find_differences(self.usual, &run, &Schedule::Forward);
        Ok(now.iter().any(|now| {
            self.found
                .iter()
                .any(|found| (&now.name, now.kind) == (&found.name, found.kind))
        }))
    }
}

/// Merges successive turns of one warp.
fn merge_turns<'t>(turns: impl Iterator<Item = &'t WarpTurn>) -> Vec<WarpTurn> {
    let mut merged: Vec<WarpTurn> = vec![];
    for turn in turns {
        match merged.last_mut() {
            Some(last) if (last.group, last.warp, last.swap) == (turn.group, turn.warp, turn.swap) => {
                last.steps = last.steps.zip(turn.steps).map(|(a, b)| a + b);
            }
            _ => merged.push(*turn),
        }
    }
    merged
}

/// Returns the lines of the turns, from the steps of a run under them.
fn turn_lines(turns: &[WarpTurn], timeline: &[TimelineSpan]) -> Vec<ShrunkTurn> {
    let mut spans = timeline.iter().cloned().peekable();
    let mut told = vec![];
    for turn in turns {
        let Some(who) = spans.peek().map(|span| span.who) else { break };
        let mut left = turn.steps.unwrap_or(u64::MAX);
        let mut done = ShrunkTurn { who, file: String::new(), first: 0, last: 0, steps: 0 };
        while left > 0
            && let Some(span) = spans.peek_mut()
            && span.who == who
        {
            let steps = span.steps.min(left);
            // Some steps have no line from the compiler.
            if span.line > 0 {
                done.first = if done.first == 0 { span.line } else { done.first };
                done.last = span.line;
                done.file = span.file.clone();
            }
            done.steps += steps;
            left -= steps;
            span.steps -= steps;
            if span.steps == 0 {
                spans.next();
            }
        }
        told.push(done);
    }
    told
}
