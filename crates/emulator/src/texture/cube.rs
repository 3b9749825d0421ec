//! Faces of a cube: which one a direction meets and where, and what lies beyond a face's edge.
//!
//! A face has its own axes: `s` and `t` along it and `m` out of it. Faces are numbered as their layers are:
//! +x, -x, +y, -y, +z, -z.

/// A direction in a face's axes, not divided by `m`.
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

/// The way back.
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

/// The face that a direction meets: its longest component's. Of two as long x goes before y, and y before z.
fn face_of([x, y, z]: [f32; 3]) -> usize {
    let behind = |component: f32| usize::from(component < 0.0);
    if x.abs() >= y.abs() && x.abs() >= z.abs() {
        behind(x)
    } else if y.abs() >= z.abs() {
        2 + behind(y)
    } else {
        4 + behind(z)
    }
}

/// The face that a direction meets, and the place on it from 0 to 1. No direction at all meets some face at
/// not-a-number.
pub(super) fn place_on_face(direction: [f32; 3]) -> (usize, [f32; 2]) {
    let face = face_of(direction);
    let [s, t, m] = onto_face(face, direction);
    (face, [0.5 * (s / m + 1.0), 0.5 * (t / m + 1.0)])
}

/// How the place on a face changes when the direction does.
pub(super) fn change_on_face(direction: [f32; 4], change: [f32; 3]) -> [f32; 3] {
    let [x, y, z, _] = direction;
    let face = face_of([x, y, z]);
    let [s, t, m] = onto_face(face, [x, y, z]);
    let [by_s, by_t, by_m] = onto_face(face, change);
    // Of s / m and t / m; the division by m comes first, so that a long direction does not overflow.
    let along = |place: f32, by: f32| 0.5 * (by / m - (place / m) * (by_m / m));
    [along(s, by_s), along(t, by_t), 0.0]
}

/// What a texel that is at most one beyond a face's edge is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Neighbour {
    /// A texel of some face.
    Texel { face: usize, column: i32, line: i32 },
    /// Beyond two edges at once: three faces meet there and there is no fourth texel. These are the three.
    Corner([(usize, i32, i32); 3]),
}

/// The texel at a place that may lie one beyond the edge of a face with so many texels to a side.
pub(super) fn neighbour(face: usize, column: i32, line: i32, side: i32) -> Neighbour {
    let inside = |at: i32| at >= 0 && at < side;
    match (inside(column), inside(line)) {
        (true, true) => Neighbour::Texel { face, column, line },
        (false, false) => {
            let (last_column, last_line) = (column.min(side - 1).max(0), line.min(side - 1).max(0));
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

/// A texel one beyond one edge, folded over it: what was beyond the face by half a texel lies half a texel
/// down the next.
///
/// The cube is as large as a face has texels and its middle is 0, in half texels; so all numbers are whole
/// and small.
fn over_edge(face: usize, column: i32, line: i32, side: i32) -> (usize, i32, i32) {
    let length = side as f32;
    let middle = |at: i32| (2 * at.max(-1).min(side) + 1 - side) as f32;
    let folded = [middle(column), middle(line)].map(|at| at.max(-length).min(length));
    let place = from_face(face, [folded[0], folded[1], length - 1.0]);
    let face = face_of(place);
    let [s, t, _] = onto_face(face, place);
    let index = |at: f32| (at as i32 + side - 1) / 2;
    (face, index(s), index(t))
}
