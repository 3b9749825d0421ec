//! The fragment era's rays: a state for each in the stencil, a pass for each state.

use super::camera::GridView;
use super::{Camera, Grid};
use crate::{
    Call, Compare, DepthStencil, DepthStencilState, Device, Kernel, KernelSource, PingPong, Pointer, Query, Result,
    StencilUpdate, Stream, fragment_kernel,
};
use nalgebra::Vector4;

const TRAVERSE: KernelSource = fragment_kernel!("structures/ray_grid_traverse");
const INTERSECT: KernelSource = fragment_kernel!("structures/ray_grid_intersect");
const SHADE: KernelSource = fragment_kernel!("structures/ray_grid_shade");
const COMMIT: KernelSource = fragment_kernel!("structures/ray_grid_commit");
const MARK: KernelSource = fragment_kernel!("structures/ray_grid_mark");

/// Next action of a ray, as in the stencil, ray_grid.glsl, and ray_grid_2005.glsl.
pub(super) const TO_TRAVERSE: u8 = 0;
pub(super) const TO_INTERSECT: u8 = 1;
pub(super) const TO_SHADE: u8 = 2;
pub(super) const DONE: u8 = 3;

/// Selects the pixels whose rays are not done: their depth is 1, and passes are drawn nearer.
pub(super) const ACTIVE: DepthStencilState = DepthStencilState {
    depth: Compare::Less,
    write_depth: false,
    stencil: Compare::Always,
    reference: 0,
    on_pass: StencilUpdate::Keep,
    on_fail: StencilUpdate::Keep,
};

/// Selects the active pixels in that state.
pub(super) fn state_test(state: u8) -> DepthStencilState {
    DepthStencilState { stencil: Compare::Equal, reference: state, ..ACTIVE }
}

// ANCHOR: rays
/// A ray for each pixel: a struct of streams. It changes when a ray ends and the next begins.
pub(super) struct RayStreams {
    /// Its start; the number of rays before it.
    origin: Stream<Vector4<f32>>,
    /// Its direction, or that of the next one if it goes to the lamp; the triangle that it starts on.
    direction: Stream<Vector4<f32>>,
    /// Light that counts only if the lamp is visible; the share of the pixel's light that the next view ray brings.
    pending: Stream<Vector4<f32>>,
    /// The pixel's light so far, and its depth.
    pub light: Stream<Vector4<f32>>,
    /// Visible triangle of the pixel.
    pub seen: Stream<Pointer>,
}
// ANCHOR_END: rays

impl RayStreams {
    fn empty(device: &Device, size: [usize; 2]) -> Result<RayStreams> {
        Ok(RayStreams {
            origin: device.empty(size)?,
            direction: device.empty(size)?,
            pending: device.empty(size)?,
            light: device.empty(size)?,
            seen: device.empty(size)?,
        })
    }

    /// Binds the rays as inputs of a pass, each at its own pixel.
    fn bind_inputs<'a>(&'a self, call: Call<'a>) -> Call<'a> {
        call.input("origin", &self.origin)
            .input("direction", &self.direction)
            .input("pending", &self.pending)
            .input("light", &self.light)
            .input("seen", &self.seen)
    }

    /// Binds the rays as outputs of a pass.
    pub(super) fn bind_outputs<'a>(&'a mut self, call: Call<'a>) -> Call<'a> {
        call.output("new_origin", &mut self.origin)
            .output("new_direction", &mut self.direction)
            .output("new_pending", &mut self.pending)
            .output("new_light", &mut self.light)
            .output("new_seen", &mut self.seen)
    }
}

/// The kernels and streams of all passes.
pub(super) struct StatePasses {
    traverse: Kernel,
    intersect: Kernel,
    shade: Kernel,
    commit: Kernel,
    mark: Kernel,
    pub rays: RayStreams,
    next: RayStreams,
    pub walk: PingPong<[u32; 4]>,
    mask: DepthStencil,
    marks: Stream<u32>,
    queries: [Query; 3],
}

