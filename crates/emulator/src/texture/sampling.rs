//! How a sampler reads a texture: filters, wraps, levels, comparison.

use gristmill_machine::{Compare, Sampling};

pub use gristmill_machine::{Filter, Wrap};

/// Returns the texel that stands for the one at `at` on an axis of `size` texels; outside `0..size` it is the border.
#[inline]
pub(super) fn wrap_index(wrap: Wrap, at: i32, size: i32) -> i32 {
    match wrap {
        Wrap::Clamp => at.min(size - 1).max(0),
        Wrap::Border => at,
        Wrap::Repeat => at.rem_euclid(size.max(1)),
        Wrap::Mirror => {
            let there_and_back = size.saturating_mul(2).max(1);
            let at = at.rem_euclid(there_and_back);
            at.min(there_and_back - 1 - at)
        }
    }
}

/// How a sampler reads a texture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampler {
    /// Where a pixel covers more than a texel.
    pub minify: Filter,
    /// Where a texel covers more than a pixel.
    pub magnify: Filter,
    /// Among levels, where a pixel covers more than a texel; without it the base level is all there is.
    pub mip: Option<Filter>,
    /// For each axis of the position. Cubes need none: they go on on the next face.
    pub wraps: [Wrap; 3],
    /// The colour outside, for [`Wrap::Border`].
    pub border: [f32; 4],
    /// How a reference is compared with a depth texture, the reference on the left.
    pub compare: Option<Compare>,
    /// Added to every level of detail.
    pub lod_bias: f32,
    /// The least level of detail.
    pub lod_min: f32,
    /// The greatest level of detail.
    pub lod_max: f32,
    /// The level that counts as 0.
    pub base_level: usize,
    /// The coarsest level.
    pub max_level: usize,
}

impl Default for Sampler {
    /// The library's own: the nearest texel, the edge goes on. Levels and their limits are GL's.
    fn default() -> Sampler {
        Sampler {
            minify: Filter::Nearest,
            magnify: Filter::Nearest,
            mip: None,
            wraps: [Wrap::Clamp; 3],
            border: [0.0; 4],
            compare: None,
            lod_bias: 0.0,
            lod_min: -1000.0,
            lod_max: 1000.0,
            base_level: 0,
            max_level: 1000,
        }
    }
}

impl From<Sampling> for Sampler {
    /// What a call asks for.
    fn from(Sampling { filter, wraps, border, by_level }: Sampling) -> Sampler {
        let mip = by_level.then_some(filter);
        Sampler { minify: filter, magnify: filter, mip, wraps, border, ..Sampler::default() }
    }
}

impl Sampler {
    /// Whether a sample depends on the level of detail at all; if not, it need not be found.
    #[inline]
    pub fn uses_lod(&self) -> bool {
        self.mip.is_some() || self.minify != self.magnify
    }

    /// The level of detail up to which a texture is magnified.
    ///
    /// Half a level, where magnified texels are blended and minified ones are not: else far away would look
    /// sharper than near.
    pub(super) fn magnified_to(&self) -> f32 {
        if self.magnify == Filter::Linear && self.minify == Filter::Nearest && self.mip.is_some() { 0.5 } else { 0.0 }
    }
}

/// Whether the reference passes.
pub(super) fn passes(compare: Compare, reference: f32, depth: f32) -> bool {
    match compare {
        Compare::Always => true,
        Compare::Never => false,
        Compare::Less => reference < depth,
        Compare::LessOrEqual => reference <= depth,
        Compare::Equal => reference == depth,
        Compare::NotEqual => reference != depth,
        Compare::GreaterOrEqual => reference >= depth,
        Compare::Greater => reference > depth,
    }
}
