//! The fragment era on its own cards: floats alone, four targets, and no kernel longer than a Radeon 9700's 64
//! operations.

use super::camera::GridView;
use super::float_grid::FARTHEST;
use super::states::{ACTIVE, DONE, TO_INTERSECT, TO_SHADE, TO_TRAVERSE, state_test};
use super::{Camera, FloatGrid, FloatPicture};
use crate::{
    Call, DepthStencil, DepthStencilState, Device, Era, Kernel, KernelSource, Query, Result, StencilUpdate, Stream,
    fragment_kernel,
};
use nalgebra::Vector4;

const EYE: KernelSource = fragment_kernel!("structures/ray_grid_eye_2005");
const TRAVERSE: KernelSource = fragment_kernel!("structures/ray_grid_traverse_2005");
const INTERSECT: KernelSource = fragment_kernel!("structures/ray_grid_intersect_2005");
const SEE: KernelSource = fragment_kernel!("structures/ray_grid_see_2005");
const LIGHT: KernelSource = fragment_kernel!("structures/ray_grid_light_2005");
const FOLLOW: KernelSource = fragment_kernel!("structures/ray_grid_follow_2005");
const ENTER: KernelSource = fragment_kernel!("structures/ray_grid_enter_2005");
const COMMIT: KernelSource = fragment_kernel!("structures/ray_grid_commit_2005");
const MARK: KernelSource = fragment_kernel!("structures/ray_grid_mark_2005");

/// As [`super::fragment`], by kernels of GLSL 1.10 for a Radeon 9700.
///
/// The end of a ray takes five passes: the visible surface, the light, the ray that follows, the start of its walk, and
/// a copy.
///
/// # Errors
/// As [`super::ray_grid()`]; [`crate::Error::Limit`] if the eye is more than 64 cells from the grid's corner.
pub fn fragment_2005(device: &Device, grid: &FloatGrid, view: &Camera) -> Result<FloatPicture> {
    let device = device.with_era(Era::Fragment)?;
    let placed = view.to_grid_view(grid.corner, grid.unit, grid.sides, FARTHEST)?;
    if view.size.contains(&0) {
        return FloatPicture::empty(&device, view);
    }
    let mut passes = FloatPasses::new(&device, view.size, grid, &placed)?;
    passes.start_rays(&device.kernel(&EYE)?)?;
    let mut steps = Vec::new();
    loop {
        let active = passes.count_states()?;
        if active == [0; 3] {
            break;
        }
        steps.push(active);
        passes.step(active)?;
    }
    Ok(FloatPicture { light: passes.rays.light, first: passes.first, active: steps })
}

/// A ray for each pixel: the state that changes when a ray ends and the next begins.
struct FloatRays {
    /// Its start; the number of rays before it.
    origin: Stream<Vector4<f32>>,
    /// Its direction, or that of the next one if it goes to the lamp; the triangle that it starts on.
    direction: Stream<Vector4<f32>>,
    /// Light that counts only if the lamp is visible; the share of the pixel's light that the next view ray brings.
    pending: Stream<Vector4<f32>>,
    light: Stream<Vector4<f32>>,
}

impl FloatRays {
    fn empty(device: &Device, size: [usize; 2]) -> Result<FloatRays> {
        let light = vec![Vector4::zeros(); size[0] * size[1]];
        let pending = vec![Vector4::w(); light.len()];
        Ok(FloatRays {
            origin: device.empty(size)?,
            direction: device.empty(size)?,
            pending: device.stream_of(size, &pending)?,
            light: device.stream_of(size, &light)?,
        })
    }
}

/// A walk through the grid.
struct FloatWalk {
    /// The cell, and the ray's next action there.
    cell: Stream<Vector4<f32>>,
    /// The entry of its list; in the last two channels the nearest triangle so far, and its distance.
    meeting: Stream<Vector4<f32>>,
}

impl FloatWalk {
    fn empty(device: &Device, size: [usize; 2]) -> Result<FloatWalk> {
        Ok(FloatWalk { cell: device.empty(size)?, meeting: device.empty(size)? })
    }
}

struct FloatKernels {
    traverse: Kernel,
    intersect: Kernel,
    see: Kernel,
    light: Kernel,
    follow: Kernel,
    enter: Kernel,
    commit: Kernel,
    mark: Kernel,
}

