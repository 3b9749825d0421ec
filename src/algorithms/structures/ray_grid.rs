//! Ray grid: pictures by rays, which a uniform grid leads to the triangles in their way.
//!
//! Each pixel sends a ray; where it ends another asks whether the lamp is in sight, and from a mirror one
//! goes on. The grid is of cubes: a cell points to a list, the list to triangles, a triangle to vertices,
//! three levels of pointer streams.
//!
#![doc = table!()]
//!
//! A ray of `c` cells and `t` triangles takes `c + t` steps. All rungs compute the same floats in the same
//! order, so they differ where a machine fuses or approximates: see [`difference`] for what is allowed.
//!
//! Sources: Purcell, Buck, Mark and Hanrahan, Ray Tracing on Programmable Graphics Hardware, SIGGRAPH 2002;
//! Amanatides and Woo, A Fast Voxel Traversal Algorithm for Ray Tracing, Eurographics 1987; Möller and
//! Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997; Laine, Karras and Aila, Megakernels
//! Considered Harmful, HPG 2013 (the wavefront).

mod difference;
mod grid;
mod mesh;
mod obj;
mod overlap;
mod picture;
mod reference;
mod states;
mod trial;
mod view;
mod wavefront;

pub use difference::{BOUND, difference};
pub use grid::{Grid, MOST_SIDE};
pub use mesh::{Mesh, Surface};
pub use picture::{Picture, image};
pub use reference::{Seen, reference};
pub use view::{MOST_BOUNCES, View};
pub use wavefront::compute_wavefront;

use crate::{Device, Era, Error, KernelSource, Result, fragment_kernel, kernel_pair};
use grid::STEPS;
use picture::Active;
use states::{Passes, Rays};
use trial::trial;

rungs! {
    "rays through a grid: a mirror in a room, with shadows, a pixel per element", 64 * 64, trial;
    fragment: "traverse, intersect, shade: a step per pass, states in the stencil",
        "5 to 8 passes for each step of the longest path; the host waits in each step", "Purcell et al. 2002";
    fragment_loop: "all rays of a pixel in the loops of one fragment", "1 pass", "loops of Shader Model 3",
        turns |_| STEPS + MOST_RAYS;
    compute: "the same loops in one invocation, groups are squares", "1 dispatch", "the same loops",
        turns |_| STEPS + MOST_RAYS;
    compute_wavefront: "all rays of a queue to their end, those that follow are the next queue",
        "3 dispatches for each ray in a row, and 2; the host never waits", "Laine et al. 2013", turns |_| STEPS;
}

const RAY_GRID: KernelSource = kernel_pair!("structures/ray_grid");
const EYE: KernelSource = fragment_kernel!("structures/ray_grid_eye");

/// Rays of a pixel in a row, at most: each that looks is followed by one to the lamp.
const MOST_RAYS: usize = 2 * (MOST_BOUNCES as usize + 1);

/// The picture of a view, in the device's era. The grid is of a device of the same era.
///
/// ```
/// use gristmill::algorithms::ray_grid::{Grid, Mesh, View, ray_grid};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let room = Mesh::cornell_box()?;
/// let view = View { size: [3, 3], ..View::default() };
/// let picture = ray_grid(&device, &Grid::new(&device, &room)?, &view)?;
/// let back_wall = picture.seen.read()?[4].target();
/// assert!(back_wall == Some(4) || back_wall == Some(5));
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] for a view that cannot be, [`Error::Call`] for a grid of the other era, [`Error::Limit`]
/// for a picture larger than the machine's textures, or rays that may take too long for one loop.
pub fn ray_grid(device: &Device, grid: &Grid, view: &View) -> Result<Picture> {
    match device.era() {
        Era::Fragment => fragment(device, grid, view),
        Era::Compute => compute(device, grid, view),
    }
}

/// The multi-pass traversal of Purcell et al.: each active ray does one step in each round of passes,
/// whatever its state; the stencil has the states, and lets a pass run over the rays of its state alone.
/// Occlusion queries count them, and end the loop when there is none.
///
/// # Errors
/// As [`ray_grid()`].
pub fn fragment(device: &Device, grid: &Grid, view: &View) -> Result<Picture> {
    let device = device.with_era(Era::Fragment)?;
    let placed = view.in_cells(grid)?;
    if view.size.contains(&0) {
        return Picture::empty(&device, view);
    }
    let mut passes = Passes::new(&device, view)?;
    let eye = device.kernel(&EYE)?;
    // ANCHOR: loop
    let Passes { rays, walk, .. } = &mut passes;
    walk.step(|_, next| {
        let call = placed
            .sided(placed.seen_from(eye.call()))
            .gather("cells", &grid.cells)
            .output("new_walk", next);
        rays.written(call).run()
    })?;
    let mut steps = Vec::new();
    loop {
        let active = passes.count()?;
        if active == [0; 3] {
            break;
        }
        steps.push(active);
        passes.step(grid, &placed, active)?;
    }
    // ANCHOR_END: loop
    let Rays { light, seen, .. } = passes.rays;
    Ok(Picture { light, seen, active: Active::States(steps) })
}

/// Whole loops in one fragment per pixel.
///
/// # Errors
/// As [`ray_grid()`].
pub fn fragment_loop(device: &Device, grid: &Grid, view: &View) -> Result<Picture> {
    let device = device.with_era(Era::Fragment)?;
    let placed = view.in_cells(grid)?;
    check_steps(grid, grid.steps * view.rays(), WHOLE_NEXT)?;
    let mut picture = Picture::empty(&device, view)?;
    let kernel = device.kernel(&RAY_GRID)?;
    grid.gathered(placed.lit(placed.sided(placed.seen_from(kernel.call()))))
        .output("light", &mut picture.light)
        .output("seen", &mut picture.seen)
        .run()?;
    Ok(picture)
}

/// Whole loops in one invocation per pixel.
///
/// # Errors
/// As [`ray_grid()`].
pub fn compute(device: &Device, grid: &Grid, view: &View) -> Result<Picture> {
    let device = device.with_era(Era::Compute)?;
    let placed = view.in_cells(grid)?;
    check_steps(grid, grid.steps * view.rays(), WHOLE_NEXT)?;
    let mut picture = Picture::empty(&device, view)?;
    let kernel = device.kernel(&RAY_GRID)?;
    grid.gathered(placed.lit(placed.sided(placed.seen_from(kernel.call()))))
        .output("light", &mut picture.light)
        .output("seen", &mut picture.seen)
        .run()?;
    Ok(picture)
}

/// What helps where a pixel's rays are too long for one loop.
const WHOLE_NEXT: &str = "take fewer bounces or a finer grid, compute_wavefront or fragment";

/// That no invocation can loop for longer than a driver lets it.
fn check_steps(grid: &Grid, steps: usize, next: &str) -> Result<()> {
    if steps <= STEPS {
        return Ok(());
    }
    let thing = format!("steps that a ray of a {:?} grid may take in one loop", grid.sides);
    Err(Error::limit(thing, steps as u128, STEPS as u128, next))
}
