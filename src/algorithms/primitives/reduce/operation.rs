//! What a reduction combines its elements by, and how kernels are told.

use crate::KernelSource;

/// What a reduction combines its elements by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// The least element.
    Min,
    /// The greatest element.
    Max,
    /// All elements added, in an order that is the rung's own.
    Sum,
}

impl Operation {
    /// All three.
    pub const ALL: [Operation; 3] = [Operation::Min, Operation::Max, Operation::Sum];

    /// What changes nothing when it is combined: infinity, minus infinity or 0.
    pub fn identity(self) -> f32 {
        match self {
            Operation::Min => f32::INFINITY,
            Operation::Max => f32::NEG_INFINITY,
            Operation::Sum => 0.0,
        }
    }

    /// Its name in reduce.glsl.
    fn word(self) -> &'static str {
        match self {
            Operation::Min => "MIN",
            Operation::Max => "MAX",
            Operation::Sum => "SUM",
        }
    }

    /// The kernel specialised for it.
    pub(in crate::algorithms::primitives) fn kernel(self, source: KernelSource) -> KernelSource {
        source.define("OPERATION", self.word())
    }
}
