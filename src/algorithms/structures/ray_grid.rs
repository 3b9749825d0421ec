//! Ray grid: pictures by rays; a uniform grid leads each ray to the triangles in its way.
//!
//! Each pixel sends a ray; from its hit, another ray tests whether the lamp is visible, and a mirror sends a further
//! one. The grid consists of cubes: a cell points to a list, the list to triangles, a triangle to vertices, three
//! levels of pointer streams.
//!
#![doc = table!()]
//!
//! A ray through `c` cells and `t` triangles takes `c + t` steps. All rungs compute the same floats in the same order,
//! so they differ only by a device's fused or approximate operations: see [`difference`] for the allowed error.
//!
//! Sources: Purcell, Buck, Mark and Hanrahan, Ray Tracing on Programmable Graphics Hardware, SIGGRAPH 2002;
//! Amanatides and Woo, A Fast Voxel Traversal Algorithm for Ray Tracing, Eurographics 1987; Möller and
//! Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997; Laine, Karras and Aila, Megakernels
//! Considered Harmful, HPG 2013 (the wavefront).
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::ray_grid::{
//!     self, BOUND, Camera, FloatGrid, FloatPicture, Grid, MOST_BOUNCES, MOST_SIDE, Mesh, Picture, Seen, Surface,
//! };
//! use gristmill::nalgebra::{Point3, Similarity3, Vector3};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let floor = Mesh::square(
//!     [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]],
//!     Surface::matt([200; 3]),
//! )?;
//! let corners = [[0.2, 0.0, 0.5], [0.8, 0.0, 0.5], [0.5, 0.6, 0.5]].map(Point3::from);
//! let sail = Mesh::new(&corners, &[[0, 1, 2]], Surface::mirror([255; 3], 50))?;
//! let lamp =
//!     Mesh::new(&corners, &[[0, 1, 2]], Surface::lamp([255; 3]))?.standing([0.5, 0.0, 0.2], 0.1, 0.0);
//! let place = Similarity3::new(Vector3::new(0.0, 0.1, 0.0), Vector3::zeros(), 1.0);
//! let scene = floor.with(sail.placed(&place)).with(lamp);
//! assert_eq!((scene.triangles().len(), scene.vertices().len()), (4, 10));
//! assert!(scene.extent().is_some());
//!
//! let view = Camera { size: [4, 3], bounces: 1, ..Camera::default() };
//! assert!(view.bounces <= MOST_BOUNCES);
//! let (old, new) = (Grid::new(&fragment, &scene)?, Grid::new(&compute, &scene)?);
//! assert!(new.sides().iter().all(|side| *side <= MOST_SIDE));
//! assert!(new.unit() > 0.0 && new.entries() > 0);
//! let wanted: Vec<Seen> = ray_grid::reference(&scene, &view, new.start());
//! assert_eq!(wanted.len(), 12);
//! for picture in [
//!     ray_grid::fragment(&fragment, &old, &view)?,
//!     ray_grid::fragment_loop(&fragment, &old, &view)?,
//!     ray_grid::compute(&compute, &new, &view)?,
//!     ray_grid::compute_wavefront(&compute, &new, &view)?,
//! ] {
//!     let (light, seen) = (picture.light.read()?, picture.seen.read()?);
//!     assert!(ray_grid::difference(&light, &seen, &scene, &view, new.start()) <= BOUND);
//! }
//!
//! // Floats alone, as in 2005.
//! let floats = FloatGrid::of_cells(&fragment, &scene, 24)?;
//! let picture: FloatPicture = ray_grid::fragment_2005(&fragment, &floats, &view)?;
//! let (light, seen) = picture.read()?;
//! assert!(ray_grid::difference(&light, &seen, &scene, &view, floats.start()) <= BOUND);
//! assert_eq!((picture.image()?.dimensions(), picture.active()?.len()), ((4, 3), 3));
//!
//! // Four rays per pixel, and a coarse grid.
//! let coarse = Grid::of_cells(&compute, &scene, 8)?;
//! let lights = (0..4)
//!     .map(|sample| {
//!         ray_grid::compute(&compute, &coarse, &view.jittered(sample, 4, 1.0))?
//!             .light
//!             .read()
//!     })
//!     .collect::<gristmill::Result<Vec<_>>>()?;
//! assert_eq!(ray_grid::image(&lights, view.size).dimensions(), (4, 3));
//! let picture: Picture = ray_grid::compute_wavefront(&compute, &coarse, &view)?;
//! assert_eq!(picture.image()?.dimensions(), (4, 3));
//! assert!(!picture.active()?.is_empty());
//! # Ok::<(), gristmill::Error>(())
//! ```

mod camera;
mod difference;
mod float_grid;
mod grid;
mod lists;
mod mesh;
mod obj;
mod of_2005;
mod overlap;
mod picture;
mod reference;
mod states;
mod trial;
mod wavefront;

pub use camera::{Camera, MOST_BOUNCES};
pub use difference::{BOUND, difference};
pub use float_grid::{FloatGrid, FloatPicture};
pub use grid::Grid;
pub use lists::MOST_SIDE;
pub use mesh::{Mesh, Surface};
pub use of_2005::fragment_2005;
pub use picture::{Picture, image};
pub use reference::{Seen, reference};
pub use wavefront::compute_wavefront;

use crate::{Device, Era, Error, KernelSource, Result, fragment_kernel, kernel_pair};
use grid::STEPS;
use picture::ActiveRays;
use states::{RayStreams, StatePasses};
use trial::{trial, trial_2005};

rungs! {
    "rays through a grid: a mirror in a room, with shadows, a pixel per element", 64 * 64, trial;
    fragment: "traverse, intersect, shade: a step per pass, states in the stencil",
        "5 to 8 passes for each step of the longest path; the host waits in each step", "Purcell et al. 2002";
    fragment_loop: "all rays of a pixel in the loops of one fragment", "1 pass", "loops of Shader Model 3",
        turns |_| STEPS + MOST_RAYS;
    fragment_2005: "traverse, intersect, shade in floats alone, no kernel longer than 64 operations",
        "4 to 10 passes for each step of the longest path; the host waits in each step", "Purcell et al. 2002",
        on "radeon-9700", by trial_2005;
    compute: "the same loops in one invocation, groups are squares", "1 dispatch", "the same loops",
        turns |_| STEPS + MOST_RAYS;
    compute_wavefront: "all rays of a queue to their end, those that follow are the next queue",
        "2 dispatches, and 3 for each ray in a row; the host never waits", "Laine et al. 2013", turns |_| STEPS;
}

const RAY_GRID: KernelSource = kernel_pair!("structures/ray_grid");
const EYE: KernelSource = fragment_kernel!("structures/ray_grid_eye");

/// Largest number of rays of a pixel in a row: each view ray is followed by one to the lamp.
const MOST_RAYS: usize = 2 * (MOST_BOUNCES as usize + 1);

/// Draws the picture of a view, in the device's era. The grid must be of a device of the same era.
///
/// ```
/// use gristmill::algorithms::ray_grid::{Grid, Mesh, Camera, ray_grid};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let room = Mesh::cornell_box()?;
/// let view = Camera { size: [3, 3], ..Camera::default() };
/// let picture = ray_grid(&device, &Grid::new(&device, &room)?, &view)?;
/// let back_wall = picture.seen.read()?[4].target();
/// assert!(back_wall == Some(4) || back_wall == Some(5));
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] for an invalid view, [`Error::Call`] for a grid of the other era, [`Error::Limit`] for a picture
/// larger than the device's textures, or rays that may take too long for one loop.
pub fn ray_grid(device: &Device, grid: &Grid, view: &Camera) -> Result<Picture> {
    match device.era() {
        Era::Fragment => fragment(device, grid, view),
        Era::Compute => compute(device, grid, view),
    }
}

