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

use super::hash_grid;
use crate::Stream;
use nalgebra::Vector4;

/// How many bits of an element's index are its column in a texture: the rows of a long stream are as wide as
/// a power of two, and a short one is one row.
fn row_bits(stream: &Stream<Vector4<f32>>) -> i32 {
    let [width, height, _] = stream.plan().size();
    if height > 1 { width.ilog2() as i32 } else { 30 }
}
