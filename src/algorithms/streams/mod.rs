//! Kernels that show what streams are: maps, gathers, and who computes which element.

pub mod gather;
pub mod saxpy;
pub mod transform;
pub mod workgroups;

use super::{Check, Trial, Workload};