/// The multi-pass traversal of Purcell et al.: each active ray does one step in each round of passes, whatever its
/// state; the stencil holds the states, and restricts a pass to the rays of its state. Occlusion queries count them,
/// and end the loop when there are none.
///
/// # Errors
/// As [`ray_grid()`].
pub fn fragment(device: &Device, grid: &Grid, view: &Camera) -> Result<Picture> {
    let device = device.with_era(Era::Fragment)?;
    let placed = view.in_cells(grid)?;
    if view.size.contains(&0) {
        return Picture::empty(&device, view);
    }
    let mut passes = StatePasses::new(&device, view)?;
    let eye = device.kernel(&EYE)?;
    // ANCHOR: loop
    let StatePasses { rays, walk, .. } = &mut passes;
    walk.step(|_, next| {
        let call = placed
            .set_sides(placed.set_camera(eye.call()))
            .gather("cells", &grid.cells)
            .output("new_walk", next);
        rays.bind_outputs(call).run()
    })?;
    let mut steps = Vec::new();
    loop {
        let active = passes.count_states()?;
        if active == [0; 3] {
            break;
        }
        steps.push(active);
        passes.step(grid, &placed, active)?;
    }
    // ANCHOR_END: loop
    let RayStreams { light, seen, .. } = passes.rays;
    Ok(Picture { light, seen, active: ActiveRays::States(steps) })
}

/// Whole loops in one fragment per pixel.
///
/// # Errors
/// As [`ray_grid()`].
pub fn fragment_loop(device: &Device, grid: &Grid, view: &Camera) -> Result<Picture> {
    let device = device.with_era(Era::Fragment)?;
    let placed = view.in_cells(grid)?;
    check_steps(grid, grid.steps * view.ray_count(), WHOLE_NEXT)?;
    let mut picture = Picture::empty(&device, view)?;
    let kernel = device.kernel(&RAY_GRID)?;
    grid.gather_all(placed.set_lights(placed.set_sides(placed.set_camera(kernel.call()))))
        .output("light", &mut picture.light)
        .output("seen", &mut picture.seen)
        .run()?;
    Ok(picture)
}

/// Whole loops in one invocation per pixel.
///
/// # Errors
/// As [`ray_grid()`].
pub fn compute(device: &Device, grid: &Grid, view: &Camera) -> Result<Picture> {
    let device = device.with_era(Era::Compute)?;
    let placed = view.in_cells(grid)?;
    check_steps(grid, grid.steps * view.ray_count(), WHOLE_NEXT)?;
    let mut picture = Picture::empty(&device, view)?;
    let kernel = device.kernel(&RAY_GRID)?;
    grid.gather_all(placed.set_lights(placed.set_sides(placed.set_camera(kernel.call()))))
        .output("light", &mut picture.light)
        .output("seen", &mut picture.seen)
        .run()?;
    Ok(picture)
}

/// Advice if a pixel's rays are too long for one loop.
const WHOLE_NEXT: &str = "use fewer bounces or a finer grid, or the rung compute_wavefront or fragment";

/// Checks that no invocation loops for longer than drivers allow.
fn check_steps(grid: &Grid, steps: usize, next: &str) -> Result<()> {
    if steps <= STEPS {
        return Ok(());
    }
    let thing = format!("steps that a ray of a {:?} grid may take in one loop", grid.sides);
    Err(Error::limit(thing, steps as u128, STEPS as u128, next))
}
