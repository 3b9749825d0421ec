//! Cubes against the specification's table of faces, and edges against distances in space.

use super::super::cube::{Neighbour, find_neighbour};
use super::*;

/// The specification's table 8.19: for each face the axis and sign of `s`, `t` and of the longest component.
const TABLE: [[(usize, f64); 3]; 6] = [
    [(2, -1.0), (1, -1.0), (0, 1.0)],
    [(2, 1.0), (1, -1.0), (0, -1.0)],
    [(0, 1.0), (2, 1.0), (1, 1.0)],
    [(0, 1.0), (2, -1.0), (1, -1.0)],
    [(0, 1.0), (1, -1.0), (2, 1.0)],
    [(0, -1.0), (1, -1.0), (2, -1.0)],
];

/// Returns the position in space of a place on a face, both from -1 to 1.
fn in_space(face: usize, s: f64, t: f64) -> [f64; 3] {
    let mut place = [0.0; 3];
    for ((axis, sign), along) in TABLE[face].into_iter().zip([s, t, 1.0]) {
        place[axis] = sign * along;
    }
    place
}

/// Returns a texel's middle in space, also for one outside the face.
fn texel_middle(face: usize, column: i32, line: i32, side: i32) -> [f64; 3] {
    in_space(face, place_along(column, side), place_along(line, side))
}

fn place_along(at: i32, side: i32) -> f64 {
    (2.0 * f64::from(at) + 1.0) / f64::from(side) - 1.0
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|at| (a[at] - b[at]).powi(2)).sum::<f64>().sqrt()
}

fn all_texels(side: i32) -> impl Iterator<Item = (usize, i32, i32)> {
    (0..6).flat_map(move |face| (0..side * side).map(move |at| (face, at % side, at / side)))
}

#[test]
fn a_direction_meets_its_texel() {
    for side in [1, 3, 8] {
        let texture = filled_texture(Dimension::Cube, false, [side, side, 6], 1, "r32ui", |at| at as u32);
        for (face, column, line) in all_texels(side as i32) {
            // Anywhere within the texel, at any length of the direction.
            for turn in 0..5 {
                let within = |at: i32, by: usize| {
                    (2.0 * f64::from(at) + 1.0 + 0.9 * f64::from(noise_at(turn * 2 + by))) / side as f64 - 1.0
                };
                let long = [1.0, 0.01, 1e30, 1e-30, 7.0][turn];
                let [x, y, z] = in_space(face, within(column, 0), within(line, 1)).map(|part| (part * long) as f32);
                let truth = (face * side + line as usize) * side + column as usize;
                let seen = texture.sample([x, y, z, 0.0], Lod::Explicit(0.0), 0.0, [0; 3], None, &mut |_| ());
                assert_eq!(seen[0] as usize, truth, "{side}: {face} {column} {line}");
            }
        }
    }
}

#[test]
fn cubes_of_an_array_follow_each_other() {
    let texture = filled_texture(Dimension::Cube, true, [1, 1, 18], 1, "r32f", |at| (at as f32).to_bits());
    assert_eq!(sample_floats(&texture, [0.1, -1.0, 0.2, 0.0])[0], 3.0);
    assert_eq!(sample_floats(&texture, [0.1, 0.3, -1.0, 1.0])[0], 11.0);
    assert_eq!(sample_floats(&texture, [0.1, 0.3, -1.0, 9.0])[0], 17.0);
    assert_eq!(texture.load_texel([0, 0, 16], 0).texel[0], 16.0_f32.to_bits());
}

