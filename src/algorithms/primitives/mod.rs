//! The parallel primitives that everything else is made of.

pub mod reduce;
pub mod scan;
pub mod scatter;

use super::{Algorithm, Check, Rung, Trial, Workload};
