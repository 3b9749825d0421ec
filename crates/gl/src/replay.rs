//! Repeats launches without glium: binds the objects that glium resolved once by their GL names,
//! and only those that differ.
//!
//! glium looks up names, framebuffers and vertex arrays at each launch, which takes longer than a
//! driver needs for a small launch. So a launch that was made before with the same program,
//! memories and size goes through glow. During a series of such launches glium is not informed.
//! Before anything goes through glium again, the context is restored (`context.rs`,
//! `repeat_state.rs`), and so are the values of a program's uniforms as glium believes them
//! (`uniforms.rs`).

use super::hooks::storage_block::binding_point;
use super::memory::GlMemory;
use super::repeat_state::RepeatState;
use super::{Gl, GlProgram, LinkedProgram};
use glium::GlObject;
use glow::{
    HasContext, NativeBuffer, NativeFramebuffer, NativeProgram, NativeSampler, NativeTexture, NativeUniformLocation,
    NativeVertexArray,
};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{
    self as backend, Barriers, Dispatch, Draw, GroupCounts, Memories, MemoryId, ResolvedLaunch, Value,
};
use smallvec::SmallVec;
use std::cell::Cell;
use std::num::NonZeroU32;

/// A recorded launch, with the GL names of its objects.
pub(super) struct RepeatableLaunch {
    program: NativeProgram,
    kind: LaunchKind,
    buffers: SmallVec<[BoundBuffer; 4]>,
    textures: SmallVec<[BoundTexture; 4]>,
    /// Indices of the uniforms that a call sets, in its order, among those of the program.
    given: SmallVec<[usize; 4]>,
    /// Indices of the uniforms that the library sets, with their values.
    set: SmallVec<[(usize, Value); 4]>,
    /// Number of glium's launches of the program when binding points and texture units were last queried.
    asked: Cell<u64>,
}

enum LaunchKind {
    Dispatch([u32; 3]),
    Pass { framebuffer: NativeFramebuffer, viewport: [i32; 4], array: Option<NativeVertexArray> },
}

struct BoundBuffer {
    block: u32,
    buffer: NativeBuffer,
    point: Cell<u32>,
}

struct BoundTexture {
    location: NativeUniformLocation,
    texture: NativeTexture,
    sampler: Option<NativeSampler>,
    unit: Cell<u32>,
}

/// Returns the GL name of a program.
fn program_name(program: &GlProgram) -> Option<NativeProgram> {
    let id = match program {
        GlProgram::Fragment(program) => program.get_id(),
        GlProgram::Compute(program) => program.get_id(),
        GlProgram::Vertex(..) => return None,
    };
    to_native_program(id)
}

fn to_native_program(id: glium::Handle) -> Option<NativeProgram> {
    match id {
        glium::Handle::Id(id) => NonZeroU32::new(id).map(NativeProgram),
        glium::Handle::Handle(_) => None,
    }
}

impl Gl {
    /// Repeats a recorded launch; returns false if it must go through glium.
    pub(super) fn repeat_launch(
        &self,
        program: &backend::BackendProgram,
        remembered: &ResolvedLaunch,
        uniforms: &[(&str, Value)],
        barriers: Barriers,
    ) -> Result<bool> {
        let (Some(linked), Some(recorded)) =
            (program.0.downcast_ref::<LinkedProgram>(), remembered.load_state::<RepeatableLaunch>())
        else {
            return Ok(false);
        };
        // Only glium can undo the state left by a pass with blending, masks or counts.
        if matches!(recorded.kind, LaunchKind::Pass { .. }) && !self.plain.get() {
            return Ok(false);
        }
        let Some((_entered, mut repeating)) = self.current.enter_to_repeat(&self.glow)? else { return Ok(false) };
        if recorded.asked.get() != linked.launches.get() && !recorded.locate_bindings(&self.glow, linked) {
            return Ok(false);
        }
        recorded.bind_resources(&mut repeating);
        recorded.set_uniforms(&self.glow, linked, uniforms);
        // SAFETY: program, resources and target are bound as they were when glium made this launch, and all of them live,
        // because the caller has compared the memories. Barriers exist only with compute shaders.
        unsafe {
            if !barriers.is_empty() {
                self.glow.memory_barrier(barriers.0);
            }
            match recorded.kind {
                LaunchKind::Dispatch([x, y, z]) => self.glow.dispatch_compute(x, y, z),
                LaunchKind::Pass { .. } => self.glow.draw_arrays(glow::TRIANGLES, 0, 3),
            }
        }
        Ok(true)
    }

