//! Many small things that move or grow.

pub mod boids;
pub mod cloth;
pub mod distance_field;
pub mod fluid;
pub mod fluid_volume;
pub mod heat;
pub mod lattice_boltzmann;
pub mod life;
pub mod nbody;
pub mod particles;
pub mod reaction_diffusion;

use super::{hash_grid, row_bits};
