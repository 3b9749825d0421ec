//! A read in progress.

use super::with_bound_buffer;
use crate::context::DeviceContext;
use glow::{HasContext, NativeBuffer};
use gristmill_base::error::Result;
use gristmill_machine::PendingRead;
use std::rc::Rc;

/// A read that the device performs while the host continues.
pub(super) struct FencedRead {
    pub current: Rc<DeviceContext>,
    pub gl: Rc<glow::Context>,
    pub buffer: NativeBuffer,
    pub fence: glow::NativeFence,
    pub words: usize,
}

impl PendingRead for FencedRead {
    fn is_ready(&self) -> bool {
        let Ok(_entered) = self.current.enter() else { return false };
        // SAFETY: the fence lives as long as this value.
        let status = unsafe { self.gl.client_wait_sync(self.fence, glow::SYNC_FLUSH_COMMANDS_BIT, 0) };
        matches!(status, glow::ALREADY_SIGNALED | glow::CONDITION_SATISFIED)
    }

    fn finish_read(self: Box<Self>) -> Result<Vec<u32>> {
        let _entered = self.current.enter()?;
        let mut words = vec![0; self.words];
        with_bound_buffer(&self.gl, glow::COPY_READ_BUFFER, self.buffer, || {
            // SAFETY: the buffer holds all words that are read; the read waits for the copies before it.
            unsafe {
                self.gl
                    .get_buffer_sub_data(glow::COPY_READ_BUFFER, 0, bytemuck::cast_slice_mut(&mut words))
            }
        });
        Ok(words)
    }
}

impl Drop for FencedRead {
    fn drop(&mut self) {
        let Ok(_entered) = self.current.enter() else { return }; // leaked, because its context is not current
        // SAFETY: both are ours and not used again.
        unsafe {
            self.gl.delete_sync(self.fence);
            self.gl.delete_buffer(self.buffer);
        }
    }
}
