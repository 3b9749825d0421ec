//! Depth and stencil tests of fragments, and the updates that follow.

use super::super::memory::MAX_DEPTH;
use super::super::storage::Storage;
use gristmill_machine::{Compare, DepthStencilState, StencilUpdate};

/// A depth-stencil mask: 24 bits of depth and 8 of stencil for each pixel.
#[derive(Debug, Clone, Copy)]
pub struct DepthStencilPlanes<'a> {
    /// Depths, 0 to 2^24 - 1.
    pub depth: &'a Storage,
    /// Stencil values, 0 to 255.
    pub stencil: &'a Storage,
    /// Pixels in a row.
    pub width: usize,
}

impl DepthStencilPlanes<'_> {
    /// Number of rows.
    pub(super) fn row_count(&self) -> usize {
        self.depth.len().min(self.stencil.len()) / self.width.max(1)
    }

    /// Tests a fragment of this depth and updates the mask accordingly. Returns true if it passed.
    pub(super) fn test_fragment(&self, masking: &DepthStencilState, [x, y]: [u32; 2], depth: f32) -> bool {
        let at = y as usize * self.width + x as usize;
        let stencil = self.stencil.load(at);
        if !passes_compare(masking.stencil, u32::from(masking.reference), stencil) {
            self.update_stencil(masking, masking.on_fail, at, stencil);
            return false;
        }
        let depth = quantise_depth(depth);
        if !passes_compare(masking.depth, depth, self.depth.load(at)) {
            return false;
        }
        if masking.write_depth {
            self.depth.store(at, depth);
        }
        self.update_stencil(masking, masking.on_pass, at, stencil);
        true
    }

    fn update_stencil(&self, masking: &DepthStencilState, update: StencilUpdate, at: usize, stencil: u32) {
        let stencil = match update {
            StencilUpdate::Keep => return,
            StencilUpdate::Replace => masking.reference.into(),
            StencilUpdate::Increment => (stencil + 1).min(255),
            StencilUpdate::Decrement => stencil.saturating_sub(1),
        };
        self.stencil.store(at, stencil);
    }
}

/// Converts a depth to the 24 bits of a mask, through a float as llvmpipe does: some are one off
/// from the nearest value. NaN becomes 0.
pub(super) fn quantise_depth(depth: f32) -> u32 {
    (depth.clamp(0.0, 1.0) * MAX_DEPTH as f32).round_ties_even() as u32
}

/// Compares the fragment's value with that of the mask.
fn passes_compare(compare: Compare, fragment: u32, mask: u32) -> bool {
    match compare {
        Compare::Always => true,
        Compare::Never => false,
        Compare::Less => fragment < mask,
        Compare::LessOrEqual => fragment <= mask,
        Compare::Equal => fragment == mask,
        Compare::NotEqual => fragment != mask,
        Compare::GreaterOrEqual => fragment >= mask,
        Compare::Greater => fragment > mask,
    }
}
