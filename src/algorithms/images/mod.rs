//! Work on pictures.

pub mod grayscale;
pub mod invert;

use super::{Algorithm, Check, Rung, Trial, Workload};
