//! Builds the list of operations of all languages from a shader.
//!
//! An instruction that the list has no form for becomes several operations in its place: a modifier of a
//! source is computed into a register of its own, a shift is a product. Registers are variables as in the
//! other languages, named as the author names them.

mod arithmetic;
mod flow;
mod inputs;
mod matrices;
mod operands;
mod results;
mod stages;
mod textures;

use super::counting::{call_depth, count_executed, count_registers};
use super::operation::OperationKind;
use super::register_names::name_register;
use super::rules::texture_levels;
use super::shader::{Declared, DefinedValue, Register, RegisterKind, RelativeIndex, Shader, Statement};
use super::slots::shader_slots;
use crate::assembly::language::LanguageLevel;
use crate::assembly::opcode::{Opcode, OperationPrecision, Saturation, find_row};
use crate::assembly::program::{
    AssemblyProgram, Condition, Destination, Direct3dParts, Operand, OperandSource, ProgramInstruction, ProgramOptions,
    ProgramRegister,
};
use crate::assembly::vertex_language::VertexLanguage;
use std::collections::HashMap;

/// The state of the builder.
pub(super) struct ProgramBuilder<'s> {
    shader: &'s Shader,
    program: AssemblyProgram,
    parts: Direct3dParts,
    /// Operations that go before all others.
    first: Vec<ProgramInstruction>,
    /// The temporaries by their names.
    temporaries: HashMap<String, usize>,
    /// The address registers by their names.
    addresses: HashMap<String, usize>,
    /// The values of `def`, `defi` and `defb`.
    defined: HashMap<Register, DefinedValue>,
    /// The declarations of inputs and outputs.
    declared: Vec<(Register, [bool; 4], Declared)>,
    /// The inputs declared with `_pp`.
    partial_inputs: Vec<Register>,
    /// The array of all constants, once an index has chosen one.
    constants: Option<usize>,
    /// Intermediate results of the instruction at hand.
    scratch: usize,
    /// The rows of a matrix in the making, and the place of the next.
    rows: usize,
    /// The open loops: the counter of `loop`, or nothing for `rep`.
    loops: Vec<Option<String>>,
    /// Bytes before the instruction at hand.
    at: usize,
}

/// Builds the list of operations of a shader that the rules allow.
pub(super) fn build_program(shader: &Shader, version_at: usize) -> AssemblyProgram {
    let level = match shader.version.pixel {
        true => LanguageLevel { option1: true, option2: true, ..LanguageLevel::for_fragments() },
        false => LanguageLevel::for_vertices(VertexLanguage::Arb),
    };
    let first_at = shader
        .statements
        .iter()
        .find(|statement| !is_declaration(statement))
        .map_or(version_at, |one| one.at);
    let mut builder = ProgramBuilder {
        shader,
        program: AssemblyProgram { level, end: shader.end, ..AssemblyProgram::default() },
        parts: count_parts(shader, version_at),
        first: vec![],
        temporaries: HashMap::new(),
        addresses: HashMap::new(),
        defined: HashMap::new(),
        declared: vec![],
        partial_inputs: vec![],
        constants: None,
        scratch: 0,
        rows: 0,
        loops: vec![],
        at: first_at,
    };
    builder.program.options = ProgramOptions { whole_place: true, ..ProgramOptions::default() };
    builder.read_declarations();
    let mut skip = false;
    for (number, statement) in shader.statements.iter().enumerate() {
        if std::mem::take(&mut skip) || is_declaration(statement) {
            continue;
        }
        match shader.statements.get(number + 1).filter(|next| next.paired) {
            Some(next) => {
                builder.build_pair(statement, next);
                skip = true;
            }
            None => builder.build_statement(statement),
        }
    }
    builder.finish_program(first_at)
}

/// Lets an operation round its result to 16 bits, if it has one.
fn ask_for_less(one: &mut ProgramInstruction) {
    let written = one.destination.map(|destination| destination.register);
    if matches!(written, Some(ProgramRegister::Temporary(_) | ProgramRegister::Output(_))) {
        one.precision = OperationPrecision::Partial;
    }
}

fn is_declaration(statement: &Statement) -> bool {
    statement.declared.is_some() || statement.value.is_some()
}

