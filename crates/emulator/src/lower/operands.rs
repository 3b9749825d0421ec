//! The registers that an instruction reads and writes.

use super::super::assembly::{AddressStep, Assembly, ImageOperation, Instruction, LevelOfDetail, Register, SampleUse};
use super::super::assembly::{ImageUse, SampleMethod};
use super::super::undefined::UndefinedCheck;

/// Calls `tell` with each register that an instruction reads.
pub fn for_each_read(code: &Assembly, instruction: &Instruction, mut tell: impl FnMut(Register)) {
    match *instruction {
        Instruction::Unary { a, .. } => tell(a),
        Instruction::Binary { a, b, .. } => [a, b].into_iter().for_each(tell),
        Instruction::Ternary { a, b, c, .. } => [a, b, c].into_iter().for_each(tell),
        Instruction::Wide { op, a, b, c, .. } => {
            let read = [a, b, c].into_iter().zip(op.operand_registers());
            read.flat_map(|(first, words)| first..first.saturating_add(words))
                .for_each(tell);
        }
        Instruction::Subgroup { number, .. } => {
            if let Some(used) = code.subgroups.get(number as usize) {
                used.values.iter().copied().chain(used.other).for_each(&mut tell);
                used.partition_ballot().into_iter().flatten().for_each(tell);
            }
        }
        Instruction::Address { step, .. } => {
            if let Some(&AddressStep { base, index, limit, .. }) = code.steps.get(step as usize) {
                [base, index, limit].into_iter().for_each(tell);
            }
        }
        Instruction::Load { address, .. }
        | Instruction::LoadNarrow { address, .. }
        | Instruction::LoadLocal { address, .. } => tell(address),
        Instruction::StoreNarrow { from, address, .. } => [address, from].into_iter().for_each(tell),
        Instruction::Store { words, list: from, address, .. }
        | Instruction::StoreLocal { words, list: from, address, .. } => {
            tell(address);
            visit_list(from, words.into(), &mut tell, code);
        }
        Instruction::Atomic { address, operands, words, .. } => {
            tell(address);
            visit_list(operands, 2 * u32::from(words), &mut tell, code);
        }
        Instruction::CheckUndefined(UndefinedCheck { a, b, to, .. }) => [a, b, to].into_iter().for_each(tell),
        Instruction::OutputRead { first, words, .. } => (first..first.saturating_add(words)).for_each(tell),
        Instruction::Sample { sample, .. } => {
            if let Some(sample) = code.samples.get(sample as usize) {
                for_each_sample_read(sample, tell);
            }
        }
        Instruction::Image { image_use, .. } => {
            if let Some(image_use) = code.image_uses.get(image_use as usize) {
                for_each_image_read(image_use, tell);
            }
        }
        Instruction::If { condition, .. } | Instruction::Case { condition, .. } => tell(condition),
        _ => {}
    }
}

#[inline]
fn visit_list(from: u32, count: u32, tell: &mut dyn FnMut(Register), code: &Assembly) {
    code.lists
        .iter()
        .skip(from as usize)
        .take(count as usize)
        .for_each(|&register| tell(register));
}

fn for_each_sample_read(sample: &SampleUse, tell: impl FnMut(Register)) {
    let mut all: Vec<Register> = sample.coordinates.clone();
    all.extend(sample.item.map(|(item, _)| item));
    all.extend(sample.compare);
    all.extend(sample.offset.iter().flatten());
    match &sample.level {
        LevelOfDetail::Implicit(bias) => all.extend(bias),
        LevelOfDetail::Explicit(level) => all.push(*level),
        LevelOfDetail::Gradients(x, y) => all.extend(x.iter().chain(y)),
        LevelOfDetail::Base => {}
    }
    all.into_iter().for_each(tell);
}

fn for_each_image_read(image_use: &ImageUse, tell: impl FnMut(Register)) {
    let mut all: Vec<Register> = image_use.coordinates.clone();
    all.extend(image_use.item.map(|(item, _)| item));
    match &image_use.work {
        ImageOperation::Store(values) => all.extend(values),
        ImageOperation::Atomic { value, compare, .. } => {
            all.push(*value);
            all.extend(compare);
        }
        ImageOperation::Load | ImageOperation::Size => {}
    }
    all.into_iter().for_each(tell);
}

/// Returns true if lanes may join or leave at an instruction.
pub fn is_control_flow(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::If { .. }
            | Instruction::Else { .. }
            | Instruction::EndIf
            | Instruction::Loop
            | Instruction::Continue
            | Instruction::Repeat { .. }
            | Instruction::EndLoop
            | Instruction::Switch
            | Instruction::Case { .. }
            | Instruction::EndSwitch
            | Instruction::Call
            | Instruction::EndCall
            | Instruction::Leave { .. }
            | Instruction::Kill { .. }
    )
}

/// Returns the registers that an instruction writes: the first one and their number.
pub fn written_registers(code: &Assembly, instruction: &Instruction) -> (Register, u32) {
    match *instruction {
        Instruction::Unary { to, .. }
        | Instruction::Binary { to, .. }
        | Instruction::Ternary { to, .. }
        | Instruction::Address { to, .. }
        | Instruction::LoadNarrow { to, .. }
        | Instruction::Length { to, .. } => (to, 1),
        Instruction::CheckUndefined(UndefinedCheck { to, .. }) => (to, 1),
        Instruction::Wide { op, to, .. } => (to, op.result_registers()),
        Instruction::Clock { to } => (to, 2),
        Instruction::Subgroup { number, to } => {
            (to, code.subgroups.get(number as usize).map_or(0, |used| used.result_count()))
        }
        Instruction::Atomic { to, used, words, .. } => (to, if used { words.into() } else { 0 }),
        Instruction::Load { to, words, .. } | Instruction::LoadLocal { to, words, .. } => (to, words.into()),
        Instruction::Sample { sample, to } => (to, code.samples.get(sample as usize).map_or(0, sample_result_count)),
        Instruction::Image { image_use, to } => {
            let count = match code.image_uses.get(image_use as usize) {
                Some(ImageUse { work: ImageOperation::Load, .. }) => 4,
                Some(ImageUse { work: ImageOperation::Atomic { .. }, .. }) => 1,
                Some(ImageUse { work: ImageOperation::Size, .. }) => 3,
                _ => 0,
            };
            (to, count)
        }
        _ => (0, 0),
    }
}

/// Returns the largest number of results.
fn sample_result_count(sample: &SampleUse) -> u32 {
    match sample.method {
        SampleMethod::Filter if sample.compare.is_some() => 1,
        SampleMethod::Filter | SampleMethod::Fetch | SampleMethod::Gather => 4,
        SampleMethod::Size => 3,
        SampleMethod::QueryLevel => 2,
        SampleMethod::Levels => 1,
    }
}

/// Makes an instruction write to another register.
pub(super) fn set_target_register(instruction: &mut Instruction, register: Register) {
    match instruction {
        Instruction::Unary { to, .. }
        | Instruction::Binary { to, .. }
        | Instruction::Ternary { to, .. }
        | Instruction::Address { to, .. }
        | Instruction::Length { to, .. }
        | Instruction::Atomic { to, .. }
        | Instruction::Load { to, .. }
        | Instruction::LoadNarrow { to, .. }
        | Instruction::LoadLocal { to, .. }
        | Instruction::Sample { to, .. }
        | Instruction::Wide { to, .. }
        | Instruction::Subgroup { to, .. }
        | Instruction::Clock { to }
        | Instruction::Image { to, .. } => *to = register,
        _ => {}
    }
}
