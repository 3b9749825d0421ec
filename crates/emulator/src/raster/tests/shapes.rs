//! Tests of points and lines.

use super::*;

fn draw_shapes(
    kernel: &Assembly,
    vertex: &Assembly,
    mode: Topology,
    [width, height]: [usize; 2],
    format: Format,
    positions: &[[f32; 4]],
) -> Vec<f32> {
    let storage = Storage::new(width * height * format.words());
    let given = float_storage(positions.as_flattened());
    let attributes = [VertexStream { location: 0, storage: &given, format: F4 }];
    let geometry =
        PassGeometry::Vertices { mode, count: positions.len(), attributes: &attributes, size: [width, height] };
    let pass = RasterPass {
        vertex: Some((vertex, &SlotBindings::default())),
        fragment: (kernel, &SlotBindings::default()),
        targets: &[whole_target(&storage, format, width, height)],
        mask: None,
        geometry,
        blend: Some(Blend::Add),
        policy: &Policy::default(),
    };
    draw_pass_parallel(&pass).unwrap();
    read_floats(&storage)
}

/// A histogram drawn with points, on a target of odd size; some points are outside.
#[test]
fn points_are_counted() {
    let width = 13;
    let height = 7;
    let mut random = TestRng(3, 0);
    let mut expected = vec![0.0; width * height];
    let positions: Vec<[f32; 4]> = (0..3001)
        .map(|_| {
            let [x, y] = [random.draw_below(17) as f32 - 2.0, random.draw_below(11) as f32 - 2.0];
            if (0.0..13.0).contains(&x) && (0.0..7.0).contains(&y) {
                expected[y as usize * width + x as usize] += 1.0;
            }
            [(x + 0.5) / 13.0 * 2.0 - 1.0, (y + 0.5) / 7.0 * 2.0 - 1.0, 0.0, 1.0]
        })
        .collect();
    let drawn =
        draw_shapes(&constant_kernel(1.0), &passthrough_vertex(0), Topology::Points, [width, height], F1, &positions);
    assert_eq!(drawn, expected);
}

/// A wide point covers the pixels whose middle is in its square, with their position in it.
#[test]
fn wide_points() {
    let mut code = CodeBuilder::for_vertex();
    for lane in 0..4 {
        let given = code.add_input(StageInput::Attribute { location: 0, lane });
        code.add_output(given, StageOutput::Position(lane));
    }
    let size = code.float_constant(4.0);
    code.add_output(size, StageOutput::PointSize);
    let vertex = code.finish();
    let mut code = CodeBuilder::for_fragment();
    let [s, t] = [0, 1].map(|axis| code.add_input(StageInput::PointCoord(axis)));
    let one = code.float_constant(1.0);
    let kernel = code.with_colour(0, &[s, t, one, one]).finish();
    let texels = draw_shapes(
        &kernel,
        &vertex,
        Topology::Points,
        [16, 16],
        F4,
        &[clip_position_at(16.0, [6 * 256, 9 * 256], 0.0, 1.0)],
    );
    for (at, texel) in texels.chunks(4).enumerate() {
        let x = at % 16;
        let y = at / 16;
        let inside = (4..8).contains(&x) && (7..11).contains(&y);
        let expected = [(x as f32 + 0.5 - 4.0) / 4.0, (11.0 - (y as f32 + 0.5)) / 4.0, 1.0, 1.0];
        assert_eq!(texel, if inside { expected } else { [0.0; 4] }, "{x},{y}");
    }
}

/// A point whose middle is not visible is not drawn, nor is one without a valid position.
#[test]
fn points_outside() {
    let outside = [
        [1.01, 0.0, 0.0, 1.0],
        [0.0, 0.0, 1.5, 1.0],
        [0.0, 0.0, 0.0, -1.0],
        [0.0, 0.0, 0.0, 0.0],
        [f32::NAN, 0.0, 0.0, 1.0],
    ];
    let drawn = draw_shapes(&constant_kernel(1.0), &passthrough_vertex(0), Topology::Points, [5, 5], F1, &outside);
    assert_eq!(drawn, [0.0; 25]);
}

/// A line from one pixel's middle to another's has a fragment for each step, including the first and not the
/// last, and all within half a pixel of it.
#[test]
fn lines_take_a_step_at_a_time() {
    let mut random = TestRng(9, 0);
    for round in 0..300 {
        let [from, to] = [(); 2].map(|()| [0; 2].map(|_: i64| i64::from(random.draw_below(32))));
        let positions = [
            clip_position_at(32.0, find_pixel_centre(from), 0.0, 1.0),
            clip_position_at(32.0, find_pixel_centre(to), 0.0, 1.0),
        ];
        let drawn =
            draw_shapes(&constant_kernel(1.0), &passthrough_vertex(0), Topology::Lines, [32, 32], F1, &positions);
        let across = [to[0] - from[0], to[1] - from[1]];
        let steps = across[0].abs().max(across[1].abs());
        assert_eq!(drawn.iter().sum::<f32>(), steps as f32, "{round}: {from:?} to {to:?}");
        if steps > 0 {
            assert_eq!(drawn[(from[1] * 32 + from[0]) as usize], 1.0);
            assert_eq!(drawn[(to[1] * 32 + to[0]) as usize], 0.0);
        }
        for (at, _) in drawn.iter().enumerate().filter(|(_, count)| **count != 0.0) {
            let off = [at as i64 % 32 - from[0], at as i64 / 32 - from[1]];
            // Twice the distance along the shorter axis, times the steps.
            assert!(2 * (off[0] * across[1] - off[1] * across[0]).abs() <= steps, "{from:?} to {to:?} at {off:?}");
        }
    }
}

fn find_pixel_centre(pixel: [i64; 2]) -> [i64; 2] {
    pixel.map(|axis| axis * 256 + 128)
}

