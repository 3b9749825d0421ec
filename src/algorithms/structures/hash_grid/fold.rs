//! The cells of an endless grid, folded into buckets.

use crate::{Call, Error, Result};
use nalgebra::Vector4;
use std::ops::Range;

/// A bucket's number has so many bits at least: four buckets along a side.
const FEWEST_BITS: u32 = 6;

/// And at most: more would be a table larger than what it is to find.
const MOST_BITS: u32 = 21;

/// How much wider than the radius a cell is.
const WIDER: f32 = 1.0 + 1.0 / 256.0;

// ANCHOR: fold
/// The cells of an endless grid, and how they are folded into buckets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fold {
    /// How far a place looks.
    pub radius: f32,
    /// Bits of a bucket's number along x, y and z: 2 to that power buckets along the side.
    pub bits: [u32; 3],
}

impl Fold {
    /// Cells for that radius, and about as many buckets as points.
    ///
    /// # Errors
    /// [`Error::Data`] for a radius that is not above 0 and finite.
    pub fn new(points: usize, radius: f32) -> Result<Fold> {
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Error::data(format!("a radius of {radius} makes no cells; give a finite one above 0")));
        }
        let bits = points.max(1).next_power_of_two().ilog2().clamp(FEWEST_BITS, MOST_BITS);
        Ok(Fold { radius, bits: [bits.div_ceil(3), (bits + 1) / 3, bits / 3] })
    }
    // ANCHOR_END: fold

    /// How many buckets there are.
    pub fn buckets(&self) -> usize {
        1 << self.bits.iter().sum::<u32>()
    }

    // ANCHOR: buckets
    /// The cell of a point, as hash_grid.glsl has it.
    pub(in crate::algorithms) fn cell_of(&self, point: &Vector4<f32>) -> [i32; 3] {
        let cells = 1.0 / (self.radius * WIDER);
        [point.x, point.y, point.z].map(|lane| (lane * cells).floor() as i32)
    }

    /// The bucket of a cell.
    pub(in crate::algorithms) fn bucket_of(&self, [x, y, z]: [i32; 3]) -> usize {
        let folded = |lane: i32, bits: u32| lane as usize & ((1 << bits) - 1);
        let [by_x, by_y, by_z] = self.bits;
        folded(x, by_x) | (folded(y, by_y) << by_x) | (folded(z, by_z) << (by_x + by_y))
    }

    /// The buckets of a cell and the two beside it along x, in two stretches; the second is empty where the
    /// row is not folded.
    pub(in crate::algorithms) fn row_of(&self, [x, y, z]: [i32; 3]) -> [Range<usize>; 2] {
        let first = self.bucket_of([x.wrapping_sub(1), y, z]);
        let end = ((first >> self.bits[0]) + 1) << self.bits[0];
        let start = end - (1 << self.bits[0]);
        [first..end.min(first + 3), start..start + (first + 3).saturating_sub(end)]
    }
    // ANCHOR_END: buckets

    /// The uniforms of hash_grid.glsl.
    pub(in crate::algorithms) fn tell<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("cells", 1.0 / (self.radius * WIDER))
            .uniform("bits", self.bits.map(|bits| bits as i32))
    }
}
