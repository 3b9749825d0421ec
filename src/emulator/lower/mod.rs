//! SPIR-V lowered to register code.
//!
//! The functions are lowered where they are called, block after block ([`control`]). A result is a list of registers ([`values`]), so that
//! taking it apart and putting it together is no code. Variables of a function are registers ([`locals`]), buffers and shared variables
//! are slots of memory ([`memory`]), and what a pointer points to is known while lowering ([`pointers`]).

mod arithmetic;
mod atomics;
mod calls;
mod code;
mod constants;
mod control;
mod fault;
mod functions;
mod graph;
mod images;
mod inputs;
mod instructions;
mod layouts;
mod locals;
mod matrices;
mod memory;
mod module;
mod operands;
mod packing;
mod pointers;
mod registers;
mod routine;
mod slots;
mod switches;
#[cfg(test)]
mod tests;
mod types;
mod uniforms;
mod values;

use super::assembly::{Assembly, Instruction, Output, Pc, Register};
use crate::data::error::Result;
use crate::shader::{Expanded, Stage};
use constants::Constants;
use control::{Construct, Task};
use fault::Lowered;
use locals::Local;
use module::Module;
use registers::Registers;
use routine::Routines;
use rspirv::spirv::{ExecutionMode, Op, Word};
use std::collections::{HashMap, HashSet};
use types::Types;
use values::{Scope, Value};

/// Lowers one stage. `watched` code also says which variables it defines and demands.
///
/// # Errors
/// [`Error::Source`](crate::Error::Source) names the opcode that the emulator does not have, with its line, or says what is wrong with the
/// SPIR-V. [`Error::Limit`](crate::Error::Limit) is for code or variables that are too long.
pub(crate) fn lower(expanded: &Expanded, spirv: &[u32], watched: bool) -> Result<Assembly> {
    let module = module::read(spirv).map_err(|fault| fault.error(expanded, 0))?;
    let mut lowering = Lowering::new(&module, expanded.stage, watched).map_err(|fault| fault.error(expanded, 0))?;
    match lowering.lower() {
        Ok(()) => Ok(lowering.code),
        Err(fault) => Err(fault.error(expanded, lowering.line)),
    }
}

/// A kernel that is being lowered.
struct Lowering<'m> {
    module: &'m Module,
    types: Types,
    constants: Constants,
    routines: Routines<'m>,
    watched: bool,
    /// What has been made so far.
    code: Assembly,
    registers: Registers,
    /// The line of the instruction at hand.
    line: u32,
    /// The place after the last instruction at which lanes come or go.
    straight: Pc,
    /// For each open frame the instructions that go to where its lanes come together next. The first stands for the whole kernel.
    frames: Vec<Vec<Pc>>,
    constructs: Vec<Construct>,
    tasks: Vec<Task>,
    /// Whether no lane gets here.
    dead: bool,
    /// The functions that are open, the innermost last.
    scopes: Vec<Scope<'m>>,
    /// Constants and variables outside functions that have been used.
    globals: HashMap<Word, Value>,
    locals: Vec<Local>,
    /// Variables outside functions by id: their number among `locals`.
    global_locals: HashMap<Word, usize>,
    /// Registers for vectors that are indexed, by their number of lanes.
    vectors: HashMap<u32, usize>,
    /// What runs before all else.
    prologue: Vec<Instruction>,
    /// The lengths of arrays without an end, by slot.
    lengths: HashMap<u16, Register>,
    /// The slots of atomic counters by binding.
    counters: HashMap<u32, u16>,
}

