//! Transform feedback: binds the buffers that a vertex kernel writes around its launch.
//!
//! glium's own session supports one buffer of one type. Here each output has a buffer, bound after glium has bound
//! everything else. Afterwards the previous bindings are restored, including those of another program.

use super::memory::GlMemory;
use glow::{Context, HasContext, NativeBuffer};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Draw, Memories};
use std::num::NonZeroU32;

const TARGET: u32 = glow::TRANSFORM_FEEDBACK_BUFFER;

/// Returns the buffers that a pass writes, in the order of the kernel's outputs.
pub(super) fn written_buffers(draw: &Draw, memories: &Memories<GlMemory>) -> Result<Vec<NativeBuffer>> {
    draw.targets
        .iter()
        .map(|(name, id, _): &(&str, _, _)| match memories.get(*id)? {
            GlMemory::Buffer { id, .. } => Ok(*id),
            _ => Err(Error::driver(format!("binding {name}"), "a vertex stream must be a buffer")),
        })
        .collect()
}

/// Runs `launch`, which draws points, with these buffers bound as transform feedback targets.
pub(super) fn with_feedback(gl: &Context, written: &[NativeBuffer], launch: impl FnOnce()) {
    if written.is_empty() {
        return launch();
    }
    let places = 0..written.len() as u32;
    // SAFETY: glium has bound a program with as many outputs, in this order; each buffer has room for the vertices,
    // and none is read. Each binding point exists, and its binding is restored.
    unsafe {
        let any = gl.get_parameter_i32(glow::TRANSFORM_FEEDBACK_BUFFER_BINDING);
        let before: Vec<BindingRange> = places.clone().map(|at| BindingRange::read_current(gl, at)).collect();
        for (at, buffer) in places.zip(written) {
            gl.bind_buffer_base(TARGET, at, Some(*buffer));
        }
        gl.begin_transform_feedback(glow::POINTS);
        launch();
        gl.end_transform_feedback();
        before.into_iter().for_each(|place| place.restore_binding(gl));
        gl.bind_buffer(TARGET, buffer_name(any));
    }
}

fn buffer_name(id: i32) -> Option<NativeBuffer> {
    NonZeroU32::new(id as u32).map(NativeBuffer)
}

/// The binding of one binding point: a buffer, its start, and its length in bytes; 0 bytes mean the whole buffer.
struct BindingRange {
    at: u32,
    buffer: Option<NativeBuffer>,
    start: i32,
    bytes: i32,
}

impl BindingRange {
    unsafe fn read_current(gl: &Context, at: u32) -> BindingRange {
        // SAFETY: ensured by the caller: the binding point exists, and the context is current.
        unsafe {
            BindingRange {
                at,
                buffer: buffer_name(gl.get_parameter_indexed_i32(glow::TRANSFORM_FEEDBACK_BUFFER_BINDING, at)),
                start: gl.get_parameter_indexed_i64(glow::TRANSFORM_FEEDBACK_BUFFER_START, at) as i32,
                bytes: gl.get_parameter_indexed_i64(glow::TRANSFORM_FEEDBACK_BUFFER_SIZE, at) as i32,
            }
        }
    }

    unsafe fn restore_binding(self, gl: &Context) {
        // SAFETY: ensured by the caller; this binding existed before.
        unsafe {
            match self.bytes {
                bytes if bytes > 0 && self.buffer.is_some() => {
                    gl.bind_buffer_range(TARGET, self.at, self.buffer, self.start, bytes);
                }
                _ => gl.bind_buffer_base(TARGET, self.at, self.buffer),
            }
        }
    }
}
