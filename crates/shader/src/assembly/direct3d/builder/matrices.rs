//! Products with a matrix, whose rows lie in registers one after the other.

use super::{ProgramBuilder, lane_mask};
use crate::assembly::direct3d::shader::{Register, Statement};
use crate::assembly::opcode::{Opcode, Saturation};
use crate::assembly::program::Destination;

impl ProgramBuilder<'_> {
    /// Computes each component as the product with a row.
    pub(super) fn compute_matrix_product(
        &mut self,
        statement: &Statement,
        destination: Destination,
        clamp: Saturation,
    ) {
        let (Some((columns, rows)), [vector, matrix]) =
            (statement.operation.matrix_size(), statement.sources.as_slice())
        else {
            return;
        };
        let vector = self.build_source(vector);
        let opcode = if columns == 4 { Opcode::Dp4 } else { Opcode::Dp3 };
        for row in 0..rows {
            let register = Register::new(matrix.register.kind, matrix.register.number + row as u32);
            let row_operand = self.register_operand(register, matrix.relative);
            let product = vec![vector.clone(), row_operand];
            if destination.mask.get(row) == Some(&true) {
                let component = Destination { mask: lane_mask(row), ..destination };
                self.emit_clamped(opcode, component, product, clamp);
            } else {
                // The instruction reads all rows, even those whose component its mask leaves out.
                self.compute_aside(opcode, lane_mask(row), product);
            }
        }
    }
}
