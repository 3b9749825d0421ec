//! What agreement with a reference cannot judge of simulations: conservation, published tables, analytic solutions, and bad input.
//!
//! `cargo test -- --nocapture physics` prints the tables.

mod boids;
mod cloth;
mod distance_field;
mod fluid;
mod fluid_volume;
mod heat;
mod lattice_boltzmann;
#[path = "../machine/mod.rs"]
mod machine;
mod nbody;
mod particles;
mod reaction_diffusion;
