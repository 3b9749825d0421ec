//! SPIR-V lowered to register code.
//!
//! Functions are lowered inline where they are called, block after block (`control`). A result is a list of registers
//! (`values`), so taking a value apart and composing it needs no code. Variables of a function are registers
//! (`locals`), buffers and shared variables are slots of memory (`memory`), and the target of every pointer is known
//! while lowering (`pointers`).

mod arithmetic;
mod atomics;
mod calls;
mod constants;
mod control;
mod conversions;
mod dominators;
mod emit;
mod error;
mod function_info;
mod functions;
mod images;
mod inputs;
mod instructions;
mod layouts;
mod locals;
mod lowering;
mod matrices;
mod maybe_uninit;
mod memory;
mod module;
mod names;
mod number_types;
pub(super) mod operands;
mod packing;
mod pointers;
mod program;
mod registers;
mod samplers;
mod sharing;
mod slots;
mod spec_constants;
mod subgroups;
mod switches;
#[cfg(test)]
mod tests;
mod types;
mod uniforms;
mod value;
mod values;
mod wide;
mod worklist;

use super::assembly::{Assembly, Instruction, Pc, Register, SizeConstant, StageOutput};
use error::{LowerResult, LoweringError};
use gristmill_base::error::Result;
use gristmill_shader::ledger::{RefusedItem, find_refusal, line_of_use};
use gristmill_shader::program::{AssemblyProgram, read_program};
use gristmill_shader::{ExpandedKernel, is_program};
use lowering::Lowering;
use rspirv::spirv::ExecutionMode;
use std::collections::HashSet;

/// Lowers one stage. `watched` code also records where variables begin, and that outputs are read.
///
/// # Errors
/// [`Error::Source`](gristmill_base::error::Error::Source) reports an invalid SPIR-V module, or an
/// opcode that the emulator lacks, with its line.
/// [`Error::Limit`](gristmill_base::error::Error::Limit) is for code or variables that are too
/// long.
pub fn lower_stage(expanded: &ExpandedKernel, spirv: &[u32], watched: bool) -> Result<Assembly> {
    if let Some(RefusedItem { sentence, line }) = find_refusal(spirv) {
        return Err(LoweringError::NotEmulated(sentence).into_error(expanded, line));
    }
    let module = module::read_module(spirv).map_err(|fault| fault.into_error(expanded, 0))?;
    let mut lowering = Lowering::new(&module, expanded, watched).map_err(|fault| {
        let line = match fault {
            LoweringError::NotEmulatedId(_, array) => module
                .line_of_array(array, expanded)
                .unwrap_or_else(|| line_of_use(spirv, array)),
            _ => 0,
        };
        fault.into_error(expanded, line)
    })?;
    let program = if is_program(&expanded.text) { Some(read_program(expanded)?) } else { None };
    if let Some(program) = &program {
        lowering.out.code.language = program::find_language(program);
    }
    let program = program.filter(|one| !program::has_shared_registers(one, &expanded.text));
    let lowered = match program {
        Some(program) => lowering.lower_program(&program, &expanded.text),
        None => lowering.lower_module(),
    };
    match lowered {
        Ok(()) => Ok(lowering.out.code),
        Err(fault) => Err(fault.into_error(expanded, lowering.out.line)),
    }
}

/// Lowers the SPIR-V of a stage even if its text is a program in assembly: a second way to the same results.
#[cfg(test)]
fn lower_spirv(expanded: &ExpandedKernel, spirv: &[u32], watched: bool) -> Result<Assembly> {
    let module = module::read_module(spirv).map_err(|fault| fault.into_error(expanded, 0))?;
    let mut lowering = Lowering::new(&module, expanded, watched).map_err(|fault| fault.into_error(expanded, 0))?;
    match lowering.lower_module() {
        Ok(()) => Ok(lowering.out.code),
        Err(fault) => Err(fault.into_error(expanded, lowering.out.line)),
    }
}

