//! The cells near a triangle.

use nalgebra::Vector3;

/// Distance from a cell, relative to its side, within which its list includes a triangle: larger than any rounding
/// error of a ray's position.
pub(super) const MARGIN: f64 = 1.0 / 256.0;

/// Finds the cells near a triangle, in units of cells.
pub(super) fn overlapped_cells(corners: &[Vector3<f64>; 3], sides: [usize; 3]) -> Vec<[usize; 3]> {
    let [a, b, c] = corners;
    let low = a.inf(b).inf(c);
    let high = a.sup(b).sup(c);
    let range = |axis: usize| {
        let last = (sides[axis] - 1) as f64;
        clamp_cell(low[axis] - MARGIN, last)..=clamp_cell(high[axis] + MARGIN, last)
    };
    let mut cells = Vec::new();
    for z in range(2) {
        for y in range(1) {
            for x in range(0) {
                let middle = Vector3::new(x as f64 + 0.5, y as f64 + 0.5, z as f64 + 0.5);
                if overlaps_cube(&corners.map(|corner| corner - middle), 0.5 + MARGIN) {
                    cells.push([x, y, z]);
                }
            }
        }
    }
    cells
}

fn clamp_cell(place: f64, last: f64) -> usize {
    place.floor().clamp(0.0, last) as usize
}

/// Returns true if a triangle and a cube around the origin overlap: no axis separates them (Akenine-Möller, Fast 3D
/// Triangle-Box Overlap Testing, 2001).
fn overlaps_cube(corners: &[Vector3<f64>; 3], half: f64) -> bool {
    let [a, b, c] = corners;
    let edges = [b - a, c - b, a - c];
    let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
    let crossed = edges.iter().flat_map(|edge| axes.iter().map(move |axis| axis.cross(edge)));
    !axes
        .into_iter()
        .chain(crossed)
        .chain([edges[0].cross(&edges[1])])
        .any(|axis: Vector3<f64>| {
            let [p, q, r] = [a, b, c].map(|corner| corner.dot(&axis));
            let reach = half * axis.abs().sum();
            p.min(q).min(r) > reach || p.max(q).max(r) < -reach
        })
}