/// Counts a shader by the rules of its own language.
fn count_parts(shader: &Shader, version_at: usize) -> Direct3dParts {
    let slots = shader_slots(shader);
    let (temporaries, constants) = count_registers(shader);
    Direct3dParts {
        version: shader.version.name,
        version_at,
        arithmetic_slots: slots.arithmetic,
        texture_slots: slots.texture,
        total_slots: slots.total_slots(),
        texture_levels: texture_levels(shader),
        temporaries,
        constants,
        executed: count_executed(shader),
        call_depth: call_depth(shader),
        samplers: (0..shader.version.samplers)
            .map(|number| (number, name_register(&shader.names, Register::new(RegisterKind::Sampler, number))))
            .collect(),
        ..Direct3dParts::default()
    }
}

impl ProgramBuilder<'_> {
    /// Notes declarations and definitions.
    fn read_declarations(&mut self) {
        for statement in &self.shader.statements {
            let Some(target) = &statement.target else { continue };
            if let Some(value) = statement.value {
                self.defined.insert(target.register, value);
            }
            if let Some(declared) = statement.declared {
                self.declared.push((target.register, target.mask, declared));
                self.partial_inputs.extend(statement.partial.then_some(target.register));
            }
        }
    }

    fn build_statement(&mut self, statement: &Statement) {
        self.at = statement.at;
        self.scratch = 0;
        let begins = self.program.instructions.len();
        self.build_operation(statement);
        if statement.partial {
            self.program.instructions.iter_mut().skip(begins).for_each(ask_for_less);
        }
    }

    /// Builds two instructions that are issued together: both read before either writes.
    fn build_pair(&mut self, one: &Statement, other: &Statement) {
        let written = one.target_register();
        let depends = other.sources.iter().any(|source| Some(source.register) == written);
        if !depends {
            self.build_statement(one);
            self.build_statement(other);
            return;
        }
        self.at = one.at;
        self.scratch = 0;
        let kept = self.find_temporary("the pair's first result");
        let Some(target) = &one.target else { return };
        let aside = Destination { register: ProgramRegister::Temporary(kept), mask: target.mask, condition: None };
        self.build_into(one, aside);
        self.build_statement(other);
        let result = self.temporary_operand(kept);
        for (register, mask) in self.final_targets(target) {
            let destination = Destination { register, mask, condition: None };
            self.emit_operation(Opcode::Mov, Some(destination), vec![result.clone()]);
        }
    }

    fn build_operation(&mut self, statement: &Statement) {
        match statement.operation.kind {
            OperationKind::Texture if self.shader.version.is_before_pixel_1_4() => self.build_stage(statement),
            OperationKind::Texture => self.build_texture(statement),
            OperationKind::Flow => self.build_flow(statement),
            OperationKind::Setup if statement.operation.name == "label" => self.build_flow(statement),
            OperationKind::Setup => {}
            OperationKind::Arithmetic => self.build_arithmetic(statement),
        }
    }

    /// Adds an operation at the place of the instruction at hand.
    fn emit_operation(&mut self, opcode: Opcode, destination: Option<Destination>, sources: Vec<Operand>) {
        if let Some(instruction) = self.make_instruction(opcode, destination, sources) {
            self.program.instructions.push(instruction);
        }
    }

    /// Adds an operation with a clamp of its result.
    fn emit_clamped(
        &mut self,
        opcode: Opcode,
        destination: Destination,
        sources: Vec<Operand>,
        saturation: Saturation,
    ) {
        if let Some(instruction) = self.make_instruction(opcode, Some(destination), sources) {
            self.program.instructions.push(ProgramInstruction { saturation, ..instruction });
        }
    }

    /// Adds an operation before all others.
    fn emit_first(&mut self, opcode: Opcode, destination: Destination, sources: Vec<Operand>, saturation: Saturation) {
        if let Some(instruction) = self.make_instruction(opcode, Some(destination), sources) {
            self.first.push(ProgramInstruction { saturation, ..instruction });
        }
    }

    /// Adds an operation whose condition decides if it happens: `IF`, `BRK`, `CAL`.
    fn emit_conditional(&mut self, opcode: Opcode, condition: Option<Condition>, label: Option<String>) {
        if let Some(instruction) = self.make_instruction(opcode, None, vec![]) {
            self.program
                .instructions
                .push(ProgramInstruction { condition, label, ..instruction });
        }
    }

    /// Sets a component of the condition code.
    fn emit_code(&mut self, opcode: Opcode, mask: [bool; 4], sources: Vec<Operand>) {
        let destination = Destination { register: ProgramRegister::ConditionCode, mask, condition: None };
        if let Some(instruction) = self.make_instruction(opcode, Some(destination), sources) {
            self.program
                .instructions
                .push(ProgramInstruction { updates: true, ..instruction });
        }
    }

    fn make_instruction(
        &self,
        opcode: Opcode,
        destination: Option<Destination>,
        sources: Vec<Operand>,
    ) -> Option<ProgramInstruction> {
        let row = find_row(opcode)?;
        Some(ProgramInstruction {
            row,
            opcode,
            shape: row.shape,
            precision: OperationPrecision::Full,
            half: false,
            saturation: Saturation::None,
            updates: false,
            code: 0,
            destination,
            sources,
            swizzle: None,
            texture: None,
            condition: None,
            label: None,
            at: self.at,
        })
    }

    /// Returns the number of a temporary by its name.
    fn find_temporary(&mut self, name: &str) -> usize {
        if let Some(known) = self.temporaries.get(name) {
            return *known;
        }
        let number = self.program.temporaries.len();
        self.program.temporaries.push(name.to_string());
        self.temporaries.insert(name.to_string(), number);
        number
    }

    /// Returns the number of an address register by its name.
    fn find_address(&mut self, name: &str) -> usize {
        if let Some(known) = self.addresses.get(name) {
            return *known;
        }
        let number = self.program.addresses.len();
        self.program.addresses.push(name.to_string());
        self.addresses.insert(name.to_string(), number);
        number
    }

    /// Returns a temporary for an intermediate result of the instruction at hand.
    fn next_scratch(&mut self) -> usize {
        self.scratch += 1;
        self.find_temporary(&format!("an intermediate result {}", self.scratch))
    }

    /// Returns the whole of a temporary as an operand.
    fn temporary_operand(&self, number: usize) -> Operand {
        plain_operand(OperandSource::Temporary(number))
    }

    /// Writes the result of `ps_1_1` to `ps_1_4`, and puts the operations that go first in front.
    fn finish_program(mut self, first_at: usize) -> AssemblyProgram {
        if self.shader.version.is_pixel_1() {
            self.at = self.program.instructions.last().map_or(first_at, |last| last.at);
            self.write_color_of_r0();
        }
        let shift = self.first.len();
        for (_, before, _) in &mut self.program.labels {
            *before += shift;
        }
        let mut all = std::mem::take(&mut self.first);
        for instruction in &mut all {
            instruction.at = first_at;
        }
        all.append(&mut self.program.instructions);
        self.program.instructions = all;
        self.program.direct3d = Some(self.parts);
        self.program
    }

    /// Returns the value that a constant register is defined as.
    fn defined_value(&self, register: Register) -> Option<DefinedValue> {
        self.defined.get(&register).copied()
    }
}

/// Returns an operand without modifiers.
fn plain_operand(source: OperandSource) -> Operand {
    Operand { source, negative: false, absolute: false, swizzle: [0, 1, 2, 3] }
}

/// Returns an operand with one component of it everywhere.
fn replicate_lane(operand: Operand, lane: u8) -> Operand {
    let chosen = operand.swizzle.get(usize::from(lane)).copied().unwrap_or(0);
    Operand { swizzle: [chosen; 4], ..operand }
}

/// Returns a mask of one component.
fn lane_mask(lane: usize) -> [bool; 4] {
    [0, 1, 2, 3].map(|other| other == lane)
}

/// Returns the name of an index in an index's register.
fn index_name(relative: RelativeIndex) -> String {
    match relative {
        RelativeIndex::Loop => "aL".to_string(),
        RelativeIndex::Address(lane) => format!("a0.{}", "xyzw".chars().nth(usize::from(lane)).unwrap_or('x')),
    }
}
