//! State of the context while launches are repeated without glium: the changed values, and those before.

use glow::{
    HasContext, NativeBuffer, NativeFramebuffer, NativeProgram, NativeSampler, NativeTexture, NativeVertexArray,
};
use std::rc::Rc;

/// A value of the context: the one that glium believes, and the actual one.
struct TrackedValue<T> {
    before: T,
    now: T,
}

impl<T: PartialEq + Copy> TrackedValue<T> {
    fn new(before: T) -> TrackedValue<T> {
        TrackedValue { before, now: before }
    }

    /// Updates the actual value; returns true if it differs and so must be set in GL.
    fn set_if_changed(&mut self, wanted: T) -> bool {
        let differs = self.now != wanted;
        self.now = wanted;
        differs
    }
}

/// A texture unit: its number, its 2D texture and its sampler.
type TextureUnit = (u32, TrackedValue<(Option<NativeTexture>, Option<NativeSampler>)>);

/// A binding point of storage buffers: its number, the binding that glium believes, and the actual buffer.
struct BufferPoint {
    number: u32,
    before: (Option<NativeBuffer>, [i64; 2]),
    now: Option<NativeBuffer>,
}

/// State changed since the last launch through glium.
pub(super) struct RepeatState {
    gl: Rc<glow::Context>,
    program: TrackedValue<Option<NativeProgram>>,
    framebuffer: TrackedValue<Option<NativeFramebuffer>>,
    viewport: TrackedValue<[i32; 4]>,
    array: TrackedValue<Option<NativeVertexArray>>,
    scissor: TrackedValue<bool>,
    active: TrackedValue<u32>,
    units: Vec<TextureUnit>,
    points: Vec<BufferPoint>,
    /// The generic binding of storage buffers, which changes whenever one is bound to a binding point.
    storage: Option<NativeBuffer>,
}

