//! The fragment era's rays: a state each in the stencil, a pass for each state.

use super::{Active, Grid, Picture, View, source, view::Placed};
use crate::{
    Call, Compare, DepthStencil, DepthStencilState, Device, Era, Kernel, KernelSource, PingPong, Pointer, Query,
    Result, StencilUpdate, Stream, fragment_kernel,
};
use nalgebra::Vector4;

const EYE: KernelSource = fragment_kernel!("structures/ray_grid_eye");
const TRAVERSE: KernelSource = fragment_kernel!("structures/ray_grid_traverse");
const INTERSECT: KernelSource = fragment_kernel!("structures/ray_grid_intersect");
const SHADE: KernelSource = fragment_kernel!("structures/ray_grid_shade");
const COMMIT: KernelSource = fragment_kernel!("structures/ray_grid_commit");
const MARK: KernelSource = fragment_kernel!("structures/ray_grid_mark");

/// What a ray is about to do, as the stencil and ray_grid.glsl have it.
const TO_TRAVERSE: u8 = 0;
const TO_INTERSECT: u8 = 1;
const TO_SHADE: u8 = 2;
const DONE: u8 = 3;

/// The pixels whose rays are not done: their depth is 1, and passes are drawn nearer.
const ACTIVE: DepthStencilState = DepthStencilState {
    depth: Compare::Less,
    write_depth: false,
    stencil: Compare::Always,
    reference: 0,
    on_pass: StencilUpdate::Keep,
    on_fail: StencilUpdate::Keep,
};

/// Those among them that are about to do this.
fn about(state: u8) -> DepthStencilState {
    DepthStencilState { stencil: Compare::Equal, reference: state, ..ACTIVE }
}

// ANCHOR: rays
/// A ray for each pixel: a struct of streams. It changes where a ray ends and the next begins.
struct Rays {
    /// Where it starts; how many came before it.
    origin: Stream<Vector4<f32>>,
    /// Where it goes, or the one after it if it goes to the lamp; the triangle that it starts on.
    direction: Stream<Vector4<f32>>,
    /// The light that waits for the lamp to be in sight; the share of the pixel's light that the next looking ray brings.
    pending: Stream<Vector4<f32>>,
    /// The pixel's light so far, and its depth.
    light: Stream<Vector4<f32>>,
    /// The triangle that the pixel shows.
    seen: Stream<Pointer>,
}
// ANCHOR_END: rays

impl Rays {
    fn empty(device: &Device, size: [usize; 2]) -> Result<Rays> {
        Ok(Rays {
            origin: device.empty(size)?,
            direction: device.empty(size)?,
            pending: device.empty(size)?,
            light: device.empty(size)?,
            seen: device.empty(size)?,
        })
    }

    fn read<'a>(&'a self, call: Call<'a>) -> Call<'a> {
        let call = call.input("origin", &self.origin).input("direction", &self.direction);
        call.input("pending", &self.pending)
            .input("light", &self.light)
            .input("seen", &self.seen)
    }

    fn written<'a>(&'a mut self, call: Call<'a>) -> Call<'a> {
        let call = call
            .output("new_origin", &mut self.origin)
            .output("new_direction", &mut self.direction);
        let call = call
            .output("new_pending", &mut self.pending)
            .output("new_light", &mut self.light);
        call.output("new_seen", &mut self.seen)
    }
}

