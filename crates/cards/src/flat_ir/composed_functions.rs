//! Functions that no card of the time had and its compilers composed: hyperbolic functions and determinants.

use super::graph::{Op, OperationGraph, VectorLane, VectorLanes};
use rspirv::spirv::GlslStd450Op as Function;
use std::f32::consts::{LN_2, LOG2_E};

impl OperationGraph {
    /// Computes the power of e.
    pub fn compute_exponential(&mut self, x: &[VectorLane]) -> VectorLanes {
        let by = self.splat_number(LOG2_E, x.len());
        let power = self.multiply(x, &by);
        self.map_scalar_operation(Op::Exponential, &power)
    }

    /// Computes the natural logarithm.
    pub fn compute_logarithm(&mut self, x: &[VectorLane]) -> VectorLanes {
        let by = self.splat_number(LN_2, x.len());
        let power = self.map_scalar_operation(Op::Logarithm, x);
        self.multiply(&power, &by)
    }

    /// Computes a hyperbolic function or the inverse of one; `None` for another function.
    pub fn compute_hyperbolic(&mut self, function: Function, x: &[VectorLane]) -> Option<VectorLanes> {
        Some(match function {
            Function::Sinh | Function::Cosh => self.sum_exponentials(x, function == Function::Sinh),
            Function::Tanh => {
                let by = self.splat_number(2.0 * LOG2_E, x.len());
                let double = self.multiply(x, &by);
                let power = self.map_scalar_operation(Op::Exponential, &double);
                let one = self.splat_number(1.0, x.len());
                let above = self.subtract(&power, &one);
                let below = self.add(&power, &one);
                self.divide(&above, &below)
            }
            Function::Asinh => self.invert_hyperbolic(x, 1.0),
            Function::Acosh => self.invert_hyperbolic(x, -1.0),
            Function::Atanh => {
                let one = self.splat_number(1.0, x.len());
                let above = self.add(&one, x);
                let below = self.subtract(&one, x);
                let quotient = self.divide(&above, &below);
                let logarithm = self.compute_logarithm(&quotient);
                let half = self.splat_number(0.5, x.len());
                self.multiply(&logarithm, &half)
            }
            _ => return None,
        })
    }

    /// Computes half of the difference, or of the sum, of the powers of e to x and -x.
    fn sum_exponentials(&mut self, x: &[VectorLane], is_difference: bool) -> VectorLanes {
        let rising = self.compute_exponential(x);
        let falling = self.map_scalar_operation(Op::Reciprocal, &rising);
        let sum = if is_difference { self.subtract(&rising, &falling) } else { self.add(&rising, &falling) };
        let half = self.splat_number(0.5, x.len());
        self.multiply(&sum, &half)
    }

    /// Computes the logarithm of x and the root of its square and a number.
    fn invert_hyperbolic(&mut self, x: &[VectorLane], number: f32) -> VectorLanes {
        let number = self.splat_number(number, x.len());
        let square = self.multiply_add(x, x, &number);
        let root = self.square_root(&square);
        let sum = self.add(x, &root);
        self.compute_logarithm(&sum)
    }

    /// Computes the determinant of a matrix, given column after column.
    pub fn compute_determinant(&mut self, lanes: &[VectorLane]) -> VectorLanes {
        let size = lanes.len().isqrt();
        let columns: Vec<&[VectorLane]> = lanes.chunks(size.max(1)).collect();
        match columns[..] {
            [a, b] => self.cross_columns(a, b),
            [a, b, c] => {
                let area = self.add_operation(Op::Cross, vec![b.to_vec(), c.to_vec()], 3);
                self.dot(a, &area)
            }
            _ => self.expand_determinant(&columns),
        }
    }

    /// Computes the determinant of two columns.
    fn cross_columns(&mut self, a: &[VectorLane], b: &[VectorLane]) -> VectorLanes {
        let [Some(upper), Some(lower)] = [a.first().zip(b.get(1)), a.get(1).zip(b.first())] else {
            return vec![VectorLane::UNDEFINED];
        };
        let product = self.multiply(&[*lower.0], &[*lower.1]);
        let negative = product.iter().map(|lane| lane.to_negated()).collect::<VectorLanes>();
        self.multiply_add(&[*upper.0], &[*upper.1], &negative)
    }

    /// Expands a determinant by the first column.
    fn expand_determinant(&mut self, columns: &[&[VectorLane]]) -> VectorLanes {
        let Some((first, rest)) = columns.split_first() else { return vec![VectorLane::UNDEFINED] };
        let mut minors = VectorLanes::new();
        for row in 0..first.len() {
            let minor: VectorLanes = rest
                .iter()
                .flat_map(|column| column.iter().enumerate().filter(|(at, _)| *at != row))
                .map(|(_, lane)| *lane)
                .collect();
            let value = self.compute_determinant(&minor);
            minors.extend(value.iter().map(|lane| if row % 2 == 1 { lane.to_negated() } else { *lane }));
        }
        self.dot(first, &minors)
    }
}
