//! Points: squares around a vertex, one pixel wide unless the kernel sets a size.

use super::interpolate::Barycentrics;
use super::triangles::{Viewport, emit_rows, to_fixed_point};

/// A point on the screen.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScreenPoint {
    centre: [f64; 2],
    size: f64,
    z: f32,
    w: f32,
}

impl ScreenPoint {
    /// Projects a point from clip space; `None` if it is outside.
    pub(super) fn new(position: [f32; 4], size: f32, screen: &Viewport) -> Option<ScreenPoint> {
        let [x, y, z, w] = position.map(f64::from);
        if !(w > 0.0 && is_within(x, w) && is_within(y, w) && is_within(z, w)) {
            return None;
        }
        let size = if size > 1.0 { f64::from(size).min(255.0) } else { 1.0 };
        Some(ScreenPoint {
            centre: screen.to_screen(x / w, y / w),
            size,
            z: (z / w * 0.5 + 0.5) as f32,
            w: (1.0 / w) as f32,
        })
    }

    /// Returns the position of a pixel's middle in the point.
    pub(super) fn barycentrics(&self, pixel: [u32; 2]) -> Barycentrics {
        let [x, y] = [0, 1].map(|axis| (f64::from(pixel[axis]) + 0.5 - self.centre[axis]) / self.size);
        Barycentrics { z: self.z, w: self.w, point: [(0.5 + x) as f32, (0.5 - y) as f32], ..Barycentrics::UNPLACED }
    }

    /// Emits the quads with pixels whose middle is in the square, including its left and lower edge.
    pub(super) fn emit_quads(&self, screen: &Viewport, quad: impl FnMut([u32; 2], u8)) {
        let size = to_fixed_point(self.size);
        let [from, to] = [0, 1].map(|end| {
            self.centre.map(|middle| {
                let low = to_fixed_point(middle - 0.5) - size / 2 + end * size;
                low.div_euclid(256) + i64::from(low.rem_euclid(256) > 0)
            })
        });
        let across = [from[0], to[0] - 1];
        emit_rows(screen, [from[1], to[1] - 1], |_| across, quad);
    }
}

#[inline]
fn is_within(axis: f64, w: f64) -> bool {
    -w <= axis && axis <= w
}
