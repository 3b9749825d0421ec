//! Scheduling of work groups: the order in which warps run, and on which thread.

mod group;
mod launch;
mod recorder;
mod replay;
mod rng;
mod schedule;
mod speculation;
#[cfg(test)]
mod tests;

use super::assembly::{Assembly, SlotRef};
use super::bindings::{BoundMemory, SlotBindings};
use super::event::{ExecutionEvent, LaunchInfo, Observe};
use gristmill_base::error::Result;
use launch::{GroupLaunch, NARROW_WARP_LANES, WIDE_WARP_LANES, count_groups};

pub use launch::{Ending, LaneAssignment, Policy, STEPS_PER_TURN, ScheduleOrder, StepMeter};
pub use recorder::{TurnRecorder, WarpTurn};
pub use speculation::run_parallel;

/// Runs all groups of a compute kernel one after another, under an observer.
///
/// # Errors
/// [`Error::Limit`](gristmill_base::error::Error::Limit) if there are more groups than fit into 32 bits.
pub fn run_watched<O: Observe>(
    assembly: &Assembly,
    bindings: &SlotBindings,
    groups: [u32; 3],
    policy: &Policy,
    observer: &mut O,
) -> Result<Ending> {
    let count = count_groups(groups)?;
    let launch = GroupLaunch { assembly, bindings, groups, policy };
    if O::WANTS_EVENTS {
        let (memories, textures, images) = bindings.slot_identities();
        let launched = LaunchInfo {
            assembly,
            next: None,
            groups,
            memories: &memories,
            textures: &textures,
            images: &images,
            targets: &[],
            kept: &[],
        };
        observer.observe(&ExecutionEvent::LaunchBegins(&launched));
        if observer.wants_words() {
            for (slot, bound) in (0..).zip(&bindings.memories) {
                if let BoundMemory::Global { storage, .. } = bound {
                    observer.observe(&ExecutionEvent::Contents { slot, words: storage });
                }
            }
            let images = (0..).map(SlotRef::Image).zip(&bindings.images);
            for (place, (memory, texture)) in images.chain((0..).map(SlotRef::Texture).zip(&bindings.textures)) {
                observer.observe(&ExecutionEvent::Texture { place, memory: *memory, texture });
            }
        }
    }
    let ending = match policy.width as usize {
        ..=NARROW_WARP_LANES => schedule::run_groups::<NARROW_WARP_LANES, O>(&launch, 0..count, observer),
        _ => schedule::run_groups::<WIDE_WARP_LANES, O>(&launch, 0..count, observer),
    };
    if O::WANTS_EVENTS {
        observer.observe(&ExecutionEvent::LaunchEnds(assembly));
    }
    Ok(ending)
}
