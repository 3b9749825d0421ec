//! Many small things that move or grow.

pub mod cloth;
pub mod distance_field;
pub mod life;
pub mod particles;

use super::{Algorithm, Check, Rung, Trial, Workload};
