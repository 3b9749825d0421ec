//! Atomic operations on buffers, shared variables, counters and images; barriers.

use super::super::assembly::{Binary, Fence, ImageUse, ImageWork, Instruction, MemoryScope, Pc, Register};
use super::super::storage::AtomicOp;
use super::fault::{Lowered, fault};
use super::lowering::Lowering;
use super::module::{id, ids, made};
use super::value::{IdValue, PointerTarget};
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{MemorySemantics, Op};

/// SPIR-V's numbers for the scopes work group and subgroup.
const WORKGROUP: u32 = 2;
const SUBGROUP: u32 = 3;

/// Semantics that both acquire and release.
const BOTH: MemorySemantics = MemorySemantics::ACQUIRE_RELEASE.union(MemorySemantics::SEQUENTIALLY_CONSISTENT);

/// Orders the accesses before an atomic operation before it.
const RELEASE: MemorySemantics = MemorySemantics::RELEASE;
/// Orders the accesses after an atomic operation after it.
const ACQUIRE: MemorySemantics = MemorySemantics::ACQUIRE;

/// Returns the atomic operation of an opcode.
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
        Op::AtomicFAddEXT => AtomicOp::AddFloat,
        Op::AtomicFMinEXT => AtomicOp::MinFloat,
        Op::AtomicFMaxEXT => AtomicOp::MaxFloat,
        _ => return None,
    })
}

