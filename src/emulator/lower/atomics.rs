//! Atomic operations on buffers, shared variables, counters and images; barriers.

use super::super::assembly::{Binary, ImageUse, ImageWork, Instruction, Register};
use super::super::storage::AtomicOp;
use super::fault::{Lowered, fault};
use super::lowering::Lowering;
use super::module::{id, ids, made};
use super::value::{IdValue, PointerTarget};
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{MemorySemantics, Op};

/// The operation that an opcode is.
fn atomic_of(op: Op) -> Option<AtomicOp> {
    Some(match op {
        Op::AtomicLoad => AtomicOp::Load,
        Op::AtomicStore => AtomicOp::Store,
        Op::AtomicExchange => AtomicOp::Exchange,
        Op::AtomicCompareExchange => AtomicOp::CompareExchange,
        Op::AtomicIIncrement | Op::AtomicIAdd => AtomicOp::Add,
        Op::AtomicIDecrement | Op::AtomicISub => AtomicOp::Sub,
        Op::AtomicSMin => AtomicOp::MinInt,
        Op::AtomicUMin => AtomicOp::MinUint,
        Op::AtomicSMax => AtomicOp::MaxInt,
        Op::AtomicUMax => AtomicOp::MaxUint,
        Op::AtomicAnd => AtomicOp::And,
        Op::AtomicOr => AtomicOp::Or,
        Op::AtomicXor => AtomicOp::Xor,
        _ => return None,
    })
}

impl Lowering<'_> {
    /// An atomic operation; false if it is something else.
    pub(super) fn atomic(&mut self, instruction: &Made) -> Lowered<bool> {
        let opcode = instruction.class.opcode;
        let Some(op) = atomic_of(opcode) else { return Ok(false) };
        let pointer = self.value(id(instruction, 0)?)?;
        let (value, compare) = match opcode {
            Op::AtomicLoad => (self.whole(0)?, None),
            Op::AtomicIIncrement | Op::AtomicIDecrement => (self.whole(1)?, None),
            Op::AtomicCompareExchange => {
                (self.scalar_of(id(instruction, 4)?)?, Some(self.scalar_of(id(instruction, 5)?)?))
            }
            _ => (self.scalar_of(id(instruction, 3)?)?, None),
        };
        let used = match instruction.result_id {
            Some(result) => self.scope()?.routine.uses.get(&result).is_some_and(|uses| uses.count > 0),
            None => false,
        };
        let to = match pointer.target {
            Some(PointerTarget::Texel { slot, item }) => {
                self.atomic_texel(&pointer, (slot, item), op, (value, compare))?
            }
            _ => self.atomic_word(&pointer, op, used, (value, compare))?,
        };
        if instruction.result_id.is_some() {
            let (result, of) = made(instruction)?;
            if self.source.types.words(of)? != 1 {
                return fault("an atomic operation gives one word");
            }
            self.set(result, IdValue::of(vec![to]))?;
        }
        Ok(true)
    }

    fn atomic_word(
        &mut self,
        pointer: &IdValue,
        op: AtomicOp,
        used: bool,
        (value, compare): (Register, Option<Register>),
    ) -> Lowered<Register> {
        let (memory_place, of, _) = self.memory_place(pointer)?;
        if self.source.types.words(of)? != 1 {
            return fault("an atomic operation is on one word");
        }
        let to = self.out.registers.temporaries(1)?;
        let operands = self.list(&[value, compare.unwrap_or(value)]);
        self.choose(memory_place, (to, u32::from(used)), |lowering, memory| {
            let (address, offset) = (memory_place.address, memory_place.offset);
            lowering.emit(Instruction::Atomic { memory, op, used, to, address, offset, operands })?;
            Ok(())
        })?;
        Ok(to)
    }

    fn atomic_texel(
        &mut self,
        pointer: &IdValue,
        (image, item): (u16, Option<u16>),
        op: AtomicOp,
        (value, compare): (Register, Option<Register>),
    ) -> Lowered<Register> {
        let mut coordinates = pointer.registers.clone();
        let item = match item {
            Some(count) if !coordinates.is_empty() => Some((coordinates.remove(0), count)),
            _ => None,
        };
        let to = self.out.registers.temporaries(1)?;
        let work = ImageWork::Atomic { op, value, compare };
        let image_use = self.out.code.image_uses.len() as u32;
        self.out.code.image_uses.push(ImageUse { image, item, coordinates, work });
        self.emit(Instruction::Image { image_use, to })?;
        Ok(to)
    }

    /// `memoryBarrier...()`: which memories.
    pub(super) fn memory_barrier(&mut self, instruction: &Made) -> Lowered<()> {
        let semantics = self.source.constants.word(id(instruction, 1)?).unwrap_or(u32::MAX);
        let has = |bits: MemorySemantics| semantics & bits.bits() != 0;
        let buffers = has(MemorySemantics::UNIFORM_MEMORY | MemorySemantics::ATOMIC_COUNTER_MEMORY);
        let (images, shared) = (has(MemorySemantics::IMAGE_MEMORY), has(MemorySemantics::WORKGROUP_MEMORY));
        self.emit(Instruction::MemoryBarrier { buffers, images, shared })?;
        Ok(())
    }

    /// A pointer to a texel.
    pub(super) fn texel_pointer(&mut self, instruction: &Made) -> Lowered<()> {
        let (result, _) = made(instruction)?;
        let [image, coordinates, ..] = ids(instruction, 0)?[..] else { return fault("a texel has no image") };
        let image = self.value(image)?;
        let Some(PointerTarget::Opaque { image: true, slot, count, moving, .. }) = image.target else {
            return fault("a texel is of what is no image");
        };
        let mut registers = if moving { image.registers.clone() } else { vec![] };
        let sides = self
            .out
            .code
            .images
            .get(usize::from(slot))
            .map_or(0, |image| super::images::coordinates_of(image.dimension, image.arrayed));
        let coordinates = self.result_of(coordinates)?;
        if coordinates.len() < sides {
            return fault("a texel has too few coordinates");
        }
        registers.extend_from_slice(&coordinates[..sides]);
        let item = moving.then_some(count);
        self.set(result, IdValue { registers, target: Some(PointerTarget::Texel { slot, item }) })
    }

    /// The lane of a vector that a register says.
    pub(super) fn extract(&mut self, vector: &[Register], index: rspirv::spirv::Word) -> Lowered<Register> {
        let slot = self.vector_slot(vector)?;
        let limit = self.whole(vector.len() as u32)?;
        let address = self.address(None, index, 1, limit, super::super::assembly::SlotRef::Variable(slot))?;
        let to = self.out.registers.temporaries(1)?;
        self.emit(Instruction::LoadLocal { variable: slot, words: 1, to, address, offset: 0 })?;
        Ok(to)
    }

    /// A vector with one lane set, the one that a register says.
    pub(super) fn insert(
        &mut self,
        vector: &[Register],
        lane: Register,
        index: rspirv::spirv::Word,
    ) -> Lowered<Vec<Register>> {
        let index = self.scalar_of(index)?;
        let mut lanes = vec![];
        for (number, &old) in (0..).zip(vector) {
            let number = self.whole(number)?;
            let here = self.binary(Binary::EqualInt, index, number)?;
            lanes.push(self.ternary(super::super::assembly::Ternary::Select, here, lane, old)?);
        }
        Ok(lanes)
    }
}