/// The multi-pass traversal of Purcell et al.: each active ray does one step in each round of passes, whatever its state; the stencil has the
/// states, and lets a pass run over the rays of its state alone. Occlusion queries count them, and end the loop when there is none.
///
/// # Errors
/// As [`super::ray_grid()`].
pub fn fragment(device: &Device, grid: &Grid, view: &View) -> Result<Picture> {
    let device = device.with_era(Era::Fragment)?;
    let placed = view.in_cells(grid)?;
    if view.size.contains(&0) {
        return Picture::empty(&device, view);
    }
    let mut passes = Passes::new(&device, view)?;
    // ANCHOR: loop
    passes.start(grid, &placed)?;
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

/// The kernels and streams of all passes.
struct Passes {
    eye: Kernel,
    traverse: Kernel,
    intersect: Kernel,
    shade: Kernel,
    commit: Kernel,
    mark: Kernel,
    rays: Rays,
    next: Rays,
    walk: PingPong<[u32; 4]>,
    mask: DepthStencil,
    marks: Stream<u32>,
    queries: [Query; 3],
}

impl Passes {
    fn new(device: &Device, view: &View) -> Result<Passes> {
        let size = view.size;
        let kernel = |kernel| device.kernel(&source(kernel));
        Ok(Passes {
            eye: kernel(&EYE)?,
            traverse: kernel(&TRAVERSE)?,
            intersect: kernel(&INTERSECT)?,
            shade: kernel(&SHADE)?,
            commit: kernel(&COMMIT)?,
            mark: kernel(&MARK)?,
            rays: Rays::empty(device, size)?,
            next: Rays::empty(device, size)?,
            walk: PingPong::new(device.empty(size)?, device.empty(size)?),
            mask: device.depth_stencil(size[0], size[1])?,
            marks: device.empty(size)?,
            queries: [device.query()?, device.query()?, device.query()?],
        })
    }

    /// The pixels' first rays.
    fn start(&mut self, grid: &Grid, view: &Placed) -> Result<()> {
        let Passes { eye, rays, walk, .. } = self;
        walk.step(|_, next| {
            let call = view.sided(view.seen_from(eye.call())).gather("cells", &grid.cells);
            rays.written(call).output("new_walk", next).run()
        })
    }

    // ANCHOR: step
    /// Each ray one step, by the pass of its state. Every active ray writes its place of the next walk exactly once, and no other place is read.
    fn step(&mut self, grid: &Grid, view: &Placed, [traverse, intersect, shade]: [u32; 3]) -> Result<()> {
        let Passes {
            traverse: to_next, intersect: to_triangle, shade: to_light, commit, rays, next, walk, mask, ..
        } = self;
        walk.step(|walk, new_walk| {
            if traverse > 0 {
                let call = view.towards_lamp(view.sided(to_next.call())).gather("cells", &grid.cells);
                let call = call
                    .input("origin", &rays.origin)
                    .input("direction", &rays.direction)
                    .input("walk", walk);
                call.output("new_walk", new_walk)
                    .depth_stencil(mask, about(TO_TRAVERSE))
                    .run()?;
            }
            if intersect > 0 {
                let call = view.towards_lamp(to_triangle.call()).gather("list", &grid.list);
                let call = call.gather("triangles", &grid.triangles).gather("vertices", &grid.vertices);
                let call = call
                    .input("origin", &rays.origin)
                    .input("direction", &rays.direction)
                    .input("walk", walk);
                call.output("new_walk", new_walk)
                    .depth_stencil(mask, about(TO_INTERSECT))
                    .run()?;
            }
            if shade > 0 {
                let call = view.lit(view.sided(to_light.call())).gather("cells", &grid.cells);
                let call = call.gather("triangles", &grid.triangles).gather("vertices", &grid.vertices);
                let call = rays.read(call.gather("normals", &grid.normals)).input("walk", walk);
                next.written(call)
                    .output("new_walk", new_walk)
                    .depth_stencil(mask, about(TO_SHADE))
                    .run()?;
                // A pass cannot write the rays it reads, so they come back by another.
                rays.written(next.read(commit.call()))
                    .depth_stencil(mask, about(TO_SHADE))
                    .run()?;
            }
            Ok(())
        })?;
        if shade > 0 {
            // Those that are done come as near as the passes are drawn.
            let done = DepthStencilState { write_depth: true, ..about(TO_SHADE) };
            self.mark(DONE, done, None)?;
        }
        Ok(())
    }

    /// Writes the states into the stencil; how many rays are about to traverse, to intersect and to shade.
    fn count(&mut self) -> Result<[u32; 3]> {
        for state in [TO_TRAVERSE, TO_INTERSECT, TO_SHADE] {
            let marking = DepthStencilState { reference: state, on_pass: StencilUpdate::Replace, ..ACTIVE };
            self.mark(state, marking, Some(usize::from(state)))?;
        }
        let [traverse, intersect, shade] = &self.queries;
        Ok([traverse.fragments()?, intersect.fragments()?, shade.fragments()?])
    }
    // ANCHOR_END: step

    /// Draws the pixels whose rays have come to a state, so that the mask is changed there.
    fn mark(&mut self, state: u8, masking: DepthStencilState, query: Option<usize>) -> Result<()> {
        let call = self
            .mark
            .call()
            .uniform("state", u32::from(state))
            .input("walk", self.walk.now());
        let call = call.output("marks", &mut self.marks).depth_stencil(&mut self.mask, masking);
        match query {
            Some(query) => call.count(&mut self.queries[query]).run(),
            None => call.run(),
        }
    }
}
