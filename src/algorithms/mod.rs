//! The algorithms, one file each in a folder for each part of the book, every one in both eras.
//!
//! An algorithm is a function and a module of one name: the function runs in the device's era, the module has
//! its reference, both eras and every further way by name.
//!
//! ```
//! use gristmill::algorithms::scan;
//! # use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
//! let numbers = device.stream(&[3_u32, 1, 4, 1, 5])?;
//! assert_eq!(scan(&device, &numbers)?.read()?, [3, 4, 8, 9, 14]);
//! assert_eq!(scan::fragment_blocked(&device, &numbers)?.read()?, scan::reference(&[3, 1, 4, 1, 5]));
//! # Ok::<(), gristmill::Error>(())
//! ```
//!
//! A file holds the function that runs in whichever era the device is in, then `reference`, `fragment` and
//! `compute`, then the further rungs of its ladder, and last its row of the [`TABLE`], which the tests, the
//! tour, `compare`, the benches and the book read: a new algorithm appears everywhere by one row.

#[macro_use]
mod rung;

#[cfg(feature = "emulator")]
mod edges;
mod graphs;
mod images;
mod linear_algebra;
mod numbers;
mod precision;
mod primitives;
mod simulations;
mod streams;
mod structures;
#[cfg(test)]
mod tests;
mod trial;

pub use graphs::{bfs, floyd_warshall, list_rank, tree_depth};
pub use images::{box_blur, convolve, depth_of_field, grayscale, invert, summed_area};
pub use linear_algebra::{conjugate_gradient, fft, jacobi, matmul, multigrid, refine, spmv, transpose};
pub use numbers::{black_scholes, double_single, mandelbrot, monte_carlo, random};
pub use precision::epsilon;
use precision::{lost_bits, truncate_mantissas};
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

// Next to each module, the function of its name, which runs in the device's era: `scan::reference`, `scan::fragment` and `scan(&device, ..)`.
#[rustfmt::skip]
mod functions {
    pub use super::bfs::bfs;
    pub use super::floyd_warshall::floyd_warshall;
    pub use super::list_rank::list_rank;
    pub use super::tree_depth::tree_depth;
    pub use super::box_blur::box_blur;
    pub use super::convolve::convolve;
    pub use super::depth_of_field::depth_of_field;
    pub use super::grayscale::grayscale;
    pub use super::invert::invert;
    pub use super::summed_area::summed_area;
    pub use super::conjugate_gradient::conjugate_gradient;
    pub use super::fft::fft;
    pub use super::jacobi::jacobi;
    pub use super::matmul::matmul;
    pub use super::multigrid::multigrid;
    pub use super::refine::refine;
    pub use super::spmv::spmv;
    pub use super::transpose::transpose;
    pub use super::black_scholes::black_scholes;
    pub use super::double_single::double_single;
    pub use super::mandelbrot::mandelbrot;
    pub use super::monte_carlo::monte_carlo;
    pub use super::random::random;
    pub use super::compact::compact;
    pub use super::dispatch_indirect::dispatch_indirect;
    pub use super::histogram::histogram;
    pub use super::reduce::reduce;
    pub use super::scan::scan;
    pub use super::scatter::scatter;
    pub use super::scatter_add::scatter_add;
    pub use super::search::search;
    pub use super::segmented_scan::segmented_scan;
    pub use super::select::select;
    pub use super::sort::sort;
    pub use super::split::split;
    pub use super::boids::boids;
    pub use super::cloth::cloth;
    pub use super::distance_field::distance_field;
    pub use super::fluid::fluid;
    pub use super::fluid_volume::fluid_volume;
    pub use super::heat::heat;
    pub use super::lattice_boltzmann::lattice_boltzmann;
    pub use super::life::life;
    pub use super::nbody::nbody;
    pub use super::particles::particles;
    pub use super::reaction_diffusion::reaction_diffusion;
    pub use super::gather::gather;
    pub use super::saxpy::saxpy;
    pub use super::transform::transform;
    pub use super::workgroups::workgroups;
    pub use super::hash_grid::hash_grid;
    pub use super::level_set::level_set;
    pub use super::page_table::page_table;
    pub use super::photon_map::photon_map;
    pub use super::ray_grid::ray_grid;
    pub use super::volume::volume;
    pub use super::volume_render::volume_render;
}
pub use functions::*;

/// Every algorithm, in the order of the book: part by part.
///
/// ```
/// use gristmill::algorithms::TABLE;
/// assert_eq!((TABLE.len(), TABLE[0].name), (57, "saxpy"));
/// ```
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
    refine::ALGORITHM,
    // graphs
    list_rank::ALGORITHM,
    bfs::ALGORITHM,
    floyd_warshall::ALGORITHM,
    tree_depth::ALGORITHM,
    // numbers
    random::ALGORITHM,
    double_single::ALGORITHM,
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

/// Packs scalars by fours, one texel of four channels each, and fills up the last with `padding`.
///
/// ```
/// use gristmill::algorithms::fours;
/// assert_eq!(fours(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.0), [[1.0, 2.0, 3.0, 4.0], [5.0, 0.0, 0.0, 0.0]]);
/// ```
pub fn fours(elements: &[f32], padding: f32) -> Vec<[f32; 4]> {
    elements
        .chunks(4)
        .map(|chunk: &[f32]| std::array::from_fn(|lane| chunk.get(lane).copied().unwrap_or(padding)))
        .collect()
}

/// Number of low bits of an element's index that are its column in a texture: the rows of a long stream are a power of
/// two wide, and a short stream is one row.
fn row_bits<T: crate::Element>(stream: &crate::Stream<T>) -> i32 {
    let [width, height, _] = stream.plan().size();
    if height > 1 { width.ilog2() as i32 } else { 30 }
}

/// Refuses loops of more turns per invocation than the backend runs: past its limit, llvmpipe ends a loop without an
/// error.
fn check_turns(device: &crate::Device, what: &str, turns: usize, next: &str) -> crate::Result<()> {
    let limit = device.limits().turns;
    if turns <= limit {
        return Ok(());
    }
    Err(crate::Error::limit(format!("{what}: turns of an invocation's loops"), turns as u128, limit as u128, next))
}
