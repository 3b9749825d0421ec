//! Reading textures.

use super::super::assembly::Register;
use super::super::event::Observe;
use super::{Run, Warp};

impl<const W: usize> Warp<W> {
    /// Reads a texture.
    pub(super) fn sample<O: Observe>(&mut self, run: &mut Run<O>, sample: u32, to: Register) {
        let _ = (run, sample, to);
    }
}
