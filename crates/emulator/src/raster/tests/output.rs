//! Tests of the formats in which outputs are written.

use super::super::output::to_unorm8;
use super::*;

fn draw_covering<'a>(
    kernel: &'a Assembly,
    bindings: &'a SlotBindings,
    targets: &'a [RenderTarget<'a>],
    blend: Option<Blend>,
) -> PassOutcome {
    let width = targets[0].width;
    let height = targets[0].height;
    draw_pass_parallel(&RasterPass {
        vertex: None,
        fragment: (kernel, bindings),
        targets,
        mask: None,
        geometry: PassGeometry::Regions(&[region_at(0, 0, width, height)]),
        blend,
        policy: &Policy::default(),
    })
    .unwrap()
}

/// Each byte is returned for its own float, and for all floats nearer to it than to any other.
#[test]
fn bytes_are_the_nearest() {
    for byte in 0..=255_u8 {
        let exact = f32::from(byte) / 255.0;
        assert_eq!(to_unorm8(exact), byte);
        assert_eq!(to_unorm8(exact + 0.49 / 255.0), byte);
        assert_eq!(to_unorm8(exact - 0.49 / 255.0), byte);
        if byte < 255 {
            assert_eq!(to_unorm8(exact + 0.51 / 255.0), byte + 1);
        }
    }
    assert_eq!([f32::NAN, -1.0, 2.0, f32::INFINITY, f32::NEG_INFINITY].map(to_unorm8), [0, 0, 255, 255, 0]);
}

/// Red is the lowest byte; bytes that the kernel does not write are kept.
#[test]
fn bytes_of_a_texel() {
    let mut code = CodeBuilder::for_fragment();
    let [red, green, blue] = [1.0, 0.2, f32::NAN].map(|value| code.float_constant(value));
    let kernel = code.with_colour(0, &[red, green, blue]).finish();
    let storage = Storage::from_words(&[0xaabb_ccdd; 15]);
    draw_covering(&kernel, &SlotBindings::default(), &[whole_target(&storage, BYTES, 5, 3)], None);
    assert_eq!(storage.to_vec(), [0xaa00_33ff; 15]);
    for (blend, expected) in [(Blend::Add, 0xaabb_ffff_u32), (Blend::Min, 0xaa00_33dd), (Blend::Max, 0xaabb_ccff)] {
        let storage = Storage::from_words(&[0xaabb_ccdd; 15]);
        draw_covering(&kernel, &SlotBindings::default(), &[whole_target(&storage, BYTES, 5, 3)], Some(blend));
        assert_eq!(storage.to_vec(), [expected; 15], "{blend:?}");
    }
}

/// Floats are blended component by component, integers not at all; NaN against a number leaves the old value.
#[test]
fn blending() {
    let mut code = CodeBuilder::for_fragment();
    let lanes = [3.0, -2.0, f32::NAN, 0.5].map(|value| code.float_constant(value));
    let kernel = code.with_colour(0, &lanes).finish();
    let before = [1.0, -1.0, 4.0, 0.5];
    for (blend, expected) in [
        (Blend::Add, [4.0, -3.0, f32::NAN, 1.0]),
        (Blend::Min, [1.0, -2.0, 4.0, 0.5]),
        (Blend::Max, [3.0, -1.0, 4.0, 0.5]),
    ] {
        let storage = float_storage(&before.repeat(35));
        draw_covering(&kernel, &SlotBindings::default(), &[whole_target(&storage, F4, 7, 5)], Some(blend));
        for texel in read_floats(&storage).chunks(4) {
            assert!(texel.iter().zip(expected).all(|(a, b)| *a == b || (a.is_nan() && b.is_nan())), "{texel:?}");
        }
    }
    for scalar in [Scalar::I32, Scalar::U32] {
        let storage = Storage::from_words(&[1; 35 * 2]);
        let format = Format { scalar, lanes: 2 };
        draw_covering(&kernel, &SlotBindings::default(), &[whole_target(&storage, format, 7, 5)], Some(Blend::Add));
        assert_eq!(storage.to_vec(), [3.0_f32.to_bits(), (-2.0_f32).to_bits()].repeat(35));
    }
}

/// Several outputs by their locations, one of them a slice of a volume; unwritten locations and components
/// are kept.
#[test]
fn several_outputs() {
    let mut code = CodeBuilder::for_fragment();
    let x = code.add_input(StageInput::FragCoord(0));
    let y = code.add_input(StageInput::FragCoord(1));
    let kernel = code.with_colour(2, &[x]).with_colour(1, &[y, x]).finish();
    let width = 5;
    let height = 3;
    let one = float_storage(&[9.0; 15]);
    let two = float_storage(&[9.0; 15 * 4]);
    let three = float_storage(&[9.0; 45]);
    let targets = [
        RenderTarget { location: 0, ..whole_target(&one, F1, width, height) },
        RenderTarget { location: 1, ..whole_target(&two, F4, width, height) },
        RenderTarget { location: 2, slice: 1, ..whole_target(&three, F1, width, height) },
    ];
    assert_eq!(draw_covering(&kernel, &SlotBindings::default(), &targets, None).passed, 15);
    assert_eq!(read_floats(&one), [9.0; 15]);
    for (at, texel) in read_floats(&two).chunks(4).enumerate() {
        assert_eq!(texel, [(at / 5) as f32 + 0.5, (at % 5) as f32 + 0.5, 9.0, 9.0]);
    }
    for (at, &texel) in read_floats(&three).iter().enumerate() {
        assert_eq!(texel, if (15..30).contains(&at) { (at % 5) as f32 + 0.5 } else { 9.0 });
    }
}

/// Discarded fragments are neither written nor counted.
#[test]
fn discarded_fragments_leave_no_trace() {
    for quads in [false, true] {
        let mut code = CodeBuilder::for_fragment();
        let x = code.add_input(StageInput::FragCoord(0));
        let limit = code.float_constant(20.0);
        let low = code.push_binary(Binary::LessFloat, x, limit);
        code.discard_if(low);
        let mut kernel = code.with_colour(0, &[x]).finish();
        kernel.needs_quads = quads;
        let storage = Storage::new(33 * 17);
        let drawn = draw_covering(&kernel, &SlotBindings::default(), &[whole_target(&storage, F1, 33, 17)], None);
        assert_eq!(drawn.passed, 13 * 17);
        for (at, texel) in read_floats(&storage).into_iter().enumerate() {
            let x = at % 33;
            assert_eq!(texel, if x < 20 { 0.0 } else { x as f32 + 0.5 });
        }
    }
}

#[test]
fn a_target_without_words_is_an_error() {
    let kernel = constant_kernel(1.0);
    let storage = Storage::new(14);
    let pass = RasterPass {
        vertex: None,
        fragment: (&kernel, &SlotBindings::default()),
        targets: &[whole_target(&storage, F1, 5, 3)],
        mask: None,
        geometry: PassGeometry::Regions(&[region_at(0, 0, 5, 3)]),
        blend: None,
        policy: &Policy::default(),
    };
    let error = draw_pass(&pass, &mut ()).unwrap_err().to_string();
    assert_eq!(error, "attaching the outputs: the driver reports the output 0 has fewer words than its texels need");
}
