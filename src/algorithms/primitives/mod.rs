//! The parallel primitives that everything else is made of.

pub mod compact;
pub mod dispatch_indirect;
pub mod reduce;
pub mod scan;
pub mod segmented_scan;
pub mod split;

use super::{Algorithm, Check, Rung, Trial, Workload};
