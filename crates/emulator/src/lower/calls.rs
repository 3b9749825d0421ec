//! Function calls, lowered inline where each function is called.

use super::super::assembly::{Instruction, Pc, Register};
use super::super::undefined::CheckCondition;
use super::error::{LowerResult, not_emulated, unstructured_control_flow};
use super::function_info::MAX_CALL_DEPTH;
use super::lowering::{FunctionScope, Lowering};
use super::module::{id_operand, id_operands, result_and_type};
use super::registers::Owner;
use super::value::{IdValue, PointerTarget};
use super::worklist::{Construct, Task};
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{Op, Word};
use std::collections::{HashMap, HashSet};

impl<'m> Lowering<'m> {
    /// Opens `main` and returns the place where the prologue belongs.
    pub(super) fn start_main(&mut self) -> LowerResult<Pc> {
        let main = self.source.module.main_function()?;
        self.flow.tasks.push(Task::EndCall { block: 0, at: 0, line: 0 });
        self.open_function(main, &[], None)?;
        Ok(Pc::from(matches!(self.out.code.instructions.first(), Some(Instruction::Call))))
    }

    /// Lowers a call: saves the variables that the function may change and opens the function.
    pub(super) fn lower_call(&mut self, instruction: &Made, block: usize, at: usize) -> LowerResult<()> {
        let (_, of) = result_and_type(instruction)?;
        if self.known.scopes.len() >= MAX_CALL_DEPTH {
            return not_emulated("calls are nested too deeply; merge some of the functions");
        }
        let mut arguments = vec![];
        for argument in id_operands(instruction, 1)? {
            let value = self.id_value(argument)?;
            if let Some(PointerTarget::Local { local, .. }) = value.target {
                self.save_local_aliases(local)?;
            }
            arguments.push(argument);
        }
        // Variables that the function may change are read before it: inside it, lanes may be at different places.
        for local in self.known.global_locals.values().copied().collect::<Vec<_>>() {
            self.save_local_aliases(local)?;
        }
        let arguments = arguments
            .into_iter()
            .map(|argument| self.id_value(argument))
            .collect::<LowerResult<Vec<_>>>()?;
        self.flow.tasks.push(Task::EndCall { block, at, line: self.out.line });
        let words = self.source.types.word_count(of).ok().filter(|&words| words > 0);
        self.open_function(id_operand(instruction, 0)?, &arguments, words)
    }

    fn save_local_aliases(&mut self, local: usize) -> LowerResult<()> {
        let Some((first, words)) = self.known.locals.get(local).map(|local| (local.first, local.words)) else {
            return Ok(());
        };
        self.save_aliases(local, first, words)
    }

