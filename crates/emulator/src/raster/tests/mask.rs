//! Depth and stencil tests against a simple model.

use super::*;
use gristmill_machine::{Compare, StencilUpdate};

const COMPARES: [Compare; 8] = [
    Compare::Always,
    Compare::Never,
    Compare::Less,
    Compare::LessOrEqual,
    Compare::Equal,
    Compare::NotEqual,
    Compare::GreaterOrEqual,
    Compare::Greater,
];
const UPDATES: [StencilUpdate; 4] =
    [StencilUpdate::Keep, StencilUpdate::Replace, StencilUpdate::Increment, StencilUpdate::Decrement];

fn model_compare(compare: Compare, a: u32, b: u32) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = a.cmp(&b);
    match compare {
        Compare::Always => true,
        Compare::Never => false,
        Compare::Less => order == Less,
        Compare::LessOrEqual => order != Greater,
        Compare::Equal => order == Equal,
        Compare::NotEqual => order != Equal,
        Compare::GreaterOrEqual => order != Less,
        Compare::Greater => order == Greater,
    }
}

fn model_update(update: StencilUpdate, value: u32, reference: u8) -> u32 {
    match update {
        StencilUpdate::Keep => value,
        StencilUpdate::Replace => u32::from(reference),
        StencilUpdate::Increment => 255.min(value + 1),
        StencilUpdate::Decrement => value.max(1) - 1,
    }
}

/// Effect of the kernel on the tests.
#[derive(Clone, Copy, PartialEq, Debug)]
enum KernelVariant {
    Plain,
    /// It discards every fragment with an odd number.
    Discards,
    /// It does so too, but is tested before it runs.
    DiscardsEarly,
    /// It writes its depth.
    Depth,
}

