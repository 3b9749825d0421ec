//! Trial of the rays: a mirror in a room.

use super::difference::difference_at;
use super::{BOUND, Camera, FloatGrid, FloatPicture, Grid, Mesh, Picture, Surface, fragment_2005};
use crate::algorithms::structures::sample_evenly;
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, random};
use nalgebra::Point3;

/// Largest number of pixels that are compared: the reference tests all triangles.
const COMPARED: usize = 4_096;

/// Approximate number of cells for the room with the ring.
const CELLS: usize = 343;

/// Builds a mirroring ring of `around` times `across` facets.
fn mirror_ring(around: u32, across: u32) -> Result<Mesh> {
    let points: Vec<_> = (0..around * across)
        .map(|at: u32| {
            let (s, c) = compute_turn(at / across, around);
            let (up, out) = compute_turn(at % across, across);
            Point3::new((0.4 + 0.18 * out) * c, (0.4 + 0.18 * out) * s, 0.18 * up)
        })
        .collect();
    let triangles: Vec<_> = (0..around * across)
        .flat_map(|at: u32| {
            let i = at / across;
            let j = at % across;
            let [a, b, c, d] = [
                find_corner(i, j, around, across),
                find_corner(i + 1, j, around, across),
                find_corner(i + 1, j + 1, around, across),
                find_corner(i, j + 1, around, across),
            ];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    Mesh::new(&points, &triangles, Surface::mirror([230, 190, 90], 150))
}

fn find_corner(i: u32, j: u32, around: u32, across: u32) -> u32 {
    (i % around) * across + (j % across)
}

fn compute_turn(at: u32, of: u32) -> (f32, f32) {
    libm::sincosf(at as f32 / of as f32 * std::f32::consts::TAU)
}

/// Builds a room with the workload's mesh standing on the floor, or with a ring if there is none.
fn build_room(workload: &Workload) -> Result<Mesh> {
    let thing = match workload.triangles.is_empty() {
        true => mirror_ring(10, 6)?,
        false => Mesh::new(&workload.mesh, &workload.triangles, Surface::mirror([230, 190, 90], 60))?,
    };
    Ok(Mesh::cornell_box()?.with(thing.standing([0.1, -1.0, -0.1], 1.2, 0.5)))
}

type RayRung = fn(&Device, &Grid, &Camera) -> Result<Picture>;

/// Builds a view with as many pixels as the workload has elements.
fn build_view(workload: &Workload) -> Camera {
    let part = random::uniform(workload.seed, 0, 0) - 0.5;
    Camera { size: workload.rectangle(), eye: Point3::new(part, 0.2, 3.6), bounces: 1, ..Camera::default() }
}

/// Compares a sample of the pixels.
pub(super) fn trial(device: &Device, workload: &Workload, rung: RayRung) -> Result<Trial> {
    let mesh = build_room(workload)?;
    let view = build_view(workload);
    let grid = match workload.triangles.is_empty() {
        true => Grid::of_cells(device, &mesh, CELLS)?,
        false => Grid::new(device, &mesh)?,
    };
    let device = device.clone();
    let start = grid.start();
    let pixels = view.size[0] * view.size[1];
    let compared = sample_evenly(pixels, COMPARED);
    Ok(Trial::with_curves(
        move || rung(&device, &grid, &view),
        move |picture: &Picture| {
            let light = picture.light.read()?;
            let seen = picture.seen.read()?;
            let difference = difference_at(&compared, (&light, &seen), &mesh, &view, start);
            Ok(Check::new(compared.len(), difference, BOUND).out_of(pixels))
        },
        Picture::image,
        Picture::active,
    )
    .sized(pixels))
}

/// Builds the trial of the rung that computes with floats alone.
pub(super) fn trial_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    let mesh = build_room(workload)?;
    let view = build_view(workload);
    let grid = FloatGrid::of_cells(device, &mesh, CELLS)?;
    let device = device.clone();
    let start = grid.start();
    let pixels = view.size[0] * view.size[1];
    let compared = sample_evenly(pixels, COMPARED);
    Ok(Trial::with_curves(
        move || fragment_2005(&device, &grid, &view),
        move |picture: &FloatPicture| {
            let (light, seen) = picture.read()?;
            let difference = difference_at(&compared, (&light, &seen), &mesh, &view, start);
            Ok(Check::new(compared.len(), difference, BOUND).out_of(pixels))
        },
        FloatPicture::image,
        FloatPicture::active,
    )
    .sized(pixels))
}
