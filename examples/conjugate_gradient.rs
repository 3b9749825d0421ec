//! Bends the Stanford bunny by its ears, in both eras: two points are pulled, the others follow as smoothly
//! as a membrane.
//!
//! Run it with `cargo run --example conjugate_gradient`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::conjugate_gradient::{self, Goal, conjugate_gradient};
use gristmill::algorithms::spmv::{Rows, SparseMatrix};
use gristmill::{Device, Result};
use std::collections::BTreeSet;
use std::process::ExitCode;

/// The weight that holds a point in its place, against one for each edge; pulled points have a larger one.
const HELD: f64 = 0.05;
const PULLED: f64 = 100.0;

fn main() -> ExitCode {
    arguments::run(|device: &Device, _| -> Result<bool> {
        let (heights, edges) = bunny();
        let order = |a: &usize, b: &usize| heights[*a].total_cmp(&heights[*b]);
        let (lowest, highest) =
            ((0..heights.len()).min_by(order).unwrap_or(0), (0..heights.len()).max_by(order).unwrap_or(0));
        let firmness = |point: usize| if point == lowest || point == highest { PULLED } else { HELD };
        // ANCHOR: example
        // Each edge wants both ends to move alike: the graph's Laplacian. Each point wants to stay: the
        // diagonal.
        let springs = edges
            .iter()
            .flat_map(|&(a, b)| [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)]);
        let held = (0..heights.len()).map(|point| (point, point, firmness(point)));
        let matrix = SparseMatrix::new(heights.len(), heights.len(), springs.chain(held))?;

        // The highest point is to rise by one, the lowest to stay.
        let mut b = vec![0.0; heights.len()];
        b[highest] = PULLED as f32;
        let goal = Goal { tolerance: 1e-5, iterations: 1000 };
        let solution = conjugate_gradient(device, &Rows::new(device, &matrix)?, &device.stream(&b)?, goal)?;
        // ANCHOR_END: example

        let rise = solution.x.read()?;
        let truth = conjugate_gradient::reference(&matrix, &b.iter().copied().map(f64::from).collect::<Vec<_>>())?;
        let error = rise
            .iter()
            .zip(&truth)
            .map(|(given, wanted)| (f64::from(*given) - wanted).abs())
            .fold(0.0, f64::max);
        let moved = rise.iter().filter(|rise| **rise > 0.01).count();
        println!(
            "  {} unknowns, {} iterations, residual {:.1e}",
            heights.len(),
            solution.iterations,
            solution.residual
        );
        println!(
            "  {moved} points rise by a hundredth or more of the tip's {:.3}; off by {error:.1e} at most",
            rise[highest]
        );
        // The smallest eigenvalue is HELD at least, so the error is at most the residual's length over it.
        let bound = (goal.tolerance + 100.0 * f64::from(f32::EPSILON)) * PULLED / HELD;
        Ok(error <= bound && (0.9..1.0).contains(&rise[highest]))
    })
}

/// The height of each point of the mesh, and its edges, each once.
fn bunny() -> (Vec<f32>, BTreeSet<(usize, usize)>) {
    let file = include_bytes!("../crates/cli/data/bunny.obj");
    let options = tobj::LoadOptions { triangulate: true, ..tobj::LoadOptions::default() };
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let (models, _) =
        tobj::load_obj_buf(&mut file.as_slice(), &options, no_materials).expect("the mesh is part of the project");
    let mesh = &models[0].mesh;
    let heights = mesh.positions.chunks_exact(3).map(|point| point[1]).collect();
    let corners = mesh
        .indices
        .chunks_exact(3)
        .flat_map(|c| [(c[0], c[1]), (c[1], c[2]), (c[2], c[0])]);
    (heights, corners.map(|(a, b)| (a.min(b) as usize, a.max(b) as usize)).collect())
}
