//! Random numbers and finance.

pub mod black_scholes;
pub mod double_single;
pub mod mandelbrot;
pub mod monte_carlo;
pub mod random;

use super::{Check, Trial, Workload};
