//! The algorithms, one file each in a folder for each part of the book, every one in both eras.
//!
//! A file holds the function that runs in whichever era the device is in, then `reference`, `fragment` and `compute`, then the further rungs of
//! its ladder, and last its row of the [`TABLE`], which the tests, the tour, `compare`, the benches and the book read: a new algorithm
//! appears everywhere by one row.

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

use crate::Era;

pub use graphs::{bfs, floyd_warshall, list_rank, tree_depth};
pub use images::{box_blur, convolve, depth_of_field, grayscale, invert, summed_area};
pub use linear_algebra::{conjugate_gradient, fft, jacobi, matmul, multigrid, spmv, transpose};
pub use numbers::{black_scholes, mandelbrot, monte_carlo, random};
pub use primitives::{
    compact, dispatch_indirect, histogram, reduce, scan, scatter, scatter_add, search, segmented_scan, select, sort,
    split,
};
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
    saxpy::ROW,
    transform::ROW,
    gather::ROW,
    workgroups::ROW,
    // images
    invert::ROW,
    grayscale::ROW,
    convolve::ROW,
    summed_area::ROW,
    box_blur::ROW,
    depth_of_field::ROW,
    // primitives
    reduce::ROW,
    scan::ROW,
    segmented_scan::ROW,
    compact::ROW,
    split::ROW,
    dispatch_indirect::ROW,
    sort::ROW,
    search::ROW,
    select::ROW,
    scatter::ROW,
    scatter_add::ROW,
    histogram::ROW,
    // linear_algebra
    transpose::ROW,
    matmul::ROW,
    fft::ROW,
    spmv::ROW,
    jacobi::ROW,
    conjugate_gradient::ROW,
    multigrid::ROW,
    // graphs
    list_rank::ROW,
    bfs::ROW,
    floyd_warshall::ROW,
    tree_depth::ROW,
    // numbers
    random::ROW,
    mandelbrot::ROW,
    black_scholes::ROW,
    monte_carlo::ROW,
    // structures
    volume::ROW,
    volume_render::ROW,
    hash_grid::ROW,
    page_table::ROW,
    level_set::ROW,
    ray_grid::ROW,
    photon_map::ROW,
    // simulations
    particles::ROW,
    life::ROW,
    reaction_diffusion::ROW,
    distance_field::ROW,
    cloth::ROW,
    boids::ROW,
    nbody::ROW,
    fluid::ROW,
    fluid_volume::ROW,
    heat::ROW,
    lattice_boltzmann::ROW,
];

/// An algorithm as the tools see it.
pub struct Algorithm {
    /// The word that names its files.
    pub name: &'static str,
    /// The part of the book, and the folder, that has it.
    pub part: &'static str,
    /// What it computes, in one line.
    pub summary: &'static str,
    /// The size that the tour takes where no input sets one, in elements.
    pub size: usize,
    /// Every way it is computed, oldest first; those named `fragment` and `compute` are what the eras' functions take.
    pub rungs: &'static [Rung],
}

/// One way to compute an algorithm.
pub struct Rung {
    /// The function's name: `fragment`, `compute`, or a variant as `compute_atomic`.
    pub name: &'static str,
    /// The era it is of.
    pub era: Era,
    /// How it works, in a few words.
    pub method: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// Uploads a workload and gives what runs and checks it.
    pub prepare: fn(&crate::Device, &Workload) -> crate::Result<Trial>,
}

impl Algorithm {
    /// The algorithm of that name.
    ///
    /// # Errors
    /// [`crate::Error::Data`] with the names there are.
    ///
    /// ```
    /// assert_eq!(gristmill::algorithms::Algorithm::find("saxpy")?.name, "saxpy");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn find(name: &str) -> crate::Result<&'static Algorithm> {
        TABLE.iter().find(|algorithm| algorithm.name == name).ok_or_else(|| {
            let names: Vec<_> = TABLE.iter().map(|algorithm| algorithm.name).collect();
            crate::Error::data(format!("there is no algorithm {name}; there are {}", names.join(", ")))
        })
    }

    /// Its rungs of one era.
    pub fn of_era(&self, era: Era) -> impl Iterator<Item = &'static Rung> {
        self.rungs.iter().filter(move |rung| rung.era == era)
    }
}

/// Scalars by fours, one texel of four lanes each; the last is filled up with `padding`.
pub fn fours(elements: &[f32], padding: f32) -> Vec<[f32; 4]> {
    let four = |chunk: &[f32]| std::array::from_fn(|lane| chunk.get(lane).copied().unwrap_or(padding));
    elements.chunks(4).map(four).collect()
}

/// Whether the driver computes on a CPU, where lanes want chunks and coalescing is worth nothing.
fn is_cpu(device: &crate::Device) -> bool {
    let name = &device.description().name;
    ["llvmpipe", "softpipe"].iter().any(|driver| name.contains(driver))
}
