//! What agreement with a reference cannot judge of simulations: conservation, published tables, analytic solutions, and bad input.
//!
//! `cargo test -- --nocapture physics` prints the tables.

mod lattice_boltzmann;
mod distance_field;
mod fluid;
#[path = "../machine/mod.rs"]
mod machine;
mod particles;
