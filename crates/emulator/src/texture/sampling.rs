//! Sampler state: filters, wraps, levels, comparison.

use gristmill_machine::{Compare, Sampling};

pub use gristmill_machine::{Filter, Wrap};

/// Wraps an index on an axis of `size` texels; outside `0..size` the result means the border.
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

/// State of a sampler.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SamplerState {
    /// Filter if a pixel covers more than a texel.
    pub minify: Filter,
    /// Filter if a texel covers more than a pixel.
    pub magnify: Filter,
    /// Filter between levels if a pixel covers more than a texel; without it only the base level is used.
    pub mip: Option<Filter>,
    /// Wrap of each axis of the position. Cubes ignore it: they continue on the next face.
    pub wraps: [Wrap; 3],
    /// The colour outside, for [`Wrap::Border`].
    pub border: [f32; 4],
    /// Comparison of a reference with a depth texture, the reference on the left.
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

impl Default for SamplerState {
    /// The library's default: nearest filter, clamped to the edge. Levels and their limits are GL's.
    fn default() -> SamplerState {
        SamplerState {
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

impl From<Sampling> for SamplerState {
    /// Converts the sampling of a call.
    fn from(Sampling { filter, wraps, border, by_level }: Sampling) -> SamplerState {
        let mip = by_level.then_some(filter);
        SamplerState { minify: filter, magnify: filter, mip, wraps, border, ..SamplerState::default() }
    }
}

impl SamplerState {
    /// Returns true if a sample depends on the level of detail; if not, it need not be computed.
    #[inline]
    pub fn uses_lod(&self) -> bool {
        self.mip.is_some() || self.minify != self.magnify
    }

    /// The level of detail up to which a texture is magnified.
    ///
    /// Half a level if magnified texels are blended and minified ones are not: otherwise distant surfaces would look
    /// sharper than near ones.
    pub(super) fn magnification_limit(&self) -> f32 {
        if self.magnify == Filter::Linear && self.minify == Filter::Nearest && self.mip.is_some() { 0.5 } else { 0.0 }
    }
}

/// Returns true if the reference passes.
pub(super) fn passes_compare(compare: Compare, reference: f32, depth: f32) -> bool {
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
