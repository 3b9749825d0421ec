//! Lines, one pixel wide: one fragment for each step along the longer axis.
//!
//! This is OpenGL's diamond-exit rule: a pixel is drawn if the line leaves the diamond around its middle. So
//! the pixel in whose diamond a line ends is left out, and consecutive lines share no pixel. If a line
//! passes exactly between two pixels, the upper or right one is drawn.

use super::interpolate::{Barycentrics, Corner, interpolate_corners};
use super::triangles::{ClipVertex, Viewport, clip_polygon, to_fixed_point};

/// A line on the screen.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScreenLine {
    places: [[i64; 2]; 2],
    start: [f64; 2],
    /// Its direction, over the square of its length.
    along: [f64; 2],
    corners: [Corner; 2],
}

impl ScreenLine {
    /// Clips the line between two positions in clip space; `None` if nothing of it is visible.
    pub(super) fn new(positions: [[f32; 4]; 2], screen: &Viewport) -> Option<ScreenLine> {
        let ends = [(positions[0], [0.0; 2]), (positions[1], [1.0, 0.0])];
        let ends: Vec<ClipVertex> = clip_polygon(
            ends.iter()
                .map(|&(position, weights)| ClipVertex::new(position, weights))
                .collect(),
            false,
        );
        let [one, other] = ends.as_slice() else { return None };
        let [start, end] = [one, other].map(|end| screen.vertex_to_screen(end));
        let [x, y] = [end[0] - start[0], end[1] - start[1]];
        let square = x * x + y * y;
        let places = [start.map(to_fixed_point), end.map(to_fixed_point)];
        let shown = square > 0.0 && places[0] != places[1];
        let corners = [one.to_corner(), other.to_corner()];
        shown.then(|| ScreenLine { places, start, along: [x / square, y / square], corners })
    }

    /// Returns the weights at the point of the line nearest to the middle of a pixel.
    pub(super) fn barycentrics(&self, pixel: [u32; 2]) -> Barycentrics {
        let towards = |axis: usize| (f64::from(pixel[axis]) + 0.5 - self.start[axis]) * self.along[axis];
        let share = (towards(0) + towards(1)).clamp(0.0, 1.0);
        interpolate_corners(&self.corners, [1.0 - share, share])
    }

    /// Emits the quads with its pixels.
    pub(super) fn emit_quads(&self, screen: &Viewport, mut quad: impl FnMut([u32; 2], u8)) {
        let [a, b] = self.places;
        let across = [b[0] - a[0], b[1] - a[1]];
        let major = usize::from(across[1].abs() > across[0].abs());
        let minor = 1 - major;
        let length = across[major].abs();
        let forward = across[major] > 0;
        // A line that starts in a pixel's diamond leaves it; one that ends there does not.
        let [first, last] =
            [a, b].map(|place| if is_in_diamond(place) { pixel_middle(place[major]) } else { place[major] });
        // Pixel middles from the start to before the end.
        let [from, to] = if forward {
            [ceil_to_pixel(first - 128), ceil_to_pixel(last - 128) - 1]
        } else {
            [(last - 128).div_euclid(256) + 1, (first - 128).div_euclid(256)]
        };
        let from = from.max(screen.low[major]);
        let to = to.min(screen.high[major] - 1);
        let mut open: Option<([u32; 2], u8)> = None;
        for step in 0..=to - from {
            let at = if forward { from + step } else { to - step };
            let gone = if forward { at * 256 + 128 - a[major] } else { a[major] - at * 256 - 128 };
            let beside = (a[minor] * length + gone * across[minor]).div_euclid(256 * length);
            if beside < screen.low[minor] || beside >= screen.high[minor] {
                continue;
            }
            let mut pixel = [0; 2];
            (pixel[major], pixel[minor]) = (at as u32, beside as u32);
            let bit = 1 << ((pixel[0] & 1) | ((pixel[1] & 1) << 1));
            let place = pixel.map(|axis| axis / 2);
            match &mut open {
                Some((known, coverage)) if *known == place => *coverage |= bit,
                _ => {
                    if let Some((known, coverage)) = open.replace((place, bit)) {
                        quad(known, coverage);
                    }
                }
            }
        }
        if let Some((known, coverage)) = open {
            quad(known, coverage);
        }
    }
}

#[inline]
fn ceil_to_pixel(fixed: i64) -> i64 {
    fixed.div_euclid(256) + i64::from(fixed.rem_euclid(256) > 0)
}

/// Middle of the pixel at a place, along one axis.
fn pixel_middle(place: i64) -> i64 {
    place.div_euclid(256) * 256 + 128
}

/// Returns true if a place is less than half a pixel, summed over both axes, from the middle of its pixel.
fn is_in_diamond(place: [i64; 2]) -> bool {
    place.map(|axis| (axis - pixel_middle(axis)).abs()).iter().sum::<i64>() < 128
}
