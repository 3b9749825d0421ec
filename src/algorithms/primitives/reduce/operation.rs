//! The operations of a reduction, and how a kernel is specialised for one.

use crate::KernelSource;

/// The operation that combines the elements of a reduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// The least element.
    Min,
    /// The greatest element.
    Max,
    /// All elements added, in an order that depends on the rung.
    Sum,
}

impl Operation {
    /// All three.
    pub const ALL: [Operation; 3] = [Operation::Min, Operation::Max, Operation::Sum];

    /// Returns the neutral element: infinity, minus infinity or 0.
    pub fn identity(self) -> f32 {
        match self {
            Operation::Min => f32::INFINITY,
            Operation::Max => f32::NEG_INFINITY,
            Operation::Sum => 0.0,
        }
    }

    /// Returns its name in reduce.glsl.
    fn glsl_name(self) -> &'static str {
        match self {
            Operation::Min => "MIN",
            Operation::Max => "MAX",
            Operation::Sum => "SUM",
        }
    }

    /// Specialises a kernel for the operation.
    pub(in crate::algorithms::primitives) fn specialise_kernel(self, source: KernelSource) -> KernelSource {
        source.define("OPERATION", self.glsl_name())
    }
}
