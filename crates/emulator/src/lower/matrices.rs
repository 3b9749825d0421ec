//! Dot products and matrices. A matrix is its columns, one after another; sums go from the left to the right.

use super::super::assembly::{Binary, Register, Unary};
use super::super::undefined::CheckCondition;
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use super::module::{id_operand, result_and_type};
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{Op, Word};

impl Lowering<'_> {
    /// Emits the sum of the products of the lanes.
    pub(super) fn emit_dot(&mut self, a: &[Register], b: &[Register]) -> LowerResult<Register> {
        let products = self.emit_binary_lanes(Binary::MulFloat, a, b)?;
        self.fold_lanes(Binary::AddFloat, &products)
    }

    /// Emits the product of each lane and one factor.
    pub(super) fn emit_scaled(&mut self, a: &[Register], factor: Register) -> LowerResult<Vec<Register>> {
        self.map_lanes(a, |lowering, a| lowering.emit_binary(Binary::MulFloat, a, factor))
    }

    /// Returns the registers and the number of rows of a matrix operand.
    fn matrix_operand(&mut self, instruction: &Made, place: usize) -> LowerResult<(Vec<Register>, usize)> {
        let registers = self.operand_registers(instruction, place)?;
        let of = self.type_of(id_operand(instruction, place)?)?;
        let (_, rows) = self.source.types.matrix_size(of)?;
        Ok((registers, rows))
    }

    /// Lowers operations on vectors and matrices; `None` if the instruction is something else.
    pub(super) fn lower_matrix_op(&mut self, instruction: &Made) -> LowerResult<Option<Vec<Register>>> {
        Ok(Some(match instruction.class.opcode {
            Op::Dot => {
                let a = self.operand_registers(instruction, 0)?;
                let b = self.operand_registers(instruction, 1)?;
                vec![self.emit_dot(&a, &b)?]
            }
            Op::VectorTimesScalar | Op::MatrixTimesScalar => {
                let a = self.operand_registers(instruction, 0)?;
                let factor = self.scalar_register(id_operand(instruction, 1)?)?;
                self.emit_scaled(&a, factor)?
            }
            Op::VectorTimesMatrix => {
                let a = self.operand_registers(instruction, 0)?;
                let (matrix, rows) = self.matrix_operand(instruction, 1)?;
                matrix
                    .chunks(rows)
                    .map(|column| self.emit_dot(&a, column))
                    .collect::<LowerResult<_>>()?
            }
            Op::MatrixTimesVector => {
                let (matrix, rows) = self.matrix_operand(instruction, 0)?;
                let vector = self.operand_registers(instruction, 1)?;
                self.emit_matrix_times_vector(&matrix, rows, &vector)?
            }
            Op::MatrixTimesMatrix => {
                let (left, rows) = self.matrix_operand(instruction, 0)?;
                let (right, inner) = self.matrix_operand(instruction, 1)?;
                let mut product = vec![];
                for column in right.chunks(inner) {
                    product.extend(self.emit_matrix_times_vector(&left, rows, column)?);
                }
                product
            }
            Op::OuterProduct => {
                let column = self.operand_registers(instruction, 0)?;
                let row = self.operand_registers(instruction, 1)?;
                let mut product = vec![];
                for &factor in &row {
                    product.extend(self.emit_scaled(&column, factor)?);
                }
                product
            }
            Op::Transpose => {
                let (matrix, rows) = self.matrix_operand(instruction, 0)?;
                (0..rows)
                    .flat_map(|row| matrix.iter().skip(row).step_by(rows).copied())
                    .collect()
            }
            _ => return Ok(None),
        }))
    }

    fn emit_matrix_times_vector(
        &mut self,
        matrix: &[Register],
        rows: usize,
        vector: &[Register],
    ) -> LowerResult<Vec<Register>> {
        if matrix.len() != rows * vector.len() {
            return not_emulated("a matrix and a vector do not fit together");
        }
        (0..rows)
            .map(|row| {
                let lanes: Vec<Register> = matrix.iter().skip(row).step_by(rows).copied().collect();
                self.emit_dot(&lanes, vector)
            })
            .collect()
    }

    /// Returns the type of the value of an id.
    pub(super) fn type_of(&self, of: Word) -> LowerResult<Word> {
        if let Some((kind, _)) = self.source.constants.get(of) {
            return Ok(kind);
        }
        let function = self.current_scope()?.routine.function;
        let block = self
            .current_scope()?
            .routine
            .uses
            .get(&of)
            .and_then(|uses| function.blocks.get(uses.block));
        let in_block = block.and_then(|block| block.instructions.iter().find(|made| made.result_id == Some(of)));
        let found = in_block.or_else(|| function.parameters.iter().find(|made| made.result_id == Some(of)));
        match found.map(result_and_type).transpose()? {
            Some((_, kind)) => Ok(kind),
            None => not_emulated(format!("%{of} has no type")),
        }
    }

    /// Emits a 2x2 determinant: the product of two lanes minus the product of two others.
    fn emit_cross_difference(&mut self, [a, b, c, d]: [Register; 4]) -> LowerResult<Register> {
        let left = self.emit_binary(Binary::MulFloat, a, b)?;
        let right = self.emit_binary(Binary::MulFloat, c, d)?;
        self.emit_binary(Binary::SubFloat, left, right)
    }

    /// Emits the determinant of a matrix without one row and one column; `size` is that of the whole matrix.
    fn emit_minor(&mut self, matrix: &[Register], size: usize, out: (usize, usize)) -> LowerResult<Register> {
        let left: Vec<Register> = matrix
            .iter()
            .enumerate()
            .filter(|&(at, _)| at / size != out.0 && at % size != out.1)
            .map(|(_, &register)| register)
            .collect();
        self.emit_determinant(&left, size - 1)
    }

    /// Emits the determinant, expanded along the first column.
    pub(super) fn emit_determinant(&mut self, matrix: &[Register], size: usize) -> LowerResult<Register> {
        if let &[a, b, c, d] = matrix {
            return self.emit_cross_difference([a, d, c, b]);
        }
        if let &[only] = matrix {
            return Ok(only);
        }
        let mut sum = None;
        for (row, &factor) in matrix.iter().take(size).enumerate() {
            let minor = self.emit_minor(matrix, size, (0, row))?;
            let product = self.emit_binary(Binary::MulFloat, factor, minor)?;
            sum = Some(match sum {
                None => product,
                Some(sum) if row % 2 == 1 => self.emit_binary(Binary::SubFloat, sum, product)?,
                Some(sum) => self.emit_binary(Binary::AddFloat, sum, product)?,
            });
        }
        sum.map_or_else(|| not_emulated("a matrix has no columns"), Ok)
    }

    /// Emits the inverse: the transposed cofactors divided by the determinant.
    pub(super) fn emit_inverse(&mut self, matrix: &[Register], size: usize) -> LowerResult<Vec<Register>> {
        let determinant = self.emit_determinant(matrix, size)?;
        let mut inverse = vec![];
        for column in 0..size {
            for row in 0..size {
                let minor = self.emit_minor(matrix, size, (row, column))?;
                let signed = if (row + column) % 2 == 1 { self.emit_unary(Unary::NegateFloat, minor)? } else { minor };
                let item = self.emit_binary(Binary::DivFloat, signed, determinant)?;
                self.emit_doubt(CheckCondition::Inverse, [determinant; 2], item)?;
                inverse.push(item);
            }
        }
        Ok(inverse)
    }
}
