//! Writes the outputs of a fragment kernel to the targets.

use super::super::assembly::StageOutput;
use super::super::number::float_bits;
use super::super::texture::small_float::{decode_float, encode_float};
use super::pass::RenderTarget;
use gristmill_base::element::Scalar;
use gristmill_machine::Blend;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// A target and the columns written to it.
pub(super) struct WrittenTarget<'a> {
    words: &'a [AtomicU32],
    width: usize,
    scalar: Scalar,
    /// Words of a texel.
    each: usize,
    /// For each component of a texel the column with its words. The kernel may write fewer: the other components are
    /// kept.
    columns: [Option<usize>; 4],
}

impl<'a> WrittenTarget<'a> {
    /// Assigns columns to a target; `column` returns the column of an output.
    pub(super) fn new(
        target: &RenderTarget<'a>,
        mut column: impl FnMut(&dyn Fn(&StageOutput) -> bool) -> Option<usize>,
    ) -> WrittenTarget<'a> {
        let each = target.format.words();
        let start = target.slice * target.height * target.width * each;
        let mut columns = [None; 4];
        for (wanted, place) in columns.iter_mut().enumerate().take(target.format.lanes.into()) {
            *place = column(&|output| match output {
                StageOutput::Colour { location, lane, .. } => {
                    *location == target.location && usize::from(*lane) == wanted
                }
                _ => false,
            });
        }
        WrittenTarget {
            words: target.storage.words().get(start..).unwrap_or_default(),
            width: target.width,
            scalar: target.format.scalar,
            each,
            columns,
        }
    }

    /// Writes the fragments of these lanes, in their order. `column` returns a column's words by lane.
    pub(super) fn write_fragments<'w, const W: usize>(
        &self,
        pixels: &[[u32; 2]],
        lanes: u64,
        blend: Option<Blend>,
        column: impl Fn(usize) -> &'w [u32; W],
    ) {
        let mut rest = lanes;
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            let Some(&[x, y]) = pixels.get(first) else { return };
            // Adjacent fragments are written in one go.
            let most = (rest >> first).trailing_ones() as usize;
            let beside = pixels[first..]
                .iter()
                .take(most)
                .zip(x..)
                .take_while(|&(&pixel, x)| pixel == [x, y]);
            let run = beside.count().min(W - first);
            rest &= !((u64::MAX >> (64 - run)) << first);
            let start = (y as usize * self.width + x as usize) * self.each;
            let Some(places) = self.words.get(start..start + run * self.each) else { continue };
            match self.scalar {
                Scalar::Unorm8 => self.write_bytes(places, first, blend, &column),
                Scalar::F16 => self.write_halves(places, first, blend, &column),
                scalar => {
                    let blend = blend.filter(|_| scalar == Scalar::F32);
                    for (lane, given) in self.columns.iter().enumerate().take(self.each) {
                        let Some(given) = given else { continue };
                        let words = &column(*given)[first..first + run];
                        self.write_lane(places, lane, words, blend);
                    }
                }
            }
        }
    }

    /// Writes one component of adjacent texels.
    fn write_lane(&self, places: &[AtomicU32], lane: usize, words: &[u32], blend: Option<Blend>) {
        match blend {
            None if self.each == 1 => {
                places.iter().zip(words).for_each(|(place, &word)| place.store(word, Relaxed));
            }
            None => {
                let places = places.iter().skip(lane).step_by(self.each);
                places.zip(words).for_each(|(place, &word)| place.store(word, Relaxed));
            }
            Some(blend) => {
                for (place, &word) in places.iter().skip(lane).step_by(self.each).zip(words) {
                    let new = f32::from_bits(word);
                    let old = f32::from_bits(place.load(Relaxed));
                    place.store(float_bits(blend_floats(blend, new, old)), Relaxed);
                }
            }
        }
    }

    /// Writes adjacent texels of halves, two to a word.
    fn write_halves<'w, const W: usize>(
        &self,
        places: &[AtomicU32],
        first: usize,
        blend: Option<Blend>,
        column: &impl Fn(usize) -> &'w [u32; W],
    ) {
        for (texel, at) in places.chunks_exact(self.each).zip(first..) {
            for (lane, given) in self.columns.iter().enumerate() {
                let (Some(given), Some(place)) = (given, texel.get(lane / 2)) else { continue };
                let pair = place.load(Relaxed);
                let shift = 16 * (lane % 2);
                let new = f32::from_bits(column(*given)[at]);
                let new =
                    blend.map_or(new, |blend| blend_floats(blend, new, decode_float((pair >> shift) & 0xffff, 16)));
                place.store(pair & !(0xffff << shift) | encode_float(new, 16) << shift, Relaxed);
            }
        }
    }

    /// Writes adjacent texels of four bytes.
    fn write_bytes<'w, const W: usize>(
        &self,
        places: &[AtomicU32],
        first: usize,
        blend: Option<Blend>,
        column: &impl Fn(usize) -> &'w [u32; W],
    ) {
        for (place, lane) in places.iter().zip(first..) {
            let mut bytes = place.load(Relaxed).to_le_bytes();
            for (byte, given) in bytes.iter_mut().zip(&self.columns) {
                let Some(given) = given else { continue };
                let new = to_unorm8(f32::from_bits(column(*given)[lane]));
                *byte = match blend {
                    None => new,
                    Some(Blend::Add) => byte.saturating_add(new),
                    Some(Blend::Min) => new.min(*byte),
                    Some(Blend::Max) => new.max(*byte),
                };
            }
            place.store(u32::from_le_bytes(bytes), Relaxed);
        }
    }
}

/// Returns the byte nearest to this fraction of 255; 0 for NaN.
pub(super) fn to_unorm8(float: f32) -> u8 {
    // Through f64: the product is exact, so a tie is a tie.
    (f64::from(float.clamp(0.0, 1.0)) * 255.0).round_ties_even() as u8
}

/// Blends a new value with the old one. If either is NaN, minimum and maximum keep the old one.
fn blend_floats(blend: Blend, new: f32, old: f32) -> f32 {
    match blend {
        Blend::Add => old + new,
        Blend::Min if new < old => new,
        Blend::Max if new > old => new,
        Blend::Min | Blend::Max => old,
    }
}
