//! Ray grid: pictures by rays, which a uniform grid leads to the triangles in their way.
//!
//! Each pixel sends a ray; where it ends another asks whether the lamp is in sight, and from a mirror one goes on. The grid is of cubes: a
//! cell points to a list, the list to triangles, a triangle to vertices, three levels of pointer streams.
//!
//! | era | rung | method | passes or dispatches | the host waits |
//! |---|---|---|---|---|
//! | fragment | `fragment` | traverse, intersect, shade: a step a pass, masked by the stencil | 5 to 8 for each step of the longest path | each step |
//! | fragment | `fragment_loop` | all rays of a pixel in the loops of one fragment | 1 | never |
//! | compute | `compute` | the same loops, groups are squares | 1 | never |
//! | compute | `compute_wavefront` | all rays of a list to their end, those that follow are the next list | 3 for each ray in a row, and 2 | never |
//!
//! A ray of `c` cells and `t` triangles takes `c + t` steps. All rungs compute the same floats in the same order, so they differ where a machine
//! fuses or approximates: see [`difference`] for what is allowed.
//!
//! Sources: Purcell, Buck, Mark and Hanrahan, Ray Tracing on Programmable Graphics Hardware, SIGGRAPH 2002; Amanatides and Woo, A Fast Voxel
//! Traversal Algorithm for Ray Tracing, Eurographics 1987; Möller and Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997; Laine,
//! Karras and Aila, Megakernels Considered Harmful, HPG 2013 (the wavefront).

mod grid;
mod mesh;
mod obj;
mod passes;
mod reference;
mod row;
mod view;
mod wavefront;

pub use grid::{Grid, MOST_SIDE};
pub use mesh::{Mesh, Surface};
pub use passes::fragment;
pub use reference::{BOUND, Seen, difference, reference};
pub(in crate::algorithms) use row::ROW;
pub use view::{MOST_BOUNCES, View};
pub use wavefront::compute_wavefront;

use super::super::Curve;
use crate::{Device, Era, Error, KernelSource, Pointer, Result, Stream, kernel_pair};
use image::{Rgba, RgbaImage};
use nalgebra::Vector4;

const RAY_GRID: KernelSource = kernel_pair!("structures/ray_grid");

/// A kernel with what it may include.
fn source(kernel: &KernelSource) -> KernelSource {
    let kernel = kernel
        .clone()
        .include("ray_grid.glsl", include_str!("../../../kernel_includes/ray_grid.glsl"));
    let triangle = include_str!("../../../kernel_includes/ray_grid_triangle.glsl");
    let trace = include_str!("../../../kernel_includes/ray_grid_trace.glsl");
    let shade = include_str!("../../../kernel_includes/ray_grid_shade.glsl");
    let kernel = kernel.include("ray_grid_triangle.glsl", triangle);
    kernel
        .include("ray_grid_trace.glsl", trace)
        .include("ray_grid_shade.glsl", shade)
}

/// What the rays saw, on a device: a pixel an element, row 0 the top.
pub struct Picture {
    /// Red, green and blue of each pixel's light, where 1 is a white surface in full light and a lamp may be more; in the fourth lane
    /// how far away it is what the pixel shows, or 1e30 where that is the sky.
    pub light: Stream<Vector4<f32>>,
    /// The triangle that the pixel shows.
    pub seen: Stream<Pointer>,
    active: Active,
}

/// How many rays were active, where a rung knows.
enum Active {
    /// It runs each to its end.
    Unknown,
    /// Those that traverse, intersect and shade, pass by pass.
    States(Vec<[u32; 3]>),
    /// Those of each list, on the device.
    Lists(Stream<u32>),
}