#[test]
fn beyond_an_edge_is_the_nearest_texel_in_space() {
    for side in [1, 2, 3, 5, 8] {
        for face in 0..6 {
            for (column, line) in (-1..=side).flat_map(|line| (-1..=side).map(move |column| (column, line))) {
                let asked = texel_middle(face, column, line, side);
                let far = |(face, column, line): &(usize, i32, i32)| {
                    distance(asked, texel_middle(*face, *column, *line, side))
                };
                let seen = find_neighbour(face, column, line, side);
                if !(0..side).contains(&column) && !(0..side).contains(&line) {
                    // Three faces meet at the corner; their texels there are equally far from it.
                    let corner = asked.map(f64::signum);
                    let Neighbour::Corner(mut three) = seen else { panic!("no corner at {column}, {line}") };
                    let from_corner = |(face, column, line): &(usize, i32, i32)| {
                        distance(corner, texel_middle(*face, *column, *line, side))
                    };
                    let least = all_texels(side).map(|texel| from_corner(&texel)).fold(f64::MAX, f64::min);
                    let mut truth: Vec<_> =
                        all_texels(side).filter(|texel| from_corner(texel) < least + 1e-9).collect();
                    truth.sort();
                    three.sort();
                    assert_eq!(three.to_vec(), truth, "{side}: {face} {column} {line}");
                    continue;
                }
                let truth = all_texels(side).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap();
                let (face_seen, column_seen, line_seen) = truth;
                let truth = Neighbour::Texel { face: face_seen, column: column_seen, line: line_seen };
                assert_eq!(seen, truth, "{side}: {face} {column} {line}");
            }
        }
    }
}

#[test]
fn nothing_jumps_at_edges() {
    for side in [1, 3, 4] {
        let mut texture = noisy_texture(Dimension::Cube, false, [side, side, 6], 1, "rgba32f");
        texture.sampling.magnify = Filter::Linear;
        for turn in 0..400 {
            // A place on an edge of the cube, from both sides.
            let edge = turn % 3;
            let other = (turn + 1 + turn / 3 % 2) % 3;
            let mut place = [0.0_f32; 3];
            place[edge] = 1.0_f32.copysign(noise_at(turn));
            place[other] = 1.0_f32.copysign(noise_at(turn + 1));
            place[3 - edge - other] = noise_at(turn + 2);
            let mut one = place;
            let mut two = place;
            one[edge] *= 1.000_001;
            two[other] *= 1.000_001;
            let [a, b] = [one, two].map(|[x, y, z]| sample_floats(&texture, [x, y, z, 0.0]));
            for lane in 0..4 {
                assert!((a[lane] - b[lane]).abs() < 1e-4, "{side} at {place:?}: {a:?} and {b:?}");
            }
        }
    }
}

#[test]
fn inside_a_face_linear_is_that_of_a_plane() {
    let mut cube = noisy_texture(Dimension::Cube, false, [5, 5, 6], 1, "r32f");
    cube.sampling.magnify = Filter::Linear;
    let mut plane = noisy_texture(Dimension::D2, true, [5, 5, 6], 1, "r32f");
    plane.sampling.magnify = Filter::Linear;
    for turn in 0..300 {
        let face = turn % 6;
        let s = 0.79 * noise_at(turn);
        let t = 0.79 * noise_at(turn + 7);
        let [x, y, z] = in_space(face, f64::from(s), f64::from(t)).map(|part| part as f32);
        let flat = sample_floats(&plane, [(s + 1.0) / 2.0, (t + 1.0) / 2.0, face as f32, 0.0])[0];
        assert!((sample_floats(&cube, [x, y, z, 0.0])[0] - flat).abs() < 1e-5);
    }
}

#[test]
fn gather_goes_round_the_corner_too() {
    let texture = filled_texture(Dimension::Cube, false, [2, 2, 6], 1, "r32ui", |at| at as u32);
    // The middle of face +z, and a place at its left edge: two texels are those of the adjacent -x.
    let none = &mut |_| ();
    assert_eq!(texture.gather([0.0, 0.0, 1.0, 0.0], 0, [0, 0], None, none), [18, 19, 17, 16]);
    assert_eq!(texture.gather([-0.9, 0.0, 1.0, 0.0], 0, [0, 0], None, none), [7, 18, 16, 5]);
}
