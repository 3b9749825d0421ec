//! Level of detail: the size of a pixel on the texture, and the levels that it selects.

use super::cube;
use super::sampling::Filter;
use super::view::{MipLevel, TextureView};
use gristmill_base::elementary::{Logarithm2, UnaryFunction};
use gristmill_shader::Dimension;

/// Source of a lookup's level of detail.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Lod {
    /// Explicit: `textureLod`, and 0 if there are no neighbours to compare with, as in compute kernels.
    Explicit(f32),
    /// From the change of the coordinates to the next pixel: `textureGrad`, and `texture` in a fragment, from
    /// its quad.
    Gradient {
        /// To the right.
        dx: [f32; 3],
        /// Upwards.
        dy: [f32; 3],
    },
}

/// The levels that a sample reads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LevelChoice {
    /// Filter within a level.
    pub(super) filter: Filter,
    /// The finer level.
    pub(super) fine: usize,
    /// The coarser level and its weight, if two are blended.
    pub(super) coarse: Option<(usize, f32)>,
}

impl TextureView {
    /// Returns the level of detail for changes of the coordinates to the next pixel, without bias and limits: the
    /// specification's base lambda.
    ///
    /// It is the logarithm of the longer step, in texels of the base level.
    pub fn lod_from_gradients(&self, coords: [f32; 4], dx: [f32; 3], dy: [f32; 3]) -> f32 {
        let MipLevel { width, height, depth, .. } = self.level_at(self.base_level());
        let sides = match self.dimension {
            Dimension::D1 | Dimension::Buffer => [width as f32, 0.0, 0.0],
            Dimension::D2 | Dimension::Cube => [width as f32, height as f32, 0.0],
            Dimension::D3 => [width as f32, height as f32, depth as f32],
            Dimension::TexelRect => [1.0, 1.0, 0.0],
        };
        let length = |change: [f32; 3]| {
            let change = if self.dimension == Dimension::Cube { cube::change_on_face(coords, change) } else { change };
            let steps: [f32; 3] = std::array::from_fn(|at| if sides[at] > 0.0 { change[at] * sides[at] } else { 0.0 });
            // A common factor is taken out, so that squares neither overflow nor underflow.
            let longest = steps.iter().fold(0.0_f32, |longest, step| longest.max(step.abs()));
            if longest == 0.0 || longest.is_infinite() {
                return longest;
            }
            longest * steps.map(|step| (step / longest) * (step / longest)).iter().sum::<f32>().sqrt()
        };
        Logarithm2::evaluate(length(dx).max(length(dy)))
    }

    /// GLSL's `textureQueryLod`: the level that would be read, a fraction if two are blended, and the
    /// level of detail before limits.
    ///
    /// Both count from the base level.
    pub fn query_lod(&self, coords: [f32; 4], dx: [f32; 3], dy: [f32; 3]) -> [f32; 2] {
        let detail = self.lod_from_gradients(coords, dx, dy) + self.sampling.lod_bias;
        let range = (self.coarsest_level() - self.base_level()) as f32;
        let limited = self.clamp_lod(detail);
        // Not `max`: for two zeros its result depends on the processor.
        let limited = if limited > 0.0 { limited.min(range) } else { 0.0 };
        let read = match self.sampling.mip {
            None => 0.0,
            Some(Filter::Nearest) => (limited + 0.5).ceil() - 1.0,
            Some(Filter::Linear) => limited,
        };
        [read.max(0.0), detail]
    }

    /// Returns the level of detail of a lookup, with bias and limits. NaN becomes 0.
    pub(super) fn level_of_detail(&self, coords: [f32; 4], lod: Lod, bias: f32) -> f32 {
        let detail = match lod {
            Lod::Explicit(detail) => detail,
            Lod::Gradient { dx, dy } => self.lod_from_gradients(coords, dx, dy),
        };
        let detail = self.clamp_lod(detail + self.sampling.lod_bias + bias);
        if detail.is_nan() { 0.0 } else { detail }
    }

    fn clamp_lod(&self, detail: f32) -> f32 {
        detail.max(self.sampling.lod_min).min(self.sampling.lod_max)
    }

    /// Chooses the filter and the levels for a level of detail. Integers are never blended.
    pub(super) fn choose_levels(&self, detail: f32) -> LevelChoice {
        let blend = |filter: Filter| if self.texel.is_integer() { Filter::Nearest } else { filter };
        let base = self.base_level();
        let sampling = &self.sampling;
        if detail <= sampling.magnification_limit() {
            return LevelChoice { filter: blend(sampling.magnify), fine: base, coarse: None };
        }
        let filter = blend(sampling.minify);
        let coarsest = self.coarsest_level();
        // A saturating conversion: the detail may be anything.
        let level = |detail: f32| base.saturating_add(detail.max(0.0) as usize).min(coarsest);
        match sampling.mip.map(blend) {
            None => LevelChoice { filter, fine: base, coarse: None },
            Some(Filter::Nearest) => LevelChoice { filter, fine: level((detail + 0.5).ceil() - 1.0), coarse: None },
            Some(Filter::Linear) => {
                let fine = level(detail);
                let weight = detail - detail.floor();
                let coarse = (fine < coarsest && weight > 0.0).then_some((fine + 1, weight));
                LevelChoice { filter, fine, coarse }
            }
        }
    }
}
