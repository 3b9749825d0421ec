//! The compute era's wavefront: queues of rays, with lengths that the device has counted.

use super::picture::ActiveRays;
use super::{Camera, Grid, Picture, check_steps};
use crate::algorithms::dispatch_indirect;
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const EYE: KernelSource = compute_kernel!("structures/ray_grid_eye");
const TRACE: KernelSource = compute_kernel!("structures/ray_grid_trace");
const SHADE: KernelSource = compute_kernel!("structures/ray_grid_shade");
const END: KernelSource = compute_kernel!("structures/ray_grid_end");

/// Elements of four channels per ray, as in ray_grid.glsl.
const FOURS: usize = 5;

/// Pixels of the rays in a queue, and their number.
struct RayQueue {
    pixels: Stream<u32>,
    count: Stream<u32>,
}

/// One dispatch follows all rays of a queue to the triangles that they hit; the rays that follow are the next queue.
/// There is a round for each ray that a pixel may have in a row, launched by the length that the round before has
/// counted: the host never waits.
///
/// # Errors
/// As [`super::ray_grid()`].
pub fn compute_wavefront(device: &Device, grid: &Grid, view: &Camera) -> Result<Picture> {
    let device = device.with_era(Era::Compute)?;
    let placed = view.in_cells(grid)?;
    check_steps(grid, grid.steps, "use a finer grid, or the rung fragment")?;
    let mut picture = Picture::empty(&device, view)?;
    let pixels = picture.light.len();
    if pixels == 0 {
        return Ok(picture);
    }
    let mut rays = device.empty::<[f32; 4]>(pixels * FOURS)?;
    let mut now = RayQueue { pixels: device.empty(pixels)?, count: device.stream(&[pixels as u32])? };
    let mut next = RayQueue { pixels: device.empty(pixels)?, count: device.empty(1)? };
    let mut counts = device.empty::<u32>(view.ray_count())?;

    let eye = device.kernel(&EYE)?;
    placed
        .set_camera(eye.call())
        .uniform("width", view.size[0] as i32)
        .output("rays", &mut rays)
        .output("queue", &mut now.pixels)
        .elements(pixels)
        .run()?;
    // ANCHOR: wavefront
    let trace = device.kernel(&TRACE)?;
    let shade = device.kernel(&SHADE)?;
    let mut groups = device.empty::<u32>(3)?;
    for round in 0..view.ray_count() {
        counts.copy_range(round, &now.count, 0..1)?; // read when all is done
        dispatch_indirect::count_groups(&device, &now.count, &mut groups, &mut next.count)?;
        placed
            .set_lamp(placed.set_sides(trace.call()))
            .gather("cells", &grid.cells)
            .gather("list", &grid.list)
            .gather("triangles", &grid.triangles)
            .gather("vertices", &grid.vertices)
            .gather("queue", &now.pixels)
            .gather("queue_count", &now.count)
            .update("rays", &mut rays)
            .indirect(&groups, 0)
            .run()?;
        // ANCHOR_END: wavefront
        // ANCHOR: wavefront_shade
        placed
            .set_lights(shade.call())
            .gather("triangles", &grid.triangles)
            .gather("vertices", &grid.vertices)
            .gather("normals", &grid.normals)
            .gather("queue", &now.pixels)
            .gather("queue_count", &now.count)
            .update("rays", &mut rays)
            .output("next", &mut next.pixels)
            .update("next_count", &mut next.count)
            .indirect(&groups, 0)
            .run()?;
        std::mem::swap(&mut now, &mut next);
    }
    // ANCHOR_END: wavefront_shade
    device
        .kernel(&END)?
        .call()
        .gather("rays", &rays)
        .output("light", &mut picture.light)
        .output("seen", &mut picture.seen)
        .run()?;
    picture.active = ActiveRays::Lists(counts);
    Ok(picture)
}
