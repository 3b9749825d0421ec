//! Random numbers and finance.

pub mod random;

use super::{Algorithm, Check, Rung, Trial, Workload};
