//! The parallel primitives that everything else is made of.

pub mod histogram;
pub mod reduce;
pub mod scan;
pub mod scatter;
pub mod scatter_add;

use super::{Algorithm, Check, Rung, Trial, Workload};
