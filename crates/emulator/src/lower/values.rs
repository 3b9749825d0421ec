//! Results as lists of registers, and their lifetimes.

use super::super::assembly::Register;
use super::error::{LowerResult, not_emulated};
use super::function_info::ResultUses;
use super::lowering::{FunctionScope, Lowering};
use super::registers::Owner;
use super::value::IdValue;
use rspirv::dr::Operand;
use rspirv::spirv::Word;
use std::collections::HashMap;
use std::rc::Rc;

impl<'m> Lowering<'m> {
    /// Returns the current function.
    pub(super) fn current_scope(&self) -> LowerResult<&FunctionScope<'m>> {
        self.known
            .scopes
            .last()
            .map_or_else(|| not_emulated("there is no function"), Ok)
    }

    fn result_uses(&self, of: Word) -> Option<ResultUses> {
        self.known.scopes.last()?.routine.uses.get(&of).copied()
    }

    /// Returns the value of an id.
    pub(super) fn id_value(&mut self, of: Word) -> LowerResult<IdValue> {
        if let Some(value) = self.known.scopes.last().and_then(|scope| scope.values.get(&of)) {
            return Ok(value.clone());
        }
        if let Some(value) = self.known.globals.get(&of) {
            return Ok(value.clone());
        }
        let given = self.source.constants.get(of);
        let value = if let (true, true, Some((kind, words))) =
            (self.out.watched, self.source.module.is_undef_global(of), given)
        {
            let words = words.len() as u32;
            self.undefined_value(of, kind, words)?
        } else if let Some((_, words)) = given {
            let registers = words.iter().map(|&word| self.out.registers.constant_register(word));
            IdValue::from_registers(registers.collect::<LowerResult<_>>()?)
        } else if self.source.module.variable(of).is_some() {
            self.declare_global(of)?
        } else {
            return not_emulated(format!("there is not a value %{of}"));
        };
        self.known.globals.insert(of, value.clone());
        Ok(value)
    }

    /// Creates an undefined value, as a variable that is never written.
    fn undefined_value(&mut self, of: Word, kind: Word, words: u32) -> LowerResult<IdValue> {
        let local = self.add_global_local(of, kind)?;
        self.clear_at_start(local)?;
        let first = self.known.locals.get(local).map_or(0, |local| local.first);
        Ok(IdValue::from_registers((first..first + words).collect()))
    }

    /// Returns the registers of a result; an error if their number is not `count`.
    pub(super) fn expect_registers(&mut self, of: Word, count: usize) -> LowerResult<Vec<Register>> {
        let value = self.id_value(of)?;
        match value.registers.len() == count && value.target.is_none() {
            true => Ok(value.registers),
            false => not_emulated(format!("%{of} does not have {count} words")),
        }
    }

    /// Returns the registers of a result.
    pub(super) fn result_registers(&mut self, of: Word) -> LowerResult<Vec<Register>> {
        let value = self.id_value(of)?;
        match value.target.is_none() && !value.registers.is_empty() {
            true => Ok(value.registers),
            false => not_emulated(format!("%{of} is not a value")),
        }
    }

    /// Returns the register of a scalar.
    pub(super) fn scalar_register(&mut self, of: Word) -> LowerResult<Register> {
        if self.out.wide
            && let &[handle] = &self.wide_operand(of)?[..]
        {
            return Ok(handle);
        }
        match self.expect_registers(of, 1)?.first() {
            Some(&register) => Ok(register),
            None => not_emulated(format!("%{of} is not a value")),
        }
    }

    /// Sets the value of an id.
    pub(super) fn set_value(&mut self, of: Word, mut value: IdValue) -> LowerResult<()> {
        if self.result_uses(of).is_some_and(|uses| uses.escapes) {
            self.copy_variable_registers(&mut value.registers)?;
        }
        let depth = self.known.scopes.len();
        for &register in &value.registers {
            self.out.registers.add_holder(register);
            if let Owner::Variable(local) = self.out.registers.owner_of(register)
                && let Some(local) = self.known.locals.get_mut(local)
                && !local.aliases.contains(&(depth, of))
            {
                local.aliases.push((depth, of));
            }
        }
        let Some(scope) = self.known.scopes.last_mut() else { return not_emulated("there is no function") };
        let before = scope.values.insert(of, value);
        self.release_value(depth, of, before);
        Ok(())
    }

    /// Copies registers of variables, which may change, into new ones.
    pub(super) fn copy_variable_registers(&mut self, registers: &mut [Register]) -> LowerResult<()> {
        for register in registers {
            if matches!(self.out.registers.owner_of(*register), Owner::Variable(_)) {
                let copy = self.out.registers.allocate_temporaries(1)?;
                self.emit_copy(copy, *register)?;
                *register = copy;
            }
        }
        Ok(())
    }

    fn release_value(&mut self, depth: usize, of: Word, value: Option<IdValue>) {
        for register in value.into_iter().flat_map(|value| value.registers) {
            match self.out.registers.owner_of(register) {
                Owner::Variable(local) => {
                    if let Some(local) = self.known.locals.get_mut(local) {
                        local.aliases.retain(|&alias| alias != (depth, of));
                    }
                }
                _ => self.out.registers.remove_holder(register),
            }
        }
    }

    /// Finishes the instruction at that place of the block: frees the values that it used last.
    pub(super) fn finish_instruction(&mut self, block: usize, place: usize) {
        let depth = self.known.scopes.len();
        if let Some(scope) = self.known.scopes.last_mut() {
            let routine = Rc::clone(&scope.routine);
            let instruction = routine
                .function
                .blocks
                .get(block)
                .and_then(|block| block.instructions.get(place));
            let Some(instruction) = instruction else { return };
            let operands = instruction.operands.iter().filter_map(Operand::id_ref_any);
            for of in operands.chain(instruction.result_id) {
                let Some(uses) = routine.uses.get(&of) else { continue };
                let unused = uses.count == 0;
                if uses.block == block && !uses.escapes && (uses.last == place || unused) {
                    self.forget_value(depth, of);
                }
            }
        }
        self.out.registers.free_scratch();
    }

    /// Finishes the block: frees the values that phis read at its end.
    pub(super) fn finish_block(&mut self, block: usize) {
        let depth = self.known.scopes.len();
        let Some(routine) = self.known.scopes.last().map(|scope| Rc::clone(&scope.routine)) else { return };
        for &of in routine.taken.get(&block).into_iter().flatten() {
            if routine.uses.get(&of).is_some_and(|uses| !uses.escapes) {
                self.forget_value(depth, of);
            }
        }
    }

    fn forget_value(&mut self, depth: usize, of: Word) {
        let value = self.known.scopes.last_mut().and_then(|scope| scope.values.remove(&of));
        self.release_value(depth, of, value);
    }

    /// Closes the innermost function and frees its registers.
    pub(super) fn close_scope(&mut self) {
        let depth = self.known.scopes.len();
        let Some(mut scope) = self.known.scopes.pop() else { return };
        for register in scope.phis.into_values().flatten() {
            self.out.registers.remove_holder(register);
        }
        for (of, value) in std::mem::take(&mut scope.values) {
            self.release_value(depth, of, Some(value));
        }
        for &local in &scope.locals {
            self.free_local(local);
        }
    }

    /// Copies the values that are aliases of a variable's registers, before these change.
    pub(super) fn save_aliases(&mut self, local: usize, first: Register, words: u32) -> LowerResult<()> {
        let Some(known) = self.known.locals.get(local) else { return Ok(()) };
        if known.aliases.is_empty() {
            return Ok(());
        }
        let aliases = known.aliases.clone();
        let mut copies: HashMap<Register, Register> = HashMap::new();
        for &(depth, of) in &aliases {
            let value = depth
                .checked_sub(1)
                .and_then(|depth| self.known.scopes.get(depth)?.values.get(&of));
            let Some(mut registers) = value.map(|value| value.registers.clone()) else { continue };
            let mut rest = false;
            for register in &mut registers {
                if (first..first + words).contains(register) {
                    let copy = match copies.get(register) {
                        Some(&copy) => copy,
                        None => {
                            let copy = self.out.registers.allocate_temporaries(1)?;
                            self.emit_copy(copy, *register)?;
                            copies.insert(*register, copy);
                            copy
                        }
                    };
                    self.out.registers.add_holder(copy);
                    *register = copy;
                } else {
                    rest |= self.out.registers.owner_of(*register) == Owner::Variable(local);
                }
            }
            if let Some(value) = self.known.scopes.get_mut(depth - 1).and_then(|scope| scope.values.get_mut(&of)) {
                value.registers = registers;
            }
            if !rest && let Some(local) = self.known.locals.get_mut(local) {
                local.aliases.retain(|&alias| alias != (depth, of));
            }
        }
        Ok(())
    }
}