    /// Records the dispatch that glium has just made, if it uses no images and no samplers with a border.
    pub(super) fn record_dispatch(
        &self,
        linked: &LinkedProgram,
        dispatch: &Dispatch,
        memories: &Memories<GlMemory>,
    ) -> Result<()> {
        let (Some(remembered), GroupCounts::Direct(groups)) = (dispatch.remember, dispatch.groups) else {
            return Ok(());
        };
        // Images are bound in another way, and a sampler with a border is ours instead of glium's.
        let border = dispatch.textures.iter().any(|(_, _, sampling)| sampling.has_border());
        if !dispatch.images.is_empty() || border || !self.current.can_repeat() {
            return Ok(());
        }
        let textures = dispatch.textures.iter().map(|(name, id, _)| (*name, *id));
        let buffers = dispatch.buffers.iter().copied();
        let names =
            LaunchNames { buffers: buffers.collect(), textures: textures.collect(), uniforms: dispatch.uniforms };
        self.record_launch(linked, LaunchKind::Dispatch(groups), &names, dispatch.given, remembered, memories)
    }

    /// Records the pass that glium has just drawn over its whole target.
    pub(super) fn record_pass(&self, linked: &LinkedProgram, draw: &Draw, memories: &Memories<GlMemory>) -> Result<()> {
        let Some(remembered) = draw.remember else { return Ok(()) };
        let border = draw.textures.iter().any(|(_, _, sampling)| sampling.has_border());
        if border || !self.current.can_repeat() {
            return Ok(());
        }
        // SAFETY: the context is current; glium has just bound the objects queried.
        let kind = unsafe {
            let mut viewport = [0; 4];
            self.glow.get_parameter_i32_slice(glow::VIEWPORT, &mut viewport);
            let Some(framebuffer) = self.glow.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING) else {
                return Ok(());
            };
            let array = self.glow.get_parameter_vertex_array(glow::VERTEX_ARRAY_BINDING);
            LaunchKind::Pass { framebuffer, viewport, array }
        };
        let textures = draw.textures.iter().map(|(name, id, _)| (linked.driver_name(name), *id));
        let names = LaunchNames { buffers: SmallVec::new(), textures: textures.collect(), uniforms: draw.uniforms };
        self.record_launch(linked, kind, &names, draw.given, remembered, memories)
    }

    fn record_launch(
        &self,
        linked: &LinkedProgram,
        kind: LaunchKind,
        names: &LaunchNames,
        given: usize,
        remembered: &ResolvedLaunch,
        memories: &Memories<GlMemory>,
    ) -> Result<()> {
        let gl = &self.glow;
        let Some(program) = linked.program.as_ref().and_then(program_name) else { return Ok(()) };
        let mut buffers = SmallVec::new();
        let mut textures = SmallVec::new();
        for (name, id) in &names.buffers {
            // SAFETY: the program lives.
            let block = unsafe { gl.get_shader_storage_block_index(program, name) };
            match (memories.get(*id)?, block) {
                (GlMemory::Buffer { id, .. }, Some(block)) => {
                    buffers.push(BoundBuffer { block, buffer: *id, point: Cell::new(0) });
                }
                (_, None) => {} // the driver found it unused
                _ => return Ok(()),
            }
        }
        for (name, id) in &names.textures {
            // SAFETY: the program lives.
            let location = unsafe { gl.get_uniform_location(program, name) };
            match (memories.get(*id)?, location) {
                (GlMemory::Plane { id, .. }, Some(location)) => {
                    textures.push(BoundTexture { location, texture: *id, sampler: None, unit: Cell::new(0) });
                }
                (_, None) => {}
                _ => return Ok(()),
            }
        }
        let mut recorded = RepeatableLaunch {
            program,
            kind,
            buffers,
            textures,
            given: SmallVec::new(),
            set: SmallVec::new(),
            asked: Cell::new(0),
        };
        if !recorded.locate_bindings(gl, linked) {
            return Ok(());
        }
        for texture in &mut recorded.textures {
            // SAFETY: glium has just bound a texture to this unit; the active unit is restored.
            texture.sampler = unsafe {
                let active = gl.get_parameter_i32(glow::ACTIVE_TEXTURE) as u32;
                gl.active_texture(glow::TEXTURE0 + texture.unit.get());
                let sampler = gl.get_parameter_sampler(glow::SAMPLER_BINDING);
                gl.active_texture(active);
                sampler
            };
        }
        let mut known = linked.uniforms.borrow_mut();
        for (at, (name, value)) in names.uniforms.iter().enumerate() {
            let place = known.find_or_add(gl, program, linked.driver_name(name), *value);
            if at < given { recorded.given.push(place) } else { recorded.set.push((place, *value)) }
        }
        drop(known);
        remembered.store_state(recorded);
        Ok(())
    }
}

