//! Image processing.

pub mod box_blur;
pub mod convolve;
pub mod depth_of_field;
pub mod grayscale;
mod grey_picture;
pub mod invert;
pub mod summed_area;

use super::{Check, Trial, Workload};
