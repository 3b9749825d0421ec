//! Coverage against exact arithmetic, interpolation against the solution of the projection's equations.

use super::*;
use nalgebra::{Matrix3, Vector3};

const SIDE: usize = 64;

fn draw_triangles(
    kernel: &Assembly,
    format: Format,
    positions: &[[f32; 4]],
    varyings: &[[f32; 2]],
) -> (Storage, PassOutcome) {
    let vertex = passthrough_vertex(1);
    let storage = Storage::new(SIDE * SIDE * format.words());
    let positions = float_storage(positions.as_flattened());
    let varyings = float_storage(varyings.as_flattened());
    let attributes = [
        VertexStream { location: 0, storage: &positions, format: F4 },
        VertexStream { location: 1, storage: &varyings, format: F2 },
    ];
    let count = positions.len() / 4;
    let drawn = draw_pass_parallel(&RasterPass {
        vertex: Some((&vertex, &SlotBindings::default())),
        fragment: (kernel, &SlotBindings::default()),
        targets: &[whole_target(&storage, format, SIDE, SIDE)],
        mask: None,
        geometry: PassGeometry::Vertices { mode: Topology::Triangles, count, attributes: &attributes, size: [SIDE; 2] },
        blend: Some(Blend::Add),
        policy: &Policy::default(),
    })
    .unwrap();
    (storage, drawn)
}

/// Returns true if a sample is inside after it is moved right by an infinitesimal, and up by a far smaller
/// one: this is equivalent to the edge rule.
fn covers_pixel(corners: [[i64; 2]; 3], x: i64, y: i64) -> bool {
    let side = |a: [i64; 2], b: [i64; 2]| {
        let [ax, ay, bx, by] = [a[0], a[1], b[0], b[1]].map(i128::from);
        let px = i128::from(x * 256 + 128);
        let py = i128::from(y * 256 + 128);
        let scale = 1_i128 << 60;
        let px = px * scale + (1 << 30);
        let py = py * scale + 1;
        ((bx - ax) * (py - ay * scale) - (by - ay) * (px - ax * scale)).signum()
    };
    let [a, b, c] = corners;
    let sides = [side(a, b), side(b, c), side(c, a)];
    sides == [1; 3] || sides == [-1; 3]
}

#[test]
fn coverage_is_exact() {
    let kernel = constant_kernel(1.0);
    let mut random = TestRng(11, 0);
    let mut drawn_something = 0;
    for round in 0..400 {
        // Coarse grids make edges pass through the middles of pixels.
        let step = [1, 64, 128, 256][round % 4];
        let span = if round % 8 < 4 { 64 * 256 } else { 6 * 256 };
        let corner = |random: &mut TestRng| {
            [0; 2].map(|_: i64| {
                i64::from(random.draw_below(span / step as u32 + 1)) * step - if span > 2000 { 0 } else { 300 }
            })
        };
        let corners = [corner(&mut random), corner(&mut random), corner(&mut random)];
        let positions = corners.map(|corner| clip_position_at(SIDE as f32, corner, 0.0, 1.0));
        let (storage, drawn) = draw_triangles(&kernel, F1, &positions, &[[0.0; 2]; 3]);
        let expected: Vec<f32> = (0..SIDE * SIDE)
            .map(|at| f32::from(u8::from(covers_pixel(corners, (at % SIDE) as i64, (at / SIDE) as i64))))
            .collect();
        assert_eq!(read_floats(&storage), expected, "{corners:?}");
        assert_eq!(drawn.passed, expected.iter().map(|&one| one as u64).sum::<u64>());
        drawn_something += usize::from(drawn.passed > 0);
    }
    assert!(drawn_something > 200);
}

/// A mesh of jittered points, larger than the screen: every pixel is covered exactly once, for any orientation of the
/// triangles.
#[test]
fn shared_edges_are_covered_once() {
    let kernel = constant_kernel(1.0);
    for seed in 0..12 {
        let mut random = TestRng(seed, 0);
        let cells = 4 + seed as i64;
        let cell = 66 * 256 / cells + 1;
        let points: Vec<[i64; 2]> = (0..(cells + 1) * (cells + 1))
            .map(|at| {
                let column = at % (cells + 1);
                let row = at / (cells + 1);
                [column, row].map(|axis| {
                    let jitter =
                        if axis == 0 || axis == cells { 0 } else { i64::from(random.draw_below(cell as u32 / 3)) };
                    let place = axis * cell + jitter - 256;
                    if seed % 2 == 0 { place } else { place / 128 * 128 }
                })
            })
            .collect();
        let mut positions = vec![];
        for row in 0..cells {
            for column in 0..cells {
                let corner = |x: i64, y: i64| points[((row + y) * (cells + 1) + column + x) as usize];
                let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)];
                let pair = if random.draw_below(2) == 0 { [[a, b, c], [c, b, d]] } else { [[a, d, c], [b, a, d]] };
                positions.extend(
                    pair.into_iter()
                        .flatten()
                        .map(|place| clip_position_at(SIDE as f32, place, 0.0, 1.0)),
                );
            }
        }
        let varyings = vec![[0.0; 2]; positions.len()];
        let (storage, _) = draw_triangles(&kernel, F1, &positions, &varyings);
        assert_eq!(read_floats(&storage), vec![1.0; SIDE * SIDE], "seed {seed}");
    }
}

