//! Common interface of points, lines and triangles: position of a fragment, and interpolation of varyings.

use super::super::assembly::Interpolation;
use super::super::number::float_bits;
use super::interpolate::Barycentrics;
use super::lines::ScreenLine;
use super::points::ScreenPoint;
use super::triangles::ScreenTriangle;

/// A point, line or triangle that fragments come from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Primitive {
    /// `gl_PrimitiveID`.
    pub number: u32,
    /// True if it is counter-clockwise, or a point or line.
    pub front: bool,
    /// Its vertices; a point or line repeats the last one.
    pub corners: [u32; 3],
    /// Its form on the screen.
    pub shape: PrimitiveShape,
}

/// The form of a primitive on the screen.
#[derive(Debug, Clone, Copy)]
pub(super) enum PrimitiveShape {
    Point(ScreenPoint),
    Line(ScreenLine),
    Triangle(ScreenTriangle),
}

impl Primitive {
    /// Returns the position of a pixel's middle in it, extrapolated for a pixel next to it.
    pub(super) fn barycentrics(&self, pixel: [u32; 2]) -> Barycentrics {
        match &self.shape {
            PrimitiveShape::Point(point) => point.barycentrics(pixel),
            PrimitiveShape::Line(line) => line.barycentrics(pixel),
            PrimitiveShape::Triangle(triangle) => triangle.barycentrics(pixel),
        }
    }

    /// Interpolates a varying; `word` returns the value of a vertex.
    pub(super) fn interpolate(
        &self,
        barycentrics: &Barycentrics,
        how: Interpolation,
        word: impl Fn(u32) -> u32,
    ) -> u32 {
        let [a, b, c] = self.corners;
        let [second, third] = match how {
            Interpolation::Flat => return word(c),
            _ if a == c => return word(c),
            Interpolation::Smooth => barycentrics.smooth,
            Interpolation::Linear => barycentrics.linear,
        };
        let [a, b, c] = [a, b, c].map(|corner| f64::from(f32::from_bits(word(corner))));
        // Written with differences, so that a value common to all corners stays exact.
        float_bits((a + second * (b - a) + third * (c - a)) as f32)
    }
}
