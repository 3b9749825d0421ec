//! The cells of an unbounded grid, folded into buckets.

use crate::{Call, Error, Result};
use nalgebra::Vector4;
use std::ops::Range;

/// Least number of bits of a bucket's number: four buckets along each side.
const FEWEST_BITS: u32 = 6;

/// Largest number of bits: with more, the table would be larger than the points.
const MOST_BITS: u32 = 21;

/// Width of a cell, relative to the radius.
const CELL_PER_RADIUS: f32 = 1.0 + 1.0 / 256.0;

// ANCHOR: fold
/// The cells of an unbounded grid, and their folding into buckets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fold {
    /// Search radius around a place.
    pub radius: f32,
    /// Bits of a bucket's number along x, y and z: 2 to that power buckets along the side.
    pub bits: [u32; 3],
}

impl Fold {
    /// Builds cells for that radius, and about as many buckets as points.
    ///
    /// # Errors
    /// [`Error::Data`] for a radius that is not above 0 and finite.
    pub fn new(points: usize, radius: f32) -> Result<Fold> {
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Error::data(format!("a radius of {radius} is not valid; give a finite one above 0")));
        }
        let bits = points.max(1).next_power_of_two().ilog2().clamp(FEWEST_BITS, MOST_BITS);
        Ok(Fold { radius, bits: [bits.div_ceil(3), (bits + 1) / 3, bits / 3] })
    }
    // ANCHOR_END: fold

    /// Returns the number of buckets.
    pub fn buckets(&self) -> usize {
        1 << self.bits.iter().sum::<u32>()
    }

    // ANCHOR: buckets
    /// Returns the cell of a point, as hash_grid.glsl computes it.
    pub(in crate::algorithms) fn cell_of(&self, point: &Vector4<f32>) -> [i32; 3] {
        let cells = 1.0 / (self.radius * CELL_PER_RADIUS);
        [point.x, point.y, point.z].map(|lane| (lane * cells).floor() as i32)
    }

    /// Returns the bucket of a cell.
    pub(in crate::algorithms) fn bucket_of(&self, [x, y, z]: [i32; 3]) -> usize {
        let [by_x, by_y, by_z] = self.bits;
        fold_lane(x, by_x) | (fold_lane(y, by_y) << by_x) | (fold_lane(z, by_z) << (by_x + by_y))
    }

    /// Returns the buckets of a cell and its two neighbours along x, in two ranges; the second is empty if the row is
    /// not folded.
    pub(in crate::algorithms) fn row_buckets(&self, [x, y, z]: [i32; 3]) -> [Range<usize>; 2] {
        let first = self.bucket_of([x.wrapping_sub(1), y, z]);
        let end = ((first >> self.bits[0]) + 1) << self.bits[0];
        let start = end - (1 << self.bits[0]);
        [first..end.min(first + 3), start..start + (first + 3).saturating_sub(end)]
    }
    // ANCHOR_END: buckets

    /// Sets the uniforms of hash_grid.glsl.
    pub(in crate::algorithms) fn set_uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("cells", 1.0 / (self.radius * CELL_PER_RADIUS))
            .uniform("bits", self.bits.map(|bits| bits as i32))
    }

    /// Sets the uniforms of hash_grid_2005.glsl.
    pub(in crate::algorithms) fn set_float_uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        let sides = self.bits.map(|bits| (1_u32 << bits) as f32);
        call.uniform("cells", 1.0 / (self.radius * CELL_PER_RADIUS))
            .uniform("sides", sides)
            .uniform("shares", sides.map(f32::recip))
    }
}

fn fold_lane(lane: i32, bits: u32) -> usize {
    lane as usize & ((1 << bits) - 1)
}
