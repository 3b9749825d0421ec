//! Points, lines and triangles alike: where a fragment is in its primitive, and what a varying is there.

use super::super::assembly::Between;
use super::super::number::float_bits;
use super::interpolate::Barycentrics;
use super::lines::Line;
use super::points::Point;
use super::triangles::Triangle;

/// What fragments come from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Primitive {
    /// `gl_PrimitiveID`.
    pub number: u32,
    /// Whether it runs counter-clockwise, or has no sides.
    pub front: bool,
    /// Its vertices, the last one last.
    pub corners: [u32; 3],
    /// Where it is.
    pub shape: PrimitiveShape,
}

/// The form of a primitive on the screen.
#[derive(Debug, Clone, Copy)]
pub(super) enum PrimitiveShape {
    Point(Point),
    Line(Line),
    Triangle(Triangle),
}

impl Primitive {
    /// Where the middle of a pixel is in it. A pixel beside it gets what continues it.
    pub(super) fn barycentrics(&self, pixel: [u32; 2]) -> Barycentrics {
        match &self.shape {
            PrimitiveShape::Point(point) => point.barycentrics(pixel),
            PrimitiveShape::Line(line) => line.barycentrics(pixel),
            PrimitiveShape::Triangle(triangle) => triangle.barycentrics(pixel),
        }
    }

    /// A varying at a spot; `word` gives what a vertex has.
    pub(super) fn between(&self, barycentrics: &Barycentrics, how: Between, word: impl Fn(u32) -> u32) -> u32 {
        let [a, b, c] = self.corners;
        let [second, third] = match how {
            Between::Flat => return word(c),
            _ if a == c => return word(c),
            Between::Smooth => barycentrics.smooth,
            Between::Linear => barycentrics.linear,
        };
        let [a, b, c] = [a, b, c].map(|corner| f64::from(f32::from_bits(word(corner))));
        // As differences: what all corners have alike stays what it is.
        float_bits((a + second * (b - a) + third * (c - a)) as f32)
    }
}
