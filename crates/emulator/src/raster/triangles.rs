//! Triangles: clipped, snapped to 1/256 of a pixel, and rasterised with exact arithmetic.
//!
//! A pixel belongs to a triangle if its middle is inside, or on an edge with the triangle to its right or
//! above it. So two triangles that share an edge never share a pixel, and leave no gap.

use super::interpolate::{Barycentrics, Corner, interpolate_corners};
use gristmill_machine::Region;

/// Guard band: a triangle is clipped beyond this many times the viewport; nearer, only its pixels outside are skipped.
const GUARD_BAND: f64 = 64.0;

/// Most columns and rows that are drawn to, so that arithmetic in 1/256 of a pixel stays exact.
const MAX_EXTENT: usize = 1 << 20;

/// The viewport transform, and the range of pixels that may be drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Viewport {
    viewport: Region,
    /// The first column and row that may be drawn.
    pub low: [i64; 2],
    /// One past the last.
    pub high: [i64; 2],
}

impl Viewport {
    /// Creates a viewport; only pixels within the bounds are drawn.
    pub(super) fn new(viewport: Region, bounds: [usize; 2]) -> Viewport {
        let low = [viewport.x, viewport.y];
        let high =
            [(viewport.x, viewport.width), (viewport.y, viewport.height)].map(|(start, len)| start.saturating_add(len));
        let high = [0, 1].map(|axis| high[axis].min(bounds[axis]).min(MAX_EXTENT) as i64);
        Viewport { viewport, low: low.map(|axis| axis.min(MAX_EXTENT) as i64), high }
    }

    /// Converts normalised device coordinates to pixels.
    pub(super) fn to_screen(self, x: f64, y: f64) -> [f64; 2] {
        [
            scale_to_extent(self.viewport.x, self.viewport.width, x),
            scale_to_extent(self.viewport.y, self.viewport.height, y),
        ]
    }

    /// Converts the position of a vertex to pixels.
    pub(super) fn vertex_to_screen(&self, end: &ClipVertex) -> [f64; 2] {
        let [x, y, _, w] = end.position;
        self.to_screen(x / w, y / w)
    }
}

#[inline]
fn scale_to_extent(start: usize, len: usize, at: f64) -> f64 {
    start as f64 + (at * 0.5 + 0.5) * len as f64
}

/// Converts to 1/256 of a pixel, clamped so that a product of two fits into 64 bits.
pub(super) fn to_fixed_point(place: f64) -> i64 {
    const FAR: f64 = (1 << 28) as f64;
    (place * 256.0).round_ties_even().clamp(-FAR, FAR) as i64
}

/// A vertex in clip space, with its weights relative to the corners before clipping.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClipVertex {
    position: [f64; 4],
    weights: [f64; 2],
}

impl ClipVertex {
    /// Creates a vertex.
    pub(super) fn new(position: [f32; 4], weights: [f64; 2]) -> ClipVertex {
        ClipVertex { position: position.map(f64::from), weights }
    }

    /// Projects it to the screen.
    pub(super) fn to_corner(self) -> Corner {
        let [_, _, z, w] = self.position;
        Corner { z: z / w * 0.5 + 0.5, over_w: 1.0 / w, weights: self.weights }
    }

    /// Interpolates between this vertex and another.
    fn mix_towards(&self, other: &ClipVertex, share: f64) -> ClipVertex {
        let mut new = *self;
        (0..4).for_each(|at| new.position[at] = mix_numbers(self.position[at], other.position[at], share));
        (0..2).for_each(|at| new.weights[at] = mix_numbers(self.weights[at], other.weights[at], share));
        new
    }
}

#[inline]
fn mix_numbers(from: f64, to: f64, share: f64) -> f64 {
    from + share * (to - from)
}

/// Clip planes, as signed distances: positive inside.
const CLIP_PLANES: [fn(&[f64; 4]) -> f64; 7] = [
    |[_, _, _, w]| w - f64::from(f32::MIN_POSITIVE),
    |[_, _, z, w]| w + z,
    |[_, _, z, w]| w - z,
    |[x, _, _, w]| GUARD_BAND * w - x,
    |[x, _, _, w]| GUARD_BAND * w + x,
    |[_, y, _, w]| GUARD_BAND * w - y,
    |[_, y, _, w]| GUARD_BAND * w + y,
];

/// Clips a polygon, or a line if not `closed`, to the visible volume.
pub(super) fn clip_polygon(mut ends: Vec<ClipVertex>, closed: bool) -> Vec<ClipVertex> {
    for side in CLIP_PLANES {
        let distances: Vec<f64> = ends.iter().map(|end| side(&end.position)).collect();
        if distances.iter().all(|&distance| distance >= 0.0) {
            continue;
        }
        let mut kept = Vec::with_capacity(ends.len() + 1);
        for (at, end) in ends.iter().enumerate() {
            if distances[at] >= 0.0 {
                kept.push(*end);
            }
            let next = if at + 1 < ends.len() { at + 1 } else { 0 };
            if (closed || next != 0) && (distances[at] >= 0.0) != (distances[next] >= 0.0) {
                // Always computed from the inside vertex, so that triangles on both sides of an edge cut it at the same
                // point.
                let (inside, outside) = if distances[at] >= 0.0 { (at, next) } else { (next, at) };
                let share = distances[inside] / (distances[inside] - distances[outside]);
                kept.push(ends[inside].mix_towards(&ends[outside], share));
            }
        }
        ends = kept;
    }
    ends
}

