//! Programs in assembly, lowered to register code by the formulas of their extensions.
//!
//! Each instruction is lowered in its author's line, with the numbers that its language gives it ([`operands`] and
//! [`results`] convert them). Subroutines are inlined where they are called (`flow`); NVIDIA's vertex languages, which jump to
//! any label, are a loop over sections (`branches`). Only the interface comes from
//! elsewhere: the names and locations of attributes, parameters, results and textures are those of the program's
//! translation, because both stages of a kernel are linked by them (`interface`).

mod addresses;
mod arithmetic;
mod arrays;
mod attribute_kind;
mod branches;
mod clears;
mod direct3d;
mod flow;
mod fog;
mod functions;
mod interface;
mod lines;
mod operands;
mod packing;
mod parameters;
mod results;
mod run_limit;
mod scalars;
mod texture;
mod vertex_numbers;

use super::super::assembly::{Instruction, Pc, Register};
use super::super::undefined::SourceLanguage;
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use arrays::ArrayVariable;
use attribute_kind::AttributeKind;
use branches::BranchState;
pub(super) use clears::drop_overwritten_clears;
use flow::{CallSection, OpenBlock};
use gristmill_shader::program::{
    AssemblyProgram, Opcode, OperandShape, ProgramAttribute, ProgramInstruction, ProgramNames, ProgramOutput,
    ProgramRegister,
};
use lines::LineStarts;
use rspirv::spirv::Word;
use std::collections::HashMap;

/// The lowering of one program.
pub(super) struct ProgramLowering<'l, 'm, 'p> {
    lowering: &'l mut Lowering<'m>,
    program: &'p AssemblyProgram,
    names: ProgramNames<'p>,
    lines: LineStarts,
    /// The variables of the translation by the author's name.
    declared: HashMap<String, Word>,
    /// The first of four registers of each temporary.
    temporaries: Vec<Register>,
    /// The first register of each address register, which has one or four integers.
    addresses: Vec<Register>,
    /// The first of four registers of each condition code: the numbers whose signs it is.
    condition_codes: [Option<Register>; 2],
    /// The registers of attributes and results that are in use.
    attributes: Vec<(ProgramAttribute, [Register; 4])>,
    outputs: Vec<(ProgramOutput, Vec<Register>)>,
    /// The arrays that an address register indexes, by their number.
    arrays: HashMap<usize, ArrayVariable>,
    /// All texture coordinates, if a loop's index selects one.
    texcoords: Option<ArrayVariable>,
    /// The attributes that an address register indexes.
    attribute_arrays: HashMap<AttributeKind, ArrayVariable>,
    /// Integers and booleans of the host as floats, by the names of their constants.
    converted_constants: HashMap<String, [Register; 4]>,
    /// The inverses of matrices, column by column.
    inverses: HashMap<String, Vec<Register>>,
    /// The open blocks, the innermost last.
    blocks: Vec<OpenBlock>,
    /// The subroutines that are being lowered, the innermost last; the first is the program itself.
    calls: Vec<CallSection>,
    /// The state of a program that may jump anywhere.
    branches: Option<BranchState>,
    /// The number of instructions that a lane may still run, if the program may run too many.
    run_left: Option<Register>,
    /// The converted components of the current instruction's operands: by the operand, the component, and true if it is
    /// negated.
    converted: HashMap<(usize, u8, bool), Register>,
    /// The first registers of the vectors that the current instruction's operands select by an index.
    loaded: HashMap<usize, Register>,
}

/// Returns the language whose rules a program has.
pub(super) fn find_language(program: &AssemblyProgram) -> SourceLanguage {
    match (program.level.registers, program.level.fragment) {
        (true, true) => SourceLanguage::NvFragmentProgram,
        (true, false) => SourceLanguage::NvVertexProgram,
        _ if program.is_of_direct3d() => SourceLanguage::Direct3d,
        _ => SourceLanguage::ArbProgram,
    }
}