/// Returns the weights of the corners at a pixel: clip space is linear in them, and the pixel fixes x/w and y/w.
fn corner_weights(positions: &[[f32; 4]; 3], x: usize, y: usize) -> Option<Vector3<f64>> {
    let columns = positions.map(|[x, y, _, w]| Vector3::new(x, y, w).map(f64::from));
    let solved = Matrix3::from_columns(&columns).try_inverse()?
        * Vector3::new(to_device_coordinate(x), to_device_coordinate(y), 1.0);
    Some(solved / solved.sum())
}

fn to_device_coordinate(at: usize) -> f64 {
    (at as f64 + 0.5) / SIDE as f64 * 2.0 - 1.0
}

fn check_interpolation(positions: [[f32; 4]; 3], varyings: [[f32; 2]; 3], tolerance: f64) -> usize {
    let (storage, _) = draw_triangles(&varying_kernel(Interpolation::Smooth), F4, &positions, &varyings);
    let mut judged = 0;
    for (at, texel) in read_floats(&storage).chunks(4).enumerate().filter(|(_, texel)| texel[3] != 0.0) {
        let x = at % SIDE;
        let y = at / SIDE;
        let Some(weights) = corner_weights(&positions, x, y) else { continue };
        let of = |values: [f32; 3]| (0..3).map(|at| weights[at] * f64::from(values[at])).sum::<f64>();
        let [z, w] = [2, 3].map(|axis| of(positions.map(|position| position[axis])));
        let expected = [of(varyings.map(|v| v[0])), of(varyings.map(|v| v[1])), z / w * 0.5 + 0.5, 1.0 / w];
        for (given, expected) in texel.iter().zip(expected) {
            let bound = tolerance * (1.0 + expected.abs());
            assert!((f64::from(*given) - expected).abs() <= bound, "{x},{y}: {given} for {expected}");
        }
        // Inside, up to the shift by snapping.
        assert!(weights.iter().all(|&weight| weight > -0.2), "{x},{y}: {weights}");
        assert!(z.abs() <= w.abs() * 1.05, "{x},{y}: beyond the near or far plane");
        judged += 1;
    }
    judged
}

#[test]
fn varyings_are_interpolated_in_perspective() {
    let mut random = TestRng(5, 0);
    let mut judged = 0;
    for _ in 0..40 {
        let positions = [(); 3].map(|()| {
            let place = [0; 2].map(|_: i64| i64::from(random.draw_below(64 * 256)));
            // Powers of two keep positions on the screen exact.
            let w = [0.25, 0.5, 1.0, 4.0][random.draw_below(4) as usize];
            clip_position_at(SIDE as f32, place, random.draw_below(200) as f32 / 100.0 - 1.0, w)
        });
        let varyings = [(); 3].map(|()| [random.draw_below(1000) as f32 / 10.0 - 50.0, random.draw_below(100) as f32]);
        judged += check_interpolation(positions, varyings, 2e-6);
    }
    assert!(judged > 5000, "{judged}");
}

/// Corners behind the eye, in front of the near plane, and far outside.
#[test]
fn clipped_triangles_keep_their_varyings() {
    let mut random = TestRng(7, 0);
    let mut judged = 0;
    for _ in 0..60 {
        let positions = [(); 3].map(|()| {
            [
                draw_axis(3.0, &mut random),
                draw_axis(3.0, &mut random),
                draw_axis(1.5, &mut random),
                draw_axis(1.0, &mut random) + 0.6,
            ]
        });
        let varyings = [(); 3].map(|()| [random.draw_below(100) as f32 / 100.0, random.draw_below(100) as f32 / 100.0]);
        if corner_weights(&positions, 0, 0).is_some() {
            judged += check_interpolation(positions, varyings, 0.05);
        }
    }
    assert!(judged > 5000, "{judged}");
}