impl Lowering<'_> {
    fn lower_module(&mut self) -> LowerResult<()> {
        self.set_local_size();
        let begins = self.start_main()?;
        self.declare_unused_globals()?;
        self.run_tasks()?;
        self.finish_code(begins)
    }

    /// Lowers a program in assembly; of the module only its interface is used.
    fn lower_program(&mut self, program: &AssemblyProgram, text: &str) -> LowerResult<()> {
        let begins = program::lower_program(self, program, text)?;
        if !self.out.watched {
            program::drop_overwritten_clears(&mut self.out, begins);
        }
        self.finish_code(begins)
    }

    /// Ends the code, whose prologue belongs at that place.
    fn finish_code(&mut self, begins: Pc) -> LowerResult<()> {
        self.emit_output_demands()?;
        self.emit_join(Instruction::End)?;
        self.out.code.constants = std::mem::take(&mut self.out.registers.words);
        self.out.code.registers = self.out.registers.register_count();
        self.settle_sharing();
        self.insert_prologue(begins);
        if self.out.watched {
            self.out.code.unsure = maybe_uninit::find_maybe_uninit(&self.out.code);
        }
        self.drop_unread_inputs();
        Ok(())
    }

    /// Removes inputs that no instruction reads.
    fn drop_unread_inputs(&mut self) {
        let mut used: HashSet<Register> = self.out.code.outputs.iter().map(|&(register, _)| register).collect();
        used.extend(
            self.out
                .code
                .variables
                .iter()
                .flat_map(|slot| slot.first..slot.first + slot.words),
        );
        for instruction in &self.out.code.instructions {
            operands::for_each_read(&self.out.code, instruction, |register| {
                used.insert(register);
            });
        }
        self.out.code.inputs.retain(|(register, _)| used.contains(register));
    }

    /// Sets the size of a work group: a specialisation constant takes precedence over the execution mode.
    fn set_local_size(&mut self) {
        let size = self.source.module.execution_mode(ExecutionMode::LocalSize);
        if let Some(&[x, y, z]) = size.as_deref() {
            self.out.code.local_size = [x, y, z];
        }
        let ids = self
            .source
            .module
            .execution_mode(ExecutionMode::LocalSizeId)
            .unwrap_or_default();
        let size: Option<Vec<u32>> = ids.iter().map(|&id| self.source.constants.scalar_word(id)).collect();
        if let Some(&[x, y, z]) = size.as_deref() {
            self.out.code.local_size = [x, y, z];
        }
        let built_in = self
            .source
            .module
            .globals()
            .iter()
            .filter_map(|made| made.result_id)
            .find(|&id| self.is_work_group_size(id));
        if let Some((_, &[x, y, z])) = built_in.and_then(|id| self.source.constants.get(id)) {
            self.out.code.local_size = [x, y, z];
        }
        let constants = self.source.module.spec_constants_of(ids.into_iter().chain(built_in));
        let module = self.source.module;
        let sizes = constants.iter().map(|constant| SizeConstant {
            number: constant.number,
            names: module.spec_constant_names(constant.number).map(String::from).collect(),
        });
        self.out.code.size_constants = sizes.collect();
    }

    /// Inserts the prologue before all other instructions and moves the branch targets.
    fn insert_prologue(&mut self, begins: Pc) {
        let prologue = std::mem::take(&mut self.out.prologue);
        let count = prologue.len() as Pc;
        if count == 0 {
            return;
        }
        let at = begins as usize;
        let code = &mut self.out.code;
        code.narrow_atomics = std::mem::take(&mut code.narrow_atomics)
            .into_iter()
            .map(|(pc, scope)| (move_target(pc, begins, count), scope))
            .collect();
        code.sharing = code.sharing.take().map(|sharing| {
            sharing
                .into_iter()
                .map(|(pc, sharing)| (move_target(pc, begins, count), sharing))
                .collect()
        });
        self.out.code.lines.splice(at..at, prologue.iter().map(|_| 0));
        self.out.code.instructions.splice(at..at, prologue);
        for instruction in self.out.code.instructions.iter_mut().skip(at) {
            match instruction {
                Instruction::If { otherwise: place, .. }
                | Instruction::Case { otherwise: place, .. }
                | Instruction::Else { end: place }
                | Instruction::Repeat { start: place }
                | Instruction::Leave { join: place, .. }
                | Instruction::Kill { join: place } => *place += count,
                _ => {}
            }
        }
    }

    /// In watched code, marks outputs as read at the end.
    fn emit_output_demands(&mut self) -> LowerResult<()> {
        if !self.out.watched {
            return Ok(());
        }
        let outputs = std::mem::take(&mut self.out.code.outputs);
        for number in 0..self.known.locals.len() {
            let Some((first, words)) = self.known.locals.get(number).map(|local| (local.first, local.words)) else {
                continue;
            };
            // A vertex shader need not write its point size or clip distances: they are in the same block as its position.
            let mut wanted: Vec<Register> = outputs
                .iter()
                .filter(|(register, output)| {
                    (first..first + words).contains(register) && !matches!(output, StageOutput::PointSize)
                })
                .map(|(register, _)| *register)
                .collect();
            wanted.sort_unstable();
            for run in wanted.chunk_by(|before, next| before + 1 == *next) {
                if let [first, ..] = run {
                    let first = *first;
                    let words = run.len() as u32;
                    let variable = self.variable_slot(number)?;
                    self.emit(Instruction::OutputRead { variable, first, words })?;
                }
            }
        }
        self.out.code.outputs = outputs;
        Ok(())
    }
}

fn move_target(pc: Pc, begins: Pc, count: Pc) -> Pc {
    if pc < begins { pc } else { pc + count }
}
