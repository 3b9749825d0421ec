//! Loads and stores of buffers and shared variables.

use super::super::assembly::{Binary, Instruction, Register};
use super::super::number::NumberType;
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use super::module::{id_operand, literal_operand, result_and_type};
use super::types::{MemoryForm, Type};
use super::value::{IdValue, PointerTarget};
use rspirv::dr::Instruction as Made;
use rspirv::spirv::Word;

/// Consecutive numbers of a value in memory, `step` places apart.
struct ValuePiece {
    offset: u32,
    words: u32,
    step: u32,
    number: NumberType,
}

/// The words that one instruction loads or stores.
#[derive(Clone, Copy)]
struct AccessRun {
    offset: u32,
    words: u8,
    /// The type of number, in a memory that is addressed in bytes.
    part: Option<NumberType>,
}

/// A place in a memory.
#[derive(Clone, Copy)]
pub(super) struct MemoryPlace {
    pub slot: u16,
    pub address: Register,
    pub offset: u32,
    /// For an array of blocks, the register with the number of the block, and the number of slots.
    pub choice: Option<(Register, u16)>,
}

impl Lowering<'_> {
    /// Returns the place that a pointer points to in memory, with the type and form of its value.
    pub(super) fn memory_place(&mut self, pointer: &IdValue) -> LowerResult<(MemoryPlace, Word, MemoryForm)> {
        let Some(PointerTarget::Memory { slot, count, chosen, offset, of, form, moving }) = pointer.target else {
            return not_emulated("expected a pointer, found a value");
        };
        if count > 1 && !chosen {
            return not_emulated("an array of blocks must be indexed");
        }
        let mut registers = pointer.registers.iter().copied();
        let address = if moving { registers.next() } else { Some(self.uint_constant(0)?) };
        let item = if chosen { registers.next() } else { None };
        let Some(address) = address else { return not_emulated("an address has no register") };
        Ok((MemoryPlace { slot, address, offset, choice: item.map(|item| (item, count)) }, of, form))
    }

    /// Collects the pieces of a value in memory, in the order of its registers.
    fn collect_pieces(&self, of: Word, form: MemoryForm, offset: u32, pieces: &mut Vec<ValuePiece>) -> LowerResult<()> {
        let number = |of: Word| self.source.types.element_number(of).unwrap_or(NumberType::Uint(32));
        match self.source.types.get(of)? {
            Type::Vector { item, count } if self.source.types.word_count(*item)? == 2 => {
                let lane = form.lane.max(self.source.types.lane_places(*item, form));
                for index in 0..*count {
                    pieces.push(ValuePiece {
                        offset: place_item(index, lane, offset)?,
                        words: 2,
                        step: 1,
                        number: number(*item),
                    });
                }
            }
            Type::Vector { item, count } => {
                let step = form.lane.max(self.source.types.lane_places(*item, form));
                place_item(*count, step, offset)?;
                pieces.push(ValuePiece { offset, words: *count, step, number: number(*item) });
            }
            Type::Matrix { column, columns } => {
                let lane = self.source.types.lane_places(*column, form);
                let stride = self
                    .source
                    .types
                    .column_stride(*columns, self.source.types.word_count(*column)?, form);
                let rows = form.row_major && !form.tight;
                let inner = if rows { MemoryForm { lane: stride, ..form } } else { form };
                for index in 0..*columns {
                    self.collect_pieces(
                        *column,
                        inner,
                        place_item(index, if rows { lane } else { stride }, offset)?,
                        pieces,
                    )?;
                }
            }
            Type::Array { item, count, stride } => {
                let stride = self.source.types.array_stride(*item, *stride, form)?;
                for index in 0..*count {
                    self.collect_pieces(*item, form, place_item(index, stride, offset)?, pieces)?;
                }
            }
            Type::Struct(members) => {
                for (number, member) in (0..).zip(members) {
                    let (first, form) = self.source.types.locate_member(members, number, form)?;
                    self.collect_pieces(member.of, form, place_item(1, first, offset)?, pieces)?;
                }
            }
            _ => {
                self.source.types.lane_count(of)?;
                pieces.push(ValuePiece {
                    offset,
                    words: self.source.types.word_count(of)?,
                    step: 1,
                    number: number(of),
                });
            }
        }
        Ok(())
    }

    /// Splits a value into the accesses of single instructions: consecutive words of a vector, else
    /// single numbers; in a memory of bytes, numbers of at most 32 bits.
    fn access_runs(&self, of: Word, form: MemoryForm, offset: u32) -> LowerResult<Vec<AccessRun>> {
        self.source.types.word_count(of)?;
        let mut pieces = vec![];
        self.collect_pieces(of, form, offset, &mut pieces)?;
        let mut runs = vec![];
        for ValuePiece { offset, words, step, number } in pieces {
            let (step, part) = match (form.in_bytes, number.bit_width()) {
                (false, _) => (step, None),
                (true, 64) => (4, Some(NumberType::Uint(32))),
                (true, _) => (step, Some(number)),
            };
            if step == 1 && part.is_none() {
                runs.push(AccessRun { offset, words: words as u8, part });
                continue;
            }
            runs.extend((0..words).map(|lane| AccessRun { offset: offset + lane * step, words: 1, part }));
        }
        Ok(runs)
    }

    /// Loads the value that a pointer points to in memory.
    pub(super) fn load_memory(&mut self, pointer: &IdValue) -> LowerResult<Vec<Register>> {
        let (memory_place, of, form) = self.memory_place(pointer)?;
        let runs = self.access_runs(of, form, memory_place.offset)?;
        let words = self.source.types.word_count(of)?;
        let first = self.out.registers.allocate_temporaries(words)?;
        self.emit_per_slot(memory_place, (first, words), |lowering, memory| {
            let mut to = first;
            let address = memory_place.address;
            for &AccessRun { offset, words, part } in &runs {
                lowering.emit(match part {
                    Some(number) => Instruction::LoadNarrow { memory, number, to, address, offset },
                    None => Instruction::Load { memory, words, to, address, offset },
                })?;
                to += u32::from(words);
            }
            Ok(())
        })?;
        Ok((first..first + words).collect())
    }

    /// Stores registers where a pointer points to in memory.
    pub(super) fn store_memory(&mut self, pointer: &IdValue, registers: &[Register]) -> LowerResult<()> {
        let (memory_place, of, form) = self.memory_place(pointer)?;
        let runs = self.access_runs(of, form, memory_place.offset)?;
        let first = if form.in_bytes { 0 } else { self.push_register_list(registers) };
        self.emit_per_slot(memory_place, (0, 0), |lowering, memory| {
            let mut at = 0;
            let address = memory_place.address;
            for &AccessRun { offset, words, part } in &runs {
                let from = registers.get(at as usize).copied().unwrap_or_default();
                lowering.emit(match part {
                    Some(number) => Instruction::StoreNarrow { memory, number, from, address, offset },
                    None => Instruction::Store { memory, words, list: first + at, address, offset },
                })?;
                at += u32::from(words);
            }
            Ok(())
        })
    }

    /// Runs `work` with the slot of a place; in an array of blocks with each slot, for the lanes
    /// that chose it. Results are 0 for lanes that chose no slot.
    pub(super) fn emit_per_slot(
        &mut self,
        memory_place: MemoryPlace,
        results: (Register, u32),
        mut work: impl FnMut(&mut Self, u16) -> LowerResult<()>,
    ) -> LowerResult<()> {
        let Some((item, count)) = memory_place.choice else { return work(self, memory_place.slot) };
        let zero = self.uint_constant(0)?;
        (results.0..results.0 + results.1).try_for_each(|register| self.emit_copy(register, zero))?;
        for number in 0..count {
            let wanted = self.uint_constant(number.into())?;
            let condition = self.emit_binary(Binary::EqualInt, item, wanted)?;
            let place = self.open_frame(Instruction::If { condition, otherwise: 0 })?;
            work(self, memory_place.slot + number)?;
            let end = self.close_frame(Instruction::EndIf)?;
            self.patch_target(Some(place), end);
        }
        Ok(())
    }

    /// Returns the register with the number of items of the array at the end of a block.
    pub(super) fn runtime_array_length(
        &mut self,
        slot: u16,
        count: u16,
        item: Option<Register>,
    ) -> LowerResult<Register> {
        let Some(item) = item else { return self.slot_length(slot) };
        let lengths = (slot..slot + count)
            .map(|slot| self.slot_length(slot))
            .collect::<LowerResult<Vec<_>>>()?;
        self.emit_register_choice(item, &lengths)
    }

    fn slot_length(&mut self, slot: u16) -> LowerResult<Register> {
        if let Some(&register) = self.known.lengths.get(&slot) {
            return Ok(register);
        }
        let open = self
            .out
            .code
            .memories
            .get(usize::from(slot))
            .is_some_and(|memory| memory.open_end.is_some());
        if !open {
            return not_emulated("length() needs a block with an array of open length");
        }
        let to = self.out.registers.allocate_new(1, super::registers::Owner::Fixed)?;
        self.out.prologue.push(Instruction::Length { memory: slot, to });
        self.known.lengths.insert(slot, to);
        Ok(to)
    }

    /// Emits the choice of a register by a number in a register; the last one if the number is out of range.
    fn emit_register_choice(&mut self, item: Register, from: &[Register]) -> LowerResult<Register> {
        let Some((&last, rest)) = from.split_last() else { return self.uint_constant(0) };
        let mut picked = last;
        for (number, &register) in (0..).zip(rest) {
            let number = self.uint_constant(number)?;
            let here = self.emit_binary(Binary::EqualInt, item, number)?;
            picked = self.emit_ternary(super::super::assembly::Ternary::Select, here, register, picked)?;
        }
        Ok(picked)
    }

    /// Lowers `length()` of the array at the end of a block.
    pub(super) fn lower_array_length(&mut self, instruction: &Made) -> LowerResult<()> {
        let (result, _) = result_and_type(instruction)?;
        let pointer = self.id_value(id_operand(instruction, 0)?)?;
        let Some(PointerTarget::Memory { slot, count, chosen, of, moving: false, .. }) = pointer.target else {
            return not_emulated("length() needs a block");
        };
        let member = literal_operand(instruction, 1)? as usize;
        let open = match self.source.types.get(of)? {
            Type::Struct(members) => members
                .get(member)
                .is_some_and(|member| matches!(self.source.types.get(member.of), Ok(Type::RuntimeArray { .. }))),
            _ => false,
        };
        if !open {
            return not_emulated("length() needs a block with an array of open length");
        }
        let item = pointer.registers.first().copied().filter(|_| chosen);
        let length = self.runtime_array_length(slot, count, item)?;
        self.set_value(result, IdValue::from_registers(vec![length]))
    }
}

fn place_item(index: u32, stride: u32, offset: u32) -> LowerResult<u32> {
    let skip = index.checked_mul(stride).and_then(|skip| skip.checked_add(offset));
    skip.map_or_else(|| not_emulated("a block is too long"), Ok)
}
