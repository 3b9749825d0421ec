//! Random numbers and finance.

pub mod mandelbrot;
pub mod random;

use super::{Algorithm, Check, Rung, Trial, Workload};
