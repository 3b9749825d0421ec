//! The algorithms, one file each in a folder for each part of the book, every one in both eras.
//!
//! A file holds the function that runs in whichever era the device is in, then `reference`, `fragment` and
//! `compute`, then the further rungs of its ladder, and last its row of the [`TABLE`], which the tests, the
//! tour, `compare`, the benches and the book read: a new algorithm appears everywhere by one row.

#[macro_use]
mod rung;

mod graphs;
mod images;
mod linear_algebra;
mod numbers;
mod primitives;
mod simulations;
mod streams;
mod structures;
#[cfg(test)]
mod tests;
mod trial;

pub use graphs::{bfs, floyd_warshall, list_rank, tree_depth};
pub use images::{box_blur, convolve, depth_of_field, grayscale, invert, summed_area};
pub use linear_algebra::{conjugate_gradient, fft, jacobi, matmul, multigrid, spmv, transpose};
pub use numbers::{black_scholes, mandelbrot, monte_carlo, random};
pub use primitives::{
    compact, dispatch_indirect, histogram, reduce, scan, scatter, scatter_add, search, segmented_scan, select, sort,
    split,
};
pub use rung::{Algorithm, Alias, FEW_TURNS, Rung};
pub use simulations::{
    boids, cloth, distance_field, fluid, fluid_volume, heat, lattice_boltzmann, life, nbody, particles,
    reaction_diffusion,
};
pub use streams::{gather, saxpy, transform, workgroups};
pub use structures::{hash_grid, level_set, page_table, photon_map, ray_grid, volume, volume_render};
pub use trial::{Check, Curve, Trial, Workload};

/// Every algorithm, in the order of the book: part by part.
pub const TABLE: &[Algorithm] = &[
    // streams
    saxpy::ALGORITHM,
    transform::ALGORITHM,
    gather::ALGORITHM,
    workgroups::ALGORITHM,
    // images
    invert::ALGORITHM,
    grayscale::ALGORITHM,
    convolve::ALGORITHM,
    summed_area::ALGORITHM,
    box_blur::ALGORITHM,
    depth_of_field::ALGORITHM,
    // primitives
    reduce::ALGORITHM,
    scan::ALGORITHM,
    segmented_scan::ALGORITHM,
    compact::ALGORITHM,
    split::ALGORITHM,
    dispatch_indirect::ALGORITHM,
    sort::ALGORITHM,
    search::ALGORITHM,
    select::ALGORITHM,
    scatter::ALGORITHM,
    scatter_add::ALGORITHM,
    histogram::ALGORITHM,
    // linear_algebra
    transpose::ALGORITHM,
    matmul::ALGORITHM,
    fft::ALGORITHM,
    spmv::ALGORITHM,
    jacobi::ALGORITHM,
    conjugate_gradient::ALGORITHM,
    multigrid::ALGORITHM,
    // graphs
    list_rank::ALGORITHM,
    bfs::ALGORITHM,
    floyd_warshall::ALGORITHM,
    tree_depth::ALGORITHM,
    // numbers
    random::ALGORITHM,
    mandelbrot::ALGORITHM,
    black_scholes::ALGORITHM,
    monte_carlo::ALGORITHM,
    // structures
    volume::ALGORITHM,
    volume_render::ALGORITHM,
    hash_grid::ALGORITHM,
    page_table::ALGORITHM,
    level_set::ALGORITHM,
    ray_grid::ALGORITHM,
    photon_map::ALGORITHM,
    // simulations
    particles::ALGORITHM,
    life::ALGORITHM,
    reaction_diffusion::ALGORITHM,
    distance_field::ALGORITHM,
    cloth::ALGORITHM,
    boids::ALGORITHM,
    nbody::ALGORITHM,
    fluid::ALGORITHM,
    fluid_volume::ALGORITHM,
    heat::ALGORITHM,
    lattice_boltzmann::ALGORITHM,
];

/// Scalars by fours, one texel of four lanes each; the last is filled up with `padding`.
pub fn fours(elements: &[f32], padding: f32) -> Vec<[f32; 4]> {
    let four = |chunk: &[f32]| std::array::from_fn(|lane| chunk.get(lane).copied().unwrap_or(padding));
    elements.chunks(4).map(four).collect()
}

/// Refuses loops of more turns per invocation than the machine runs: past its limit llvmpipe ends a loop and
/// says nothing.
fn check_turns(device: &crate::Device, what: &str, turns: usize, next: &str) -> crate::Result<()> {
    let limit = device.limits().turns;
    if turns <= limit {
        return Ok(());
    }
    Err(crate::Error::limit(format!("{what}: turns of an invocation's loops"), turns as u128, limit as u128, next))
}
