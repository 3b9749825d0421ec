//! Dense and sparse matrices, systems of equations, and the Fourier transform.

pub mod conjugate_gradient;
pub mod fft;
pub mod jacobi;
pub mod matmul;
pub mod multigrid;
pub mod refine;
pub mod spmv;
pub mod transpose;

use super::{Check, Trial, Workload};
