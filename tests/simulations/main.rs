//! What agreement with a reference cannot judge of simulations: conservation, published tables, analytic solutions, and bad input.
//!
//! `cargo test -- --nocapture physics` prints the tables.

mod boids;
#[path = "../machine/mod.rs"]
mod machine;
mod nbody;
mod particles;
