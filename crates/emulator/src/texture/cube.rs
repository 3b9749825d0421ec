//! Faces of a cube: the face and place that a direction meets, and the neighbours across a face's edge.
//!
//! A face has its own axes: `s` and `t` along it and `m` out of it. Faces are numbered like layers:
//! +x, -x, +y, -y, +z, -z.

/// Converts a direction to a face's axes, without the division by `m`.
fn onto_face(face: usize, [x, y, z]: [f32; 3]) -> [f32; 3] {
    match face {
        0 => [-z, -y, x],
        1 => [z, -y, -x],
        2 => [x, z, y],
        3 => [x, -z, -y],
        4 => [x, -y, z],
        _ => [-x, -y, -z],
    }
}

/// Converts a direction from a face's axes.
fn from_face(face: usize, [s, t, m]: [f32; 3]) -> [f32; 3] {
    match face {
        0 => [m, -t, -s],
        1 => [-m, -t, s],
        2 => [s, m, t],
        3 => [s, -m, -t],
        4 => [s, -t, m],
        _ => [-s, -t, -m],
    }
}

/// Returns the face that a direction meets: that of its longest component. Ties go to x before y, and y before z.
fn face_of([x, y, z]: [f32; 3]) -> usize {
    if x.abs() >= y.abs() && x.abs() >= z.abs() {
        index_sign(x)
    } else if y.abs() >= z.abs() {
        2 + index_sign(y)
    } else {
        4 + index_sign(z)
    }
}

#[inline(always)]
fn index_sign(component: f32) -> usize {
    usize::from(component < 0.0)
}

/// Returns the face that a direction meets, and the place on it from 0 to 1. A zero direction meets some face at
/// NaN.
pub(super) fn place_on_face(direction: [f32; 3]) -> (usize, [f32; 2]) {
    let face = face_of(direction);
    let [s, t, m] = onto_face(face, direction);
    (face, [0.5 * (s / m + 1.0), 0.5 * (t / m + 1.0)])
}

/// Returns the change of the place on a face when the direction changes.
pub(super) fn change_on_face(direction: [f32; 4], change: [f32; 3]) -> [f32; 3] {
    let [x, y, z, _] = direction;
    let face = face_of([x, y, z]);
    let [s, t, m] = onto_face(face, [x, y, z]);
    let [by_s, by_t, by_m] = onto_face(face, change);
    // Derivatives of s / m and t / m; the division by m comes first, so that a long direction does not overflow.
    let along = |place: f32, by: f32| 0.5 * (by / m - (place / m) * (by_m / m));
    [along(s, by_s), along(t, by_t), 0.0]
}

/// The texel at a place at most one beyond a face's edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Neighbour {
    /// A texel of some face.
    Texel { face: usize, column: i32, line: i32 },
    /// Beyond two edges at once: three faces meet there and there is no fourth texel. Holds the three.
    Corner([(usize, i32, i32); 3]),
}

/// Finds the texel at a place that may be one beyond the edge of a face with `side` texels to a side.
pub(super) fn find_neighbour(face: usize, column: i32, line: i32, side: i32) -> Neighbour {
    match ((0..side).contains(&column), (0..side).contains(&line)) {
        (true, true) => Neighbour::Texel { face, column, line },
        (false, false) => {
            let last_column = column.min(side - 1).max(0);
            let last_line = line.min(side - 1).max(0);
            let beside = over_edge(face, column, last_line, side);
            let above = over_edge(face, last_column, line, side);
            Neighbour::Corner([(face, last_column, last_line), beside, above])
        }
        _ => {
            let (face, column, line) = over_edge(face, column, line, side);
            Neighbour::Texel { face, column, line }
        }
    }
}

/// Folds a place one beyond an edge onto the next face: half a texel beyond the edge becomes half a texel down
/// that face.
///
/// The cube is as large as a face has texels, centred at 0, in units of half texels; so all numbers are integers
/// and small.
fn over_edge(face: usize, column: i32, line: i32, side: i32) -> (usize, i32, i32) {
    let length = side as f32;
    let folded = [find_texel_middle(column, side), find_texel_middle(line, side)].map(|at| at.max(-length).min(length));
    let place = from_face(face, [folded[0], folded[1], length - 1.0]);
    let face = face_of(place);
    let [s, t, _] = onto_face(face, place);
    (face, find_texel_index(s, side), find_texel_index(t, side))
}

#[inline(always)]
fn find_texel_middle(at: i32, side: i32) -> f32 {
    (2 * at.max(-1).min(side) + 1 - side) as f32
}

#[inline(always)]
fn find_texel_index(at: f32, side: i32) -> i32 {
    (at as i32 + side - 1) / 2
}
