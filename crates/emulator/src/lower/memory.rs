//! Loads and stores of buffers and shared variables.

use super::super::assembly::{Binary, Instruction, Register};
use super::super::number::Number;
use super::fault::{Lowered, fault};
use super::lowering::Lowering;
use super::module::{id, literal, made};
use super::types::{Form, Type};
use super::value::{IdValue, PointerTarget};
use rspirv::dr::Instruction as Made;
use rspirv::spirv::Word;

/// Consecutive numbers of a value in memory, `step` places apart.
struct Piece {
    offset: u32,
    words: u32,
    step: u32,
    number: Number,
}

/// The words that one instruction loads or stores.
#[derive(Clone, Copy)]
struct Run {
    offset: u32,
    words: u8,
    /// The type of number, in a memory that is addressed in bytes.
    part: Option<Number>,
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
    pub(super) fn memory_place(&mut self, pointer: &IdValue) -> Lowered<(MemoryPlace, Word, Form)> {
        let Some(PointerTarget::Memory { slot, count, chosen, offset, of, form, moving }) = pointer.target else {
            return fault("there is a value where a pointer must be");
        };
        if count > 1 && !chosen {
            return fault("an array of blocks is used as a whole");
        }
        let mut registers = pointer.registers.iter().copied();
        let address = if moving { registers.next() } else { Some(self.whole(0)?) };
        let item = if chosen { registers.next() } else { None };
        let Some(address) = address else { return fault("an address has no register") };
        Ok((MemoryPlace { slot, address, offset, choice: item.map(|item| (item, count)) }, of, form))
    }

    /// Collects the pieces of a value in memory, in the order of its registers.
    fn pieces(&self, of: Word, form: Form, offset: u32, pieces: &mut Vec<Piece>) -> Lowered<()> {
        let place = |index: u32, stride: u32| {
            let skip = index.checked_mul(stride).and_then(|skip| skip.checked_add(offset));
            skip.map_or_else(|| fault("a block is too long"), Ok)
        };
        let number = |of: Word| self.source.types.number(of).unwrap_or(Number::Uint(32));
        match self.source.types.get(of)? {
            Type::Vector { item, count } if self.source.types.words(*item)? == 2 => {
                let lane = form.lane.max(self.source.types.places_of_lane(*item, form));
                for index in 0..*count {
                    pieces.push(Piece { offset: place(index, lane)?, words: 2, step: 1, number: number(*item) });
                }
            }
            Type::Vector { item, count } => {
                let step = form.lane.max(self.source.types.places_of_lane(*item, form));
                place(*count, step)?;
                pieces.push(Piece { offset, words: *count, step, number: number(*item) });
            }
            Type::Matrix { column, columns } => {
                let lane = self.source.types.places_of_lane(*column, form);
                let stride = self
                    .source
                    .types
                    .column_stride(*columns, self.source.types.words(*column)?, form);
                let rows = form.row_major && !form.tight;
                let inner = if rows { Form { lane: stride, ..form } } else { form };
                for index in 0..*columns {
                    self.pieces(*column, inner, place(index, if rows { lane } else { stride })?, pieces)?;
                }
            }
            Type::Array { item, count, stride } => {
                let stride = self.source.types.stride(*item, *stride, form)?;
                for index in 0..*count {
                    self.pieces(*item, form, place(index, stride)?, pieces)?;
                }
            }
            Type::Struct(members) => {
                for (number, member) in (0..).zip(members) {
                    let (first, form) = self.source.types.member(members, number, form)?;
                    self.pieces(member.of, form, place(1, first)?, pieces)?;
                }
            }
            _ => {
                self.source.types.lanes(of)?;
                pieces.push(Piece { offset, words: self.source.types.words(of)?, step: 1, number: number(of) });
            }
        }
        Ok(())
    }

    /// Splits a value into the accesses of single instructions: consecutive words of a vector, else single numbers; in a
    /// memory of bytes, numbers of at most 32 bits.
    fn runs_of(&self, of: Word, form: Form, offset: u32) -> Lowered<Vec<Run>> {
        self.source.types.words(of)?;
        let mut pieces = vec![];
        self.pieces(of, form, offset, &mut pieces)?;
        let mut runs = vec![];
        for Piece { offset, words, step, number } in pieces {
            let (step, part) = match (form.in_bytes, number.bits()) {
                (false, _) => (step, None),
                (true, 64) => (4, Some(Number::Uint(32))),
                (true, _) => (step, Some(number)),
            };
            if step == 1 && part.is_none() {
                runs.push(Run { offset, words: words as u8, part });
                continue;
            }
            runs.extend((0..words).map(|lane| Run { offset: offset + lane * step, words: 1, part }));
        }
        Ok(runs)
    }

