//! Many small things that move or grow.

pub mod boids;
pub mod cloth;
pub mod distance_field;
pub mod fluid;
pub mod life;
pub mod particles;

use super::{Algorithm, Check, Rung, Trial, Workload, hash_grid};
