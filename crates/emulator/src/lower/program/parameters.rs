//! Parameters: constants, the host's values, and rows of its matrices.

use super::super::super::assembly::Register;
use super::super::error::{LowerResult, not_emulated};
use super::ProgramLowering;
use super::interface::{PARAMETER_ARRAY, VECTOR};
use gristmill_shader::program::{MatrixForm, ProgramParameter};

impl ProgramLowering<'_, '_, '_> {
    /// Returns the registers of a parameter, which no instruction writes.
    pub(super) fn parameter_registers(&mut self, parameter: &ProgramParameter) -> LowerResult<[Register; 4]> {
        match parameter {
            ProgramParameter::Constant(vector) => {
                let mut registers = [0; 4];
                for (register, value) in registers.iter_mut().zip(vector) {
                    *register = self.lowering.float_constant(*value)?;
                }
                Ok(registers)
            }
            ProgramParameter::Local(n) if self.has_parameter_array() => {
                let all = self.declared_registers(PARAMETER_ARRAY)?;
                let first = all.first().copied().unwrap_or_default() + n * VECTOR;
                Ok([first, first + 1, first + 2, first + 3])
            }
            ProgramParameter::Environment(_)
            | ProgramParameter::Local(_)
            | ProgramParameter::State(_)
            | ProgramParameter::Declared(..) => match self.names.parameter(parameter) {
                Some(name) => self.declared_vector(&name),
                None => not_emulated("a parameter has no name"),
            },
            ProgramParameter::Register(constant) => self.constant_registers(constant),
            ProgramParameter::Row(name, form, row) => {
                let matrix = match form {
                    MatrixForm::Plain | MatrixForm::Transpose => self.declared_registers(name)?,
                    MatrixForm::Inverse | MatrixForm::InverseTranspose => self.inverse_registers(name)?,
                };
                // A matrix is its columns, one after another.
                let [along, apart] = match form {
                    MatrixForm::Plain | MatrixForm::Inverse => [VECTOR, 1],
                    MatrixForm::Transpose | MatrixForm::InverseTranspose => [1, VECTOR],
                };
                let mut registers = [0; 4];
                for (place, register) in (0..VECTOR).zip(&mut registers) {
                    let at = place * along + row * apart;
                    *register = matrix.get(at as usize).copied().unwrap_or_default();
                }
                Ok(registers)
            }
        }
    }

    /// Returns true if all parameters of NVIDIA's vertex languages are one array, because an address register indexes
    /// them.
    pub(super) fn has_parameter_array(&self) -> bool {
        let level = self.program.level;
        level.registers && !level.fragment && !self.program.arrays.is_empty()
    }

    /// Returns the inverse of a matrix, which is computed once.
    fn inverse_registers(&mut self, name: &str) -> LowerResult<Vec<Register>> {
        if let Some(known) = self.inverses.get(name) {
            return Ok(known.clone());
        }
        let matrix = self.declared_registers(name)?;
        let inverse = self.lowering.emit_inverse(&matrix, VECTOR as usize)?;
        inverse
            .iter()
            .for_each(|&register| self.lowering.out.registers.add_holder(register));
        self.inverses.insert(name.to_string(), inverse.clone());
        Ok(inverse)
    }
}
