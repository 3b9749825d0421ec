//! Tests of regions without a vertex stage.

use super::*;

const REGIONS: [(usize, usize, usize, usize, usize, usize); 9] = [
    (1, 1, 0, 0, 1, 1),
    (1, 7, 0, 0, 1, 7),
    (7, 1, 0, 0, 7, 1),
    (33, 17, 0, 0, 33, 17),
    (33, 17, 5, 3, 21, 11),
    (33, 17, 32, 16, 1, 1),
    (64, 4, 1, 1, 62, 2),
    (129, 5, 127, 0, 2, 5),
    (9, 9, 3, 0, 3, 9),
];

/// Each pixel of the region is drawn once, and no other, for any number of lanes and threads, observed or not.
#[test]
fn each_pixel_once() {
    for quads in [false, true] {
        let kernel = Assembly { needs_quads: quads, ..position_code().finish() };
        for (width, height, x, y, columns, rows) in REGIONS {
            let expected: Vec<f32> = (0..width * height)
                .map(|at| {
                    let px = at % width;
                    let py = at / width;
                    let inside = (x..x + columns).contains(&px) && (y..y + rows).contains(&py);
                    if inside { 7.0 + px as f32 + 0.5 + 1000.0 * (py as f32 + 0.5) } else { 7.0 }
                })
                .collect();
            for lanes in [1, 2, 3, 4, 7, 31, 32, 33, 34, 64] {
                let run = |how: &dyn Fn(&RasterPass) -> PassOutcome| {
                    let storage = float_storage(&vec![7.0; width * height]);
                    let drawn = how(&RasterPass {
                        vertex: None,
                        fragment: (&kernel, &SlotBindings::default()),
                        targets: &[whole_target(&storage, F1, width, height)],
                        mask: None,
                        geometry: PassGeometry::Regions(&[region_at(x, y, columns, rows)]),
                        blend: Some(Blend::Add),
                        policy: &policy_of_width(lanes),
                    });
                    let passed = (columns * rows) as u64;
                    assert_eq!(drawn, PassOutcome { passed, pixels: drawn.pixels, ..PassOutcome::NOTHING });
                    assert_eq!(read_floats(&storage), expected, "{width}x{height}, {lanes} lanes, quads {quads}");
                    drawn.pixels
                };
                // Pixels are counted only for an observer.
                assert_eq!(run(&|pass| draw_pass(pass, &mut ()).unwrap()), 0);
                assert_eq!(run(&|pass| draw_pass_parallel(pass).unwrap()), 0);
                let heard = run(&|pass| {
                    let mut listener = WarpListener::default();
                    let drawn = draw_pass(pass, &mut listener).unwrap();
                    assert_eq!((&listener.begins, listener.ends), (&vec![vec![MemoryKey::Global(100)]], 1));
                    let mut seen = 0;
                    for (pixels, active, helping) in &listener.warps {
                        assert_eq!(active & helping, *helping);
                        for (lane, pixel) in pixels.iter().enumerate().filter(|(lane, _)| active >> lane & 1 == 1) {
                            let [px, py] = pixel.map(|axis| axis as usize);
                            let inside = (x..x + columns).contains(&px) && (y..y + rows).contains(&py);
                            assert_eq!(inside, helping >> lane & 1 == 0);
                            seen += usize::from(inside);
                        }
                        if quads || lanes >= 4 {
                            for four in pixels.chunks(4) {
                                let [x, y] = four[0];
                                assert_eq!(four, [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]]);
                                assert_eq!((x % 2, y % 2), (0, 0));
                            }
                        } else {
                            assert!(pixels.len() <= lanes as usize);
                        }
                    }
                    assert_eq!(seen, columns * rows);
                    drawn
                });
                assert_eq!(heard, (columns * rows) as u64);
            }
        }
    }
}