/// The objects that a launch binds, by the driver's names.
struct LaunchNames<'a> {
    buffers: SmallVec<[(&'a str, MemoryId); 4]>,
    textures: SmallVec<[(&'a str, MemoryId); 4]>,
    uniforms: &'a [(&'a str, Value)],
}

impl RepeatableLaunch {
    /// Queries the binding points and texture units of the program, because glium may change them
    /// at each launch. Returns false if the driver does not report them, or if two objects share
    /// one: glium gives two names of one texture the same unit.
    fn locate_bindings(&self, gl: &glow::Context, linked: &LinkedProgram) -> bool {
        for buffer in &self.buffers {
            // SAFETY: the program lives and has this block.
            let Some(point) = (unsafe { binding_point(self.program, buffer.block) }) else { return false };
            buffer.point.set(point);
        }
        for texture in &self.textures {
            let mut unit = [0];
            // SAFETY: the program lives and has this uniform, which is one number.
            unsafe { gl.get_uniform_i32(self.program, &texture.location, &mut unit) };
            texture.unit.set(unit[0] as u32);
        }
        let textures = self.textures.iter().enumerate().all(|(at, one)| {
            let before = &self.textures[..at];
            before
                .iter()
                .all(|other| one.unit != other.unit || (one.texture, one.sampler) == (other.texture, other.sampler))
        });
        let buffers = self.buffers.iter().enumerate().all(|(at, one)| {
            self.buffers[..at]
                .iter()
                .all(|other| one.point != other.point || one.buffer == other.buffer)
        });
        let apart = textures && buffers;
        if apart {
            self.asked.set(linked.launches.get());
        }
        apart
    }

    fn bind_resources(&self, repeating: &mut RepeatState) {
        repeating.use_program(self.program);
        for buffer in &self.buffers {
            repeating.bind_buffer(buffer.point.get(), buffer.buffer);
        }
        for texture in &self.textures {
            repeating.bind_texture(texture.unit.get(), texture.texture, texture.sampler);
        }
        if let LaunchKind::Pass { framebuffer, viewport, array } = self.kind {
            repeating.bind_target(framebuffer, viewport, array);
        }
    }

    fn set_uniforms(&self, gl: &glow::Context, linked: &LinkedProgram, uniforms: &[(&str, Value)]) {
        let mut known = linked.uniforms.borrow_mut();
        for (place, (_, value)) in self.given.iter().zip(uniforms) {
            known.set_uniform(gl, *place, *value);
        }
        for (place, value) in &self.set {
            known.set_uniform(gl, *place, *value);
        }
    }
}

impl LinkedProgram {
    /// Prepares for a launch through glium: restores the uniforms that repeated launches have changed.
    pub(super) fn settle_uniforms(&self, gl: &glow::Context) -> Result<()> {
        self.launches.set(self.launches.get() + 1);
        let mut known = self.uniforms.borrow_mut();
        if known.is_empty() {
            return Ok(());
        }
        let program = self.program.as_ref().and_then(program_name);
        let program = program.ok_or_else(|| Error::driver("launching", "the program has no name"))?;
        known.restore_believed(gl, program);
        Ok(())
    }

    /// Records the uniforms that glium has set in a launch.
    pub(super) fn note_uniforms<'n>(&self, uniforms: impl Iterator<Item = (&'n str, Value)>) {
        let mut known = self.uniforms.borrow_mut();
        if !known.is_empty() {
            uniforms.for_each(|(name, value)| known.note_believed(self.driver_name(name), value));
        }
    }
}
