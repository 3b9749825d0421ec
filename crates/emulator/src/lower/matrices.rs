//! Dot products and matrices. A matrix is its columns, one after another; sums go from the left to the right.

use super::super::assembly::{Binary, Register, Unary};
use super::super::undefined::Question;
use super::fault::{Lowered, fault};
use super::lowering::Lowering;
use super::module::{id, made};
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{Op, Word};

impl Lowering<'_> {
    /// Emits the sum of the products of the lanes.
    pub(super) fn dot(&mut self, a: &[Register], b: &[Register]) -> Lowered<Register> {
        let products = self.binaries(Binary::MulFloat, a, b)?;
        self.fold(Binary::AddFloat, &products)
    }

    /// Emits the product of each lane and one factor.
    pub(super) fn scaled(&mut self, a: &[Register], factor: Register) -> Lowered<Vec<Register>> {
        self.each(a, |lowering, a| lowering.binary(Binary::MulFloat, a, factor))
    }

    /// Returns the registers and the number of rows of a matrix operand.
    fn matrix_of(&mut self, instruction: &Made, place: usize) -> Lowered<(Vec<Register>, usize)> {
        let registers = self.operand(instruction, place)?;
        let of = self.type_of(id(instruction, place)?)?;
        let (_, rows) = self.source.types.matrix(of)?;
        Ok((registers, rows))
    }

    /// Lowers operations on vectors and matrices; `None` if the instruction is something else.
    pub(super) fn algebra(&mut self, instruction: &Made) -> Lowered<Option<Vec<Register>>> {
        Ok(Some(match instruction.class.opcode {
            Op::Dot => {
                let (a, b) = (self.operand(instruction, 0)?, self.operand(instruction, 1)?);
                vec![self.dot(&a, &b)?]
            }
            Op::VectorTimesScalar | Op::MatrixTimesScalar => {
                let (a, factor) = (self.operand(instruction, 0)?, self.scalar_of(id(instruction, 1)?)?);
                self.scaled(&a, factor)?
            }
            Op::VectorTimesMatrix => {
                let a = self.operand(instruction, 0)?;
                let (matrix, rows) = self.matrix_of(instruction, 1)?;
                matrix.chunks(rows).map(|column| self.dot(&a, column)).collect::<Lowered<_>>()?
            }
            Op::MatrixTimesVector => {
                let (matrix, rows) = self.matrix_of(instruction, 0)?;
                let vector = self.operand(instruction, 1)?;
                self.times_vector(&matrix, rows, &vector)?
            }
            Op::MatrixTimesMatrix => {
                let (left, rows) = self.matrix_of(instruction, 0)?;
                let (right, inner) = self.matrix_of(instruction, 1)?;
                let mut product = vec![];
                for column in right.chunks(inner) {
                    product.extend(self.times_vector(&left, rows, column)?);
                }
                product
            }
            Op::OuterProduct => {
                let (column, row) = (self.operand(instruction, 0)?, self.operand(instruction, 1)?);
                let mut product = vec![];
                for &factor in &row {
                    product.extend(self.scaled(&column, factor)?);
                }
                product
            }
            Op::Transpose => {
                let (matrix, rows) = self.matrix_of(instruction, 0)?;
                (0..rows)
                    .flat_map(|row| matrix.iter().skip(row).step_by(rows).copied())
                    .collect()
            }
            _ => return Ok(None),
        }))
    }

    fn times_vector(&mut self, matrix: &[Register], rows: usize, vector: &[Register]) -> Lowered<Vec<Register>> {
        if matrix.len() != rows * vector.len() {
            return fault("a matrix and a vector do not fit together");
        }
        (0..rows)
            .map(|row| {
                let lanes: Vec<Register> = matrix.iter().skip(row).step_by(rows).copied().collect();
                self.dot(&lanes, vector)
            })
            .collect()
    }

    /// Returns the type of the value of an id.
    pub(super) fn type_of(&self, of: Word) -> Lowered<Word> {
        if let Some((kind, _)) = self.source.constants.get(of) {
            return Ok(kind);
        }
        let function = self.scope()?.routine.function;
        let block = self
            .scope()?
            .routine
            .uses
            .get(&of)
            .and_then(|uses| function.blocks.get(uses.block));
        let in_block = block.and_then(|block| block.instructions.iter().find(|made| made.result_id == Some(of)));
        let found = in_block.or_else(|| function.parameters.iter().find(|made| made.result_id == Some(of)));
        match found.map(made).transpose()? {
            Some((_, kind)) => Ok(kind),
            None => fault(format!("%{of} has no type")),
        }
    }

    /// Emits a 2x2 determinant: the product of two lanes minus the product of two others.
    fn cross_out(&mut self, [a, b, c, d]: [Register; 4]) -> Lowered<Register> {
        let (left, right) = (self.binary(Binary::MulFloat, a, b)?, self.binary(Binary::MulFloat, c, d)?);
        self.binary(Binary::SubFloat, left, right)
    }

    /// Emits the determinant of a matrix without one row and one column; `size` is that of the whole matrix.
    fn minor(&mut self, matrix: &[Register], size: usize, out: (usize, usize)) -> Lowered<Register> {
        let kept = |&(at, _): &(usize, &Register)| at / size != out.0 && at % size != out.1;
        let left: Vec<Register> = matrix.iter().enumerate().filter(kept).map(|(_, &register)| register).collect();
        self.determinant(&left, size - 1)
    }

    /// Emits the determinant, expanded along the first column.
    pub(super) fn determinant(&mut self, matrix: &[Register], size: usize) -> Lowered<Register> {
        if let &[a, b, c, d] = matrix {
            return self.cross_out([a, d, c, b]);
        }
        if let &[only] = matrix {
            return Ok(only);
        }
        let mut sum = None;
        for (row, &factor) in matrix.iter().take(size).enumerate() {
            let minor = self.minor(matrix, size, (0, row))?;
            let product = self.binary(Binary::MulFloat, factor, minor)?;
            sum = Some(match sum {
                None => product,
                Some(sum) if row % 2 == 1 => self.binary(Binary::SubFloat, sum, product)?,
                Some(sum) => self.binary(Binary::AddFloat, sum, product)?,
            });
        }
        sum.map_or_else(|| fault("a matrix has no columns"), Ok)
    }

    /// Emits the inverse: the transposed cofactors divided by the determinant.
    pub(super) fn inverse(&mut self, matrix: &[Register], size: usize) -> Lowered<Vec<Register>> {
        let determinant = self.determinant(matrix, size)?;
        let mut inverse = vec![];
        for column in 0..size {
            for row in 0..size {
                let minor = self.minor(matrix, size, (row, column))?;
                let signed = if (row + column) % 2 == 1 { self.unary(Unary::NegateFloat, minor)? } else { minor };
                let item = self.binary(Binary::DivFloat, signed, determinant)?;
                self.doubt(Question::Inverse, [determinant; 2], item)?;
                inverse.push(item);
            }
        }
        Ok(inverse)
    }
}
