//! Work on pictures.

pub mod convolve;
pub mod grayscale;
pub mod invert;
pub mod summed_area;

use super::{Algorithm, Check, Rung, Trial, Workload};