/// The kernels and streams of all passes.
struct FloatPasses<'a> {
    grid: &'a FloatGrid,
    view: &'a GridView,
    kernels: FloatKernels,
    rays: FloatRays,
    next_rays: FloatRays,
    walk: FloatWalk,
    next_walk: FloatWalk,
    /// A 1 in the first lane if a ray follows. All targets of a pass have one format on a Radeon.
    follows: Stream<Vector4<f32>>,
    first: Stream<[f32; 2]>,
    mask: DepthStencil,
    marks: Stream<f32>,
    queries: [Query; 3],
}

impl<'a> FloatPasses<'a> {
    fn new(device: &Device, size: [usize; 2], grid: &'a FloatGrid, view: &'a GridView) -> Result<FloatPasses<'a>> {
        let kernels = FloatKernels {
            traverse: device.kernel(&TRAVERSE)?,
            intersect: device.kernel(&INTERSECT)?,
            see: device.kernel(&SEE)?,
            light: device.kernel(&LIGHT)?,
            follow: device.kernel(&FOLLOW)?,
            enter: device.kernel(&ENTER)?,
            commit: device.kernel(&COMMIT)?,
            mark: device.kernel(&MARK)?,
        };
        Ok(FloatPasses {
            grid,
            view,
            kernels,
            rays: FloatRays::empty(device, size)?,
            next_rays: FloatRays::empty(device, size)?,
            walk: FloatWalk::empty(device, size)?,
            next_walk: FloatWalk::empty(device, size)?,
            follows: device.empty(size)?,
            first: device.empty(size)?,
            mask: device.depth_stencil(size[0], size[1])?,
            marks: device.empty(size)?,
            queries: [device.query()?, device.query()?, device.query()?],
        })
    }

    /// Starts the first ray of each pixel.
    fn start_rays(&mut self, eye: &Kernel) -> Result<()> {
        let FloatRays { origin, direction, .. } = &mut self.rays;
        let FloatWalk { cell, meeting } = &mut self.walk;
        self.view
            .set_float_sides(self.view.set_camera(eye.call()))
            .gather("cells", &self.grid.cells)
            .output("gl_FragData[0]", origin)
            .output("gl_FragData[1]", direction)
            .output("gl_FragData[2]", cell)
            .output("gl_FragData[3]", meeting)
            .run()
    }

    // ANCHOR: step_2005
    /// Advances each ray by a step, by the pass of its state: every active ray writes its place of the next walk
    /// exactly once.
    fn step(&mut self, [traverse, intersect, shade]: [u32; 3]) -> Result<()> {
        let FloatPasses { grid, view, kernels, rays, walk, next_walk, mask, .. } = self;
        if traverse > 0 {
            let call = view.set_lamp(view.set_float_sides(kernels.traverse.call()));
            bind_walk(call.gather("cells", &grid.cells), rays, walk, next_walk)
                .depth_stencil(mask, state_test(TO_TRAVERSE))
                .run()?;
        }
        if intersect > 0 {
            let call = view.set_lamp(kernels.intersect.call());
            let call = call.gather("list", &grid.list).gather("vertices", &grid.vertices);
            bind_walk(call, rays, walk, next_walk)
                .depth_stencil(mask, state_test(TO_INTERSECT))
                .run()?;
        }
        // ANCHOR_END: step_2005
        // ANCHOR: turn_2005
        if shade > 0 {
            self.shade_hits()?;
        }
        std::mem::swap(&mut self.walk, &mut self.next_walk);
        if shade > 0 {
            // Rays that are done get a depth as near as the passes are drawn.
            let done = DepthStencilState { write_depth: true, ..state_test(TO_SHADE) };
            self.mark_state(DONE, done, None)?;
        }
        Ok(())
    }
    // ANCHOR_END: turn_2005

    // ANCHOR: light_2005
    /// Computes the light of the rays' hits, and sends the rays that follow.
    fn shade_hits(&mut self) -> Result<()> {
        let FloatPasses { grid, view, kernels, rays, next_rays, walk, next_walk, follows, first, mask, .. } = self;
        view.set_unit(kernels.see.call())
            .input("origin", &rays.origin)
            .input("meeting", &walk.meeting)
            .output("gl_FragColor", first)
            .depth_stencil(mask, state_test(TO_SHADE))
            .run()?;
        bind_hits(view.set_power(kernels.light.call()), grid, view, rays, walk)
            .input("light", &rays.light)
            .output("gl_FragData[0]", &mut next_rays.pending)
            .output("gl_FragData[1]", &mut next_rays.light)
            .depth_stencil(mask, state_test(TO_SHADE))
            .run()?;
        // ANCHOR_END: light_2005
        // ANCHOR: follow_2005
        bind_hits(kernels.follow.call(), grid, view, rays, walk)
            .output("gl_FragData[0]", &mut next_rays.origin)
            .output("gl_FragData[1]", &mut next_rays.direction)
            .output("gl_FragData[2]", follows)
            .depth_stencil(mask, state_test(TO_SHADE))
            .run()?;
        view.set_float_sides(kernels.enter.call())
            .gather("cells", &grid.cells)
            .input("origin", &next_rays.origin)
            .input("follows", follows)
            .output("gl_FragData[0]", &mut next_walk.cell)
            .output("gl_FragData[1]", &mut next_walk.meeting)
            .depth_stencil(mask, state_test(TO_SHADE))
            .run()?;
        // ANCHOR_END: follow_2005
        // ANCHOR: commit_2005
        // A pass cannot write the rays that it reads, so another copies them back.
        kernels
            .commit
            .call()
            .input("origin", &next_rays.origin)
            .input("direction", &next_rays.direction)
            .input("pending", &next_rays.pending)
            .input("light", &next_rays.light)
            .output("gl_FragData[0]", &mut rays.origin)
            .output("gl_FragData[1]", &mut rays.direction)
            .output("gl_FragData[2]", &mut rays.pending)
            .output("gl_FragData[3]", &mut rays.light)
            .depth_stencil(mask, state_test(TO_SHADE))
            .run()
    }
    // ANCHOR_END: commit_2005

    /// Writes the states into the stencil; counts the rays that are about to traverse, to intersect and to shade.
    fn count_states(&mut self) -> Result<[u32; 3]> {
        for state in [TO_TRAVERSE, TO_INTERSECT, TO_SHADE] {
            let marking = DepthStencilState { reference: state, on_pass: StencilUpdate::Replace, ..ACTIVE };
            self.mark_state(state, marking, Some(usize::from(state)))?;
        }
        let [traverse, intersect, shade] = &self.queries;
        Ok([traverse.fragments()?, intersect.fragments()?, shade.fragments()?])
    }

    /// Draws the pixels whose rays have reached a state, to change the mask there.
    fn mark_state(&mut self, state: u8, masking: DepthStencilState, query: Option<usize>) -> Result<()> {
        let call = self
            .kernels
            .mark
            .call()
            .uniform("state", f32::from(state))
            .input("cell", &self.walk.cell)
            .output("gl_FragColor", &mut self.marks)
            .depth_stencil(&mut self.mask, masking);
        match query {
            Some(query) => call.count(&mut self.queries[query]).run(),
            None => call.run(),
        }
    }
}

/// Binds a step of the walk: the current positions of the rays, and the next ones.
fn bind_walk<'a>(call: Call<'a>, rays: &'a FloatRays, walk: &'a FloatWalk, next: &'a mut FloatWalk) -> Call<'a> {
    call.input("origin", &rays.origin)
        .input("direction", &rays.direction)
        .input("cell", &walk.cell)
        .input("meeting", &walk.meeting)
        .output("gl_FragData[0]", &mut next.cell)
        .output("gl_FragData[1]", &mut next.meeting)
}

/// Binds the inputs of ray_grid_surface_2005.glsl.
fn bind_hits<'a>(
    call: Call<'a>,
    grid: &'a FloatGrid,
    view: &GridView,
    rays: &'a FloatRays,
    walk: &'a FloatWalk,
) -> Call<'a> {
    view.set_float_lights(call)
        .gather("vertices", &grid.vertices)
        .gather("normals", &grid.normals)
        .input("origin", &rays.origin)
        .input("direction", &rays.direction)
        .input("pending", &rays.pending)
        .input("meeting", &walk.meeting)
}