impl Lowering<'_> {
    /// Lowers an atomic operation; returns false if the instruction is something else.
    pub(super) fn atomic(&mut self, instruction: &Made) -> Lowered<bool> {
        let opcode = instruction.class.opcode;
        let Some(op) = atomic_of(opcode) else { return Ok(false) };
        let pointer = self.value(id(instruction, 0)?)?;
        let (value, compare) = match opcode {
            // GLSL has no increment of 64 bits.
            Op::AtomicLoad => (vec![self.whole(0)?; 2], None),
            Op::AtomicIIncrement | Op::AtomicIDecrement => (vec![self.whole(1)?], None),
            Op::AtomicCompareExchange => {
                (self.number_of(id(instruction, 4)?)?, Some(self.number_of(id(instruction, 5)?)?))
            }
            _ => (self.number_of(id(instruction, 3)?)?, None),
        };
        self.fence_of_atomic(instruction, RELEASE)?;
        let begins = self.out.code.instructions.len() as Pc;
        let used = match instruction.result_id {
            Some(result) => self.scope()?.routine.uses.get(&result).is_some_and(|uses| uses.count > 0),
            None => false,
        };
        let to = match pointer.target {
            Some(PointerTarget::Texel { slot, item }) => {
                if value.len() != 1 && opcode != Op::AtomicLoad {
                    return fault("the emulator has no atomic operations of 64 bits on images");
                }
                let compare = compare.as_deref().and_then(|words| words.first()).copied();
                self.atomic_texel(&pointer, (slot, item), op, (value[0], compare))?
            }
            _ => self.atomic_word(&pointer, op, used, (&value, compare.as_deref()))?,
        };
        let scope = MemoryScope::of_spirv(self.scope_of(instruction, 1));
        if scope != MemoryScope::Device {
            let places = begins..self.out.code.instructions.len() as Pc;
            self.out.code.narrow_atomics.extend(places.map(|pc| (pc, scope)));
        }
        if instruction.result_id.is_some() {
            let (result, of) = made(instruction)?;
            let words = self.source.types.words(of)?;
            if words > 2 || words as usize > value.len() && opcode != Op::AtomicLoad {
                return fault("an atomic operation gives what is not of its type");
            }
            self.set(result, IdValue::of((to..to + words).collect()))?;
        }
        self.fence_of_atomic(instruction, ACQUIRE)?;
        Ok(true)
    }

    fn atomic_word(
        &mut self,
        pointer: &IdValue,
        op: AtomicOp,
        used: bool,
        (value, compare): (&[Register], Option<&[Register]>),
    ) -> Lowered<Register> {
        let (mut memory_place, of, form) = self.memory_place(pointer)?;
        let words = self.source.types.words(of)? as u8;
        let number = self.source.types.number(of);
        let compare = compare.unwrap_or(value);
        if let Some(number) = number.filter(|number| number.bits() < 32) {
            return fault(format!("the emulator has no atomic operations on a {}", number.name()));
        }
        let count = usize::from(words);
        let (Some(value), Some(compare), 1 | 2) = (value.get(..count), compare.get(..count), words) else {
            return fault("an atomic operation is on one number");
        };
        if form.in_bytes {
            // As a signed number OUTSIDE is -1, and the shift keeps it so.
            let two = self.whole(2)?;
            memory_place.address = self.binary(Binary::ShiftRightInt, memory_place.address, two)?;
            memory_place.offset /= 4;
        }
        let to = self.out.registers.temporaries(words.into())?;
        let operands = self.list(&[value, compare].concat());
        let results = if used { words.into() } else { 0 };
        self.choose(memory_place, (to, results), |lowering, memory| {
            let (address, offset) = (memory_place.address, memory_place.offset);
            lowering.emit(Instruction::Atomic { memory, op, used, words, to, address, offset, operands })?;
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

    /// Returns the registers of one number.
    fn number_of(&mut self, of: rspirv::spirv::Word) -> Lowered<Vec<Register>> {
        let registers = self.result_of(of)?;
        if registers.len() > 2 { fault("an atomic operation is on one number") } else { Ok(registers) }
    }

    /// Emits the memory barrier that the semantics of an atomic operation ask for, before or after it (`side`).
    fn fence_of_atomic(&mut self, instruction: &Made, side: MemorySemantics) -> Lowered<()> {
        let Some(fence) = self.fence_by(instruction, (1, 2))? else { return Ok(()) };
        let fence = Fence {
            acquires: fence.acquires && side == ACQUIRE,
            releases: fence.releases && side == RELEASE,
            of_atomic: true,
            ..fence
        };
        if fence.acquires || fence.releases {
            self.emit(Instruction::MemoryBarrier(fence))?;
        }
        Ok(())
    }

    /// Lowers `memoryBarrier...()`.
    pub(super) fn memory_barrier(&mut self, instruction: &Made) -> Lowered<()> {
        let fence = self.fence_by(instruction, (0, 1))?;
        fence.map_or(Ok(()), |fence| self.emit(Instruction::MemoryBarrier(fence)).map(|_| ()))
    }

    /// Lowers `barrier()` or `subgroupBarrier()`. A barrier that also orders buffers or images gets a memory barrier before it.
    pub(super) fn control_barrier(&mut self, instruction: &Made) -> Lowered<()> {
        match self.scope_of(instruction, 0) {
            WORKGROUP => {}
            SUBGROUP => return self.emit(Instruction::SubgroupBarrier).map(|_| ()),
            scope => {
                return fault(format!("the emulator has no barrier of the scope {scope}; wait for the work group"));
            }
        }
        if let Some(fence) = self
            .fence_by(instruction, (1, 2))?
            .filter(|fence| fence.buffers || fence.images)
        {
            self.emit(Instruction::MemoryBarrier(fence))?;
        }
        self.emit(Instruction::Barrier).map(|_| ())
    }

    /// Returns the scope that an operand names.
    fn scope_of(&self, instruction: &Made, place: usize) -> u32 {
        let scope = instruction.operands.get(place).and_then(rspirv::dr::Operand::id_ref_any);
        scope.and_then(|scope| self.source.constants.word(scope)).unwrap_or(WORKGROUP)
    }

    /// Returns the memory barrier with the scope and the semantics at these operands, or `None` if no message between
    /// invocations can depend on it.
    fn fence_by(&mut self, instruction: &Made, (scope, semantics): (usize, usize)) -> Lowered<Option<Fence>> {
        let scope = MemoryScope::of_spirv(self.scope_of(instruction, scope));
        let semantics = self.source.constants.word(id(instruction, semantics)?).unwrap_or(u32::MAX);
        let has = |bits: MemorySemantics| semantics & bits.bits() != 0;
        self.out.fences_share |= has(MemorySemantics::MAKE_AVAILABLE);
        let fence = Fence {
            buffers: has(MemorySemantics::UNIFORM_MEMORY | MemorySemantics::ATOMIC_COUNTER_MEMORY),
            images: has(MemorySemantics::IMAGE_MEMORY),
            shared: has(MemorySemantics::WORKGROUP_MEMORY),
            scope,
            acquires: has(MemorySemantics::ACQUIRE | BOTH),
            releases: has(MemorySemantics::RELEASE | BOTH),
            of_atomic: false,
        };
        let orders = scope > MemoryScope::Narrow
            && (fence.buffers || fence.images || fence.shared)
            && (fence.acquires || fence.releases);
        Ok(orders.then_some(fence))
    }

    /// Lowers `OpImageTexelPointer`, a pointer to a texel.
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

    /// Reads the lane of a vector whose number is in a register.
    pub(super) fn extract(&mut self, vector: &[Register], index: rspirv::spirv::Word) -> Lowered<Register> {
        let slot = self.vector_slot(vector)?;
        let limit = self.whole(vector.len() as u32)?;
        let address = self.address(None, index, 1, limit, super::super::assembly::SlotRef::Variable(slot))?;
        let to = self.out.registers.temporaries(1)?;
        self.emit(Instruction::LoadLocal { variable: slot, words: 1, to, address, offset: 0 })?;
        Ok(to)
    }

    /// Returns a vector with one lane replaced, the one whose number is in a register.
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
