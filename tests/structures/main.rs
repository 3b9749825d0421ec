//! What agreement with a reference cannot judge of structures of data: analytic results, counts of passes and pages, and bad input.
//!
//! `cargo test -- --nocapture physics` prints the tables.

#[path = "../machine/mod.rs"]
mod machine;
mod ray_grid;
