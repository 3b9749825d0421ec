//! Points, lines and triangles alike: where a fragment is in its primitive, and what a varying is there.

use super::super::assembly::Between;
use super::interpolate::Spot;
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
    pub shape: Shape,
}

/// The form of a primitive on the screen.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    Point(Point),
    Line(Line),
    Triangle(Triangle),
}

impl Primitive {
    /// Where the middle of a pixel is in it. A pixel beside it gets what continues it.
    pub(super) fn spot(&self, pixel: [u32; 2]) -> Spot {
        match &self.shape {
            Shape::Point(point) => point.spot(pixel),
            Shape::Line(line) => line.spot(pixel),
            Shape::Triangle(triangle) => triangle.spot(pixel),
        }
    }

    /// A varying at a spot; `word` gives what a vertex has.
    pub(super) fn between(&self, spot: &Spot, how: Between, word: impl Fn(u32) -> u32) -> u32 {
        let [a, b, c] = self.corners;
        let [second, third] = match how {
            Between::Flat => return word(c),
            _ if a == c => return word(c),
            Between::Smooth => spot.smooth,
            Between::Linear => spot.linear,
        };
        let [a, b, c] = [a, b, c].map(|corner| f64::from(f32::from_bits(word(corner))));
        // As differences: what all corners have alike stays what it is.
        ((a + second * (b - a) + third * (c - a)) as f32).to_bits()
    }
}