    fn open_function(&mut self, of: Word, arguments: &[IdValue], result: Option<u32>) -> LowerResult<()> {
        let routine = self.source.routines.get_or_analyse(self.source.module, of)?;
        let function = routine.function;
        if function.parameters.len() != arguments.len() || function.blocks.is_empty() {
            return not_emulated(format!("%{of} is called with other arguments than it has, or has no body"));
        }
        let framed = !routine.returns_at_end;
        let result = match result {
            Some(words) if framed => {
                let first = self.out.registers.allocate_temporaries(words)?;
                (first..first + words).for_each(|register| self.out.registers.add_holder(register));
                Some((first..first + words).collect())
            }
            _ => None,
        };
        self.known.scopes.push(FunctionScope {
            routine,
            values: HashMap::new(),
            visited: HashSet::new(),
            phis: HashMap::new(),
            block: 0,
            locals: vec![],
            result,
        });
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let (parameter, of) = result_and_type(parameter)?;
            if argument.target.is_none() && self.source.types.word_count(of)? as usize != argument.registers.len() {
                return not_emulated("an argument has another type than its parameter");
            }
            self.set_value(parameter, argument.clone())?;
        }
        let frame = match framed {
            true => {
                self.open_frame(Instruction::Call)?;
                Some(self.innermost_frame())
            }
            false => None,
        };
        self.open_construct(Construct::Function { frame })?;
        let entry = function.blocks.first().into_iter().flat_map(|block| &block.instructions);
        for variable in entry.filter(|made| made.class.opcode == Op::Variable) {
            self.declare_local(variable)?;
        }
        self.flow.tasks.push(Task::Block { block: 0, at: 0 });
        Ok(())
    }

    /// Lowers a return from the current function.
    pub(super) fn lower_return(&mut self, value: Option<Word>) -> LowerResult<()> {
        let missing = self.out.watched && value.is_some_and(|value| self.is_undef_result(value));
        let registers = value.map(|value| self.result_registers(value)).transpose()?;
        let to = self.current_scope()?.result.clone();
        match (registers, to) {
            (Some(registers), Some(to)) => {
                if registers.len() != to.len() {
                    return not_emulated("a function returns a value of another type than it declares");
                }
                for (to, from) in to.into_iter().zip(registers) {
                    self.emit_copy(to, from)?;
                    if missing {
                        self.emit_doubt(CheckCondition::Return, [to; 2], to)?;
                    }
                }
            }
            (Some(mut registers), None) => {
                self.copy_variable_registers(&mut registers)?;
                for register in registers.iter_mut().filter(|_| missing) {
                    let to = self.out.registers.allocate_temporaries(1)?;
                    self.emit_copy(to, *register)?;
                    self.emit_doubt(CheckCondition::Return, [to; 2], to)?;
                    *register = to;
                }
                registers.iter().for_each(|&register| self.out.registers.add_holder(register));
                if let Some(scope) = self.known.scopes.last_mut() {
                    scope.result = Some(registers);
                }
            }
            _ => {}
        }
        let frame = self.flow.constructs.iter().rev().find_map(|construct| match construct {
            Construct::Function { frame } => Some(*frame),
            _ => None,
        });
        let at_end = matches!(self.flow.constructs.last(), Some(Construct::Function { .. }));
        match frame.flatten() {
            Some(frame) if !at_end => self.emit_leave(frame, false)?,
            None if !at_end => return unstructured_control_flow(),
            _ => {}
        }
        self.flow.dead = true;
        Ok(())
    }

    /// True if an `OpUndef` made the result: glslang returns one where a function ends without a value.
    fn is_undef_result(&self, of: Word) -> bool {
        let Ok(scope) = self.current_scope() else { return false };
        let made = scope
            .routine
            .uses
            .get(&of)
            .and_then(|uses| scope.routine.function.blocks.get(uses.block));
        made.is_some_and(|block| {
            block
                .instructions
                .iter()
                .any(|made| made.result_id == Some(of) && made.class.opcode == Op::Undef)
        })
    }

    /// Ends a function that the instruction `at` of `block` called, in that line.
    pub(super) fn end_call(&mut self, block: usize, at: usize, line: u32) -> LowerResult<()> {
        let Some(Construct::Function { frame }) = self.flow.constructs.pop() else {
            return unstructured_control_flow();
        };
        if frame.is_some() {
            self.close_frame(Instruction::EndCall)?;
        }
        let result = self.known.scopes.last_mut().and_then(|scope| scope.result.take());
        self.close_scope();
        self.flow.dead = false;
        let Some(scope) = self.known.scopes.last() else { return Ok(()) };
        // An instruction after the call has an `OpLine` of its own only if its line differs.
        self.out.line = line;
        let call = scope
            .routine
            .function
            .blocks
            .get(block)
            .and_then(|block| block.instructions.get(at));
        let Some(call) = call else { return unstructured_control_flow() };
        let (of, kind) = result_and_type(call)?;
        if let Some(words) = self.source.types.word_count(kind).ok().filter(|&words| words > 0) {
            let registers = match result {
                Some(registers) if registers.len() == words as usize => registers,
                Some(_) => return not_emulated("a function returns a value of another type than it declares"),
                None => vec![self.uint_constant(0)?; words as usize],
            };
            self.set_value(of, IdValue::from_registers(registers.clone()))?;
            registers.into_iter().for_each(|register| self.release_temporary(register));
        }
        self.finish_instruction(block, at);
        Ok(())
    }

    fn release_temporary(&mut self, register: Register) {
        if let Owner::Temporary(_) = self.out.registers.owner_of(register) {
            self.out.registers.remove_holder(register);
        }
    }
}