/// Overlapping points of many depths: every test with every update, on kernels of every kind.
#[test]
fn tests_are_those_of_a_plain_model() {
    let mut random = TestRng(21, 0);
    let width = 5;
    let height = 3;
    for round in 0..COMPARES.len() * UPDATES.len() * 12 {
        let masking = DepthStencilState {
            depth: COMPARES[round % 8],
            write_depth: draw_index(2, &mut random) == 0,
            stencil: COMPARES[draw_index(8, &mut random)],
            reference: [0, 1, 2, 255][draw_index(4, &mut random)],
            on_pass: UPDATES[round / 8 % 4],
            on_fail: UPDATES[draw_index(4, &mut random)],
        };
        let kind = [KernelVariant::Plain, KernelVariant::Discards, KernelVariant::DiscardsEarly, KernelVariant::Depth]
            [draw_index(4, &mut random)];
        let mut code = CodeBuilder::for_fragment();
        let [number, depth] =
            [0, 1].map(|lane| code.add_input(StageInput::Varying { location: 1, lane, between: Interpolation::Flat }));
        if matches!(kind, KernelVariant::Discards | KernelVariant::DiscardsEarly) {
            let two = code.float_constant(2.0);
            let odd = code.push_binary(Binary::ModFloat, number, two);
            code.discard_if(odd);
            code.0.early_tests = kind == KernelVariant::DiscardsEarly;
        }
        if kind == KernelVariant::Depth {
            code.add_output(depth, StageOutput::Depth);
        }
        let kernel = code.with_colour(0, &[number]).finish();

        let count = 60;
        let of: Vec<([usize; 2], f32, f32)> = (0..count)
            .map(|_| {
                (
                    [draw_index(width, &mut random), draw_index(height, &mut random)],
                    draw_index(9, &mut random) as f32 / 8.0,
                    draw_index(9, &mut random) as f32 / 8.0,
                )
            })
            .collect();
        let positions: Vec<[f32; 4]> = of
            .iter()
            .map(|([x, y], z, _)| {
                [to_device_coordinate(*x, width), to_device_coordinate(*y, height), z * 2.0 - 1.0, 1.0]
            })
            .collect();
        let varyings: Vec<[f32; 2]> = of.iter().enumerate().map(|(at, given)| [at as f32 + 1.0, given.2]).collect();
        // Depths are eighths, rounded to the nearest, ties to even.
        let depths: Vec<u32> = (0..width * height)
            .map(|_| quantise_depth(draw_index(9, &mut random) as f32 / 8.0))
            .collect();
        let stencils: Vec<u32> = (0..width * height)
            .map(|_| [0, 1, 2, 254, 255][draw_index(5, &mut random)])
            .collect();

        let mut expected = [vec![0; width * height], depths.clone(), stencils.clone()];
        let mut passed = 0;
        for (at, ([x, y], z, given)) in of.iter().enumerate() {
            let place = y * width + x;
            let discarded = matches!(kind, KernelVariant::Discards | KernelVariant::DiscardsEarly) && at % 2 == 0;
            if discarded && kind == KernelVariant::Discards {
                continue;
            }
            let stencil = expected[2][place];
            let z = quantise_depth(if kind == KernelVariant::Depth { *given } else { *z });
            if !model_compare(masking.stencil, masking.reference.into(), stencil) {
                expected[2][place] = model_update(masking.on_fail, stencil, masking.reference);
            } else if model_compare(masking.depth, z, expected[1][place]) {
                expected[2][place] = model_update(masking.on_pass, stencil, masking.reference);
                if masking.write_depth {
                    expected[1][place] = z;
                }
                if !discarded {
                    expected[0][place] = (at as f32 + 1.0).to_bits();
                    passed += 1;
                }
            }
        }

        let vertex = passthrough_vertex(1);
        let positions = float_storage(positions.as_flattened());
        let varyings = float_storage(varyings.as_flattened());
        let attributes = [
            VertexStream { location: 0, storage: &positions, format: F4 },
            VertexStream { location: 1, storage: &varyings, format: F2 },
        ];
        for threads in [0, 1, 2] {
            let storage = Storage::new(width * height);
            let depth = Storage::from_words(&depths);
            let stencil = Storage::from_words(&stencils);
            let pass = RasterPass {
                vertex: Some((&vertex, &SlotBindings::default())),
                fragment: (&kernel, &SlotBindings::default()),
                targets: &[whole_target(&storage, F1, width, height)],
                mask: Some((DepthStencilPlanes { depth: &depth, stencil: &stencil, width }, masking)),
                geometry: PassGeometry::Vertices {
                    mode: Topology::Points,
                    count,
                    attributes: &attributes,
                    size: [width, height],
                },
                blend: None,
                policy: &policy_of_width([4, 32, 64][round % 3]),
            };
            let drawn = if threads == 0 {
                draw_pass(&pass, &mut WarpListener::default()).unwrap()
            } else {
                draw_on_threads(threads, &pass)
            };
            let given = [storage.to_vec(), depth.to_vec(), stencil.to_vec()];
            assert_eq!(given, expected, "{kind:?} {masking:?}");
            assert_eq!(drawn.passed, passed);
        }
    }
}

fn to_device_coordinate(at: usize, side: usize) -> f32 {
    (at as f32 + 0.5) / side as f32 * 2.0 - 1.0
}

fn quantise_depth(depth: f32) -> u32 {
    (f64::from(depth) * 16_777_215.0).round_ties_even() as u32
}

fn draw_index(count: usize, random: &mut TestRng) -> usize {
    random.draw_below(count as u32) as usize
}

/// Depths are compared in 24 bits: smaller differences do not count.
#[test]
fn depths_have_24_bits() {
    use super::super::depth_stencil::quantise_depth;
    for bits in [0, 1, 5, 0x7f_ffff, 0x80_0000, 0xff_fffe, 0xff_ffff_u32] {
        let depth = (f64::from(bits) / 16_777_215.0) as f32;
        assert_eq!(quantise_depth(depth), bits);
    }
    // Values of llvmpipe 22.3: the third is 5033165 in exact arithmetic.
    assert_eq!(
        [0.5, 0.25, 0.3, 0.7, 0.1].map(quantise_depth),
        [8_388_608, 4_194_304, 5_033_164, 11_744_050, 1_677_722]
    );
    assert_eq!([f32::NAN, -1.0, 2.0, f32::INFINITY].map(quantise_depth), [0, 0, 0xff_ffff, 0xff_ffff]);
}

