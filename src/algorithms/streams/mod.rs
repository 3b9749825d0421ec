//! Kernels that show what streams are: maps, gathers, and the assignment of elements to invocations.

pub mod gather;
pub mod saxpy;
pub mod transform;
pub mod workgroups;

use super::{Check, Trial, Workload};
