//! The row of the table: a mirror in a room, as many pixels as the workload has.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};
use nalgebra::Point3;

/// Pixels of a made-up picture, at most: the reference goes through all triangles.
const MOST: usize = 1024;

/// A ring that mirrors, of so many facets around and across.
fn ring(around: u32, across: u32) -> Result<Mesh> {
    let turn = |at: u32, of: u32| (at as f32 / of as f32 * std::f32::consts::TAU).sin_cos();
    let point = |at: u32| {
        let ((s, c), (up, out)) = (turn(at / across, around), turn(at % across, across));
        Point3::new((0.4 + 0.18 * out) * c, (0.4 + 0.18 * out) * s, 0.18 * up)
    };
    let corners = |at: u32| {
        let (i, j) = (at / across, at % across);
        let corner = |i: u32, j: u32| i % around * across + j % across;
        let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
        [[a, b, c], [a, c, d]]
    };
    let points: Vec<_> = (0..around * across).map(point).collect();
    let triangles: Vec<_> = (0..around * across).flat_map(corners).collect();
    Mesh::new(&points, &triangles, Surface::mirror([230, 190, 90], 150))
}

/// A room with the workload's mesh in it, standing on the floor, else with a ring.
fn room(workload: &Workload) -> Result<Mesh> {
    let thing = match workload.triangles.is_empty() {
        true => ring(10, 6)?,
        false => Mesh::new(&workload.mesh, &workload.triangles, Surface::mirror([230, 190, 90], 60))?,
    };
    Ok(Mesh::cornell_box()?.with(thing.standing([0.1, -1.0, -0.1], 1.2, 0.5)))
}

type Rays = fn(&Device, &Grid, &View) -> Result<Picture>;

fn trial(device: &Device, workload: &Workload, rung: Rays) -> Result<Trial> {
    let mesh = room(workload)?;
    let made_up = workload.triangles.is_empty();
    let pixels = if made_up { workload.size.min(MOST) } else { workload.size };
    let size = Workload::new(pixels, 0).rectangle();
    let part = crate::random::uniform(workload.seed, 0, 0) - 0.5;
    let view = View { size, eye: Point3::new(part, 0.2, 3.6), bounces: 1, ..View::default() };
    let grid = if made_up { Grid::of_cells(device, &mesh, 343)? } else { Grid::new(device, &mesh)? };
    let (device, start) = (device.clone(), grid.start());
    Ok(Trial::with_curves(
        move || rung(&device, &grid, &view),
        move |picture| {
            let (light, seen) = (picture.light.read()?, picture.seen.read()?);
            Ok(Check::new(seen.len(), difference(&light, &seen, &mesh, &view, start), BOUND))
        },
        Picture::image,
        Picture::active,
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "ray_grid",
    part: "structures",
    summary: "rays through a grid: a mirror in a room, with shadows, a pixel an element",
    size: 64 * 64,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "a step a pass, states in the stencil",
            source: "Purcell et al. 2002",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_loop",
            era: Era::Fragment,
            method: "all rays of a pixel in one fragment",
            source: "loops of Shader Model 3",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_loop),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "all rays of a pixel in one invocation",
            source: "the same loops",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_wavefront",
            era: Era::Compute,
            method: "queues of rays, launched by their length",
            source: "Laine et al. 2013",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_wavefront),
        },
    ],
};
