//! Launches with observers, and their repetition with other outcomes of undefined operations.

use super::Emulator;
use crate::assembly::{Assembly, ImageOperation, Instruction};
use crate::bindings::{BoundMemory, SlotBindings};
use crate::dispatch::Ending;
use crate::lowered::LoweredStage;
use crate::observers::{HarmlessReason, Watch, WatchResults};
use crate::raster::PassOutcome;
use crate::storage::Storage;
use crate::undefined::OtherOutcome;
use crate::warp::may_be_undefined;
use gristmill_base::error::Result;
use gristmill_base::finding::Listening;

/// A launch with observers.
pub(super) struct WatchedLaunch<'a> {
    pub listening: Listening,
    /// The stages, the main one first.
    pub stages: &'a [(&'a Assembly, &'a LoweredStage)],
    /// Memories that it may write.
    pub written: Vec<&'a Storage>,
}

/// The observer of a launch: of events, or of results as well.
pub(super) enum LaunchObserver<'a> {
    Events(&'a mut Watch),
    Results(&'a mut WatchResults),
}

impl Emulator {
    /// Runs a launch with observers and logs their findings and counters. For each undefined
    /// operation that it performed, the launch runs again with other outcomes of that operation.
    /// Afterwards all memories are as after the first run.
    pub(super) fn run_watched(
        &self,
        watched: WatchedLaunch,
        run: impl Fn(LaunchObserver, Option<OtherOutcome>) -> Result<PassOutcome>,
    ) -> Result<PassOutcome> {
        let WatchedLaunch { mut listening, stages, written } = watched;
        listening.timeline &= self.log.has_timeline_room();
        let mut watch = WatchResults(Watch::new(listening));
        let hears = if listening.non_finite {
            LaunchObserver::Results(&mut watch)
        } else {
            LaunchObserver::Events(&mut watch.0)
        };
        let assemblies: Vec<&Assembly> = stages.iter().map(|(assembly, _)| *assembly).collect();
        let mut code = assemblies.iter().flat_map(|assembly| &assembly.instructions);
        let before = if listening.faults && !listening.races_alone && code.any(may_be_undefined) {
            copy_words(&written)
        } else {
            vec![]
        };
        let ran = run(hears, None)?;
        let operations = watch.0.undefined_operations();
        if !operations.is_empty() {
            let after = copy_words(&written);
            for operation in operations {
                if ran.ending != Ending::Complete {
                    watch.0.mark_harmless(operation, HarmlessReason::Untried);
                    continue;
                }
                let harmless = hold_for_all(operation.other_outcomes(), |outcome| {
                    restore_words(&before, &written);
                    let other = run(LaunchObserver::Events(&mut Watch::new(Listening::NOTHING)), Some(outcome))?;
                    Ok(other.ending == Ending::Complete && other.passed == ran.passed && copy_words(&written) == after)
                })?;
                if harmless {
                    watch.0.mark_harmless(operation, HarmlessReason::Same);
                }
            }
            restore_words(&after, &written);
        }
        let texts: Vec<_> = stages
            .iter()
            .map(|(assembly, lowered)| (*assembly, &lowered.expanded))
            .collect();
        self.log.timelines.borrow_mut().extend(watch.0.take_timeline(&texts));
        for (assembly, lowered) in stages {
            self.log.merge_findings(watch.0.take_findings(assembly, &lowered.expanded));
            if let Some(counters) = watch.0.take_counters(assembly, &lowered.expanded) {
                self.log.counters.borrow_mut().add(&counters);
            }
        }
        Ok(ran)
    }
}

fn restore_words(words: &[Vec<u32>], written: &[&Storage]) {
    written
        .iter()
        .zip(words)
        .for_each(|(storage, words)| storage.write_words(words))
}

fn copy_words(written: &[&Storage]) -> Vec<Vec<u32>> {
    written.iter().map(|storage| storage.to_vec()).collect()
}

/// Returns true if the condition holds for all outcomes; it is not evaluated past the first failure.
fn hold_for_all(
    outcomes: impl Iterator<Item = OtherOutcome>,
    holds: impl Fn(OtherOutcome) -> Result<bool>,
) -> Result<bool> {
    for outcome in outcomes {
        if !holds(outcome)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the buffers and images that a compute kernel may store to.
pub(super) fn written_storages<'b>(assembly: &Assembly, bindings: &'b SlotBindings) -> Vec<&'b Storage> {
    let mut found: Vec<&Storage> = vec![];
    for instruction in &assembly.instructions {
        match *instruction {
            Instruction::Store { memory, .. }
            | Instruction::StoreNarrow { memory, .. }
            | Instruction::Atomic { memory, .. } => {
                if let Some(BoundMemory::Global { storage, .. }) = bindings.memories.get(usize::from(memory)) {
                    add_storage(storage, &mut found);
                }
            }
            Instruction::Image { image_use, .. } => {
                let Some(used) = assembly.image_uses.get(image_use as usize) else { continue };
                if matches!(used.work, ImageOperation::Store(_) | ImageOperation::Atomic { .. }) {
                    let items = used.item.map_or(1, |(_, items)| usize::from(items));
                    let images = bindings.images.iter().skip(usize::from(used.image)).take(items);
                    images.for_each(|(_, texture)| add_storage(&texture.storage, &mut found));
                }
            }
            _ => {}
        }
    }
    found
}

/// Adds a storage that is not there yet.
fn add_storage<'b>(storage: &'b Storage, found: &mut Vec<&'b Storage>) {
    if !found.iter().any(|known| std::ptr::eq(*known, storage)) {
        found.push(storage);
    }
}
