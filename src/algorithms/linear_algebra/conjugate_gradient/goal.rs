//! The stopping criteria, and the solution.

use crate::Stream;

/// Iterations between two checks of the host.
pub const CHECK: usize = 8;

/// A residual above this multiple of the length of b means divergence.
pub(super) const DIVERGENCE_LIMIT: f64 = 1e6;

/// Stopping criteria.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// Length of the residual `b - A x` at which to stop, relative to the length of `b`: above 0, below 1. Below
    /// about 1e-6 times the ratio of the largest to the smallest eigenvalue, 32 bits may not reach it.
    pub tolerance: f64,
    /// Maximum count of iterations.
    pub iterations: usize,
}

/// The solution of a system.
#[derive(Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The unknowns.
    pub x: Stream<f32>,
    /// Iterations used, a multiple of [`CHECK`] if a check of the host ended them.
    pub iterations: usize,
    /// Length of `b - A x`, computed by the host in `f64`, relative to the length of `b`; 0 if `b` is 0.
    pub residual: f64,
}
