//! Repeats launches without glium: binds the objects that glium resolved once by their GL names, and only those that differ.
//!
//! glium looks up names, framebuffers and vertex arrays at each launch, which takes longer than a driver needs for a small
//! launch. So a launch that was made before with the same program, memories and size goes through glow. During a series of
//! such launches glium is not informed. Before anything goes through glium again, the context is restored (`context.rs`,
//! `repeat_state.rs`), and so are the values of a program's uniforms as glium believes them (`uniforms.rs`).

use super::hooks::resource::binding_point;
use super::memory::Memory;
use super::repeating::Repeating;
use super::{Gl, Linked, Program};
use glium::GlObject;
use glow::{
    HasContext, NativeBuffer, NativeFramebuffer, NativeProgram, NativeSampler, NativeTexture, NativeUniformLocation,
    NativeVertexArray,
};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{self as backend, Barriers, Dispatch, Draw, Groups, Memories, MemoryId, Remembered, Value};
use smallvec::SmallVec;
use std::cell::Cell;
use std::num::NonZeroU32;

/// A recorded launch, with the GL names of its objects.
pub(super) struct Recorded {
    program: NativeProgram,
    kind: Kind,
    buffers: SmallVec<[BoundBuffer; 4]>,
    textures: SmallVec<[BoundTexture; 4]>,
    /// Indices of the uniforms that a call sets, in its order, among those of the program.
    given: SmallVec<[usize; 4]>,
    /// Indices of the uniforms that the library sets, with their values.
    set: SmallVec<[(usize, Value); 4]>,
    /// Number of glium's launches of the program when binding points and texture units were last queried.
    asked: Cell<u64>,
}

enum Kind {
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
fn name_of(program: &Program) -> Option<NativeProgram> {
    let id = match program {
        Program::Fragment(program) => program.get_id(),
        Program::Compute(program) => program.get_id(),
        Program::Vertex(..) => return None,
    };
    native(id)
}

fn native(id: glium::Handle) -> Option<NativeProgram> {
    match id {
        glium::Handle::Id(id) => NonZeroU32::new(id).map(NativeProgram),
        glium::Handle::Handle(_) => None,
    }
}

impl Gl {
    /// Repeats a recorded launch; returns false if it must go through glium.
    pub(super) fn repeat(
        &self,
        program: &backend::Program,
        remembered: &Remembered,
        uniforms: &[(&str, Value)],
        barriers: Barriers,
    ) -> Result<bool> {
        let (Some(linked), Some(recorded)) = (program.0.downcast_ref::<Linked>(), remembered.known::<Recorded>())
        else {
            return Ok(false);
        };
        // Only glium can undo the state left by a pass with blending, masks or counts.
        if matches!(recorded.kind, Kind::Pass { .. }) && !self.plain.get() {
            return Ok(false);
        }
        let Some((_entered, mut repeating)) = self.current.enter_to_repeat(&self.glow)? else { return Ok(false) };
        if recorded.asked.get() != linked.launches.get() && !recorded.ask(&self.glow, linked) {
            return Ok(false);
        }
        recorded.bind(&mut repeating);
        recorded.set_uniforms(&self.glow, linked, uniforms);
        // SAFETY: program, resources and target are bound as they were when glium made this launch, and all of them live,
        // because the caller has compared the memories. Barriers exist only with compute shaders.
        unsafe {
            if !barriers.is_empty() {
                self.glow.memory_barrier(barriers.0);
            }
            match recorded.kind {
                Kind::Dispatch([x, y, z]) => self.glow.dispatch_compute(x, y, z),
                Kind::Pass { .. } => self.glow.draw_arrays(glow::TRIANGLES, 0, 3),
            }
        }
        Ok(true)
    }

    /// Records the dispatch that glium has just made, if it uses no images and no samplers with a border.
    pub(super) fn record_dispatch(
        &self,
        linked: &Linked,
        dispatch: &Dispatch,
        memories: &Memories<Memory>,
    ) -> Result<()> {
        let (Some(remembered), Groups::Direct(groups)) = (dispatch.remember, dispatch.groups) else { return Ok(()) };
        // Images are bound in another way, and a sampler with a border is ours instead of glium's.
        let border = dispatch.textures.iter().any(|(_, _, sampling)| sampling.has_border());
        if !dispatch.images.is_empty() || border || !self.current.repeats() {
            return Ok(());
        }
        let textures = dispatch.textures.iter().map(|(name, id, _)| (*name, *id));
        let buffers = dispatch.buffers.iter().copied();
        let names = Names { buffers: buffers.collect(), textures: textures.collect(), uniforms: dispatch.uniforms };
        self.record(linked, Kind::Dispatch(groups), &names, dispatch.given, remembered, memories)
    }