fn draw_axis(scale: f32, random: &mut TestRng) -> f32 {
    (random.draw_below(2001) as f32 / 1000.0 - 1.0) * scale
}

#[test]
fn what_is_behind_the_eye_is_not_drawn() {
    let kernel = constant_kernel(1.0);
    let behind = [[-3.0, -3.0, 0.0, -1.0], [3.0, -3.0, 0.0, -1.0], [0.0, 3.0, 0.0, -1.0]];
    let beyond = [[-3.0, -3.0, 2.0, 1.0], [3.0, -3.0, 2.0, 1.0], [0.0, 3.0, 2.0, 1.0]];
    let nowhere = [[-3.0, -3.0, f32::NAN, 1.0], [3.0, -3.0, 0.0, 1.0], [0.0, 3.0, 0.0, 1.0]];
    let endless = [[-3.0, f32::INFINITY, 0.0, 1.0], [3.0, -3.0, 0.0, 1.0], [0.0, 3.0, 0.0, 1.0]];
    let flat = [[0.0, 0.0, 0.0, 0.0]; 3];
    for positions in [behind, beyond, nowhere, endless, flat] {
        assert_eq!(draw_triangles(&kernel, F1, &positions, &[[0.0; 2]; 3]).1, PassOutcome::NOTHING, "{positions:?}");
    }
    assert_eq!(draw_triangles(&kernel, F1, &make_large_triangle(1e9), &[[0.0; 2]; 3]).1.passed, (SIDE * SIDE) as u64);
    // With too few digits left for the screen, anything may be drawn, but the pass ends.
    assert_eq!(draw_triangles(&kernel, F1, &make_large_triangle(3e38), &[[0.0; 2]; 3]).1.ending, Ending::Complete);
}

fn make_large_triangle(by: f32) -> [[f32; 4]; 3] {
    [[-by, -by, 0.0, 1.0], [by, -by, 0.0, 1.0], [0.0, by, 0.0, 1.0]]
}

/// Flat is the value of the last corner, bit for bit; linear ignores w; a front is counter-clockwise.
#[test]
fn flat_linear_and_facing() {
    let corners = [[0, 0], [64 * 256, 0], [0, 64 * 256]];
    let positions: Vec<[f32; 4]> = corners
        .iter()
        .zip([1.0, 4.0, 0.5])
        .map(|(&corner, w)| clip_position_at(64.0, corner, 0.0, w))
        .collect();
    let varyings = [[0.0, 1.0], [64.0, 2.0], [0.0, f32::from_bits(77)]];
    let (storage, _) = draw_triangles(&varying_kernel(Interpolation::Flat), F4, &positions, &varyings);
    assert_eq!(storage.load(1), 77);
    assert_eq!(f32::from_bits(storage.load(0)), 0.0);

    let (storage, _) =
        draw_triangles(&varying_kernel(Interpolation::Linear), F4, &positions, &[[0.0; 2], [64.0, 0.0], [0.0, 64.0]]);
    for (at, texel) in read_floats(&storage).chunks(4).enumerate().filter(|(_, texel)| texel[3] != 0.0) {
        assert_eq!(texel[..2], [(at % SIDE) as f32 + 0.5, (at / SIDE) as f32 + 0.5]);
    }

    let mut code = CodeBuilder::for_fragment();
    let front = code.add_input(StageInput::FrontFacing);
    let number = code.add_input(StageInput::PrimitiveId);
    let one = code.word_constant(1);
    let front = code.push_binary(Binary::And, front, one);
    let front = code.push_unary(Unary::UintToFloat, front);
    let number = code.push_unary(Unary::UintToFloat, number);
    let kernel = code.with_colour(0, &[front, number]).finish();
    let lower = [[0, 0], [16 * 256, 0], [0, 16 * 256]];
    let upper = [[64 * 256, 64 * 256], [64 * 256, 32 * 256], [32 * 256, 64 * 256]].map(|[x, y]| [x, y]);
    let clockwise = [upper[0], upper[1], upper[2]];
    let positions: Vec<[f32; 4]> = lower
        .iter()
        .chain(&clockwise)
        .map(|&corner| clip_position_at(64.0, corner, 0.0, 1.0))
        .collect();
    let (storage, _) = draw_triangles(&kernel, F2, &positions, &[[0.0; 2]; 6]);
    let texels = read_floats(&storage);
    assert_eq!(texels[..2], [1.0, 0.0]);
    assert_eq!(texels[(SIDE * SIDE - 1) * 2..], [0.0, 1.0]);
}