impl StatePasses {
    pub(super) fn new(device: &Device, view: &Camera) -> Result<StatePasses> {
        let size = view.size;
        Ok(StatePasses {
            traverse: device.kernel(&TRAVERSE)?,
            intersect: device.kernel(&INTERSECT)?,
            shade: device.kernel(&SHADE)?,
            commit: device.kernel(&COMMIT)?,
            mark: device.kernel(&MARK)?,
            rays: RayStreams::empty(device, size)?,
            next: RayStreams::empty(device, size)?,
            walk: PingPong::new(device.empty(size)?, device.empty(size)?),
            mask: device.depth_stencil(size[0], size[1])?,
            marks: device.empty(size)?,
            queries: [device.query()?, device.query()?, device.query()?],
        })
    }

    // ANCHOR: step
    /// Advances each ray by a step, by the pass of its state. Every active ray writes its place of the next walk
    /// exactly once, and no other place is read.
    pub(super) fn step(&mut self, grid: &Grid, view: &GridView, [traverse, intersect, shade]: [u32; 3]) -> Result<()> {
        let StatePasses {
            traverse: to_next,
            intersect: to_triangle,
            shade: to_light,
            commit,
            rays,
            next,
            walk,
            mask,
            ..
        } = self;
        walk.step(|walk, new_walk| {
            if traverse > 0 {
                view.set_lamp(view.set_sides(to_next.call()))
                    .gather("cells", &grid.cells)
                    .input("origin", &rays.origin)
                    .input("direction", &rays.direction)
                    .input("walk", walk)
                    .output("new_walk", new_walk)
                    .depth_stencil(mask, state_test(TO_TRAVERSE))
                    .run()?;
            }
            // ANCHOR_END: step
            // ANCHOR: intersect
            if intersect > 0 {
                view.set_lamp(to_triangle.call())
                    .gather("list", &grid.list)
                    .gather("triangles", &grid.triangles)
                    .gather("vertices", &grid.vertices)
                    .input("origin", &rays.origin)
                    .input("direction", &rays.direction)
                    .input("walk", walk)
                    .output("new_walk", new_walk)
                    .depth_stencil(mask, state_test(TO_INTERSECT))
                    .run()?;
            }
            // ANCHOR_END: intersect
            // ANCHOR: shade
            if shade > 0 {
                let call = view
                    .set_lights(view.set_sides(to_light.call()))
                    .gather("cells", &grid.cells)
                    .gather("triangles", &grid.triangles)
                    .gather("vertices", &grid.vertices)
                    .gather("normals", &grid.normals)
                    .input("walk", walk)
                    .output("new_walk", new_walk)
                    .depth_stencil(mask, state_test(TO_SHADE));
                next.bind_outputs(rays.bind_inputs(call)).run()?;
                // A pass cannot write the rays that it reads, so another copies them back.
                let call = commit.call().depth_stencil(mask, state_test(TO_SHADE));
                rays.bind_outputs(next.bind_inputs(call)).run()?;
            }
            Ok(())
        })?;
        if shade > 0 {
            // Rays that are done get a depth as near as the passes are drawn.
            let done = DepthStencilState { write_depth: true, ..state_test(TO_SHADE) };
            self.mark_state(DONE, done, None)?;
        }
        Ok(())
    }
    // ANCHOR_END: shade

    // ANCHOR: count
    /// Writes the states into the stencil; counts the rays that are about to traverse, to intersect and to shade.
    pub(super) fn count_states(&mut self) -> Result<[u32; 3]> {
        for state in [TO_TRAVERSE, TO_INTERSECT, TO_SHADE] {
            let marking = DepthStencilState { reference: state, on_pass: StencilUpdate::Replace, ..ACTIVE };
            self.mark_state(state, marking, Some(usize::from(state)))?;
        }
        let [traverse, intersect, shade] = &self.queries;
        Ok([traverse.fragments()?, intersect.fragments()?, shade.fragments()?])
    }
    // ANCHOR_END: count

    /// Draws the pixels whose rays have reached a state, to change the mask there.
    fn mark_state(&mut self, state: u8, masking: DepthStencilState, query: Option<usize>) -> Result<()> {
        let call = self
            .mark
            .call()
            .uniform("state", u32::from(state))
            .input("walk", self.walk.now())
            .output("marks", &mut self.marks)
            .depth_stencil(&mut self.mask, masking);
        match query {
            Some(query) => call.count(&mut self.queries[query]).run(),
            None => call.run(),
        }
    }
}
