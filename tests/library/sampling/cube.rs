//! Sampling of cubes, against a truth that knows of their faces nothing but where they lie.

use super::{ANYWHERE, BORDER, INSIDE, Largest, WRAPS, fraction, kernel, sampled};
use crate::machine::machines;
use gristmill::{Device, Layout, Sampling, random};
use std::collections::HashMap;

/// A place on the surface: of the cube from -side to side along each axis, so that corners of texels are whole.
type Point = [i64; 3];

/// The point of a face, a side wide on either side, by the table of the GL specification (8.19 in 4.5).
fn on_face(face: usize, [u, v]: [f64; 2], side: f64) -> [f64; 3] {
    match face {
        0 => [side, -v, -u],
        1 => [-side, -v, u],
        2 => [u, side, v],
        3 => [u, -side, -v],
        4 => [u, -v, side],
        _ => [-u, -v, -side],
    }
}

/// A corner of a texel.
fn corner(face: usize, [x, y]: [i64; 2], side: i64) -> Point {
    on_face(face, [(2 * x - side) as f64, (2 * y - side) as f64], side as f64).map(|at| at as i64)
}

/// The texels, as (face, column, line).
type Texel = (usize, i64, i64);

/// A cube: which texels touch at a corner of theirs, whatever faces they are of.
struct Cube<'a> {
    side: i64,
    texels: &'a [[f64; 4]],
    touch: HashMap<Point, Vec<Texel>>,
}

/// A sample; how far apart the texels are that it is of; and the weight of a fourth one beyond a cube's corner.
struct Exact {
    value: [f64; 4],
    differ: [f64; 4],
    corner: f64,
}

const AROUND: [[i64; 2]; 4] = [[0, 0], [1, 0], [0, 1], [1, 1]];

