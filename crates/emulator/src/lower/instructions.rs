//! Dispatch of one SPIR-V instruction to its lowering.

use super::super::assembly::{Register, TypeLayout, VariableSlot};
use super::emit::MAX_SLOTS;
use super::error::{LowerResult, check_limit, not_emulated};
use super::lowering::{LocalVariable, Lowering};
use super::module::{id_operand, id_operands, literal_operands, result_and_type};
use super::value::IdValue;
use gristmill_base::element::Scalar;
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{Op, Word};

impl Lowering<'_> {
    /// Lowers an instruction that is not control flow.
    pub(super) fn lower_instruction(&mut self, instruction: &Made) -> LowerResult<()> {
        match instruction.class.opcode {
            Op::Variable => Ok(()),
            Op::Undef => {
                let (_, of) = result_and_type(instruction)?;
                let zero = self.uint_constant(0)?;
                let words = self.source.types.word_count(of)?;
                self.set_result(instruction, vec![zero; words as usize])
            }
            Op::Load => self.lower_load(instruction),
            Op::Store => self.lower_store(instruction),
            Op::CopyMemory => self.lower_copy_memory(instruction),
            Op::AccessChain | Op::InBoundsAccessChain => self.lower_access_chain(instruction),
            Op::ArrayLength => self.lower_array_length(instruction),
            Op::CopyObject | Op::CopyLogical => self.lower_copy_object(instruction),
            _ if self.source.types.others && self.lower_other_width(instruction)? => Ok(()),
            Op::ExtInst => self.lower_glsl_function(instruction),
            Op::ControlBarrier => self.lower_control_barrier(instruction),
            Op::MemoryBarrier => self.lower_memory_barrier(instruction),
            Op::ImageTexelPointer => self.lower_texel_pointer(instruction),
            Op::CompositeExtract
            | Op::CompositeConstruct
            | Op::CompositeInsert
            | Op::VectorShuffle
            | Op::VectorExtractDynamic
            | Op::VectorInsertDynamic => {
                let registers = self.lower_composite(instruction)?;
                self.set_result(instruction, registers)
            }
            _ => {
                if self.lower_atomic(instruction)?
                    || self.lower_subgroup(instruction)?
                    || self.lower_image(instruction)?
                {
                    return Ok(());
                }
                if let Some(registers) = self.lower_arithmetic(instruction)? {
                    return self.set_result(instruction, registers);
                }
                if let Some(registers) = self.lower_matrix_op(instruction)? {
                    return self.set_result(instruction, registers);
                }
                not_emulated(format!("the emulator has no Op{:?}", instruction.class.opcode))
            }
        }
    }

    /// Returns the type of a part and the place of its first register, by its indices.
    fn locate_part(&self, mut of: Word, indices: &[u32]) -> LowerResult<(Word, usize)> {
        let mut first = 0;
        for &index in indices {
            let (part, skip) = self.source.types.locate_part(of, index)?;
            (of, first) = (part, first + skip as usize);
        }
        Ok((of, first))
    }

    /// Lowers the construction, extraction and insertion of parts: these only rearrange lists of registers.
    fn lower_composite(&mut self, instruction: &Made) -> LowerResult<Vec<Register>> {
        match instruction.class.opcode {
            Op::CompositeConstruct => {
                let mut registers = vec![];
                for part in id_operands(instruction, 0)? {
                    registers.extend(self.result_registers(part)?);
                    check_limit("the words of a value", registers.len() as u64, 1 << 16, "make its arrays shorter")?;
                }
                Ok(registers)
            }
            Op::CompositeExtract => {
                let whole = id_operand(instruction, 0)?;
                let registers = self.result_registers(whole)?;
                let (part, first) = self.locate_part(self.type_of(whole)?, &literal_operands(instruction, 1)?)?;
                let words = self.source.types.word_count(part)? as usize;
                registers
                    .get(first..first + words)
                    .map_or_else(refuse_few_parts, |part| Ok(part.to_vec()))
            }
            Op::CompositeInsert => {
                let object = self.operand_registers(instruction, 0)?;
                let whole = id_operand(instruction, 1)?;
                let mut registers = self.result_registers(whole)?;
                let (part, first) = self.locate_part(self.type_of(whole)?, &literal_operands(instruction, 2)?)?;
                let words = self.source.types.word_count(part)? as usize;
                match registers.get_mut(first..first + words) {
                    Some(place) if place.len() == object.len() => place.copy_from_slice(&object),
                    _ => return refuse_few_parts(),
                }
                Ok(registers)
            }
            Op::VectorShuffle => {
                let mut lanes = self.operand_registers(instruction, 0)?;
                lanes.extend(self.operand_registers(instruction, 1)?);
                let picked = literal_operands(instruction, 2)?.into_iter().map(|lane| match lane {
                    u32::MAX => lanes.first().copied(),
                    lane => lanes.get(lane as usize).copied(),
                });
                picked.collect::<Option<Vec<Register>>>().map_or_else(refuse_few_parts, Ok)
            }
            Op::VectorExtractDynamic => {
                let vector = self.operand_registers(instruction, 0)?;
                Ok(vec![self.extract_dynamic_lane(&vector, id_operand(instruction, 1)?)?])
            }
            _ => {
                let vector = self.operand_registers(instruction, 0)?;
                let lane = self.scalar_register(id_operand(instruction, 1)?)?;
                self.insert_dynamic_lane(&vector, lane, id_operand(instruction, 2)?)
            }
        }
    }

    /// Copies a vector into registers that can be indexed and returns their slot.
    pub(super) fn vector_slot(&mut self, vector: &[Register]) -> LowerResult<u16> {
        let lanes = vector.len() as u32;
        if !(2..=4).contains(&lanes) {
            return not_emulated("only a vector, matrix, array or struct can be indexed");
        }
        let local = match self.known.vectors.get(&lanes) {
            Some(&local) => local,
            None => {
                let first = self.out.registers.allocate_new(lanes, super::registers::Owner::Fixed)?;
                let place = self.out.code.variables.len();
                check_limit("variables that are indexed", place as u64, MAX_SLOTS, "split the kernel")?;
                let name = "a vector".to_string();
                let layout = TypeLayout::Vector(Scalar::U32, lanes as u8);
                self.out
                    .code
                    .variables
                    .push(VariableSlot { name: name.clone(), first, words: lanes, layout, line: 0 });
                self.known.locals.push(LocalVariable {
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
            return not_emulated("there is no such variable");
        };
        for (to, &lane) in (first..).zip(vector) {
            self.emit_copy(to, lane)?;
        }
        Ok(slot)
    }

    /// Gives a value, pointer, sampler or image a second id.
    pub(super) fn lower_copy_object(&mut self, instruction: &Made) -> LowerResult<()> {
        let (result, of) = result_and_type(instruction)?;
        let value: IdValue = self.id_value(id_operand(instruction, 0)?)?;
        if value.target.is_none() && self.source.types.word_count(of)? as usize != value.registers.len() {
            return not_emulated("a value is copied to one of another type");
        }
        self.set_value(result, value)
    }
}

fn refuse_few_parts<T>() -> LowerResult<T> {
    not_emulated("a value has too few parts")
}
