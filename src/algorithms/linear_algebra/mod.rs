//! Dense and sparse linear algebra, and the Fourier transform.

pub mod fft;
pub mod matmul;

use super::{Algorithm, Check, Rung, Trial, Workload};