/// The difference of x * x to the right neighbour of the quad is 2x + 2, for even x, even if that
/// neighbour is outside.
#[test]
fn neighbours_outside_help() {
    let mut code = CodeBuilder::for_fragment();
    let x = code.add_input(StageInput::FragCoord(0));
    let y = code.add_input(StageInput::FragCoord(1));
    let square = code.push_binary(Binary::MulFloat, x, x);
    let dx = code.push_unary(Unary::Dx, square);
    let cube = code.push_binary(Binary::MulFloat, y, y);
    let dy = code.push_unary(Unary::Dy, cube);
    let mut kernel = code.with_colour(0, &[dx, dy]).finish();
    kernel.needs_quads = true;
    for (x, y, width, height) in [(3, 3, 1, 1), (2, 5, 3, 1), (0, 0, 9, 7), (7, 1, 2, 5)] {
        for lanes in [1, 4, 32, 64] {
            let storage = Storage::new(2 * 9 * 7);
            let pass = RasterPass {
                vertex: None,
                fragment: (&kernel, &SlotBindings::default()),
                targets: &[whole_target(&storage, F2, 9, 7)],
                mask: None,
                geometry: PassGeometry::Regions(&[region_at(x, y, width, height)]),
                blend: None,
                policy: &policy_of_width(lanes),
            };
            draw_pass_parallel(&pass).unwrap();
            for (at, pair) in read_floats(&storage).chunks(2).enumerate() {
                let px = at % 9;
                let py = at / 9;
                let inside = (x..x + width).contains(&px) && (y..y + height).contains(&py);
                let expected =
                    if inside { [2.0 * round_to_even(px) + 2.0, 2.0 * round_to_even(py) + 2.0] } else { [0.0; 2] };
                assert_eq!(pair, expected, "{px},{py} of {width}x{height} on {lanes} lanes");
            }
        }
    }
}

fn round_to_even(at: usize) -> f32 {
    (at / 2 * 2) as f32
}

/// Pixels outside the target are left out, and an empty region draws nothing.
#[test]
fn regions_end_at_the_target() {
    let storage = Storage::new(5 * 3);
    let kernel = constant_kernel(1.0);
    let regions =
        [region_at(3, 1, 100, usize::MAX), region_at(0, 0, 0, 3), region_at(0, 2, 2, 0), region_at(9, 9, 1, 1)];
    let pass = RasterPass {
        vertex: None,
        fragment: (&kernel, &SlotBindings::default()),
        targets: &[whole_target(&storage, F1, 5, 3)],
        mask: None,
        geometry: PassGeometry::Regions(&regions),
        blend: Some(Blend::Add),
        policy: &Policy::default(),
    };
    assert_eq!(draw_pass(&pass, &mut ()).unwrap().passed, 4);
    assert_eq!(read_floats(&storage), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
}

/// With a vertex stage that makes the covering triangle, each region has its own viewport.
#[test]
fn a_covering_triangle_fills_each_region() {
    let mut code = CodeBuilder::for_vertex();
    let id = code.add_input(StageInput::VertexId);
    let [one, four] = [code.word_constant(1), code.float_constant(4.0)];
    let halves = [(Binary::And, 0), (Binary::ShiftRight, 1)];
    for (op, axis) in halves {
        let bit = code.push_binary(op, id, one);
        let bit = code.push_unary(Unary::UintToFloat, bit);
        let bit = code.push_binary(Binary::MulFloat, bit, four);
        let minus = code.float_constant(-1.0);
        let place = code.push_binary(Binary::AddFloat, bit, minus);
        code.add_output(place, StageOutput::Position(axis));
        code.add_output(place, StageOutput::Varying { location: 1, lane: axis });
    }
    let zero = code.float_constant(0.0);
    let one = code.float_constant(1.0);
    code.add_output(zero, StageOutput::Position(2));
    code.add_output(one, StageOutput::Position(3));
    let cover = code.finish();
    let kernel = varying_kernel(Interpolation::Smooth);
    let regions = [region_at(0, 0, 3, 5), region_at(4, 1, 7, 4), region_at(11, 0, 2, 6)];
    let storage = Storage::new(13 * 5 * 4);
    let pass = RasterPass {
        vertex: Some((&cover, &SlotBindings::default())),
        fragment: (&kernel, &SlotBindings::default()),
        targets: &[whole_target(&storage, F4, 13, 5)],
        mask: None,
        geometry: PassGeometry::Regions(&regions),
        blend: None,
        policy: &Policy::default(),
    };
    assert_eq!(draw_pass_parallel(&pass).unwrap().passed, 15 + 28 + 10);
    for (at, texel) in read_floats(&storage).chunks(4).enumerate() {
        let x = at % 13;
        let y = at / 13;
        let expected = regions
            .iter()
            .find(|region| {
                (region.x..region.x + region.width).contains(&x) && (region.y..region.y + region.height).contains(&y)
            })
            .map_or([0.0; 4], |region| {
                let [u, v] = [place_along(x, region.x, region.width), place_along(y, region.y, region.height)];
                [u as f32, v as f32, 0.5, 1.0]
            });
        for (given, expected) in texel.iter().zip(expected) {
            assert!((given - expected).abs() <= 2e-7, "{x},{y}: {given} for {expected}");
        }
    }
}

fn place_along(at: usize, start: usize, len: usize) -> f64 {
    ((at - start) as f64 + 0.5) / len as f64 * 2.0 - 1.0
}