impl Cube<'_> {
    fn new(side: usize, texels: &[[f64; 4]]) -> Cube<'_> {
        let side = side as i64;
        let mut touch: HashMap<Point, Vec<Texel>> = HashMap::new();
        for face in 0..6 {
            for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
                for [dx, dy] in AROUND {
                    touch
                        .entry(corner(face, [x + dx, y + dy], side))
                        .or_default()
                        .push((face, x, y));
                }
            }
        }
        Cube { side, texels, touch }
    }

    fn texel(&self, (face, x, y): Texel) -> [f64; 4] {
        self.texels[((face as i64 * self.side + y) * self.side + x) as usize]
    }

    /// The texels that stand for one which may lie one beyond an edge of its face: itself; the one of the next
    /// face that has the same two corners; or beyond a corner of the cube the three that meet there.
    fn stand_in(&self, face: usize, x: i64, y: i64) -> Vec<Texel> {
        let last = self.side - 1;
        let (near_x, near_y) = (x.clamp(0, last), y.clamp(0, last));
        if (near_x, near_y) == (x, y) {
            return vec![(face, x, y)];
        }
        // Corners of the texel at the edge that the one outside has too.
        let shared: Vec<Point> = AROUND
            .into_iter()
            .map(|[dx, dy]| [near_x + dx, near_y + dy])
            .filter(|[cx, cy]| (x..=x + 1).contains(cx) && (y..=y + 1).contains(cy))
            .map(|at| corner(face, at, self.side))
            .collect();
        let all: Vec<Texel> = self.touch[&shared[0]]
            .iter()
            .copied()
            .filter(|texel| shared.iter().all(|point| self.touch[point].contains(texel)))
            .collect();
        if shared.len() == 1 { all } else { all.into_iter().filter(|texel| texel.0 != face).collect() }
    }

    fn sample(&self, direction: [f32; 4], linear: bool) -> Exact {
        let [x, y, z] = [0, 1, 2].map(|axis| f64::from(direction[axis]));
        let longest = x.abs().max(y.abs()).max(z.abs());
        let [x, y, z] = [x, y, z].map(|part| part / longest);
        let (face, [u, v]) = if x.abs() == 1.0 {
            if x > 0.0 { (0, [-z, -y]) } else { (1, [z, -y]) }
        } else if y.abs() == 1.0 {
            if y > 0.0 { (2, [x, z]) } else { (3, [x, -z]) }
        } else if z > 0.0 {
            (4, [x, -y])
        } else {
            (5, [-x, -y])
        };
        let [s, t] = [u, v].map(|part| (part + 1.0) / 2.0 * self.side as f64);
        if !linear {
            let [x, y] = [s, t].map(|at| (at.floor() as i64).clamp(0, self.side - 1));
            return Exact { value: self.texel((face, x, y)), differ: [0.0; 4], corner: 0.0 };
        }
        let [low_x, low_y] = [s, t].map(|at| (at - 0.5).floor());
        let [part_x, part_y] = [s - 0.5 - low_x, t - 0.5 - low_y];
        let (mut least, mut most) = ([f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
        let (mut value, mut corner) = ([0.0; 4], 0.0);
        for [dx, dy] in AROUND {
            let along = |step: i64, part: f64| if step == 0 { 1.0 - part } else { part };
            let weight = along(dx, part_x) * along(dy, part_y);
            let texels = self.stand_in(face, low_x as i64 + dx, low_y as i64 + dy);
            if texels.len() == 3 {
                corner = weight;
            }
            for texel in texels.iter().map(|texel| self.texel(*texel)) {
                for lane in 0..4 {
                    value[lane] += weight / texels.len() as f64 * texel[lane];
                    least[lane] = texel[lane].min(least[lane]);
                    most[lane] = texel[lane].max(most[lane]);
                }
            }
        }
        Exact { value, differ: [0, 1, 2, 3].map(|lane| most[lane] - least[lane]), corner }
    }
}

/// Directions to places of every face, short and long; none so near to an edge that rounding picks the face.
fn directions(side: usize, parts: &[f64]) -> Vec<[f32; 4]> {
    let along: Vec<f64> = (0..side)
        .flat_map(|texel| parts.iter().map(move |part| (texel as f64 + part) / side as f64 * 2.0 - 1.0))
        .filter(|at| at.abs() < 0.999)
        .collect();
    let few = along.len().min(40);
    let mut all = Vec::new();
    for face in 0..6 {
        for turn in 0..few * few {
            let pick = |lane: u32| match few < along.len() {
                true => along[random::word(7, turn as u32, lane) as usize % along.len()],
                false => along[if lane == 0 { turn % few } else { turn / few }],
            };
            let long = f64::from(random::uniform(8, turn as u32, 0)) * 20.0 + 0.05;
            let [x, y, z] = on_face(face, [pick(0), pick(1)], 1.0).map(|part| (part * long) as f32);
            all.push([x, y, z, 0.0]);
        }
    }
    all
}

/// Returns the most by which a machine may be off, as in two dimensions. OpenGL leaves the value
/// beyond a corner of the cube to the driver, as long as it is made of the texels that meet there.
/// llvmpipe and the emulator have the mean that it recommends.
fn bound(device: &Device, side: usize, exact: &Exact, lane: usize) -> f64 {
    let (weight, corner) = match fraction(device, false) {
        None => (4.0 * side as f64 * f64::from(f32::EPSILON), 0.0),
        Some(bits) => (0.5_f64.powi(bits), exact.corner),
    };
    exact.differ[lane] * (2.0 * weight + corner) + 80.0 * f64::from(f32::EPSILON)
}

#[test]
fn cubes() {
    let (mut seen, mut at_corners) = (Largest::default(), Largest::default());
    for device in machines() {
        let kernel = device.kernel(&kernel("samplerCube", "xyz")).unwrap();
        for side in [1, 2, 3, 5, 7, 64] {
            let fours: Vec<[f32; 4]> = (0..6 * side as u32 * side as u32)
                .map(|i| [0, 1, 2, 3].map(|lane| random::uniform(5, i, lane) * 20.0 - 10.0))
                .collect();
            let texels: Vec<[f64; 4]> = fours.iter().map(|four| four.map(f64::from)).collect();
            let cube = Cube::new(side, &texels);
            let stream = device.stream_in(Layout::Cube, [side, side, 6], &fours).unwrap();
            for linear in [false, true] {
                let filter = if linear { Sampling::linear() } else { Sampling::nearest() };
                let directions = directions(side, if linear { &ANYWHERE } else { &INSIDE });
                let exact: Vec<Exact> = directions.iter().map(|at| cube.sample(*at, linear)).collect();
                // Faces go on on each other, whatever is asked for beyond their edges.
                for wraps in WRAPS {
                    let sampling = filter.border(BORDER).wraps(wraps);
                    let found = sampled(&device, &kernel, &stream, sampling, &directions);
                    for ((direction, exact), found) in directions.iter().zip(&exact).zip(found) {
                        for (lane, found) in found.iter().enumerate() {
                            let off = (f64::from(*found) - exact.value[lane]).abs();
                            let most = if linear { bound(&device, side, exact, lane) } else { 0.0 };
                            assert!(
                                off <= most,
                                "{} {}: a cube of {side}, {wraps:?}, at {direction:?}, lane {lane}: {} for {}, off by {off:e} of at most {most:e}",
                                device.info().name,
                                device.era(),
                                *found,
                                exact.value[lane]
                            );
                            if linear && exact.differ[lane] > 0.0 {
                                let seen = if exact.corner > 0.0 { &mut at_corners } else { &mut seen };
                                seen.note(&device, off / exact.differ[lane]);
                            }
                        }
                    }
                }
            }
        }
    }
    seen.print("cubes");
    at_corners.print("cubes, at corners");
}
