//! Dispatch of one SPIR-V instruction to its lowering.

use super::super::assembly::{Register, TypeLayout, VariableSlot};
use super::code::MOST_SLOTS;
use super::fault::{Lowered, fault, limit};
use super::lowering::{Local, Lowering};
use super::module::{id, ids, literals, made};
use super::value::IdValue;
use gristmill_base::element::Scalar;
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{Op, Word};

impl Lowering<'_> {
    /// Lowers an instruction that is not control flow.
    pub(super) fn instruction(&mut self, instruction: &Made) -> Lowered<()> {
        match instruction.class.opcode {
            Op::Variable => Ok(()),
            Op::Undef => {
                let (_, of) = made(instruction)?;
                let zero = self.whole(0)?;
                let words = self.source.types.words(of)?;
                self.give(instruction, vec![zero; words as usize])
            }
            Op::Load => self.load(instruction),
            Op::Store => self.store(instruction),
            Op::CopyMemory => self.copy_memory(instruction),
            Op::AccessChain | Op::InBoundsAccessChain => self.access_chain(instruction),
            Op::ArrayLength => self.array_length(instruction),
            Op::CopyObject | Op::CopyLogical => self.same(instruction),
            _ if self.source.types.others && self.other_number(instruction)? => Ok(()),
            Op::ExtInst => self.function(instruction),
            Op::ControlBarrier => self.control_barrier(instruction),
            Op::MemoryBarrier => self.memory_barrier(instruction),
            Op::ImageTexelPointer => self.texel_pointer(instruction),
            Op::CompositeExtract
            | Op::CompositeConstruct
            | Op::CompositeInsert
            | Op::VectorShuffle
            | Op::VectorExtractDynamic
            | Op::VectorInsertDynamic => {
                let registers = self.composite(instruction)?;
                self.give(instruction, registers)
            }
            _ => {
                if self.atomic(instruction)? || self.subgroup(instruction)? || self.image(instruction)? {
                    return Ok(());
                }
                if let Some(registers) = self.arithmetic(instruction)? {
                    return self.give(instruction, registers);
                }
                if let Some(registers) = self.algebra(instruction)? {
                    return self.give(instruction, registers);
                }
                fault(format!("the emulator has no Op{:?}", instruction.class.opcode))
            }
        }
    }

    /// Returns the type of a part and the place of its first register, by its indices.
    fn part(&self, mut of: Word, indices: &[u32]) -> Lowered<(Word, usize)> {
        let mut first = 0;
        for &index in indices {
            let (part, skip) = self.source.types.part(of, index)?;
            (of, first) = (part, first + skip as usize);
        }
        Ok((of, first))
    }

    /// Lowers the construction, extraction and insertion of parts: these only rearrange lists of registers.
    fn composite(&mut self, instruction: &Made) -> Lowered<Vec<Register>> {
        let few = || fault("a value has too few parts");
        match instruction.class.opcode {
            Op::CompositeConstruct => {
                let mut registers = vec![];
                for part in ids(instruction, 0)? {
                    registers.extend(self.result_of(part)?);
                    limit("the words of a value", registers.len() as u64, 1 << 16, "make its arrays shorter")?;
                }
                Ok(registers)
            }
            Op::CompositeExtract => {
                let whole = id(instruction, 0)?;
                let registers = self.result_of(whole)?;
                let (part, first) = self.part(self.type_of(whole)?, &literals(instruction, 1)?)?;
                let words = self.source.types.words(part)? as usize;
                registers.get(first..first + words).map_or_else(few, |part| Ok(part.to_vec()))
            }
            Op::CompositeInsert => {
                let (object, whole) = (self.operand(instruction, 0)?, id(instruction, 1)?);
                let mut registers = self.result_of(whole)?;
                let (part, first) = self.part(self.type_of(whole)?, &literals(instruction, 2)?)?;
                let words = self.source.types.words(part)? as usize;
                match registers.get_mut(first..first + words) {
                    Some(place) if place.len() == object.len() => place.copy_from_slice(&object),
                    _ => return few(),
                }
                Ok(registers)
            }
            Op::VectorShuffle => {
                let mut lanes = self.operand(instruction, 0)?;
                lanes.extend(self.operand(instruction, 1)?);
                let picked = literals(instruction, 2)?.into_iter().map(|lane| match lane {
                    u32::MAX => lanes.first().copied(),
                    lane => lanes.get(lane as usize).copied(),
                });
                picked.collect::<Option<Vec<Register>>>().map_or_else(few, Ok)
            }
            Op::VectorExtractDynamic => {
                let vector = self.operand(instruction, 0)?;
                Ok(vec![self.extract(&vector, id(instruction, 1)?)?])
            }
            _ => {
                let (vector, lane) = (self.operand(instruction, 0)?, self.scalar_of(id(instruction, 1)?)?);
                self.insert(&vector, lane, id(instruction, 2)?)
            }
        }
    }

    /// Copies a vector into registers that can be indexed and returns their slot.
    pub(super) fn vector_slot(&mut self, vector: &[Register]) -> Lowered<u16> {
        let lanes = vector.len() as u32;
        if !(2..=4).contains(&lanes) {
            return fault("what is no vector is indexed");
        }
        let local = match self.known.vectors.get(&lanes) {
            Some(&local) => local,
            None => {
                let first = self.out.registers.fresh(lanes, super::registers::Owner::Fixed)?;
                let place = self.out.code.variables.len();
                limit("variables that are indexed", place as u64, MOST_SLOTS, "split the kernel")?;
                let (name, layout) = ("a vector".to_string(), TypeLayout::Vector(Scalar::U32, lanes as u8));
                self.out
                    .code
                    .variables
                    .push(VariableSlot { name: name.clone(), first, words: lanes, layout, line: 0 });
                self.known.locals.push(Local {
                    name,
                    of: 0,
                    first,
                    words: lanes,
                    layout: None,
                    slot: Some(place as u16),
                    given: true,
                    aliases: vec![],
                    touched: 0,
                    line: 0,
                });
                self.known.vectors.insert(lanes, self.known.locals.len() - 1);
                self.known.locals.len() - 1
            }
        };
        let Some((first, Some(slot))) = self.known.locals.get(local).map(|local| (local.first, local.slot)) else {
            return fault("there is no such variable");
        };
        for (to, &lane) in (first..).zip(vector) {
            self.copy(to, lane)?;
        }
        Ok(slot)
    }

    /// Gives a value, pointer, sampler or image a second id.
    pub(super) fn same(&mut self, instruction: &Made) -> Lowered<()> {
        let (result, of) = made(instruction)?;
        let value: IdValue = self.value(id(instruction, 0)?)?;
        if value.target.is_none() && self.source.types.words(of)? as usize != value.registers.len() {
            return fault("a value is copied to one of another type");
        }
        self.set(result, value)
    }
}
