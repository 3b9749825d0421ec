//! The parallel primitives that everything else is made of.

pub mod compact;
pub mod reduce;
pub mod scan;

use super::{Algorithm, Check, Rung, Trial, Workload};
