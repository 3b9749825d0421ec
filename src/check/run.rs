//! One run of a kernel, on copies of its inputs.

use super::launch::LaunchBounds;
use super::pass;
use super::plan::Copies;
use super::running::{LaunchRun, Launched, RunOutcome};
use crate::data::error::Result;
use crate::emulator::assembly::Pc;
use crate::emulator::dispatch::{Ending, Policy, ScheduleOrder, watched};
use crate::emulator::event::Observe;
use crate::emulator::observers::{Watch, WatchResults};
use crate::insight::finding::{Finding, FindingKind, Listening, Witness};
use crate::shader::{Expanded, Stage};

impl LaunchRun<'_> {
    /// One run on fresh copies.
    pub(super) fn one(&self, order: ScheduleOrder) -> Result<RunOutcome> {
        let copies = self.plan.copies();
        let policy = self.policy(order);
        if self.launch.unwatched {
            let ran = self.observed(&copies, &policy, &mut ())?;
            return Ok(RunOutcome::of(ran, true));
        }
        let watch = Watch::new(self.listening());
        let watch = if self.launch.timeline { watch.timed() } else { watch };
        let (ended, mut watch) = if self.bounds.non_finite {
            let mut watch = WatchResults(watch);
            (self.observed(&copies, &policy, &mut watch)?, watch.0)
        } else {
            let mut watch = watch;
            (self.observed(&copies, &policy, &mut watch)?, watch)
        };
        let wrote = watch.has_written();
        let mut run = RunOutcome::of(ended, wrote);
        // The main stage first: it is what the report is about.
        for (lowered, assembly) in self.checked.stages.iter().zip(self.assemblies).rev() {
            run.findings.extend(watch.findings(assembly, &lowered.expanded));
            if let Some(counters) = watch.counters(assembly, &lowered.expanded) {
                run.counters.get_or_insert_default().add(&counters);
            }
            run.timeline.extend(watch.timeline(assembly, &lowered.expanded));
        }
        run.timeline.sort_by_key(|span| span.first);
        Ok(run)
    }

    /// One run with an observer or without. Gives how it ended, and all that it wrote.
    fn observed<O: Observe>(&self, copies: &Copies, policy: &Policy, observer: &mut O) -> Result<Launched> {
        let mut ran = match self.assemblies {
            [assembly] if assembly.stage == Stage::Compute => {
                let bindings = self.plan.bindings(0, assembly, copies);
                let ending = watched(assembly, &bindings, self.bounds.groups, policy, observer)?;
                Launched { ending, stage: Stage::Compute, drew: false, outputs: vec![] }
            }
            _ => pass::draw(self, copies, policy, observer)?,
        };
        let mut outputs = self.written(copies);
        outputs.append(&mut ran.outputs);
        Ok(Launched { outputs, ..ran })
    }

    /// What the kernel may have written of its buffers and images.
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

    fn policy(&self, order: ScheduleOrder) -> Policy {
        Policy { width: self.bounds.warp, order, steps: self.bounds.steps, deadline: Some(self.until) }
    }

    fn listening(&self) -> Listening {
        let LaunchBounds { non_finite, same_value, .. } = *self.bounds;
        Listening { non_finite, same_value, counters: self.launch.counters, ..Listening::FAULTS }
    }

    /// A run that was stopped is a finding; without observers it is an error.
    pub(super) fn notice_ending(&self, run: &mut RunOutcome) -> Result<()> {
        let (what, pc) = match run.ending {
            Ending::Complete => return Ok(()),
            Ending::Stopped(pc) => (format!("a warp took {} steps and was stopped", self.bounds.steps), pc),
            Ending::Late(pc) => (format!("{} s were over", self.bounds.deadline.as_secs_f64()), pc),
        };
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
            });
        }
        Ok(())
    }

    /// The line of an instruction of a stage.
    fn at(&self, stage: Stage, pc: Pc) -> Option<Witness> {
        let mut stages = self.checked.stages.iter().zip(self.assemblies);
        let (lowered, assembly) = stages.find(|(lowered, _)| lowered.expanded.stage == stage)?;
        let line = assembly.lines.get(pc as usize).copied().unwrap_or(0);
        witness(&lowered.expanded, line as usize)
    }
}

/// A line of the expanded text as a witness.
fn witness(expanded: &Expanded, line: usize) -> Option<Witness> {
    let (file, line) = expanded.place(line)?;
    let text = file.text.lines().nth(line.checked_sub(1)?).unwrap_or("").to_string();
    Some(Witness { who: None, did: "was here".to_string(), file: file.name.clone(), line, text })
}
