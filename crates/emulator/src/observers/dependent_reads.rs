//! Dependent reads: reads whose address comes from an earlier read. The cards of 2002 allowed four in a row.

use super::super::assembly::{
    Assembly, ImageOperation, Instruction, LevelOfDetail, MemorySpace, Register, SampleMethod,
};

/// For each register, the number of reads in the chain that leads to it.
struct ReadDepths(Vec<u32>);

impl ReadDepths {
    fn max_depth(&self, registers: &[Register]) -> u32 {
        registers
            .iter()
            .filter_map(|&register| self.0.get(register as usize))
            .copied()
            .max()
            .unwrap_or(0)
    }

    /// Records a read of a memory; returns the length of its chain if the memory is a buffer, else 0.
    fn record_load(&mut self, assembly: &Assembly, memory: u16, address: Register, to: (Register, u32)) -> u32 {
        let space = assembly.memories.get(usize::from(memory)).map(|slot| slot.space);
        let reads = u32::from(space == Some(MemorySpace::Buffer));
        let depth = self.max_depth(&[address]) + reads;
        self.set_depth(to.0, to.1, depth);
        depth * reads
    }

    fn set_depth(&mut self, first: Register, words: u32, depth: u32) {
        self.0
            .iter_mut()
            .skip(first as usize)
            .take(words as usize)
            .for_each(|place| *place = depth);
    }
}

/// Returns the longest chain of reads of textures, images and buffers, each with an address from the previous read. The
/// code is followed once, from top to bottom: values that a loop carries to its next turn are not followed.
pub(super) fn longest_read_chain(assembly: &Assembly) -> u32 {
    let mut depths = ReadDepths(vec![0; assembly.registers as usize]);
    let mut longest = 0;
    for instruction in &assembly.instructions {
        match *instruction {
            Instruction::Unary { to, a, .. } => depths.set_depth(to, 1, depths.max_depth(&[a])),
            Instruction::Binary { to, a, b, .. } => depths.set_depth(to, 1, depths.max_depth(&[a, b])),
            Instruction::Ternary { to, a, b, c, .. } => depths.set_depth(to, 1, depths.max_depth(&[a, b, c])),
            Instruction::Address { to, step } => {
                if let Some(step) = assembly.steps.get(step as usize) {
                    depths.set_depth(to, 1, depths.max_depth(&[step.base, step.index]));
                }
            }
            Instruction::Load { memory, words, to, address, .. } => {
                longest = longest.max(depths.record_load(assembly, memory, address, (to, words.into())));
            }
            Instruction::LoadNarrow { memory, to, address, .. } => {
                longest = longest.max(depths.record_load(assembly, memory, address, (to, 1)));
            }
            Instruction::LoadLocal { variable, words, to, address, .. } => {
                let Some(variable) = assembly.variables.get(usize::from(variable)) else { continue };
                let all: Vec<Register> = (variable.first..).take(variable.words as usize).collect();
                depths.set_depth(to, words.into(), depths.max_depth(&all).max(depths.max_depth(&[address])));
            }
            Instruction::StoreLocal { variable, words, list, address, .. } => {
                let Some(variable) = assembly.variables.get(usize::from(variable)) else { continue };
                let values = assembly.lists.iter().skip(list as usize).take(words.into()).copied();
                let values: Vec<Register> = values.chain([address]).collect();
                let all: Vec<Register> = (variable.first..).take(variable.words as usize).collect();
                depths.set_depth(variable.first, variable.words, depths.max_depth(&values).max(depths.max_depth(&all)));
            }
            Instruction::Sample { sample, to } => {
                let Some(sample) = assembly.samples.get(sample as usize) else { continue };
                let mut from = sample.coordinates.clone();
                from.extend(sample.item.map(|item| item.0));
                from.extend(sample.offset.iter().flatten());
                match &sample.level {
                    LevelOfDetail::Explicit(level) => from.push(*level),
                    LevelOfDetail::Implicit(bias) => from.extend(bias),
                    LevelOfDetail::Gradients(x, y) => from.extend(x.iter().chain(y)),
                    LevelOfDetail::Base => {}
                }
                let reads = matches!(sample.method, SampleMethod::Filter | SampleMethod::Fetch | SampleMethod::Gather);
                let results = match sample.method {
                    SampleMethod::Filter | SampleMethod::Fetch | SampleMethod::Gather if sample.compare.is_none() => 4,
                    SampleMethod::Gather => 4,
                    SampleMethod::Size => from.len() as u32,
                    SampleMethod::QueryLevel => 2,
                    _ => 1,
                };
                let depth = depths.max_depth(&from) + u32::from(reads);
                longest = longest.max(depth * u32::from(reads));
                depths.set_depth(to, results, depth);
            }
            Instruction::Image { image_use, to } => {
                let Some(image) = assembly.image_uses.get(image_use as usize) else { continue };
                let mut from = image.coordinates.clone();
                from.extend(image.item.map(|item| item.0));
                let depth = depths.max_depth(&from) + 1;
                match image.work {
                    ImageOperation::Load => depths.set_depth(to, 4, depth),
                    ImageOperation::Atomic { .. } => depths.set_depth(to, 1, depth),
                    ImageOperation::Store(_) | ImageOperation::Size => continue,
                }
                longest = longest.max(depth);
            }
            _ => {}
        }
    }
    longest
}