/// A triangle on the screen, counter-clockwise.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScreenTriangle {
    places: [[i64; 2]; 3],
    /// Twice its area.
    area: i64,
    corners: [Corner; 3],
}

impl ScreenTriangle {
    /// Clips a triangle and passes its visible parts to `each`, with true if its front is visible.
    pub(super) fn clip_to_screen(
        positions: [[f32; 4]; 3],
        screen: &Viewport,
        mut each: impl FnMut(ScreenTriangle, bool),
    ) {
        let weights = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        let ends = positions
            .iter()
            .zip(weights)
            .map(|(position, weights)| ClipVertex::new(*position, weights))
            .collect();
        let ends = clip_polygon(ends, true);
        let places: Vec<[i64; 2]> = ends
            .iter()
            .map(|end| screen.vertex_to_screen(end).map(to_fixed_point))
            .collect();
        let area = |at: usize| doubled_area([0, at, at + 1].map(|corner| places[corner]));
        let front = (1..ends.len().saturating_sub(1)).map(area).sum::<i64>() > 0;
        for at in 1..ends.len().saturating_sub(1) {
            let area = area(at);
            // Snapping may flip a sliver: nothing of it is drawn.
            if area == 0 || (area > 0) != front {
                continue;
            }
            let [a, b, c] = [0, at, at + 1];
            let order = if front { [a, b, c] } else { [a, c, b] };
            let corners = order.map(|corner| ends[corner].to_corner());
            each(ScreenTriangle { places: order.map(|corner| places[corner]), area: area.abs(), corners }, front);
        }
    }

    /// Edge function of the edge opposite a corner, at the middle of a pixel: twice the area of the triangle they
    /// form.
    fn edge_function(&self, corner: usize, [x, y]: [i64; 2]) -> i64 {
        doubled_area([self.places[(corner + 1) % 3], self.places[(corner + 2) % 3], [x * 256 + 128, y * 256 + 128]])
    }

    /// Returns the weights at the middle of a pixel.
    pub(super) fn barycentrics(&self, pixel: [u32; 2]) -> Barycentrics {
        let pixel = pixel.map(i64::from);
        interpolate_corners(
            &self.corners,
            [0, 1, 2].map(|corner| self.edge_function(corner, pixel) as f64 / self.area as f64),
        )
    }

    /// Emits the quads with its pixels.
    pub(super) fn emit_quads(&self, screen: &Viewport, quad: impl FnMut([u32; 2], u8)) {
        let ys = self.places.map(|[_, y]| y);
        let xs = self.places.map(|[x, _]| x);
        let rows = [find_least_pixel(ys), find_most_pixel(ys)];
        emit_rows(screen, rows, |y| self.span_row(y, xs), quad);
    }

    /// Returns the first and the last column of a row whose middles are inside; `xs` are those of the corners.
    #[inline(always)]
    fn span_row(&self, y: i64, xs: [i64; 3]) -> [i64; 2] {
        let mut span = [find_least_pixel(xs), find_most_pixel(xs)];
        for corner in 0..3 {
            let [a, b] = [self.places[(corner + 1) % 3], self.places[(corner + 2) % 3]];
            let [across, up] = [b[0] - a[0], b[1] - a[1]];
            let included = up < 0 || (up == 0 && across > 0);
            // At column x the edge function is `start - x * step`; it must be positive, or 0 if the edge is
            // included.
            let start = self.edge_function(corner, [0, y]) - i64::from(!included);
            let step = up * 256;
            match step {
                0 if start < 0 => return [0, -1],
                0 => {}
                1.. => span[1] = span[1].min(start.div_euclid(step)),
                _ => span[0] = span[0].max(-(start.div_euclid(-step))),
            }
        }
        span
    }
}

#[inline]
fn find_most_pixel(places: [i64; 3]) -> i64 {
    places.into_iter().fold(i64::MIN, i64::max).div_euclid(256)
}

#[inline]
fn find_least_pixel(places: [i64; 3]) -> i64 {
    places.into_iter().fold(i64::MAX, i64::min).div_euclid(256)
}

/// Twice the signed area of a triangle, positive if it is counter-clockwise.
fn doubled_area([a, b, c]: [[i64; 2]; 3]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Emits the quads of a range of rows; `span` returns the first and the last column of a row.
pub(super) fn emit_rows(
    screen: &Viewport,
    [from, to]: [i64; 2],
    span: impl Fn(i64) -> [i64; 2],
    mut quad: impl FnMut([u32; 2], u8),
) {
    let from = from.max(screen.low[1]);
    let to = to.min(screen.high[1] - 1);
    for pair in from.div_euclid(2)..=to.div_euclid(2) {
        let spans = [pair * 2, pair * 2 + 1].map(|y| {
            let [first, last] = if y < from || y > to { [0, -1] } else { span(y) };
            let [first, last] = [first.max(screen.low[0]), last.min(screen.high[0] - 1)];
            if first > last { [i64::MAX, i64::MIN] } else { [first, last] }
        });
        let first = spans[0][0].min(spans[1][0]);
        let last = spans[0][1].max(spans[1][1]);
        if first > last {
            continue;
        }
        for column in first / 2..=last / 2 {
            let mut coverage = 0;
            for bit in 0..4 {
                let [first, last] = spans[bit >> 1];
                let x = column * 2 + (bit as i64 & 1);
                coverage |= u8::from(first <= x && x <= last) << bit;
            }
            if coverage != 0 {
                quad([column as u32, pair as u32], coverage);
            }
        }
    }
}
