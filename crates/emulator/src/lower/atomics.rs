//! Atomic operations on buffers, shared variables, counters and images; barriers.

use super::super::assembly::{Binary, Fence, ImageOperation, ImageUse, Instruction, MemoryScope, Pc, Register};
use super::super::storage::AtomicOp;
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use super::module::{id_operand, id_operands, result_and_type};
use super::value::{IdValue, PointerTarget};
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{MemorySemantics, Op};

/// SPIR-V's numbers for the scopes work group and subgroup.
const WORKGROUP_SCOPE: u32 = 2;
const SUBGROUP_SCOPE: u32 = 3;

/// Semantics that both acquire and release.
const ACQUIRE_AND_RELEASE: MemorySemantics =
    MemorySemantics::ACQUIRE_RELEASE.union(MemorySemantics::SEQUENTIALLY_CONSISTENT);

/// Orders the accesses before an atomic operation before it.
const RELEASE_SIDE: MemorySemantics = MemorySemantics::RELEASE;
/// Orders the accesses after an atomic operation after it.
const ACQUIRE_SIDE: MemorySemantics = MemorySemantics::ACQUIRE;

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
    pub(super) fn lower_atomic(&mut self, instruction: &Made) -> LowerResult<bool> {
        let opcode = instruction.class.opcode;
        let Some(op) = atomic_of(opcode) else { return Ok(false) };
        let pointer = self.id_value(id_operand(instruction, 0)?)?;
        let (value, compare) = match opcode {
            // GLSL has no increment of 64 bits.
            Op::AtomicLoad => (vec![self.uint_constant(0)?; 2], None),
            Op::AtomicIIncrement | Op::AtomicIDecrement => (vec![self.uint_constant(1)?], None),
            Op::AtomicCompareExchange => (
                self.number_registers(id_operand(instruction, 4)?)?,
                Some(self.number_registers(id_operand(instruction, 5)?)?),
            ),
            _ => (self.number_registers(id_operand(instruction, 3)?)?, None),
        };
        self.emit_atomic_fence(instruction, RELEASE_SIDE)?;
        let begins = self.out.code.instructions.len() as Pc;
        let used = match instruction.result_id {
            Some(result) => self
                .current_scope()?
                .routine
                .uses
                .get(&result)
                .is_some_and(|uses| uses.count > 0),
            None => false,
        };
        let to = match pointer.target {
            Some(PointerTarget::Texel { slot, item }) => {
                if value.len() != 1 && opcode != Op::AtomicLoad {
                    return not_emulated("the emulator has no atomic operations of 64 bits on images");
                }
                let compare = compare.as_deref().and_then(|words| words.first()).copied();
                self.lower_atomic_texel(&pointer, (slot, item), op, (value[0], compare))?
            }
            _ => self.lower_atomic_word(&pointer, op, used, (&value, compare.as_deref()))?,
        };
        let scope = MemoryScope::from_spirv(self.scope_operand(instruction, 1));
        if scope != MemoryScope::Device {
            let places = begins..self.out.code.instructions.len() as Pc;
            self.out.code.narrow_atomics.extend(places.map(|pc| (pc, scope)));
        }
        if instruction.result_id.is_some() {
            let (result, of) = result_and_type(instruction)?;
            let words = self.source.types.word_count(of)?;
            if words > 2 || words as usize > value.len() && opcode != Op::AtomicLoad {
                return not_emulated("an atomic operation has a result of another type");
            }
            self.set_value(result, IdValue::from_registers((to..to + words).collect()))?;
        }
        self.emit_atomic_fence(instruction, ACQUIRE_SIDE)?;
        Ok(true)
    }

    fn lower_atomic_word(
        &mut self,
        pointer: &IdValue,
        op: AtomicOp,
        used: bool,
        (value, compare): (&[Register], Option<&[Register]>),
    ) -> LowerResult<Register> {
        let (mut memory_place, of, form) = self.memory_place(pointer)?;
        let words = self.source.types.word_count(of)? as u8;
        let number = self.source.types.element_number(of);
        let compare = compare.unwrap_or(value);
        if let Some(number) = number.filter(|number| number.bit_width() < 32) {
            return not_emulated(format!("the emulator has no atomic operations on a {}", number.glsl_name()));
        }
        let count = usize::from(words);
        let (Some(value), Some(compare), 1 | 2) = (value.get(..count), compare.get(..count), words) else {
            return not_emulated("an atomic operation needs a single number");
        };
        if form.in_bytes {
            // As a signed number OUTSIDE is -1, and the shift keeps it so.
            let two = self.uint_constant(2)?;
            memory_place.address = self.emit_binary(Binary::ShiftRightInt, memory_place.address, two)?;
            memory_place.offset /= 4;
        }
        let to = self.out.registers.allocate_temporaries(words.into())?;
        let operands = self.push_register_list(&[value, compare].concat());
        let results = if used { words.into() } else { 0 };
        self.emit_per_slot(memory_place, (to, results), |lowering, memory| {
            let address = memory_place.address;
            let offset = memory_place.offset;
            lowering.emit(Instruction::Atomic { memory, op, used, words, to, address, offset, operands })?;
            Ok(())
        })?;
        Ok(to)
    }

    fn lower_atomic_texel(
        &mut self,
        pointer: &IdValue,
        (image, item): (u16, Option<u16>),
        op: AtomicOp,
        (value, compare): (Register, Option<Register>),
    ) -> LowerResult<Register> {
        let mut coordinates = pointer.registers.clone();
        let item = match item {
            Some(count) if !coordinates.is_empty() => Some((coordinates.remove(0), count)),
            _ => None,
        };
        let to = self.out.registers.allocate_temporaries(1)?;
        let work = ImageOperation::Atomic { op, value, compare };
        let image_use = self.out.code.image_uses.len() as u32;
        self.out.code.image_uses.push(ImageUse { image, item, coordinates, work });
        self.emit(Instruction::Image { image_use, to })?;
        Ok(to)
    }

    /// Returns the registers of one number.
    fn number_registers(&mut self, of: rspirv::spirv::Word) -> LowerResult<Vec<Register>> {
        let registers = self.result_registers(of)?;
        if registers.len() > 2 { not_emulated("an atomic operation needs a single number") } else { Ok(registers) }
    }

    /// Emits the memory barrier that the semantics of an atomic operation ask for, before or after it (`side`).
    fn emit_atomic_fence(&mut self, instruction: &Made, side: MemorySemantics) -> LowerResult<()> {
        let Some(fence) = self.decode_fence(instruction, (1, 2))? else { return Ok(()) };
        let fence = Fence {
            acquires: fence.acquires && side == ACQUIRE_SIDE,
            releases: fence.releases && side == RELEASE_SIDE,
            of_atomic: true,
            ..fence
        };
        if fence.acquires || fence.releases {
            self.emit(Instruction::MemoryBarrier(fence))?;
        }
        Ok(())
    }

    /// Lowers `memoryBarrier...()`.
    pub(super) fn lower_memory_barrier(&mut self, instruction: &Made) -> LowerResult<()> {
        let fence = self.decode_fence(instruction, (0, 1))?;
        fence.map_or(Ok(()), |fence| self.emit(Instruction::MemoryBarrier(fence)).map(|_| ()))
    }

    /// Lowers `barrier()` or `subgroupBarrier()`. A barrier that also orders buffers or images gets
    /// a memory barrier before it.
    pub(super) fn lower_control_barrier(&mut self, instruction: &Made) -> LowerResult<()> {
        match self.scope_operand(instruction, 0) {
            WORKGROUP_SCOPE => {}
            SUBGROUP_SCOPE => return self.emit(Instruction::SubgroupBarrier).map(|_| ()),
            scope => {
                return not_emulated(format!(
                    "the emulator has no barrier of the scope {scope}; use the scope of the work group"
                ));
            }
        }
        if let Some(fence) = self
            .decode_fence(instruction, (1, 2))?
            .filter(|fence| fence.buffers || fence.images)
        {
            self.emit(Instruction::MemoryBarrier(fence))?;
        }
        self.emit(Instruction::Barrier).map(|_| ())
    }

    /// Returns the scope that an operand names.
    fn scope_operand(&self, instruction: &Made, place: usize) -> u32 {
        let scope = instruction.operands.get(place).and_then(rspirv::dr::Operand::id_ref_any);
        scope
            .and_then(|scope| self.source.constants.scalar_word(scope))
            .unwrap_or(WORKGROUP_SCOPE)
    }

    /// Returns the memory barrier with the scope and the semantics at these operands, or `None` if no message between
    /// invocations can depend on it.
    fn decode_fence(&mut self, instruction: &Made, (scope, semantics): (usize, usize)) -> LowerResult<Option<Fence>> {
        let scope = MemoryScope::from_spirv(self.scope_operand(instruction, scope));
        let semantics = self
            .source
            .constants
            .scalar_word(id_operand(instruction, semantics)?)
            .unwrap_or(u32::MAX);
        self.out.fences_share |= has_semantics(MemorySemantics::MAKE_AVAILABLE, semantics);
        let fence = Fence {
            buffers: has_semantics(MemorySemantics::UNIFORM_MEMORY | MemorySemantics::ATOMIC_COUNTER_MEMORY, semantics),
            images: has_semantics(MemorySemantics::IMAGE_MEMORY, semantics),
            shared: has_semantics(MemorySemantics::WORKGROUP_MEMORY, semantics),
            scope,
            acquires: has_semantics(MemorySemantics::ACQUIRE | ACQUIRE_AND_RELEASE, semantics),
            releases: has_semantics(MemorySemantics::RELEASE | ACQUIRE_AND_RELEASE, semantics),
            of_atomic: false,
        };
        let orders = scope > MemoryScope::Narrow
            && (fence.buffers || fence.images || fence.shared)
            && (fence.acquires || fence.releases);
        Ok(orders.then_some(fence))
    }

    /// Lowers `OpImageTexelPointer`, a pointer to a texel.
    pub(super) fn lower_texel_pointer(&mut self, instruction: &Made) -> LowerResult<()> {
        let (result, _) = result_and_type(instruction)?;
        let [image, coordinates, ..] = id_operands(instruction, 0)?[..] else {
            return not_emulated("a texel has no image");
        };
        let image = self.id_value(image)?;
        let Some(PointerTarget::Opaque { image: true, slot, count, moving, .. }) = image.target else {
            return not_emulated("a texel pointer does not point into an image");
        };
        let mut registers = if moving { image.registers.clone() } else { vec![] };
        let sides = self
            .out
            .code
            .images
            .get(usize::from(slot))
            .map_or(0, |image| super::images::coordinate_count(image.dimension, image.arrayed));
        let coordinates = self.result_registers(coordinates)?;
        if coordinates.len() < sides {
            return not_emulated("a texel has too few coordinates");
        }
        registers.extend_from_slice(&coordinates[..sides]);
        let item = moving.then_some(count);
        self.set_value(result, IdValue { registers, target: Some(PointerTarget::Texel { slot, item }) })
    }

    /// Reads the lane of a vector whose number is in a register.
    pub(super) fn extract_dynamic_lane(
        &mut self,
        vector: &[Register],
        index: rspirv::spirv::Word,
    ) -> LowerResult<Register> {
        let slot = self.vector_slot(vector)?;
        let limit = self.uint_constant(vector.len() as u32)?;
        let address = self.emit_address(None, index, 1, limit, super::super::assembly::SlotRef::Variable(slot))?;
        let to = self.out.registers.allocate_temporaries(1)?;
        self.emit(Instruction::LoadLocal { variable: slot, words: 1, to, address, offset: 0 })?;
        Ok(to)
    }

    /// Returns a vector with one lane replaced, the one whose number is in a register.
    pub(super) fn insert_dynamic_lane(
        &mut self,
        vector: &[Register],
        lane: Register,
        index: rspirv::spirv::Word,
    ) -> LowerResult<Vec<Register>> {
        let index = self.scalar_register(index)?;
        let mut lanes = vec![];
        for (number, &old) in (0..).zip(vector) {
            let number = self.uint_constant(number)?;
            let here = self.emit_binary(Binary::EqualInt, index, number)?;
            lanes.push(self.emit_ternary(super::super::assembly::Ternary::Select, here, lane, old)?);
        }
        Ok(lanes)
    }
}

fn has_semantics(bits: MemorySemantics, semantics: u32) -> bool {
    semantics & bits.bits() != 0
}
