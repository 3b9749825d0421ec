//! Lookups of a whole warp in a two-dimensional texture: the bulk of most kernels, without the checks that the general
//! path does for each lane.
//!
//! Registers are in the interpreter's layout, a word for each lane; a warp has at most 64 lanes. Lanes
//! outside the mask keep their registers.

use super::super::lanes::{full_mask, lane_indices};
use super::filter::floor_to_int;
use super::sampling::{Filter, Wrap};
use super::view::{MipLevel, TextureView};
use gristmill_shader::Dimension;
use std::sync::atomic::Ordering::Relaxed;

/// The first word of each lane's texel, and the lanes that have one.
struct TexelWords<const W: usize> {
    first: [usize; W],
    inside: u64,
}

impl TextureView {
    /// `texelFetch` for a warp, in the base level. Returns the lanes of the mask that are in range; the
    /// others get all 0.
    ///
    /// Any kind of texture is allowed; two-dimensional ones without layers are fast.
    /// `touched` receives the lane and the first word of every texel that is read.
    pub fn fetch_warp<const W: usize>(
        &self,
        [x, y]: [&[u32; W]; 2],
        mask: u64,
        to: &mut [[u32; W]; 4],
        touched: &mut impl FnMut(usize, usize),
    ) -> u64 {
        let level = self.level_at(self.base_level());
        let words = if self.is_plane() {
            self.locate_plane_texels(&level, x, y)
        } else {
            let mut words = TexelWords { first: [0; W], inside: 0 };
            for lane in 0..W {
                let place = self.locate_texel([x[lane] as i32, y[lane] as i32, 0], self.base_level());
                words.first[lane] = place.word;
                words.inside |= u64::from(place.inside) << (lane & 63);
            }
            words
        };
        self.read_warp(&words, mask, to, touched);
        words.inside & mask & full_mask(W)
    }

    /// `texture` for a warp, if it reads the nearest texel of a two-dimensional texture with clamped edges; otherwise
    /// returns false and does nothing.
    ///
    /// The coordinates are floats as bits, in GLSL's order and without a layer or a reference. No lane can be
    /// out of range. `touched` is called as above.
    pub fn sample_warp<const W: usize>(
        &self,
        [x, y]: [&[u32; W]; 2],
        mask: u64,
        to: &mut [[u32; W]; 4],
        touched: &mut impl FnMut(usize, usize),
    ) -> bool {
        let level = self.level_at(self.base_level());
        if !self.can_sample_warp() || level.width == 0 || level.height == 0 || level.depth == 0 {
            return false;
        }
        let width = level.width as i32;
        let height = level.height as i32;
        // Coordinates of a rectangle texture are in texels already.
        let counts = self.dimension == Dimension::TexelRect;
        let (across, up) = if counts { (1.0, 1.0) } else { (width as f32, height as f32) };
        let column = x.map(|place| floor_to_int(f32::from_bits(place) * across).min(width - 1).max(0) as u32);
        let line = y.map(|place| floor_to_int(f32::from_bits(place) * up).min(height - 1).max(0) as u32);
        let words = self.locate_plane_texels(&level, &column, &line);
        self.read_warp(&words, mask, to, touched);
        true
    }

    /// Returns true if results depend on the level of detail.
    pub fn depends_on_lod(&self) -> bool {
        let sampling = &self.sampling;
        sampling.mip.is_some() && self.levels.len() > 1 || sampling.minify != sampling.magnify
    }

    /// Returns true if `sample_warp` supports its state.
    pub(super) fn can_sample_warp(&self) -> bool {
        let sampling = &self.sampling;
        let nearest = sampling.minify == Filter::Nearest && sampling.magnify == Filter::Nearest;
        self.is_plane()
            && (nearest || self.texel.is_integer())
            && sampling.mip.is_none()
            && sampling
                .wraps
                .iter()
                .take(2)
                .all(|wrap| self.effective_wrap(*wrap) == Wrap::Clamp)
    }

    fn is_plane(&self) -> bool {
        matches!(self.dimension, Dimension::D2 | Dimension::TexelRect) && !self.arrayed
    }

    /// Locates the texels of lanes in a two-dimensional level. A lane out of range gets the level's first word.
    #[inline]
    fn locate_plane_texels<const W: usize>(&self, level: &MipLevel, x: &[u32; W], y: &[u32; W]) -> TexelWords<W> {
        let texel = self.texel.word_count();
        let mut first = [0; W];
        // Usually no lane is out of range, so lanes are not checked one by one.
        if find_largest_place(x) < level.width && find_largest_place(y) < level.height && level.depth > 0 {
            for (first, (column, line)) in first.iter_mut().zip(x.iter().zip(y)) {
                let texels = (*line as usize).wrapping_mul(level.width).wrapping_add(*column as usize);
                *first = texels.wrapping_mul(texel).wrapping_add(level.offset);
            }
            return TexelWords { first, inside: full_mask(W) };
        }
        let mut inside = 0;
        for lane in 0..W {
            let column = x[lane] as usize;
            let line = y[lane] as usize;
            let is_inside = (column < level.width) & (line < level.height) & (level.depth > 0);
            let texels = line.wrapping_mul(level.width).wrapping_add(column) * usize::from(is_inside);
            first[lane] = texels.wrapping_mul(texel).wrapping_add(level.offset);
            inside |= u64::from(is_inside) << (lane & 63);
        }
        TexelWords { first, inside }
    }

    /// Reads a texel for each lane of the mask; all 0 for those out of range.
    #[inline]
    fn read_warp<const W: usize>(
        &self,
        words: &TexelWords<W>,
        mask: u64,
        to: &mut [[u32; W]; 4],
        touched: &mut impl FnMut(usize, usize),
    ) {
        let whole = full_mask(W);
        let reading = words.inside & mask & whole;
        let outside = mask & whole & !reading;
        for lane in lane_indices(reading) {
            touched(lane, words.first[lane]);
        }
        match (self.texel.is_plain(), self.texel.lane_count()) {
            // Every lane reads: no checks, and the compiler unrolls.
            (true, 1) if reading == whole => {
                let [red, green, blue, alpha] = to;
                for (to, first) in red.iter_mut().zip(&words.first) {
                    *to = self.storage.load(*first);
                }
                (*green, *blue, *alpha) = ([0; W], [0; W], [self.texel.alpha_one(); W]);
            }
            (true, 4) => {
                let all = self.storage.words();
                for lane in lane_indices(reading) {
                    let first = words.first[lane];
                    let texel = all.get(first..first.saturating_add(4));
                    for (at, register) in to.iter_mut().enumerate() {
                        register[lane] = texel.and_then(|texel| texel.get(at)).map_or(0, |word| word.load(Relaxed));
                    }
                }
            }
            _ => {
                for lane in lane_indices(reading) {
                    let texel = self.texel.read(&self.storage, words.first[lane]);
                    for (register, value) in to.iter_mut().zip(texel) {
                        register[lane] = value;
                    }
                }
            }
        }
        for lane in lane_indices(outside) {
            for register in to.iter_mut() {
                register[lane] = 0;
            }
        }
    }
}

#[inline(always)]
fn find_largest_place<const W: usize>(places: &[u32; W]) -> usize {
    places.iter().fold(0, |most: u32, place| most.max(*place)) as usize
}
