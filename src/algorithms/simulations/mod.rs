//! Many small things that move or grow.

pub mod boids;
pub mod distance_field;
pub mod fluid;
pub mod lattice_boltzmann;
pub mod life;
pub mod particles;

use super::{Algorithm, Check, Rung, Trial, Workload, hash_grid};
