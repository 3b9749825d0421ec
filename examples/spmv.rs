//! Smooths the Stanford bunny by a sparse matrix, in both eras: every point moves half way to the mean of its
//! neighbours.
//!
//! Run it with `cargo run --example spmv`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::spmv::{self, Rows, SparseMatrix, spmv};
use gristmill::{Device, Result};
use std::collections::BTreeSet;
use std::process::ExitCode;

const STEPS: usize = 10;

fn main() -> ExitCode {
    arguments::run(|device: &Device, _| -> Result<bool> {
        let (points, triangles) = bunny();
        // ANCHOR: example
        let matrix = means(points.len(), &triangles)?;
        let rows = Rows::new(device, &matrix)?;

        let mut right = true;
        for axis in 0..3 {
            let start: Vec<f32> = points.iter().map(|point| point[axis]).collect();
            let mut smooth = device.stream(&start)?;
            for _ in 0..STEPS {
                smooth = spmv(device, &rows, &smooth)?;
            }
            // ANCHOR_END: example
            let (smooth, mut truth) = (smooth.read()?, start.clone());
            for _ in 0..STEPS {
                truth = spmv::reference(&matrix, &truth)
                    .into_iter()
                    .map(|element| element as f32)
                    .collect();
            }
            // Rows are means: a step does not enlarge the error of the step before, and adds a few roundings
            // to it.
            let magnitude = start.iter().fold(0.0_f32, |largest, element| largest.max(element.abs()));
            let bound = STEPS as f32 * (matrix.longest_row() + 5) as f32 * f32::EPSILON * magnitude;
            right &= smooth.iter().zip(&truth).all(|(given, wanted)| (given - wanted).abs() <= bound);
            let [before, after] = [&start, &smooth].map(|at| roughness(&matrix, at));
            println!("  {}: roughness {before:.3e}, after {STEPS} steps {after:.3e}", ["x", "y", "z"][axis]);
            right &= after < before;
        }
        println!("  {} points, {} entries, {} at most in a row", points.len(), matrix.entries(), matrix.longest_row());
        Ok(right)
    })
}

// ANCHOR: means
/// Half of the point itself, and half of the mean of the points that it shares an edge with.
fn means(points: usize, triangles: &[[usize; 3]]) -> Result<SparseMatrix> {
    let mut neighbours = vec![BTreeSet::new(); points];
    for [a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            neighbours[*from].insert(*to);
            neighbours[*to].insert(*from);
        }
    }
    let entries = neighbours.iter().enumerate().flat_map(|(row, neighbours)| {
        let weight = 0.5 / neighbours.len() as f64;
        let own = if neighbours.is_empty() { 1.0 } else { 0.5 };
        neighbours
            .iter()
            .map(move |column| (row, *column, weight))
            .chain([(row, row, own)])
    });
    SparseMatrix::new(points, points, entries)
}
// ANCHOR_END: means

/// The mean distance, squared, of a coordinate from where the next step would bring it.
fn roughness(matrix: &SparseMatrix, at: &[f32]) -> f64 {
    let next = spmv::reference(matrix, at);
    next.iter()
        .zip(at)
        .map(|(next, now)| (next - f64::from(*now)).powi(2))
        .sum::<f64>()
        / at.len() as f64
}

/// The points and the triangles of the mesh.
fn bunny() -> (Vec<[f32; 3]>, Vec<[usize; 3]>) {
    let file = include_bytes!("../crates/cli/data/bunny.obj");
    let options = tobj::LoadOptions { triangulate: true, ..tobj::LoadOptions::default() };
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let (models, _) =
        tobj::load_obj_buf(&mut file.as_slice(), &options, no_materials).expect("the mesh is part of the project");
    let mesh = &models[0].mesh;
    let points = mesh
        .positions
        .chunks_exact(3)
        .map(|point| [point[0], point[1], point[2]])
        .collect();
    let triangles = mesh
        .indices
        .chunks_exact(3)
        .map(|corners| [0, 1, 2].map(|at| corners[at] as usize))
        .collect();
    (points, triangles)
}
