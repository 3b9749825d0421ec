//! Static analysis of the memory accesses of a launch's code.

use super::super::assembly::{Assembly, ImageOperation, Instruction, MemorySpace};
use super::super::event::{LaunchInfo, MemoryKey};
use std::collections::HashMap;

/// True if lanes may learn from one another without a barrier of their group: by atomics between memory barriers, or by
/// barriers of a subgroup.
pub(super) fn is_linked(assembly: &Assembly) -> bool {
    let code = || assembly.instructions.iter();
    let sees = code().any(|instruction| match *instruction {
        Instruction::Atomic { used, .. } => used,
        Instruction::Image { image_use, .. } => has_image_atomic(image_use, assembly),
        _ => false,
    });
    sees && code().any(|instruction| matches!(instruction, Instruction::MemoryBarrier(_)))
        || code().any(|instruction| *instruction == Instruction::SubgroupBarrier)
}

fn has_image_atomic(image_use: u32, assembly: &Assembly) -> bool {
    let image = assembly.image_uses.get(image_use as usize);
    image.is_some_and(|image| matches!(image.work, ImageOperation::Atomic { .. }))
}

/// Kinds of accesses to a memory in the code.
#[derive(Debug, Default)]
struct MemoryUsage {
    loaded: bool,
    stored: bool,
    atomic: bool,
}

impl MemoryUsage {
    fn may_race(&self) -> bool {
        self.stored || self.atomic && self.loaded
    }
}

/// Kinds of accesses in the code to the memories that all groups can reach.
#[derive(Debug, Default)]
pub(super) struct UsedMemories(HashMap<usize, MemoryUsage>);

impl UsedMemories {
    /// Collects the accesses in the code of a launch.
    pub(super) fn of_launch(launched: &LaunchInfo) -> UsedMemories {
        let assembly = launched.assembly;
        let mut uses = UsedMemories::default();
        let memory = |slot: u16| {
            let shared = assembly
                .memories
                .get(usize::from(slot))
                .is_some_and(|slot| matches!(slot.space, MemorySpace::Shared(_)));
            launched
                .memories
                .get(usize::from(slot))
                .filter(|_| !shared)
                .map(|memory| memory.0)
        };
        for instruction in &assembly.instructions {
            match *instruction {
                Instruction::Load { memory: slot, .. } | Instruction::LoadNarrow { memory: slot, .. } => {
                    uses.mark_use(memory(slot), |used| used.loaded = true);
                }
                Instruction::Store { memory: slot, .. } | Instruction::StoreNarrow { memory: slot, .. } => {
                    uses.mark_use(memory(slot), |used| used.stored = true);
                }
                Instruction::Atomic { memory: slot, .. } => uses.mark_use(memory(slot), |used| used.atomic = true),
                Instruction::Sample { sample, .. } => {
                    let Some(sample) = assembly.samples.get(sample as usize) else { continue };
                    let items = sample.item.map_or(1, |(_, items)| items);
                    for (memory, ..) in launched.textures.iter().skip(sample.texture.into()).take(items.into()) {
                        uses.mark_use(Some(*memory), |used| used.loaded = true);
                    }
                }
                Instruction::Image { image_use, .. } => {
                    let Some(image) = assembly.image_uses.get(image_use as usize) else { continue };
                    let items = image.item.map_or(1, |(_, items)| items);
                    for (memory, ..) in launched.images.iter().skip(image.image.into()).take(items.into()) {
                        uses.mark_use(Some(*memory), |used| match image.work {
                            ImageOperation::Load => used.loaded = true,
                            ImageOperation::Store(_) => used.stored = true,
                            ImageOperation::Atomic { .. } => used.atomic = true,
                            ImageOperation::Size => {}
                        });
                    }
                }
                _ => {}
            }
        }
        uses
    }

    /// True if one lane may write a memory while another one uses it.
    pub(super) fn may_race(&self, memory: usize) -> bool {
        self.0.get(&memory).is_some_and(MemoryUsage::may_race)
    }

    /// Returns the memories that one lane may write while another one uses them.
    pub(super) fn racing_memories(&self) -> impl Iterator<Item = usize> {
        self.0.iter().filter(|(_, used)| used.may_race()).map(|(memory, _)| *memory)
    }

    fn mark_use(&mut self, memory: Option<MemoryKey>, how: impl Fn(&mut MemoryUsage)) {
        if let Some(MemoryKey::Global(memory)) = memory {
            how(self.0.entry(memory).or_default());
        }
    }
}
