//! One run of a kernel, on copies of its inputs.

use super::launch::LaunchBounds;
use super::module;
use super::one_binding::note_shared_bindings;
use super::order::order;
use super::pass;
use super::plan::Copies;
use super::running::{LaunchRun, Launched, RunOutcome};
use super::settings::Schedule;
use gristmill_base::error::Result;
use gristmill_base::finding::{Finding, FindingKind, Listening, Witness};
use gristmill_base::timeline::{LaunchTimeline, has_room};
use gristmill_emulator::assembly::Pc;
use gristmill_emulator::dispatch::{Ending, LaneDeal, Policy, ScheduleOrder, watched};
use gristmill_emulator::event::Observe;
use gristmill_emulator::observers::{Harmless, UNWRITTEN_OUTPUT, Watch, WatchResults};
use gristmill_emulator::undefined::{OtherOutcome, UndefinedOperation};
use gristmill_shader::{Expanded, Stage};

impl LaunchRun<'_> {
    /// Runs every dispatch, one after another, on fresh copies.
    pub(super) fn one(&self, schedule: &Schedule) -> Result<RunOutcome> {
        let mut copies = self.plan.copies();
        let mut all: Option<RunOutcome> = None;
        for dispatch in 0..self.plan.dispatches.len() {
            self.plan.prepare(dispatch, &copies);
            self.feed_back(dispatch, &mut copies, all.as_ref().map_or(&[][..], |all| &all.outputs[..]));
            let timeline = self.launch.timeline && all.as_ref().is_none_or(|all| has_room(&all.timelines));
            let run = self.dispatched(dispatch, &copies, schedule, timeline)?;
            let all = match &mut all {
                None => all.insert(run),
                Some(all) => {
                    all.add(run);
                    all
                }
            };
            if all.ending != Ending::Complete {
                break;
            }
        }
        let mut all = all.ok_or_else(|| self.checked.call("it has no dispatch".to_string()))?;
        let mut outputs = self.written(&copies);
        outputs.append(&mut all.outputs);
        all.outputs = outputs;
        Ok(all)
    }

    /// Runs one dispatch, or the pass; `timeline` records it step by step.
    fn dispatched(&self, dispatch: usize, copies: &Copies, schedule: &Schedule, timeline: bool) -> Result<RunOutcome> {
        let mut policy = self.policy(order(schedule), None);
        if let Schedule::Warps(lanes) = *schedule {
            policy.width = lanes;
        }
        let is_dealt = *schedule == Schedule::Dealt;
        if is_dealt {
            policy.deal = LaneDeal::Tiled;
        }
        let policy = &policy;
        if self.launch.unwatched || is_dealt {
            let ran = self.observed(dispatch, copies, policy, &mut ())?;
            return Ok(RunOutcome::of(ran, true));
        }
        let watch = Watch::by_rules(Listening { timeline, ..self.listening() }, module::rules(&self.checked.name));
        let (ended, mut watch) = if self.bounds.non_finite {
            let mut watch = WatchResults(watch);
            (self.observed(dispatch, copies, policy, &mut watch)?, watch.0)
        } else {
            let mut watch = watch;
            (self.observed(dispatch, copies, policy, &mut watch)?, watch)
        };
        let wrote = watch.has_written();
        let undefined = watch.undefined_operations();
        if !undefined.is_empty() {
            let left = self.left(copies, &ended);
            for operation in undefined {
                if let Some(why) = self.harmless(dispatch, ended.ending, &left, policy, operation)? {
                    watch.acquit(operation, why);
                }
            }
        }
        let mut run = RunOutcome::of(ended, wrote);
        // The main stage comes first in the report.
        for (lowered, assembly) in self.checked.stages.iter().zip(self.assemblies).rev() {
            run.findings.extend(watch.findings(assembly, &lowered.expanded));
            if let Some(counters) = watch.counters(assembly, &lowered.expanded) {
                run.counters.get_or_insert_default().add(&counters);
            }
        }
        run.timelines.extend(self.happened(&mut watch));
        for assembly in self.assemblies {
            note_shared_bindings(&self.checked.name, assembly, &mut run.findings);
        }
        run.outgrown = watch.outgrown();
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

    /// Runs everything on fresh copies, recording only the timeline.
    pub(super) fn traced(&self, policy: &Policy) -> Result<RunOutcome> {
        let mut watch = Watch::new(Listening { timeline: true, ..Listening::NOTHING });
        let mut run = RunOutcome::of(self.through(self.plan.dispatches.len(), policy, &mut watch)?, true);
        run.timelines.extend(self.happened(&mut watch));
        Ok(run)
    }

    /// Returns the timeline, if it was recorded.
    fn happened(&self, watch: &mut Watch) -> Option<LaunchTimeline> {
        let stages = self.checked.stages.iter().zip(self.assemblies).rev();
        let stages: Vec<_> = stages.map(|(lowered, &assembly)| (assembly, &lowered.expanded)).collect();
        watch.timeline(&stages)
    }

    /// Runs this many dispatches on fresh copies. Returns their ending, and everything that they wrote.
    pub(super) fn through<O: Observe>(&self, dispatches: usize, policy: &Policy, observer: &mut O) -> Result<Launched> {
        let mut copies = self.plan.copies();
        let mut last: Option<Launched> = None;
        for dispatch in 0..dispatches {
            self.plan.prepare(dispatch, &copies);
            self.feed_back(dispatch, &mut copies, last.as_ref().map_or(&[][..], |last| &last.outputs[..]));
            let ran = last.insert(self.observed(dispatch, &copies, policy, observer)?);
            if ran.ending != Ending::Complete {
                break;
            }
        }
        let last = last.ok_or_else(|| self.checked.call("it has no dispatch".to_string()))?;
        Ok(Launched { outputs: self.left(&copies, &last), ..last })
    }

    /// Returns everything that may have been written so far, and the drawn outputs.
    fn left(&self, copies: &Copies, ran: &Launched) -> Vec<(String, Vec<u32>)> {
        let mut left = self.written(copies);
        left.extend(ran.outputs.iter().cloned());
        left
    }

    /// Runs one dispatch with an observer or without. Returns its ending, and the drawn outputs.
    fn observed<O: Observe>(
        &self,
        dispatch: usize,
        copies: &Copies,
        policy: &Policy,
        observer: &mut O,
    ) -> Result<Launched> {
        match self.assemblies {
            [assembly] if assembly.stage == Stage::Compute => {
                let bindings = self.plan.bindings(dispatch, 0, assembly, copies);
                let groups = self.plan.dispatches.get(dispatch).map_or([1; 3], |dispatch| dispatch.groups);
                let ending = watched(assembly, &bindings, groups, policy, observer)?;
                Ok(Launched { ending, stage: Stage::Compute, drew: false, outputs: vec![] })
            }
            _ => pass::draw(self, dispatch, copies, policy, observer),
        }
    }

    /// Returns the buffers and images that the kernel may have written.
    fn written(&self, copies: &Copies) -> Vec<(String, Vec<u32>)> {
        let memories = self.plan.memories.iter().zip(&copies.memories);
        let memories = memories.flat_map(|(memory, storage)| {
            let writable = memory.views.iter().filter(|view| view.writable);
            writable.map(|view| (view.name.clone(), storage.copy()))
        });
        let textures = self.plan.textures.iter().zip(&copies.textures);
        let textures = textures.filter(|(texture, _)| texture.writable);
        memories
            .chain(textures.map(|(texture, copy)| (texture.name.clone(), copy.storage.copy())))
            .collect()
    }

    /// Checks if the results of a dispatch depend on an undefined operation, by running everything up to there again with other outcomes of the
    /// operation. `None` if they do, else the reason to acquit it.
    fn harmless(
        &self,
        dispatch: usize,
        ending: Ending,
        left: &[(String, Vec<u32>)],
        policy: &Policy,
        operation: UndefinedOperation,
    ) -> Result<Option<Harmless>> {
        if ending != Ending::Complete {
            return Ok(Some(Harmless::Untried));
        }
        for outcome in operation.other_outcomes() {
            let policy = Policy { other: Some(outcome), meter: Some(self.bounds.meter()), ..policy.clone() };
            let other = self.through(dispatch + 1, &policy, &mut Watch::new(Listening::NOTHING))?;
            match other.ending {
                Ending::Complete if other.outputs == left => {}
                Ending::Complete | Ending::Stopped(_) => return Ok(None),
                Ending::Late(_) => return Ok(Some(Harmless::Untried)),
            }
        }
        Ok(Some(Harmless::Same))
    }

    pub(super) fn policy(&self, order: ScheduleOrder, other: Option<OtherOutcome>) -> Policy {
        let meter = Some(self.meter.clone());
        Policy {
            width: self.bounds.warp,
            order,
            deal: LaneDeal::Linear,
            steps: self.bounds.steps,
            deadline: self.until,
            other,
            meter,
            recorder: None,
        }
    }

    fn listening(&self) -> Listening {
        let LaunchBounds { non_finite, same_value, .. } = *self.bounds;
        Listening { non_finite, same_value, counters: self.launch.counters, ..Listening::FAULTS }
    }

    /// Explains why a launch did not complete although no warp exceeded its steps; `None` if it completed.
    pub(super) fn unfinished(&self, run: &RunOutcome) -> Option<String> {
        let Ending::Late(pc) = run.ending else { return None };
        let (taken, most) = (self.meter.taken(), self.bounds.steps_of_all());
        let place = self.at(run.stage, pc);
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
                return Err(self.checked.call(self.unfinished(run).unwrap_or_default()));
            }
            Ending::Late(_) => return Ok(()),
            Ending::Stopped(pc) => pc,
        };
        let what = format!("a warp took {} steps and was stopped", self.bounds.steps);
        let mend = format!("{what}; does a loop never end?");
        let witness = self.at(run.stage, pc);
        if self.launch.unwatched {
            let place = witness.map_or(String::new(), |seen| format!(" at {}:{}", seen.file, seen.line));
            return Err(self.checked.call(format!("{what}{place}; does a loop never end?")));
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
    fn at(&self, stage: Stage, pc: Pc) -> Option<Witness> {
        let mut stages = self.checked.stages.iter().zip(self.assemblies);
        let (lowered, assembly) = stages.find(|(lowered, _)| lowered.expanded.stage == stage)?;
        let line = assembly.lines.get(pc as usize).copied().unwrap_or(0);
        witness(&lowered.expanded, line as usize)
    }
}

/// Explains when a partly unwritten output is not a fault: if its target has fewer channels, or, for a vertex kernel alone, if no fragment kernel
/// reads the missing part, which is not known here.
fn explain_unwritten(finding: &mut Finding, stage: Stage) {
    if stage == Stage::Vertex {
        finding.kind = FindingKind::Note;
        finding.mend =
            "a fragment kernel that reads it reads no certain value; write it, or let none read it".to_string();
    } else {
        finding.mend += "; a target of fewer channels is said by --target NAME=r32f, rg32f ..";
    }
}

/// Returns a line of the expanded text as a witness.
fn witness(expanded: &Expanded, line: usize) -> Option<Witness> {
    let (file, line) = expanded.place(line)?;
    let text = file.text.lines().nth(line.checked_sub(1)?).unwrap_or("").to_string();
    Some(Witness { who: None, did: "was here".to_string(), file: file.name.clone(), line, text })
}
