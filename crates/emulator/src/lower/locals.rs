//! Variables that are private to each lane: registers.

use super::super::assembly::{Instruction, Pc, Register, Unary, VariableSlot};
use super::emit::MAX_SLOTS;
use super::error::{LowerResult, check_limit, not_emulated};
use super::lowering::{LocalVariable, Lowering};
use super::module::result_and_type;
use super::operands;
use super::registers::Owner;
use super::types::MemoryForm;
use super::value::{IdValue, PointerTarget};
use rspirv::dr::{Instruction as Made, Operand};
use rspirv::spirv::{Op, Word};

/// Maximum number of registers that one instruction loads or stores.
const MAX_WORDS_AT_ONCE: u32 = 4;

impl Lowering<'_> {
    /// Declares a local variable of a function.
    pub(super) fn declare_local(&mut self, variable: &Made) -> LowerResult<()> {
        let (result, pointer) = result_and_type(variable)?;
        let (_, of) = self.source.types.pointee(pointer)?;
        if self.is_handle(of)? {
            return self.set_value(result, IdValue::default());
        }
        let known = self
            .current_scope()?
            .routine
            .variables
            .get(&result)
            .copied()
            .unwrap_or_default();
        if self.source.types.word_count(of).is_err() {
            self.out.line = self.first_use_line(result)?;
        }
        let name = match self.local_name(result)? {
            name if name.is_empty() => self.source.module.display_name(result),
            name => name,
        };
        let local = self.add_local(name, of)?;
        if let Some(scope) = self.known.scopes.last_mut() {
            scope.locals.push(local);
        }
        let target = PointerTarget::Local { local, offset: 0, of, moving: false };
        let pointer = IdValue { registers: vec![], target: Some(target) };
        self.set_value(result, pointer.clone())?;
        let words = self.source.types.word_count(of)?;
        if let Some(initial) = variable.operands.get(1).and_then(Operand::id_ref_any) {
            let initial = self.expect_registers(initial, words as usize)?;
            return self.store_to(&pointer, initial, false);
        }
        if !known.assured {
            let zero = self.uint_constant(0)?;
            let op = self.unset_operation(local)?;
            let first = self.known.locals.get(local).map_or(0, |local| local.first);
            for to in first..first + words {
                self.emit(Instruction::Unary { op, to, a: zero })?;
            }
        }
        Ok(())
    }

    /// Returns the first line of the function that uses a variable: glslang does not record its declaration.
    fn first_use_line(&self, variable: Word) -> LowerResult<u32> {
        let mut line = self.out.line;
        for instruction in self
            .current_scope()?
            .routine
            .function
            .blocks
            .iter()
            .flat_map(|block| &block.instructions)
        {
            match (instruction.class.opcode, instruction.operands.get(1)) {
                (Op::Line, Some(Operand::LiteralBit32(number))) => line = *number,
                _ if instruction.operands.contains(&Operand::IdRef(variable)) => return Ok(line),
                _ => {}
            }
        }
        Ok(line)
    }

    /// Returns the name of a variable in the kernel. The compiler passes arguments in variables of its own, all named
    /// `param`: such a variable gets the name of the variable that receives its value after the call.
    fn local_name(&self, variable: Word) -> LowerResult<String> {
        let own = self.source.module.name(variable);
        let blocks = &self.current_scope()?.routine.function.blocks;
        let all = || blocks.iter().flat_map(|block| &block.instructions);
        if own != "param" || !all().any(|made| has_argument(made, variable)) {
            return Ok(own.to_string());
        }
        let given = all()
            .find(|made| made.class.opcode == Op::Load && find_operand_id(made, 0) == Some(variable))
            .and_then(|load| load.result_id)
            .and_then(|value| {
                all()
                    .find(|made| made.class.opcode == Op::Store && find_operand_id(made, 1) == Some(value))
                    .and_then(|store| find_operand_id(store, 0))
            });
        let whole = given.map(|to| {
            let chain = all().find(|made| made.result_id == Some(to) && made.class.opcode == Op::AccessChain);
            chain.and_then(|chain| find_operand_id(chain, 0)).unwrap_or(to)
        });
        let name = whole
            .map(|whole| self.source.module.name(whole))
            .filter(|name| !name.is_empty());
        Ok(name.unwrap_or(own).to_string())
    }

    /// Adds a variable with registers of its own.
    pub(super) fn add_local(&mut self, name: String, of: Word) -> LowerResult<usize> {
        let words = self.source.types.word_count(of)?;
        let number = self.known.locals.len();
        let owner = Owner::Variable(number);
        // In watched code, taint is tracked by register number, so registers are never reused.
        let first = if self.out.watched {
            self.out.registers.allocate_new(words, owner)?
        } else {
            self.out.registers.allocate(words, owner)?
        };
        let layout = None;
        let slot = None;
        let aliases = vec![];
        let line = 0;
        let local = LocalVariable { name, of, first, words, layout, slot, given: false, aliases, touched: 0, line };
        self.known.locals.push(local);
        Ok(number)
    }

    /// Frees the registers of a variable whose function has ended.
    pub(super) fn free_local(&mut self, local: usize) {
        if self.out.watched {
            return;
        }
        let Some(local) = self.known.locals.get(local) else { return };
        // A variable with a slot stays in the slot's registers to the end.
        (local.first..local.first + local.words).for_each(|register| self.out.registers.free_register(register));
    }

    /// Returns the slot of a variable; creates it at first use.
    pub(super) fn variable_slot(&mut self, number: usize) -> LowerResult<u16> {
        let Some(local) = self.known.locals.get(number) else { return not_emulated("there is no such variable") };
        if let Some(slot) = local.slot {
            return Ok(slot);
        }
        let layout = match &local.layout {
            Some(layout) => layout.clone(),
            None => self.source.types.memory_layout(
                self.source.module,
                local.of,
                MemoryForm { tight: true, ..MemoryForm::default() },
            )?,
        };
        let place = self.out.code.variables.len();
        check_limit("variables that are indexed or watched", place as u64, MAX_SLOTS, "split the kernel")?;
        let name = local.name.clone();
        let line = local.line;
        self.out
            .code
            .variables
            .push(VariableSlot { name, first: local.first, words: local.words, layout, line });
        if let Some(local) = self.known.locals.get_mut(number) {
            local.slot = Some(place as u16);
        }
        Ok(place as u16)
    }

    /// Returns the operation that writes the zeros of a variable without a value. Watched code
    /// finds the variable by its slot.
    pub(super) fn unset_operation(&mut self, number: usize) -> LowerResult<Unary> {
        if !self.out.watched {
            return Ok(Unary::Copy);
        }
        self.variable_slot(number)?;
        Ok(Unary::Unset)
    }

    /// Returns the registers of a variable or a part of it.
    pub(super) fn load_local(&mut self, pointer: &IdValue) -> LowerResult<Vec<Register>> {
        let Some(PointerTarget::Local { local, offset, of, moving }) = pointer.target else {
            return not_emulated("expected a pointer, found a value");
        };
        let words = self.source.types.word_count(of)?;
        let Some(known) = self.known.locals.get(local) else { return not_emulated("there is no such variable") };
        let first = known.first + offset;
        if offset + words > known.words {
            return not_emulated("a pointer is out of the range of its variable");
        }
        if !moving {
            return Ok((first..first + words).collect());
        }
        let Some(&address) = pointer.registers.first() else { return not_emulated("an address has no register") };
        let variable = self.variable_slot(local)?;
        let to = self.out.registers.allocate_temporaries(words)?;
        for skip in (0..words).step_by(MAX_WORDS_AT_ONCE as usize) {
            let some = MAX_WORDS_AT_ONCE.min(words - skip);
            let to = to + skip;
            let offset = offset + skip;
            let words = some as u8;
            let place = self.emit(Instruction::LoadLocal { variable, words, to, address, offset })?;
            self.mark_indexed(local, place + 1);
        }
        Ok((to..to + words).collect())
    }

    fn mark_indexed(&mut self, local: usize, place: Pc) {
        if let Some(local) = self.known.locals.get_mut(local) {
            local.touched = place;
        }
    }

    /// Stores registers into a variable or a part of it.
    pub(super) fn store_local(&mut self, pointer: &IdValue, registers: Vec<Register>, last: bool) -> LowerResult<()> {
        let Some(PointerTarget::Local { local, offset, moving, .. }) = pointer.target else {
            return not_emulated("expected a pointer, found a value");
        };
        let words = registers.len() as u32;
        let Some(known) = self.known.locals.get(local) else { return not_emulated("there is no such variable") };
        let first = known.first + offset;
        if offset + words > known.words {
            return not_emulated("a pointer is out of the range of its variable");
        }
        if known.given {
            return not_emulated(format!("{} cannot be written", known.name));
        }
        if !moving {
            let registers = self.save_overwritten(local, (first, words), registers)?;
            for run in self.producer_runs(&registers) {
                let (skip, count) = run;
                if !last || !self.redirect_producer(local, first + skip, &registers, run) {
                    for (register, &from) in (first + skip..first + skip + count).zip(&registers[skip as usize..]) {
                        self.emit_copy(register, from)?;
                    }
                }
            }
            return Ok(());
        }
        let all_first = known.first;
        let all_words = known.words;
        let Some(&address) = pointer.registers.first() else { return not_emulated("an address has no register") };
        let variable = self.variable_slot(local)?;
        let registers = self.save_overwritten(local, (all_first, all_words), registers)?;
        for (number, some) in (0..).zip(registers.chunks(MAX_WORDS_AT_ONCE as usize)) {
            let list = self.push_register_list(some);
            let words = some.len() as u8;
            let offset = offset + number * MAX_WORDS_AT_ONCE;
            let place = self.emit(Instruction::StoreLocal { variable, words, list, address, offset })?;
            self.mark_indexed(local, place + 1);
        }
        Ok(())
    }

    /// Saves values that are aliases of a variable's registers before these change; also those
    /// among the registers to be stored.
    fn save_overwritten(
        &mut self,
        local: usize,
        (first, words): (Register, u32),
        mut registers: Vec<Register>,
    ) -> LowerResult<Vec<Register>> {
        // Values to be stored may already be in the registers that they are stored to.
        let moved = registers
            .iter()
            .enumerate()
            .any(|(at, &register)| (first..first + words).contains(&register) && register != first + at as u32);
        if moved {
            self.copy_variable_registers(&mut registers)?;
        }
        self.save_aliases(local, first, words)?;
        Ok(registers)
    }

    /// Groups registers that one instruction has written, as pairs of first index and count.
    fn producer_runs(&self, registers: &[Register]) -> Vec<(u32, u32)> {
        let mut runs = vec![];
        let mut at = 0;
        while let Some(&register) = registers.get(at) {
            let (_, written) = self.out.registers.last_accesses(register);
            let producer = written
                .checked_sub(1)
                .and_then(|place| self.out.code.instructions.get(place as usize));
            let (first, count) = producer.map_or((0, 1), |made| operands::written_registers(&self.out.code, made));
            let whole = register == first
                && registers
                    .get(at..at + count as usize)
                    .is_some_and(|run| run.iter().copied().eq(first..first + count));
            let count = if whole { count.max(1) } else { 1 };
            runs.push((at as u32, count));
            at += count as usize;
        }
        runs
    }

    /// Makes the instruction that produced these results write them directly into the variable, if
    /// nothing in between reads or writes it. Returns false if that is not possible.
    fn redirect_producer(
        &mut self,
        local: usize,
        to: Register,
        registers: &[Register],
        (skip, count): (u32, u32),
    ) -> bool {
        let Some(run) = registers.get(skip as usize..(skip + count) as usize) else { return false };
        let Some(&from) = run.first() else { return false };
        let (_, written) = self.out.registers.last_accesses(from);
        let Some(place) = written.checked_sub(1).filter(|_| written > self.out.straight) else { return false };
        let Some(producer) = self.out.code.instructions.get(place as usize) else { return false };
        if operands::written_registers(&self.out.code, producer) != (from, count) {
            return false;
        }
        let alone = run.iter().all(|&register| {
            let (read, made) = self.out.registers.last_accesses(register);
            self.out.registers.owner_of(register) == Owner::Temporary(1) && read < written && made == written
        });
        // A single word may be read and written by one instruction.
        let most = if count == 1 { written } else { place };
        let untouched = (to..to + count).all(|register| {
            let (read, made) = self.out.registers.last_accesses(register);
            read <= most && made < written
        });
        let indexed = self.known.locals.get(local).is_none_or(|local| local.touched >= written);
        if !alone || !untouched || indexed {
            return false;
        }
        if let Some(producer) = self.out.code.instructions.get_mut(place as usize) {
            operands::set_target_register(producer, to);
        }
        (to..to + count).for_each(|register| self.out.registers.record_write(register, written));
        true
    }
}

fn find_operand_id(made: &Made, at: usize) -> Option<Word> {
    made.operands.get(at).and_then(rspirv::dr::Operand::id_ref_any)
}

/// True for a call that passes a variable.
fn has_argument(made: &Made, variable: Word) -> bool {
    made.class.opcode == Op::FunctionCall
        && made.operands.iter().skip(1).any(|given| given.id_ref_any() == Some(variable))
}
