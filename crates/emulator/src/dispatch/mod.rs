//! Scheduling of work groups: the order in which warps run, and on which thread.

mod dice;
mod group;
mod launch;
mod recorder;
mod schedule;
mod speculation;
#[cfg(test)]
mod tests;
mod turns;

use super::assembly::{Assembly, SlotRef};
use super::bindings::{BoundMemory, SlotBindings};
use super::event::{Event, Launched, Observe};
use gristmill_base::error::Result;
use launch::{GroupLaunch, NARROW, WIDE, count};

pub use launch::{Ending, LaneDeal, Policy, ScheduleOrder, StepMeter, TURN};
pub use recorder::{Turn, TurnRecorder};
pub use speculation::parallel;

/// Runs all groups of a compute kernel one after another, under an observer.
///
/// # Errors
/// [`Error::Limit`] if there are more groups than fit into 32 bits.
pub fn watched<O: Observe>(
    assembly: &Assembly,
    bindings: &SlotBindings,
    groups: [u32; 3],
    policy: &Policy,
    observer: &mut O,
) -> Result<Ending> {
    let count = count(groups)?;
    let launch = GroupLaunch { assembly, bindings, groups, policy };
    if O::LISTENS {
        let (memories, textures, images) = bindings.identities();
        let launched = Launched {
            assembly,
            next: None,
            groups,
            memories: &memories,
            textures: &textures,
            images: &images,
            targets: &[],
            kept: &[],
        };
        observer.hear(&Event::Begins(&launched));
        if observer.hears_words() {
            for (slot, bound) in (0..).zip(&bindings.memories) {
                if let BoundMemory::Global { storage, .. } = bound {
                    observer.hear(&Event::Contents { slot, words: storage });
                }
            }
            let images = (0..).map(SlotRef::Image).zip(&bindings.images);
            for (place, (memory, texture)) in images.chain((0..).map(SlotRef::Texture).zip(&bindings.textures)) {
                observer.hear(&Event::Texture { place, memory: *memory, texture });
            }
        }
    }
    let ending = match policy.width as usize {
        ..=NARROW => schedule::run::<NARROW, O>(&launch, 0..count, observer),
        _ => schedule::run::<WIDE, O>(&launch, 0..count, observer),
    };
    if O::LISTENS {
        observer.hear(&Event::Ends(assembly));
    }
    Ok(ending)
}