impl RepeatState {
    /// Starts repeating launches without glium in the current context.
    pub(super) fn new(gl: &Rc<glow::Context>, compute: bool) -> RepeatState {
        // SAFETY: the context is current, and the binding of storage buffers is queried only if the version has them.
        unsafe {
            let mut viewport = [0; 4];
            gl.get_parameter_i32_slice(glow::VIEWPORT, &mut viewport);
            let storage = compute.then(|| gl.get_parameter_buffer(glow::SHADER_STORAGE_BUFFER_BINDING));
            RepeatState {
                gl: gl.clone(),
                program: TrackedValue::new(gl.get_parameter_program(glow::CURRENT_PROGRAM)),
                framebuffer: TrackedValue::new(gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING)),
                viewport: TrackedValue::new(viewport),
                array: TrackedValue::new(gl.get_parameter_vertex_array(glow::VERTEX_ARRAY_BINDING)),
                scissor: TrackedValue::new(gl.is_enabled(glow::SCISSOR_TEST)),
                active: TrackedValue::new(gl.get_parameter_i32(glow::ACTIVE_TEXTURE) as u32),
                units: Vec::new(),
                points: Vec::new(),
                storage: storage.flatten(),
            }
        }
    }

    pub(super) fn use_program(&mut self, program: NativeProgram) {
        if self.program.set_if_changed(Some(program)) {
            // SAFETY: the context is current, and the objects bound live.
            unsafe { self.gl.use_program(Some(program)) }
        }
    }

    /// Binds a framebuffer with its full viewport, and the vertex array for draws without vertices.
    pub(super) fn bind_target(
        &mut self,
        framebuffer: NativeFramebuffer,
        viewport: [i32; 4],
        array: Option<NativeVertexArray>,
    ) {
        // SAFETY: the context is current, and the objects bound live.
        unsafe {
            if self.framebuffer.set_if_changed(Some(framebuffer)) {
                self.gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, Some(framebuffer));
            }
            if self.viewport.set_if_changed(viewport) {
                let [x, y, width, height] = viewport;
                self.gl.viewport(x, y, width, height);
            }
            if self.array.set_if_changed(array) {
                self.gl.bind_vertex_array(array);
            }
            if self.scissor.set_if_changed(false) {
                self.gl.disable(glow::SCISSOR_TEST);
            }
        }
    }

    fn activate_unit(&mut self, unit: u32) {
        if self.active.set_if_changed(glow::TEXTURE0 + unit) {
            // SAFETY: the context is current, and the objects bound live.
            unsafe { self.gl.active_texture(glow::TEXTURE0 + unit) }
        }
    }

    /// Binds a 2D texture and its sampler to a texture unit.
    pub(super) fn bind_texture(&mut self, unit: u32, texture: NativeTexture, sampler: Option<NativeSampler>) {
        let known = self.units.iter().position(|(number, _)| *number == unit);
        let at = known.unwrap_or_else(|| {
            self.activate_unit(unit);
            // SAFETY: the context is current, and the objects bound live.
            let before = unsafe {
                let texture = self.gl.get_parameter_texture(glow::TEXTURE_BINDING_2D);
                (texture, self.gl.get_parameter_sampler(glow::SAMPLER_BINDING))
            };
            self.units.push((unit, TrackedValue::new(before)));
            self.units.len() - 1
        });
        let (before_texture, before_sampler) = self.units[at].1.now;
        if !self.units[at].1.set_if_changed((Some(texture), sampler)) {
            return;
        }
        if before_texture != Some(texture) {
            self.activate_unit(unit);
            // SAFETY: the context is current, and the objects bound live.
            unsafe { self.gl.bind_texture(glow::TEXTURE_2D, Some(texture)) }
        }
        if before_sampler != sampler {
            // SAFETY: the context is current, and the objects bound live.
            unsafe { self.gl.bind_sampler(unit, sampler) }
        }
    }

    /// Binds a storage buffer to a binding point.
    pub(super) fn bind_buffer(&mut self, number: u32, buffer: NativeBuffer) {
        let known = self.points.iter().position(|point| point.number == number);
        let at = known.unwrap_or_else(|| {
            // SAFETY: the context is current, and the objects bound live.
            let before = unsafe {
                let name = self.gl.get_parameter_indexed_i32(glow::SHADER_STORAGE_BUFFER_BINDING, number);
                let start = self.gl.get_parameter_indexed_i64(glow::SHADER_STORAGE_BUFFER_START, number);
                let size = self.gl.get_parameter_indexed_i64(glow::SHADER_STORAGE_BUFFER_SIZE, number);
                (std::num::NonZeroU32::new(name as u32).map(NativeBuffer), [start, size])
            };
            self.points.push(BufferPoint { number, before, now: None });
            self.points.len() - 1
        });
        if self.points[at].now != Some(buffer) {
            self.points[at].now = Some(buffer);
            // SAFETY: the context is current, and the objects bound live.
            unsafe { self.gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, number, Some(buffer)) }
        }
    }

    /// Restores the context to the state that glium believes.
    pub(super) fn restore_context(self) {
        let gl = &self.gl;
        // SAFETY: the context is current, and nothing was freed meanwhile, because freeing restores the context first.
        unsafe {
            for (unit, changed) in &self.units {
                let (texture, sampler) = changed.before;
                gl.active_texture(glow::TEXTURE0 + unit);
                gl.bind_texture(glow::TEXTURE_2D, texture);
                gl.bind_sampler(*unit, sampler);
            }
            gl.active_texture(self.active.before);
            for BufferPoint { number, before: (buffer, [start, size]), .. } in &self.points {
                if *size > 0 {
                    gl.bind_buffer_range(glow::SHADER_STORAGE_BUFFER, *number, *buffer, *start as i32, *size as i32);
                } else {
                    gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, *number, *buffer);
                }
            }
            if !self.points.is_empty() {
                gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, self.storage);
            }
            let [x, y, width, height] = self.viewport.before;
            gl.viewport(x, y, width, height);
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, self.framebuffer.before);
            gl.bind_vertex_array(self.array.before);
            if self.scissor.before {
                gl.enable(glow::SCISSOR_TEST);
            }
            gl.use_program(self.program.before);
        }
    }
}