impl Picture {
    /// The rays that were active in each pass: of [`fragment`] those about to traverse, intersect and shade; of [`compute_wavefront`] all of a list.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn active(&self) -> Result<Vec<Curve>> {
        let curve = |name: String, across: &str, up: &str, counts: Vec<u32>| Curve {
            name,
            across: across.to_string(),
            up: up.to_string(),
            points: counts
                .iter()
                .enumerate()
                .map(|(at, count)| (at as f64, f64::from(*count)))
                .collect(),
        };
        match &self.active {
            Active::Unknown => Ok(Vec::new()),
            Active::States(rounds) => {
                let states = ["traverse", "intersect", "shade"].into_iter().enumerate();
                let of_state = |(at, name): (usize, &str)| {
                    let counts: Vec<u32> = rounds.iter().map(|counts| counts[at]).collect();
                    // What is shaded is committed, and what is done is marked.
                    let passes = counts.iter().filter(|count| **count > 0).count() * if at == 2 { 3 } else { 1 };
                    curve(format!("{name}, {passes} passes"), "round of passes", "active rays", counts)
                };
                Ok(states.map(of_state).collect())
            }
            Active::Lists(counts) => {
                let counts = counts.read()?;
                let name = format!("queues, {} rounds", counts.len());
                Ok(vec![curve(name, "ray in a row", "rays in the queue", counts)])
            }
        }
    }

    /// The picture to look at: what is linear in the light becomes what a screen wants, and more than white is white.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn image(&self) -> Result<RgbaImage> {
        let &[width, height] = self.light.shape().extents() else {
            return Err(Error::data(format!("light of {} is no picture; give it two dimensions", self.light.shape())));
        };
        Ok(image(&[self.light.read()?], [width, height]))
    }
}

/// The mean of several pictures' light, as a screen wants it: of jittered views it has soft edges.
pub fn image(lights: &[Vec<Vector4<f32>>], [width, height]: [usize; 2]) -> RgbaImage {
    RgbaImage::from_fn(width as u32, height as u32, |x, y| {
        let at = y as usize * width + x as usize;
        let sum = lights.iter().filter_map(|light| light.get(at)).sum::<Vector4<f32>>();
        let level = |lane: f32| ((lane / lights.len() as f32).clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8;
        Rgba([level(sum.x), level(sum.y), level(sum.z), 255])
    })
}

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
/// [`Error::Data`] for a view that cannot be, [`Error::Call`] for a grid of the other era, [`Error::Limit`] for a picture larger than the machine's
/// textures, or rays that may take too long for one loop.
pub fn ray_grid(device: &Device, grid: &Grid, view: &View) -> Result<Picture> {
    match device.era() {
        Era::Fragment => fragment(device, grid, view),
        Era::Compute => compute(device, grid, view),
    }
}

/// Whole loops in one fragment a pixel.
///
/// # Errors
/// As [`ray_grid()`].
pub fn fragment_loop(device: &Device, grid: &Grid, view: &View) -> Result<Picture> {
    whole(&device.with_era(Era::Fragment)?, grid, view)
}

/// Whole loops in one invocation a pixel.
///
/// # Errors
/// As [`ray_grid()`].
pub fn compute(device: &Device, grid: &Grid, view: &View) -> Result<Picture> {
    whole(&device.with_era(Era::Compute)?, grid, view)
}

fn whole(device: &Device, grid: &Grid, view: &View) -> Result<Picture> {
    let placed = view.in_cells(grid)?;
    check_steps(grid, grid.steps * view.rays(), "take fewer bounces or a finer grid, compute_wavefront or fragment")?;
    let mut picture = Picture::empty(device, view)?;
    // ANCHOR: whole
    let kernel = device.kernel(&source(&RAY_GRID))?;
    let call = placed.lit(placed.sided(placed.seen_from(kernel.call())));
    let call = call
        .gather("cells", &grid.cells)
        .gather("list", &grid.list)
        .gather("triangles", &grid.triangles);
    let call = call.gather("vertices", &grid.vertices).gather("normals", &grid.normals);
    call.output("light", &mut picture.light)
        .output("seen", &mut picture.seen)
        .run()?;
    // ANCHOR_END: whole
    Ok(picture)
}

impl Picture {
    fn empty(device: &Device, view: &View) -> Result<Picture> {
        Ok(Picture { light: device.empty(view.size)?, seen: device.empty(view.size)?, active: Active::Unknown })
    }
}

/// That no invocation can loop for longer than a driver lets it.
fn check_steps(grid: &Grid, steps: usize, next: &str) -> Result<()> {
    if steps <= grid::STEPS {
        return Ok(());
    }
    let thing = format!("steps that a ray of a {:?} grid may take in one loop", grid.sides);
    Err(Error::limit(thing, steps as u128, grid::STEPS as u128, next))
}
