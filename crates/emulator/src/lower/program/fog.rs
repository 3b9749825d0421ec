//! The fog options of ARB_fragment_program: fog is applied to the final colour, clamped before, by section 3.10 of the
//! OpenGL specification.

use super::super::super::assembly::{Binary, Instruction, Register, Ternary, Unary};
use super::super::error::LowerResult;
use super::ProgramLowering;
use gristmill_shader::program::{FogMode, ProgramAttribute, ProgramOutput, ProgramParameter};

impl ProgramLowering<'_, '_, '_> {
    /// Declares what fog reads and writes.
    pub(super) fn declare_fog(&mut self) -> LowerResult<()> {
        self.output_registers(ProgramOutput::Color(0, false))?;
        self.attribute_registers(ProgramAttribute::Fogcoord)?;
        self.fog_state("color")?;
        self.fog_state("params")?;
        Ok(())
    }

    fn fog_state(&mut self, item: &str) -> LowerResult<[Register; 4]> {
        self.parameter_registers(&ProgramParameter::State(format!("state.fog.{item}")))
    }

    /// Applies fog to the first colour, if the program asks for it.
    pub(super) fn apply_fog(&mut self) -> LowerResult<()> {
        let Some(mode) = self.program.options.fog else { return Ok(()) };
        let colour = self.output_registers(ProgramOutput::Color(0, false))?;
        let fog_colour = self.fog_state("color")?;
        let factor = self.fog_factor(mode)?;
        let zero = self.lowering.float_constant(0.0)?;
        let one = self.lowering.float_constant(1.0)?;
        let factor = self.lowering.emit_ternary(Ternary::ClampFloat, factor, zero, one)?;
        for (lane, &to) in colour.iter().enumerate() {
            let clamped = self.lowering.emit_ternary(Ternary::ClampFloat, to, zero, one)?;
            // The fourth component is not part of the fog.
            match fog_colour.get(lane).filter(|_| lane < 3) {
                Some(&fog) => {
                    let (op, a, b, c) = (Ternary::Mix, fog, clamped, factor);
                    self.lowering.emit(Instruction::Ternary { op, to, a, b, c })?;
                }
                None => self.lowering.emit_copy(to, clamped)?,
            }
        }
        self.lowering.out.registers.free_scratch();
        Ok(())
    }

    /// Emits the weight of the colour, before it is clamped.
    fn fog_factor(&mut self, mode: FogMode) -> LowerResult<Register> {
        let coordinate = self.attribute_registers(ProgramAttribute::Fogcoord)?[0];
        let [density, _, end, scale] = self.fog_state("params")?;
        match mode {
            FogMode::Exp => {
                let negative = self.lowering.emit_unary(Unary::NegateFloat, density)?;
                let product = self.lowering.emit_binary(Binary::MulFloat, negative, coordinate)?;
                self.lowering.emit_unary(Unary::Exp, product)
            }
            FogMode::Exp2 => {
                let product = self.lowering.emit_binary(Binary::MulFloat, density, coordinate)?;
                let negative = self.lowering.emit_unary(Unary::NegateFloat, product)?;
                let square = self.lowering.emit_binary(Binary::MulFloat, negative, product)?;
                self.lowering.emit_unary(Unary::Exp, square)
            }
            FogMode::Linear => {
                let left = self.lowering.emit_binary(Binary::SubFloat, end, coordinate)?;
                self.lowering.emit_binary(Binary::MulFloat, left, scale)
            }
        }
    }
}