/// Regions are at depth one half, and only fragments that pass the mask are counted; a mask may end before
/// the target.
#[test]
fn regions_are_tested_too() {
    let width = 33;
    let height = 5;
    for quads in [false, true] {
        let kernel = Assembly { needs_quads: quads, ..constant_kernel(1.0) };
        let stencils: Vec<u32> = (0..width * height).map(|at| u32::from(at % 3 == 0)).collect();
        let half = 0x80_0000;
        let depths: Vec<u32> = (0..width * height).map(|at| half - u32::from(at % 5 == 0)).collect();
        for threads in [1, 2, 3] {
            let storage = Storage::new(width * height);
            let depth = Storage::from_words(&depths);
            let stencil = Storage::from_words(&stencils);
            let masking = DepthStencilState {
                depth: Compare::LessOrEqual,
                stencil: Compare::Equal,
                reference: 1,
                write_depth: true,
                on_pass: StencilUpdate::Increment,
                on_fail: StencilUpdate::Replace,
            };
            let pass = RasterPass {
                vertex: None,
                fragment: (&kernel, &SlotBindings::default()),
                targets: &[whole_target(&storage, F1, width, height)],
                mask: Some((DepthStencilPlanes { depth: &depth, stencil: &stencil, width }, masking)),
                geometry: PassGeometry::Regions(&[region_at(0, 0, width, height)]),
                blend: None,
                policy: &Policy::default(),
            };
            let drawn = draw_on_threads(threads, &pass);
            assert_eq!(drawn.passed, (0..width * height).filter(|&at| is_passing(at)).count() as u64);
            let expected: Vec<f32> = (0..width * height).map(|at| f32::from(u8::from(is_passing(at)))).collect();
            assert_eq!(read_floats(&storage), expected);
            let expected: Vec<u32> = (0..width * height).map(|at| 1 + u32::from(is_passing(at))).collect();
            assert_eq!(stencil.to_vec(), expected);
        }
    }
}

fn is_passing(at: usize) -> bool {
    at.is_multiple_of(3) && !at.is_multiple_of(5)
}

/// Stores of a kernel remain even if its fragment fails the later tests, unless it requests early
/// tests.
#[test]
fn a_store_is_not_tested_unless_it_asks_for_it() {
    for (early, stored) in [(false, 7), (true, 0)] {
        let mut code = CodeBuilder::for_fragment();
        let [zero, seven] = [0, 7].map(|word| code.word_constant(word));
        code.0.lists.push(seven);
        code.push(Instruction::Store { memory: 0, words: 1, list: 0, address: zero, offset: 0 });
        code.0.early_tests = early;
        let kernel = code.with_colour(0, &[seven]).finish();
        let buffer = std::sync::Arc::new(Storage::new(1));
        let memories = vec![BoundMemory::Global { key: MemoryKey::Global(1), storage: buffer.clone() }];
        let bindings = SlotBindings { memories, ..SlotBindings::default() };
        let storage = Storage::new(1);
        let depth = Storage::new(1);
        let stencil = Storage::new(1);
        let masking = DepthStencilState {
            depth: Compare::Never,
            write_depth: false,
            stencil: Compare::Always,
            reference: 0,
            on_pass: StencilUpdate::Keep,
            on_fail: StencilUpdate::Keep,
        };
        let pass = RasterPass {
            vertex: None,
            fragment: (&kernel, &bindings),
            targets: &[whole_target(&storage, F1, 1, 1)],
            mask: Some((DepthStencilPlanes { depth: &depth, stencil: &stencil, width: 1 }, masking)),
            geometry: PassGeometry::Regions(&[region_at(0, 0, 1, 1)]),
            blend: None,
            policy: &policy_of_width(32),
        };
        assert_eq!(draw_pass(&pass, &mut ()).unwrap().passed, 0);
        assert_eq!((buffer.load(0), storage.load(0)), (stored, 0), "early {early}");
    }
}