/// A line draws the pixels whose diamonds it leaves, checked by walking along it in small steps.
#[test]
fn lines_leave_diamonds() {
    let mut random = TestRng(13, 0);
    for _ in 0..300 {
        let [from, to] = [(); 2].map(|()| [0; 2].map(|_: i64| i64::from(random.draw_below(12 * 256))));
        let positions = [clip_position_at(16.0, from, 0.0, 1.0), clip_position_at(16.0, to, 0.0, 1.0)];
        let drawn =
            draw_shapes(&constant_kernel(1.0), &passthrough_vertex(0), Topology::Lines, [16, 16], F1, &positions);
        let mut expected = vec![0.0; 256];
        let inside = |step: i64| {
            let place = [0, 1].map(|axis| from[axis] * 10_000 + (to[axis] - from[axis]) * step);
            let pixel = place.map(|axis| axis / 2_560_000);
            let off = [0, 1].map(|axis| (place[axis] - pixel[axis] * 2_560_000 - 1_280_000).abs());
            (off[0] + off[1] < 1_280_000).then(|| (pixel[1] * 16 + pixel[0]) as usize)
        };
        let mut before = None;
        for step in 0..=10_000 {
            let now = inside(step);
            if let Some(pixel) = before.filter(|_| now != before) {
                expected[pixel] = 1.0;
            }
            before = now;
        }
        let differ = drawn
            .iter()
            .zip(&expected)
            .filter(|(given, expected)| given != expected)
            .count();
        assert_eq!(differ, 0, "{from:?} to {to:?}");
    }
}

/// Varyings are interpolated along a line; parts outside the screen are clipped.
#[test]
fn lines_interpolate_and_end_at_the_screen() {
    let mut code = CodeBuilder::for_fragment();
    let [x, w] =
        [StageInput::Varying { location: 1, lane: 0, between: Interpolation::Smooth }, StageInput::FragCoord(3)]
            .map(|input| code.add_input(input));
    let kernel = code.with_colour(0, &[x, w]).finish();
    let mut code = CodeBuilder::for_vertex();
    for lane in 0..4 {
        let given = code.add_input(StageInput::Attribute { location: 0, lane });
        code.add_output(given, StageOutput::Position(lane));
        code.add_output(given, StageOutput::Varying { location: 1, lane });
    }
    let vertex = code.finish();
    // From w = 1 on the left to w = 4 on the right, far beyond the screen; the varying is clip space's own x.
    let positions = [[-3.0, 0.03, 0.0, 1.0], [12.0, 0.12, 0.0, 4.0]];
    let drawn = draw_shapes(&kernel, &vertex, Topology::Lines, [16, 4], F2, &positions);
    for (at, texel) in drawn.chunks(2).enumerate() {
        let x = at % 16;
        let y = at / 16;
        let (x, w) = if y == 2 {
            // On the line w = 1.6 + 0.2 x, and x / w is the pixel's position.
            let place = (x as f32 + 0.5) / 8.0 - 1.0;
            let clip = 1.6 * place / (1.0 - 0.2 * place);
            (clip, 1.0 / (1.6 + 0.2 * clip))
        } else {
            (0.0, 0.0)
        };
        assert!((texel[0] - x).abs() < 1e-5 && (texel[1] - w).abs() < 1e-5, "{at}: {texel:?} for {x}, {w}");
    }
}

/// Missing components of attributes are 0, 0 and 1; bytes become fractions of 1.
#[test]
fn attributes_are_filled_up() {
    let mut code = CodeBuilder::for_vertex();
    let zero = code.float_constant(0.0);
    let one = code.float_constant(1.0);
    for (axis, register) in [zero, zero, zero, one].into_iter().enumerate() {
        code.add_output(register, StageOutput::Position(axis as u8));
    }
    for location in 0..3 {
        for lane in 0..4 {
            let given = code.add_input(StageInput::Attribute { location, lane });
            code.add_output(given, StageOutput::Varying { location, lane });
        }
    }
    let vertex = code.finish();
    let pair = float_storage(&[9.0, 9.0, 2.0, 3.0]);
    let bytes = Storage::from_words(&[0, 0xff_33_00_80]);
    let int = Storage::from_words(&[0, 77]);
    let formats = [F2, BYTES, Format { scalar: Scalar::I32, lanes: 1 }];
    let expected =
        [[2.0, 3.0, 0.0, 1.0].map(f32::to_bits), [128.0 / 255.0, 0.0, 0.2, 1.0].map(f32::to_bits), [77, 0, 0, 1]];
    for location in 0..3 {
        let mut code = CodeBuilder::for_fragment();
        let lanes = [0, 1, 2, 3]
            .map(|lane| code.add_input(StageInput::Varying { location, lane, between: Interpolation::Flat }));
        let kernel = code.with_colour(0, &lanes).finish();
        let storage = Storage::new(4);
        let attributes: Vec<VertexStream> = [&pair, &bytes, &int]
            .into_iter()
            .zip(formats)
            .zip(0..)
            .map(|((storage, format), location)| VertexStream { location, storage, format })
            .collect();
        let drawn = draw_pass_parallel(&RasterPass {
            vertex: Some((&vertex, &SlotBindings::default())),
            fragment: (&kernel, &SlotBindings::default()),
            targets: &[whole_target(&storage, F4, 1, 1)],
            mask: None,
            geometry: PassGeometry::Vertices {
                mode: Topology::Points,
                count: 2,
                attributes: &attributes,
                size: [1, 1],
            },
            blend: None,
            policy: &Policy::default(),
        });
        assert_eq!(drawn.unwrap().passed, 2);
        assert_eq!(storage.to_vec(), expected[location as usize]);
    }
}
