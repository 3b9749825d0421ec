//! One run of a kernel, on copies of its inputs.

use super::language_words::find_rules;
use super::launch::LaunchBounds;
use super::launch_run::{DispatchOutcome, LaunchRun, RunOutcome};
use super::order::schedule_order;
use super::pass;
use super::plan::RunCopies;
use super::settings::Schedule;
use super::shared_bindings::note_shared_bindings;
use gristmill_base::error::Result;
use gristmill_base::finding::{Finding, FindingKind, Listening, Witness};
use gristmill_base::timeline::{LaunchTimeline, has_room};
use gristmill_emulator::assembly::Pc;
use gristmill_emulator::dispatch::{Ending, LaneAssignment, Policy, ScheduleOrder, StepMeter, run_watched};
use gristmill_emulator::event::Observe;
use gristmill_emulator::observers::{HarmlessReason, UNWRITTEN_OUTPUT, Watch, WatchResults};
use gristmill_emulator::undefined::{OtherOutcome, UndefinedOperation};
use gristmill_shader::{ExpandedKernel, Stage};
use std::sync::Arc;

impl LaunchRun<'_> {
    /// Runs every dispatch, one after another, on fresh copies.
    pub(super) fn run_schedule(&self, schedule: &Schedule) -> Result<RunOutcome> {
        let mut copies = self.plan.copy_memories();
        let mut all: Option<RunOutcome> = None;
        for dispatch in 0..self.plan.dispatches.len() {
            self.plan.set_dispatch_words(dispatch, &copies);
            self.feed_back(dispatch, &mut copies, all.as_ref().map_or(&[][..], |all| &all.outputs[..]));
            let timeline = self.launch.timeline && all.as_ref().is_none_or(|all| has_room(&all.timelines));
            let run = self.run_dispatch(dispatch, &copies, schedule, timeline)?;
            let all = match &mut all {
                None => all.insert(run),
                Some(all) => {
                    all.add_dispatch(run);
                    all
                }
            };
            if all.ending != Ending::Complete {
                break;
            }
        }
        let mut all = all.ok_or_else(|| self.checked.call_error("it has no dispatch".to_string()))?;
        let mut outputs = self.written_outputs(&copies);
        outputs.append(&mut all.outputs);
        all.outputs = outputs;
        Ok(all)
    }

    /// Runs one dispatch, or the pass; `timeline` records it step by step.
    fn run_dispatch(
        &self,
        dispatch: usize,
        copies: &RunCopies,
        schedule: &Schedule,
        timeline: bool,
    ) -> Result<RunOutcome> {
        let mut policy = self.run_policy(schedule_order(schedule), None);
        if let Schedule::Warps(lanes) = *schedule {
            policy.width = lanes;
        }
        let is_dealt = *schedule == Schedule::Dealt;
        if is_dealt {
            policy.deal = LaneAssignment::Tiled;
        }
        let policy = &policy;
        if self.launch.unwatched || is_dealt {
            let ran = self.run_observed(dispatch, copies, policy, &mut ())?;
            return Ok(RunOutcome::from_dispatch(ran, true));
        }
        let watch = Watch::with_rules(Listening { timeline, ..self.watch_options() }, find_rules(self.checked));
        let (ended, mut watch) = if self.bounds.non_finite {
            let mut watch = WatchResults(watch);
            (self.run_observed(dispatch, copies, policy, &mut watch)?, watch.0)
        } else {
            let mut watch = watch;
            (self.run_observed(dispatch, copies, policy, &mut watch)?, watch)
        };
        let wrote = watch.has_written();
        let undefined = watch.undefined_operations();
        if !undefined.is_empty() {
            let left = self.collect_results(copies, &ended);
            for operation in undefined {
                if let Some(why) = self.find_harmless(dispatch, ended.ending, &left, policy, operation)? {
                    watch.mark_harmless(operation, why);
                }
            }
        }
        let mut run = RunOutcome::from_dispatch(ended, wrote);
        // The main stage comes first in the report.
        for (lowered, assembly) in self.checked.stages.iter().zip(self.assemblies).rev() {
            run.findings.extend(watch.take_findings(assembly, &lowered.expanded));
            if let Some(counters) = watch.take_counters(assembly, &lowered.expanded) {
                run.counters.get_or_insert_default().add(&counters);
            }
        }
        run.timelines.extend(self.take_timeline(&mut watch));
        for assembly in self.assemblies {
            note_shared_bindings(&self.checked.name, assembly, &mut run.findings);
        }
        run.outgrown = watch.take_outgrown();
        let dispatches = self.plan.dispatches.len();
        let stage = self.checked.stages.last().map_or(Stage::Compute, |stage| stage.expanded.stage);
        let unwritten = run.findings.iter_mut().filter(|finding| finding.mend == UNWRITTEN_OUTPUT);
        unwritten.for_each(|finding| explain_unwritten(finding, stage));
        for finding in run.findings.iter_mut().filter(|_| dispatches > 1) {
            let end = if finding.mend.is_empty() { "" } else { "; " };
            let what = if stage == Stage::Fragment { "pass" } else { "dispatch" };
            finding.mend += &format!("{end}in {what} {} of {dispatches}", dispatch + 1);
        }
        Ok(run)
    }

    /// Runs everything on fresh copies in order, counting only, for at most this many steps of all warps.
    pub(super) fn run_counted(&self, steps: u64) -> Result<RunOutcome> {
        let policy = Policy {
            steps: self.bounds.steps.min(steps),
            meter: Some(Arc::new(StepMeter::new(steps))),
            ..self.run_policy(ScheduleOrder::Forward, None)
        };
        let mut watch = Watch::new(Listening::COUNTERS);
        let ended = self.run_dispatches(self.plan.dispatches.len(), &policy, &mut watch)?;
        let mut run = RunOutcome::from_dispatch(ended, watch.has_written());
        for (stage, assembly) in self.checked.stages.iter().zip(self.assemblies).rev() {
            if let Some(counters) = watch.take_counters(assembly, &stage.expanded) {
                run.counters.get_or_insert_default().add(&counters);
            }
        }
        run.outgrown = watch.take_outgrown();
        run.outgrown.retain(|outgrown| self.plan.has_default_length(&outgrown.memory));
        Ok(run)
    }

    /// Runs everything on fresh copies, recording only the timeline.
    pub(super) fn run_traced(&self, policy: &Policy) -> Result<RunOutcome> {
        let mut watch = Watch::new(Listening { timeline: true, ..Listening::NOTHING });
        let mut run =
            RunOutcome::from_dispatch(self.run_dispatches(self.plan.dispatches.len(), policy, &mut watch)?, true);
        run.timelines.extend(self.take_timeline(&mut watch));
        Ok(run)
    }

    /// Returns the timeline, if it was recorded.
    fn take_timeline(&self, watch: &mut Watch) -> Option<LaunchTimeline> {
        let stages = self.checked.stages.iter().zip(self.assemblies).rev();
        let stages: Vec<_> = stages.map(|(lowered, &assembly)| (assembly, &lowered.expanded)).collect();
        watch.take_timeline(&stages)
    }

    /// Runs this many dispatches on fresh copies. Returns their ending, and everything that they wrote.
    pub(super) fn run_dispatches<O: Observe>(
        &self,
        dispatches: usize,
        policy: &Policy,
        observer: &mut O,
    ) -> Result<DispatchOutcome> {
        let mut copies = self.plan.copy_memories();
        let mut last: Option<DispatchOutcome> = None;
        for dispatch in 0..dispatches {
            self.plan.set_dispatch_words(dispatch, &copies);
            self.feed_back(dispatch, &mut copies, last.as_ref().map_or(&[][..], |last| &last.outputs[..]));
            let ran = last.insert(self.run_observed(dispatch, &copies, policy, observer)?);
            if ran.ending != Ending::Complete {
                break;
            }
        }
        let last = last.ok_or_else(|| self.checked.call_error("it has no dispatch".to_string()))?;
        Ok(DispatchOutcome { outputs: self.collect_results(&copies, &last), ..last })
    }

    /// Returns everything that may have been written so far, and the drawn outputs.
    fn collect_results(&self, copies: &RunCopies, ran: &DispatchOutcome) -> Vec<(String, Vec<u32>)> {
        let mut left = self.written_outputs(copies);
        left.extend(ran.outputs.iter().cloned());
        left
    }

    /// Runs one dispatch with an observer or without. Returns its ending, and the drawn outputs.
    fn run_observed<O: Observe>(
        &self,
        dispatch: usize,
        copies: &RunCopies,
        policy: &Policy,
        observer: &mut O,
    ) -> Result<DispatchOutcome> {
        match self.assemblies {
            [assembly] if assembly.stage == Stage::Compute => {
                let bindings = self.plan.bind_stage(dispatch, 0, assembly, copies);
                let groups = self.plan.dispatches.get(dispatch).map_or([1; 3], |dispatch| dispatch.groups);
                let ending = run_watched(assembly, &bindings, groups, policy, observer)?;
                Ok(DispatchOutcome { ending, stage: Stage::Compute, drew: false, outputs: vec![] })
            }
            _ => pass::draw_pass(self, dispatch, copies, policy, observer),
        }
    }

    /// Returns the buffers and images that the kernel may have written.
    fn written_outputs(&self, copies: &RunCopies) -> Vec<(String, Vec<u32>)> {
        let memories = self.plan.memories.iter().zip(&copies.memories);
        let memories = memories.flat_map(|(memory, storage)| {
            let writable = memory.views.iter().filter(|view| view.writable);
            writable.map(|view| (view.name.clone(), storage.to_vec()))
        });
        let textures = self.plan.textures.iter().zip(&copies.textures);
        let textures = textures.filter(|(texture, _)| texture.writable);
        memories
            .chain(textures.map(|(texture, copy)| (texture.name.clone(), copy.storage.to_vec())))
            .collect()
    }

    /// Checks if the results of a dispatch depend on an undefined operation, by running everything
    /// up to there again with other outcomes of the operation. `None` if they do, else the reason
    /// to acquit it.
    fn find_harmless(
        &self,
        dispatch: usize,
        ending: Ending,
        left: &[(String, Vec<u32>)],
        policy: &Policy,
        operation: UndefinedOperation,
    ) -> Result<Option<HarmlessReason>> {
        if ending != Ending::Complete {
            return Ok(Some(HarmlessReason::Untried));
        }
        for outcome in operation.other_outcomes() {
            let policy = Policy { other: Some(outcome), meter: Some(self.bounds.step_meter()), ..policy.clone() };
            let other = self.run_dispatches(dispatch + 1, &policy, &mut Watch::new(Listening::NOTHING))?;
            match other.ending {
                Ending::Complete if other.outputs == left => {}
                Ending::Complete | Ending::Stopped(_) => return Ok(None),
                Ending::Late(_) => return Ok(Some(HarmlessReason::Untried)),
            }
        }
        Ok(Some(HarmlessReason::Same))
    }

    pub(super) fn run_policy(&self, order: ScheduleOrder, other: Option<OtherOutcome>) -> Policy {
        let meter = Some(self.meter.clone());
        Policy {
            width: self.bounds.warp,
            order,
            deal: LaneAssignment::Linear,
            steps: self.bounds.steps,
            deadline: self.until,
            other,
            meter,
            recorder: None,
        }
    }

    fn watch_options(&self) -> Listening {
        let LaunchBounds { non_finite, same_value, .. } = *self.bounds;
        let counters = self.launch.counters;
        Listening { non_finite, machine_choices: true, same_value, counters, ..Listening::FAULTS }
    }

    /// Explains why a launch did not complete although no warp exceeded its steps; `None` if it completed.
    pub(super) fn explain_unfinished(&self, run: &RunOutcome) -> Option<String> {
        let Ending::Late(pc) = run.ending else { return None };
        let taken = self.meter.steps_taken();
        let most = self.bounds.total_steps();
        let place = self.witness_at(run.stage, pc);
        let last = place.map_or(String::new(), |seen| format!(", the last of them at {}:{}", seen.file, seen.line));
        Some(match self.bounds.deadline {
            Some(deadline) if taken < most => {
                let seconds = deadline.as_secs_f64();
                format!("not finished after {seconds} s and {taken} steps{last}; give it more with --deadline")
            }
            _ => format!("not finished: all warps took {taken} steps of {most}{last}; give it more with --steps"),
        })
    }

    /// Turns a stopped warp into a finding, or into an error if there are no observers.
    pub(super) fn notice_ending(&self, run: &mut RunOutcome) -> Result<()> {
        let pc = match run.ending {
            Ending::Complete => return Ok(()),
            Ending::Late(_) if self.launch.unwatched => {
                return Err(self.checked.call_error(self.explain_unfinished(run).unwrap_or_default()));
            }
            Ending::Late(_) => return Ok(()),
            Ending::Stopped(pc) => pc,
        };
        let what = format!("a warp was stopped after {} steps", self.bounds.steps);
        let mend = format!("{what}; check for an endless loop");
        let witness = self.witness_at(run.stage, pc);
        if self.launch.unwatched {
            let place = witness.map_or(String::new(), |seen| format!(" at {}:{}", seen.file, seen.line));
            return Err(self.checked.call_error(format!("{what}{place}; check for an endless loop")));
        }
        if !run.findings.iter().any(|finding| finding.kind == FindingKind::Steps) {
            run.findings.push(Finding {
                kind: FindingKind::Steps,
                kernel: self.checked.name.clone(),
                name: String::new(),
                place: String::new(),
                witnesses: witness.into_iter().collect(),
                mend,
                times: 1,
                cause: String::new(),
            });
        }
        Ok(())
    }

    /// Returns the line of an instruction of a stage.
    fn witness_at(&self, stage: Stage, pc: Pc) -> Option<Witness> {
        let mut stages = self.checked.stages.iter().zip(self.assemblies);
        let (lowered, assembly) = stages.find(|(lowered, _)| lowered.expanded.stage == stage)?;
        let line = assembly.lines.get(pc as usize).copied().unwrap_or(0);
        line_witness(&lowered.expanded, line as usize)
    }
}

/// Explains when a partly unwritten output is not a fault: if its target has fewer channels, or,
/// for a vertex kernel alone, if no fragment kernel reads the missing part, which is not known
/// here.
fn explain_unwritten(finding: &mut Finding, stage: Stage) {
    if stage == Stage::Vertex {
        finding.kind = FindingKind::Note;
        finding.mend =
            "a fragment kernel that reads it gets an undefined value; write it, or do not read it".to_string();
    } else {
        finding.mend += "; or choose a target with fewer channels: --target NAME=r32f or rg32f";
    }
}

/// Returns a line of the expanded text as a witness.
fn line_witness(expanded: &ExpandedKernel, line: usize) -> Option<Witness> {
    let (file, line) = expanded.locate_line(line)?;
    let text = file.text.lines().nth(line.checked_sub(1)?).unwrap_or("").to_string();
    Some(Witness { who: None, did: "was here".to_string(), file: file.name.clone(), line, text })
}
