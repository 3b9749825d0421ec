//! What agreement with a reference cannot judge of structures of data: analytic results, counts of passes and pages, and bad input.
//!
//! `cargo test -- --nocapture physics` prints the tables.

mod hash_grid;
mod level_set;
#[path = "../machine/mod.rs"]
mod machine;
mod page_table;
mod photon_map;
mod ray_grid;
mod volume;
mod volume_render;