    /// Loads the value that a pointer points to in memory.
    pub(super) fn load_memory(&mut self, pointer: &IdValue) -> Lowered<Vec<Register>> {
        let (memory_place, of, form) = self.memory_place(pointer)?;
        let runs = self.runs_of(of, form, memory_place.offset)?;
        let words = self.source.types.words(of)?;
        let first = self.out.registers.temporaries(words)?;
        self.choose(memory_place, (first, words), |lowering, memory| {
            let (mut to, address) = (first, memory_place.address);
            for &Run { offset, words, part } in &runs {
                lowering.emit(match part {
                    Some(number) => Instruction::LoadPart { memory, number, to, address, offset },
                    None => Instruction::Load { memory, words, to, address, offset },
                })?;
                to += u32::from(words);
            }
            Ok(())
        })?;
        Ok((first..first + words).collect())
    }

    /// Stores registers where a pointer points to in memory.
    pub(super) fn store_memory(&mut self, pointer: &IdValue, registers: &[Register]) -> Lowered<()> {
        let (memory_place, of, form) = self.memory_place(pointer)?;
        let runs = self.runs_of(of, form, memory_place.offset)?;
        let first = if form.in_bytes { 0 } else { self.list(registers) };
        self.choose(memory_place, (0, 0), |lowering, memory| {
            let (mut at, address) = (0, memory_place.address);
            for &Run { offset, words, part } in &runs {
                let from = registers.get(at as usize).copied().unwrap_or_default();
                lowering.emit(match part {
                    Some(number) => Instruction::StorePart { memory, number, from, address, offset },
                    None => Instruction::Store { memory, words, list: first + at, address, offset },
                })?;
                at += u32::from(words);
            }
            Ok(())
        })
    }

    /// Runs `work` with the slot of a place; in an array of blocks with each slot, for the lanes that chose it. Results are 0
    /// for lanes that chose no slot.
    pub(super) fn choose(
        &mut self,
        memory_place: MemoryPlace,
        results: (Register, u32),
        mut work: impl FnMut(&mut Self, u16) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some((item, count)) = memory_place.choice else { return work(self, memory_place.slot) };
        let zero = self.whole(0)?;
        (results.0..results.0 + results.1).try_for_each(|register| self.copy(register, zero))?;
        for number in 0..count {
            let wanted = self.whole(number.into())?;
            let condition = self.binary(Binary::EqualInt, item, wanted)?;
            let place = self.open(Instruction::If { condition, otherwise: 0 })?;
            work(self, memory_place.slot + number)?;
            let end = self.close(Instruction::EndIf)?;
            self.aim(Some(place), end);
        }
        Ok(())
    }

    /// Returns the register with the number of items of the array at the end of a block.
    pub(super) fn length(&mut self, slot: u16, count: u16, item: Option<Register>) -> Lowered<Register> {
        let Some(item) = item else { return self.length_of(slot) };
        let lengths = (slot..slot + count)
            .map(|slot| self.length_of(slot))
            .collect::<Lowered<Vec<_>>>()?;
        self.pick(item, &lengths)
    }

    fn length_of(&mut self, slot: u16) -> Lowered<Register> {
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
            return fault("a block that has an end is asked for its length");
        }
        let to = self.out.registers.fresh(1, super::registers::Owner::Fixed)?;
        self.out.prologue.push(Instruction::Length { memory: slot, to });
        self.known.lengths.insert(slot, to);
        Ok(to)
    }

    /// Emits the choice of a register by a number in a register; the last one if the number is out of range.
    fn pick(&mut self, item: Register, from: &[Register]) -> Lowered<Register> {
        let Some((&last, rest)) = from.split_last() else { return self.whole(0) };
        let mut picked = last;
        for (number, &register) in (0..).zip(rest) {
            let number = self.whole(number)?;
            let here = self.binary(Binary::EqualInt, item, number)?;
            picked = self.ternary(super::super::assembly::Ternary::Select, here, register, picked)?;
        }
        Ok(picked)
    }

    /// Lowers `length()` of the array at the end of a block.
    pub(super) fn array_length(&mut self, instruction: &Made) -> Lowered<()> {
        let (result, _) = made(instruction)?;
        let pointer = self.value(id(instruction, 0)?)?;
        let Some(PointerTarget::Memory { slot, count, chosen, of, moving: false, .. }) = pointer.target else {
            return fault("what is no block is asked for its length");
        };
        let member = literal(instruction, 1)? as usize;
        let open = match self.source.types.get(of)? {
            Type::Struct(members) => members
                .get(member)
                .is_some_and(|member| matches!(self.source.types.get(member.of), Ok(Type::Open { .. }))),
            _ => false,
        };
        if !open {
            return fault("a block that has an end is asked for its length");
        }
        let item = pointer.registers.first().copied().filter(|_| chosen);
        let length = self.length(slot, count, item)?;
        self.set(result, IdValue::of(vec![length]))
    }
}