impl<'m> Lowering<'m> {
    fn new(module: &'m Module, stage: Stage, watched: bool) -> Lowered<Lowering<'m>> {
        let mut types = Types::default();
        let mut constants = Constants::default();
        for made in module.globals() {
            match made.class.opcode {
                opcode if opcode.is_type() => types.add(module, made, |length| constants.word(length))?,
                opcode if opcode.is_constant() || opcode == Op::Undef => constants.add(&types, made)?,
                _ => {}
            }
        }
        let early_tests = module.mode(ExecutionMode::EarlyFragmentTests).is_some();
        let code = Assembly { early_tests, ..Assembly::new(stage) };
        Ok(Lowering {
            module,
            types,
            constants,
            routines: Routines::default(),
            watched,
            code,
            registers: Registers::default(),
            line: 0,
            straight: 0,
            frames: vec![vec![]],
            constructs: vec![],
            tasks: vec![],
            dead: false,
            scopes: vec![],
            globals: HashMap::new(),
            locals: vec![],
            global_locals: HashMap::new(),
            vectors: HashMap::new(),
            prologue: vec![],
            lengths: HashMap::new(),
            counters: HashMap::new(),
        })
    }

    fn lower(&mut self) -> Lowered<()> {
        self.set_local_size();
        let begins = self.start_main()?;
        self.declare_outputs()?;
        self.run()?;
        self.demand_outputs()?;
        self.meet(Instruction::End)?;
        self.code.constants = std::mem::take(&mut self.registers.words);
        self.code.registers = self.registers.count();
        self.insert_prologue(begins);
        self.keep_used_inputs();
        Ok(())
    }

    /// Inputs that nobody reads need not be filled.
    fn keep_used_inputs(&mut self) {
        let mut used: HashSet<Register> = self.code.outputs.iter().map(|&(register, _)| register).collect();
        used.extend(self.code.variables.iter().flat_map(|slot| slot.first..slot.first + slot.words));
        for instruction in &self.code.instructions {
            operands::reads(&self.code, instruction, |register| {
                used.insert(register);
            });
        }
        self.code.inputs.retain(|(register, _)| used.contains(register));
    }

    /// Lanes of a work group: a constant that may be set wins over the mode.
    fn set_local_size(&mut self) {
        let size = self.module.mode(ExecutionMode::LocalSize);
        if let Some(&[x, y, z]) = size.as_deref() {
            self.code.local_size = [x, y, z];
        }
        let built_in = self
            .module
            .globals()
            .iter()
            .filter_map(|made| made.result_id)
            .find(|&id| self.is_work_group_size(id));
        if let Some((_, &[x, y, z])) = built_in.and_then(|id| self.constants.get(id)) {
            self.code.local_size = [x, y, z];
        }
    }

    /// Puts what runs before all else to its place.
    fn insert_prologue(&mut self, begins: Pc) {
        let prologue = std::mem::take(&mut self.prologue);
        let count = prologue.len() as Pc;
        if count == 0 {
            return;
        }
        let at = begins as usize;
        self.code.lines.splice(at..at, prologue.iter().map(|_| 0));
        self.code.instructions.splice(at..at, prologue);
        for instruction in self.code.instructions.iter_mut().skip(at) {
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

    /// In watched code outputs are read when all is done.
    fn demand_outputs(&mut self) -> Lowered<()> {
        if !self.watched {
            return Ok(());
        }
        let outputs = std::mem::take(&mut self.code.outputs);
        for number in 0..self.locals.len() {
            let Some((first, words)) = self.locals.get(number).map(|local| (local.first, local.words)) else {
                continue;
            };
            // A vertex need not write its size, nor what it may be clipped by: these lie beside its position.
            let is_wanted = |(register, output): &&(Register, Output)| {
                (first..first + words).contains(register) && !matches!(output, Output::PointSize)
            };
            let mut wanted: Vec<Register> = outputs.iter().filter(is_wanted).map(|(register, _)| *register).collect();
            wanted.sort_unstable();
            for stretch in wanted.chunk_by(|before, next| before + 1 == *next) {
                if let [first, ..] = stretch {
                    self.demand(number, *first, stretch.len() as u32)?;
                }
            }
        }
        self.code.outputs = outputs;
        Ok(())
    }
}
