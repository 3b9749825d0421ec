//! When to stop, and what was found.

use crate::Stream;

/// Iterations from one look of the host to the next.
pub const CHECK: usize = 8;

/// A residual of so many times the length of b is one of iterations that diverge.
pub(super) const DIVERGED: f64 = 1e6;

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// The length of the residual `b - A x` that is small enough, as a share of the length of `b`: above 0,
    /// below 1. Below about 1e-6 times the ratio of the largest to the smallest eigenvalue, 32 bits may not
    /// reach it.
    pub tolerance: f64,
    /// Iterations after which to give up.
    pub iterations: usize,
}

/// What was found.
#[derive(Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The unknowns.
    pub x: Stream<f32>,
    /// Iterations that it took, a multiple of [`CHECK`] where the host stopped it.
    pub iterations: usize,
    /// The length of `b - A x`, computed by the host in `f64`, as a share of the length of `b`; 0 where `b`
    /// is 0.
    pub residual: f64,
}