/// Returns true if two inputs or two outputs share a register, as Direct3D allows. Their variables have one name, so
/// such a program runs by its translation.
pub(super) fn has_shared_registers(program: &AssemblyProgram, text: &str) -> bool {
    if !program.is_of_direct3d() {
        return false;
    }
    let mut names = ProgramNames::new(program, text);
    let mut outputs = vec![];
    for one in &program.instructions {
        match one.destination.map(|destination| destination.register) {
            Some(ProgramRegister::Output(output)) if !outputs.contains(&output) => outputs.push(output),
            _ => {}
        }
    }
    let has_twice =
        |all: Vec<String>| (0..all.len()).any(|at| all.iter().skip(at + 1).any(|one| Some(one) == all.get(at)));
    has_twice(program.attributes.iter().map(|attribute| names.attribute(*attribute)).collect())
        || has_twice(outputs.into_iter().map(|output| names.output(output)).collect())
}

/// Lowers a program and returns the place where the prologue belongs.
pub(super) fn lower_program(lowering: &mut Lowering, program: &AssemblyProgram, text: &str) -> LowerResult<Pc> {
    let mut body = ProgramLowering {
        declared: interface::list_declared(lowering)?,
        lowering,
        program,
        names: ProgramNames::new(program, text),
        lines: LineStarts::new(text),
        temporaries: vec![],
        addresses: vec![],
        condition_codes: [None; 2],
        attributes: vec![],
        outputs: vec![],
        arrays: HashMap::new(),
        texcoords: None,
        attribute_arrays: HashMap::new(),
        converted_constants: HashMap::new(),
        inverses: HashMap::new(),
        blocks: vec![],
        calls: vec![],
        branches: None,
        run_left: None,
        converted: HashMap::new(),
        loaded: HashMap::new(),
    };
    body.lower_body()
}

impl ProgramLowering<'_, '_, '_> {
    fn lower_body(&mut self) -> LowerResult<Pc> {
        let is_framed = self.needs_main_frame();
        if is_framed {
            self.lowering.open_frame(Instruction::Call)?;
        }
        self.declare_variables()?;
        self.declare_interface()?;
        self.lower_main(is_framed)?;
        self.lowering.out.line = self.lines.line_at(self.program.end);
        self.apply_fog()?;
        Ok(Pc::from(is_framed))
    }

    /// Lowers an instruction.
    fn lower_instruction(&mut self, one: &ProgramInstruction) -> LowerResult<()> {
        self.lowering.out.line = self.lines.line_at(one.at);
        match one.shape {
            OperandShape::Kill => self.lower_kill(one)?,
            OperandShape::Address | OperandShape::AddressSum => self.lower_address(one)?,
            OperandShape::AddressPush | OperandShape::AddressPop => self.lower_address_stack(one)?,
            OperandShape::Call | OperandShape::Jump | OperandShape::If | OperandShape::Loop | OperandShape::Alone => {
                self.lower_flow(one)?;
            }
            OperandShape::Sample(_) => self.lower_sample(one)?,
            OperandShape::Vectors(_)
            | OperandShape::Scalars(_)
            | OperandShape::VectorScalar
            | OperandShape::Swizzle => self.lower_computation(one)?,
        }
        self.converted.clear();
        self.loaded.clear();
        self.lowering.out.registers.free_scratch();
        Ok(())
    }

    /// Lowers an instruction with a computed result: only the components that it writes.
    fn lower_computation(&mut self, one: &ProgramInstruction) -> LowerResult<()> {
        let begins = self.lowering.out.code.instructions.len() as Pc;
        let mut target = self.result_target(one)?;
        // Components that the extension leaves undefined keep their old values.
        let defined = match one.opcode {
            Opcode::Scs => 2,
            Opcode::Xpd | Opcode::Nrm | Opcode::Rfl => 3,
            _ => 4,
        };
        target.retain(|(lane, _)| *lane < defined);
        if target.is_empty() {
            return Ok(());
        }
        let lanes: Vec<usize> = target.iter().map(|(lane, _)| *lane).collect();
        let values = self.compute_lanes(one, &lanes)?;
        self.write_result(one, begins, &target, values)
    }
}

/// Returns the error for an instruction whose operands the reader would not have accepted.
fn unreadable<T>(one: &ProgramInstruction) -> LowerResult<T> {
    not_emulated(format!("{} lacks an operand", one.row.name))
}
