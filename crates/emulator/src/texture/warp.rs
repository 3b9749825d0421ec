//! Lookups of a whole warp in a plane: what most kernels consist of, without the questions that the general
//! way asks for each lane.
//!
//! Registers come and go as the interpreter has them, a word for each lane; a warp has 64 lanes at most. A
//! lane outside the mask keeps what its registers hold.

use super::super::lanes::{all, each};
use super::filter::floor;
use super::sampling::{Filter, Wrap};
use super::view::{MipLevel, Texture};
use gristmill_shader::Dimension;
use std::sync::atomic::Ordering::Relaxed;

/// Where each lane's texel begins, and which lanes have one.
struct TexelWords<const W: usize> {
    first: [usize; W],
    inside: u64,
}

impl Texture {
    /// `texelFetch` for a warp, in a plane's base level. Returns the lanes of the mask that are inside; the
    /// others get all 0.
    ///
    /// Any kind of texture may come; those without a third coordinate and without layers are fast if they are
    /// planes. `touched` is told the lane and the first word of every texel that is read.
    pub fn fetch_warp<const W: usize>(
        &self,
        [x, y]: [&[u32; W]; 2],
        mask: u64,
        to: &mut [[u32; W]; 4],
        touched: &mut impl FnMut(usize, usize),
    ) -> u64 {
        let level = self.level(self.base());
        let words = if self.is_plane() {
            self.words_at(&level, x, y)
        } else {
            let mut words = TexelWords { first: [0; W], inside: 0 };
            for lane in 0..W {
                let place = self.target([x[lane] as i32, y[lane] as i32, 0], self.base());
                words.first[lane] = place.word;
                words.inside |= u64::from(place.inside) << (lane & 63);
            }
            words
        };
        self.read_warp(&words, mask, to, touched);
        words.inside & mask & all(W)
    }

    /// `texture` for a warp, if it reads the nearest texel of a plane whose edges go on; false if it does
    /// not, and then does nothing.
    ///
    /// The coordinates are floats as bits, in GLSL's order and without a layer or a reference. No lane can be
    /// outside. `touched` as above.
    pub fn sample_warp<const W: usize>(
        &self,
        [x, y]: [&[u32; W]; 2],
        mask: u64,
        to: &mut [[u32; W]; 4],
        touched: &mut impl FnMut(usize, usize),
    ) -> bool {
        let level = self.level(self.base());
        if !self.samples_warps() || level.width == 0 || level.height == 0 || level.depth == 0 {
            return false;
        }
        let (width, height) = (level.width as i32, level.height as i32);
        // Coordinates of a rectangle count texels already.
        let counts = self.dimension == Dimension::TexelRect;
        let (across, up) = if counts { (1.0, 1.0) } else { (width as f32, height as f32) };
        let column = x.map(|place| floor(f32::from_bits(place) * across).min(width - 1).max(0) as u32);
        let line = y.map(|place| floor(f32::from_bits(place) * up).min(height - 1).max(0) as u32);
        let words = self.words_at(&level, &column, &line);
        self.read_warp(&words, mask, to, touched);
        true
    }

    /// Whether a level of detail makes a difference to what it gives.
    pub fn asks_for_level(&self) -> bool {
        let sampling = &self.sampling;
        sampling.mip.is_some() && self.levels.len() > 1 || sampling.minify != sampling.magnify
    }

    /// Whether `sample_warp` can do it.
    pub(super) fn samples_warps(&self) -> bool {
        let sampling = &self.sampling;
        let clamps = |wrap: Wrap| self.wrap(wrap) == Wrap::Clamp;
        let nearest = sampling.minify == Filter::Nearest && sampling.magnify == Filter::Nearest;
        self.is_plane()
            && (nearest || self.texel.is_integer())
            && sampling.mip.is_none()
            && sampling.wraps.iter().take(2).all(|wrap| clamps(*wrap))
    }

    fn is_plane(&self) -> bool {
        matches!(self.dimension, Dimension::D2 | Dimension::TexelRect) && !self.arrayed
    }

    /// Where the texels of a plane's level begin. A lane outside has the level's first word.
    #[inline]
    fn words_at<const W: usize>(&self, level: &MipLevel, x: &[u32; W], y: &[u32; W]) -> TexelWords<W> {
        let texel = self.texel.words();
        let mut first = [0; W];
        // Mostly no lane is outside, and then no lane needs a question of its own.
        let most = |places: &[u32; W]| places.iter().fold(0, |most: u32, place| most.max(*place)) as usize;
        if most(x) < level.width && most(y) < level.height && level.depth > 0 {
            for (first, (column, line)) in first.iter_mut().zip(x.iter().zip(y)) {
                let texels = (*line as usize).wrapping_mul(level.width).wrapping_add(*column as usize);
                *first = texels.wrapping_mul(texel).wrapping_add(level.offset);
            }
            return TexelWords { first, inside: all(W) };
        }
        let mut inside = 0;
        for lane in 0..W {
            let (column, line) = (x[lane] as usize, y[lane] as usize);
            let is_inside = (column < level.width) & (line < level.height) & (level.depth > 0);
            let texels = line.wrapping_mul(level.width).wrapping_add(column) * usize::from(is_inside);
            first[lane] = texels.wrapping_mul(texel).wrapping_add(level.offset);
            inside |= u64::from(is_inside) << (lane & 63);
        }
        TexelWords { first, inside }
    }

    /// Reads a texel for each lane of the mask; all 0 for those that have none.
    #[inline]
    fn read_warp<const W: usize>(
        &self,
        words: &TexelWords<W>,
        mask: u64,
        to: &mut [[u32; W]; 4],
        touched: &mut impl FnMut(usize, usize),
    ) {
        let whole = all(W);
        let reading = words.inside & mask & whole;
        let outside = mask & whole & !reading;
        for lane in each(reading) {
            touched(lane, words.first[lane]);
        }
        match (self.texel.is_plain(), self.texel.lanes()) {
            // Every lane reads: nothing to ask, and the compiler unrolls.
            (true, 1) if reading == whole => {
                let [red, green, blue, alpha] = to;
                for (to, first) in red.iter_mut().zip(&words.first) {
                    *to = self.storage.load(*first);
                }
                (*green, *blue, *alpha) = ([0; W], [0; W], [self.texel.one(); W]);
            }
            (true, 4) => {
                let all = self.storage.words();
                for lane in each(reading) {
                    let first = words.first[lane];
                    let texel = all.get(first..first.saturating_add(4));
                    for (at, register) in to.iter_mut().enumerate() {
                        register[lane] = texel.and_then(|texel| texel.get(at)).map_or(0, |word| word.load(Relaxed));
                    }
                }
            }
            _ => {
                for lane in each(reading) {
                    let texel = self.texel.read(&self.storage, words.first[lane]);
                    for (register, value) in to.iter_mut().zip(texel) {
                        register[lane] = value;
                    }
                }
            }
        }
        for lane in each(outside) {
            for register in to.iter_mut() {
                register[lane] = 0;
            }
        }
    }
}