    /// Records the pass that glium has just drawn over its whole target.
    pub(super) fn record_pass(&self, linked: &Linked, draw: &Draw, memories: &Memories<Memory>) -> Result<()> {
        let Some(remembered) = draw.remember else { return Ok(()) };
        let border = draw.textures.iter().any(|(_, _, sampling)| sampling.has_border());
        if border || !self.current.repeats() {
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
            Kind::Pass { framebuffer, viewport, array }
        };
        let textures = draw.textures.iter().map(|(name, id, _)| (linked.name(name), *id));
        let names = Names { buffers: SmallVec::new(), textures: textures.collect(), uniforms: draw.uniforms };
        self.record(linked, kind, &names, draw.given, remembered, memories)
    }

    fn record(
        &self,
        linked: &Linked,
        kind: Kind,
        names: &Names,
        given: usize,
        remembered: &Remembered,
        memories: &Memories<Memory>,
    ) -> Result<()> {
        let gl = &self.glow;
        let Some(program) = linked.program.as_ref().and_then(name_of) else { return Ok(()) };
        let (mut buffers, mut textures) = (SmallVec::new(), SmallVec::new());
        for (name, id) in &names.buffers {
            // SAFETY: the program lives.
            let block = unsafe { gl.get_shader_storage_block_index(program, name) };
            match (memories.get(*id)?, block) {
                (Memory::Buffer { id, .. }, Some(block)) => {
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
                (Memory::Plane { id, .. }, Some(location)) => {
                    textures.push(BoundTexture { location, texture: *id, sampler: None, unit: Cell::new(0) });
                }
                (_, None) => {}
                _ => return Ok(()),
            }
        }
        let mut recorded = Recorded {
            program,
            kind,
            buffers,
            textures,
            given: SmallVec::new(),
            set: SmallVec::new(),
            asked: Cell::new(0),
        };
        if !recorded.ask(gl, linked) {
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
            let place = known.place(gl, program, linked.name(name), *value);
            if at < given { recorded.given.push(place) } else { recorded.set.push((place, *value)) }
        }
        drop(known);
        remembered.keep(recorded);
        Ok(())
    }
}

/// The objects that a launch binds, by the driver's names.
struct Names<'a> {
    buffers: SmallVec<[(&'a str, MemoryId); 4]>,
    textures: SmallVec<[(&'a str, MemoryId); 4]>,
    uniforms: &'a [(&'a str, Value)],
}

impl Recorded {
    /// Queries the binding points and texture units of the program, because glium may change them at each launch. Returns false
    /// if the driver does not report them, or if two objects share one: glium gives two names of one texture the same unit.
    fn ask(&self, gl: &glow::Context, linked: &Linked) -> bool {
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

    fn bind(&self, repeating: &mut Repeating) {
        repeating.program(self.program);
        for buffer in &self.buffers {
            repeating.buffer(buffer.point.get(), buffer.buffer);
        }
        for texture in &self.textures {
            repeating.texture(texture.unit.get(), texture.texture, texture.sampler);
        }
        if let Kind::Pass { framebuffer, viewport, array } = self.kind {
            repeating.target(framebuffer, viewport, array);
        }
    }

    fn set_uniforms(&self, gl: &glow::Context, linked: &Linked, uniforms: &[(&str, Value)]) {
        let mut known = linked.uniforms.borrow_mut();
        for (place, (_, value)) in self.given.iter().zip(uniforms) {
            known.set(gl, *place, *value);
        }
        for (place, value) in &self.set {
            known.set(gl, *place, *value);
        }
    }
}

impl Linked {
    /// Prepares for a launch through glium: restores the uniforms that repeated launches have changed.
    pub(super) fn settle(&self, gl: &glow::Context) -> Result<()> {
        self.launches.set(self.launches.get() + 1);
        let mut known = self.uniforms.borrow_mut();
        if known.is_empty() {
            return Ok(());
        }
        let program = self.program.as_ref().and_then(name_of);
        let program = program.ok_or_else(|| Error::driver("launching", "the program has no name"))?;
        known.settle(gl, program);
        Ok(())
    }

    /// Records the uniforms that glium has set in a launch.
    pub(super) fn believed<'n>(&self, uniforms: impl Iterator<Item = (&'n str, Value)>) {
        let mut known = self.uniforms.borrow_mut();
        if !known.is_empty() {
            uniforms.for_each(|(name, value)| known.believed(self.name(name), value));
        }
    }
}
