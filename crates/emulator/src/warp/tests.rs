//! Tests the interpreter against independent results: formulas in wider arithmetic, and a model that runs one lane at
//! a time.

mod events;
mod formats;
mod memory;
mod operations;
mod programs;
mod textures;

use super::super::assembly::{Assembly, Instruction, MemorySlot, MemorySpace, TypeLayout};
use super::super::bindings::{BoundMemory, SlotBindings, WarpContext};
use super::super::event::{LaneKind, MemoryKey, Observe, WarpInfo};
use super::super::storage::Storage;
use super::{Pause, Warp};
use gristmill_base::element::Scalar;
use gristmill_shader::Stage;
use std::sync::Arc;

/// Assembles this code with this number of registers.
fn assemble_code(instructions: Vec<Instruction>, registers: u32) -> Assembly {
    let lines = vec![0; instructions.len()];
    Assembly { lines, instructions, registers, local_size: [64, 1, 1], ..Assembly::new(Stage::Compute) }
}

fn warp_info(width: u32) -> WarpInfo {
    WarpInfo { group: [0; 3], group_number: 0, warp: 0, width, helpers: 0, lanes: LaneKind::Invocations(0) }
}

/// Creates a slot for an unsized array of words.
fn unsized_slot() -> MemorySlot {
    MemorySlot {
        name: "data".to_string(),
        space: MemorySpace::Buffer,
        binding: None,
        set: 0,
        layout: TypeLayout::Scalar(Scalar::U32),
        words: 0,
        open_end: Some((4, 0)),
        readonly: false,
        coherent: false,
    }
}

/// Binds a buffer with these words, and a shared variable given by its first word and its number of words.
fn bind_memories(buffer: &[u32], shared: (u32, u32)) -> SlotBindings {
    let storage = Arc::new(Storage::from_words(buffer));
    let shared = BoundMemory::Shared { base: shared.0, words: shared.1 };
    SlotBindings {
        memories: vec![BoundMemory::Global { key: MemoryKey::Global(7), storage }, shared],
        ..SlotBindings::default()
    }
}

/// Returns the buffer of [`bind_memories`].
fn read_buffer(bindings: &SlotBindings) -> Vec<u32> {
    match &bindings.memories[0] {
        BoundMemory::Global { storage, .. } => storage.to_vec(),
        BoundMemory::Shared { .. } => vec![],
    }
}

/// Runs to the end, `quantum` steps at a time, and past barriers.
fn run_to_end<const W: usize, O: Observe>(
    warp: &mut Warp<W>,
    assembly: &Assembly,
    bindings: &SlotBindings,
    shared: &mut [u32],
    observer: &mut O,
    quantum: u64,
) {
    loop {
        let mut context = WarpContext { bindings, shared, limit: 100_000, other: None, swap: 0 };
        match warp.run(assembly, &mut context, observer, quantum) {
            Pause::Ended => return,
            Pause::Stopped => panic!("it did not end"),
            Pause::Barrier(_) | Pause::Quantum => {}
        }
    }
}
