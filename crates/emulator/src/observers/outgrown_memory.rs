//! Memories without a declared length that a kernel indexes out of range: the index shows the length that they need.

use super::super::assembly::{AddressStep, Assembly, Instruction, Pc, SlotRef};
use super::super::event::ExecutionEvent;
use super::super::lanes::lane_numbers as lanes_of;
use std::collections::BTreeMap;

/// A memory without a declared length that a kernel indexes out of range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgrownMemory {
    /// The block, the texture or the image.
    pub memory: String,
    /// The name of the variable in findings.
    pub variable: String,
    /// True if it is a texture or an image.
    pub is_texture: bool,
    /// Number of words that it needs; for a texture, the texels along one of its sides.
    pub needed: u64,
}

/// Observer of indices out of range that keeps the largest.
#[derive(Debug, Default)]
pub(super) struct OutgrownObserver {
    /// The largest index; `None` once an index was below zero, which no length can fix.
    largest: BTreeMap<(SlotRef, Pc), Option<u32>>,
}

impl OutgrownObserver {
    /// Keeps the largest index of one event.
    pub(super) fn observe(&mut self, event: &ExecutionEvent) {
        let ExecutionEvent::IndexOutOfRange { at, of, lanes, index, limit } = *event else { return };
        let known = self.largest.entry((of, at.pc)).or_insert(Some(0));
        for lane in lanes_of(lanes & at.mask & !at.info.helpers) {
            let index = read_lane_word(index, lane);
            *known = known.filter(|_| index <= i32::MAX as u32);
            if index >= read_lane_word(limit, lane) {
                *known = known.map(|largest| largest.max(index));
            }
        }
    }

    /// Returns the memories of that code that would have to be longer, and forgets them.
    pub(super) fn take_outgrown(&mut self, assembly: &Assembly) -> Vec<OutgrownMemory> {
        let largest = std::mem::take(&mut self.largest);
        let outgrown = largest
            .into_iter()
            .filter_map(|((of, pc), largest)| find_outgrown(assembly, of, pc, largest?));
        outgrown.collect()
    }
}

fn read_lane_word(words: &[u32], lane: u32) -> u32 {
    words.get(lane as usize).copied().unwrap_or(0)
}

/// Returns the memory with the length it needs for that index, if the host determines its length.
fn find_outgrown(assembly: &Assembly, of: SlotRef, pc: Pc, largest: u32) -> Option<OutgrownMemory> {
    let items = u64::from(largest) + 1;
    match of {
        SlotRef::Memory(number) => {
            let slot = assembly.memories.get(usize::from(number))?;
            let (item, start) = slot.open_end?;
            let step = address_step(assembly, pc);
            if step.is_some_and(|step| !is_runtime_array_step(assembly, number, step)) {
                return None; // an array of a declared length inside it
            }
            let needed = match step {
                Some(_) => (u64::from(start) + items * u64::from(item)).div_ceil(4),
                None => items,
            };
            let variable = slot.unsized_array().unwrap_or(&slot.name).to_string();
            Some(OutgrownMemory { memory: slot.name.clone(), variable, is_texture: false, needed })
        }
        SlotRef::Texture(number) => {
            let memory = assembly.textures.get(usize::from(number))?.name.clone();
            Some(OutgrownMemory { variable: memory.clone(), memory, is_texture: true, needed: items })
        }
        SlotRef::Image(number) => {
            let memory = assembly.images.get(usize::from(number))?.name.clone();
            Some(OutgrownMemory { variable: memory.clone(), memory, is_texture: true, needed: items })
        }
        SlotRef::Variable(_) => None,
    }
}

fn address_step(assembly: &Assembly, pc: Pc) -> Option<&AddressStep> {
    match assembly.instructions.get(pc as usize)? {
        Instruction::Address { step, .. } => assembly.steps.get(*step as usize),
        _ => None,
    }
}

/// True if a step indexes the runtime array of that memory.
fn is_runtime_array_step(assembly: &Assembly, number: u16, step: &AddressStep) -> bool {
    assembly.instructions.iter().any(|instruction| {
        matches!(instruction, Instruction::Length { memory, to } if *memory == number && *to == step.limit)
    })
}
