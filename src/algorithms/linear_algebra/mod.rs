//! Matrices, vectors and systems of equations.

pub mod conjugate_gradient;
pub mod jacobi;
pub mod multigrid;
pub mod spmv;
//! Dense and sparse linear algebra, and the Fourier transform.

pub mod fft;
pub mod matmul;

use super::{Algorithm, Check, Rung, Trial, Workload};
