//! Reading and writing images.

use super::super::assembly::Register;
use super::super::event::Observe;
use super::{Run, Warp};

impl<const W: usize> Warp<W> {
    /// Uses an image.
    pub(super) fn image<O: Observe>(&mut self, run: &mut Run<O>, image_use: u32, to: Register) {
        let _ = (run, image_use, to);
    }
}
