//! Matrices, vectors and systems of equations.

pub mod conjugate_gradient;
pub mod jacobi;
pub mod multigrid;
pub mod spmv;
