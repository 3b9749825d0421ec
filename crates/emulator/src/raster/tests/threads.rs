//! Tests that results are those of one thread, on any number of threads and after any failure.

use super::*;
use crate::bindings::BoundMemory;
use std::sync::Arc;

/// Overlapping random primitives: the last one on top, or the sum of all, which depends on the order too.
#[test]
fn primitives_are_drawn_in_their_order() {
    let kernel = varying_kernel(Interpolation::Smooth);
    let vertex = passthrough_vertex(1);
    let side = 61;
    let mut random = TestRng(31, 0);
    for (mode, count) in [(Topology::Points, 20_011), (Topology::Lines, 1502), (Topology::Triangles, 900)] {
        let positions: Vec<f32> = (0..count * 4)
            .map(|at| if at % 4 == 3 { 1.0 } else { random.draw_below(2000) as f32 / 1000.0 - 1.0 })
            .collect();
        let varyings: Vec<f32> = (0..count * 2).map(|_| random.draw_below(1000) as f32 / 7.0).collect();
        let positions = float_storage(&positions);
        let varyings = float_storage(&varyings);
        let attributes = [
            VertexStream { location: 0, storage: &positions, format: F4 },
            VertexStream { location: 1, storage: &varyings, format: F2 },
        ];
        for blend in [None, Some(Blend::Add)] {
            let run = |how: &dyn Fn(&RasterPass) -> PassOutcome| {
                let storage = Storage::new(side * side * 4);
                let drawn = how(&RasterPass {
                    vertex: Some((&vertex, &SlotBindings::default())),
                    fragment: (&kernel, &SlotBindings::default()),
                    targets: &[whole_target(&storage, F4, side, side)],
                    mask: None,
                    geometry: PassGeometry::Vertices { mode, count, attributes: &attributes, size: [side; 2] },
                    blend,
                    policy: &Policy::default(),
                });
                (storage.to_vec(), drawn)
            };
            let expected = run(&|pass| {
                let mut listener = WarpListener::default();
                let drawn = draw_pass(pass, &mut listener).unwrap();
                assert_eq!((listener.begins.len(), listener.ends), (2, 2));
                assert_eq!(listener.vertices, count);
                assert!(drawn.pixels > 0 && drawn.pixels <= drawn.passed, "{drawn:?}");
                PassOutcome { pixels: 0, ..drawn } // counted only for an observer
            });
            assert!(expected.1.passed > 10_000, "{mode:?}: {}", expected.1.passed);
            for threads in [1, 2, 3] {
                assert_eq!(run(&|pass| draw_on_threads(threads, pass)), expected, "{mode:?} on {threads} threads");
            }
        }
    }
}

/// A pass that reads the previous word of its own target: the order is fixed, however it is drawn.
#[test]
fn feedback_is_the_same_each_time() {
    let mut code = CodeBuilder::for_fragment();
    let x = code.add_input(StageInput::FragCoord(0));
    let address = code.push_unary(Unary::FloatToUint, x);
    let one = code.word_constant(1);
    let address = code.push_binary(Binary::SubInt, address, one);
    let before = code.new_register();
    code.push(Instruction::Load { memory: 0, words: 1, to: before, address, offset: 0 });
    let step = code.float_constant(1.0);
    let sum = code.push_binary(Binary::AddFloat, before, step);
    let kernel = code.with_colour(0, &[sum]).finish();
    let run = |how: &dyn Fn(&RasterPass) -> PassOutcome| {
        let storage = Arc::new(Storage::new(501));
        let bound = BoundMemory::Global { key: MemoryKey::Global(100), storage: storage.clone() };
        how(&RasterPass {
            vertex: None,
            fragment: (&kernel, &SlotBindings { memories: vec![bound], ..SlotBindings::default() }),
            targets: &[whole_target(&storage, F1, 501, 1)],
            mask: None,
            geometry: PassGeometry::Regions(&[region_at(0, 0, 501, 1)]),
            blend: None,
            policy: &Policy::default(),
        });
        read_floats(&storage)
    };
    let expected = run(&|pass| draw_pass(pass, &mut WarpListener::default()).unwrap());
    // A warp is 16 pixels of a row: its first one sees the previous warp, the others see the old contents.
    for (at, &texel) in expected.iter().enumerate() {
        assert_eq!(texel, if at % 16 == 0 && at > 0 { 2.0 } else { 1.0 }, "{at}");
    }
    for threads in [1, 2, 3] {
        assert_eq!(run(&|pass| draw_on_threads(threads, pass)), expected);
    }
}

fn endless_kernel(mut code: CodeBuilder, stops_at: f32, input: StageInput) -> Assembly {
    let x = code.add_input(input);
    let limit = code.float_constant(stops_at);
    let high = code.push_binary(Binary::LessEqualFloat, limit, x);
    let after = code.0.instructions.len() as u32 + 5;
    code.push(Instruction::If { condition: high, otherwise: after });
    code.push(Instruction::Loop);
    code.push(Instruction::Continue);
    code.push(Instruction::Repeat { start: after - 3 });
    code.push(Instruction::EndLoop);
    code.push(Instruction::EndIf);
    let one = code.float_constant(1.0);
    code.with_colour(0, &[one]).finish()
}

/// An endless loop stops the pass, at the same instruction on any number of threads.
#[test]
fn an_endless_loop_is_stopped() {
    let kernel = endless_kernel(CodeBuilder::for_fragment(), 300.0, StageInput::FragCoord(0));
    let policy = Policy { steps: 5000, ..Policy::default() };
    let run = |how: &dyn Fn(&RasterPass) -> PassOutcome| {
        let storage = Storage::new(1000);
        let pass = RasterPass {
            vertex: None,
            fragment: (&kernel, &SlotBindings::default()),
            targets: &[whole_target(&storage, F1, 1000, 1)],
            mask: None,
            geometry: PassGeometry::Regions(&[region_at(0, 0, 1000, 1)]),
            blend: None,
            policy: &policy,
        };
        let ending = how(&pass).ending;
        assert_eq!(read_floats(&storage)[..288], [1.0; 288]);
        ending
    };
    let expected = run(&|pass| draw_pass(pass, &mut ()).unwrap());
    assert!(matches!(expected, Ending::Stopped(2..=4)), "{expected:?}");
    for threads in [1, 2, 3] {
        assert_eq!(run(&|pass| draw_on_threads(threads, pass)), expected);
    }

    // The same for vertices, and for fragments of points.
    let fine = constant_kernel(1.0);
    let points: Vec<f32> = (0..1000).flat_map(|at| [at as f32 / 500.0 - 0.999, 0.0, 0.0, 1.0]).collect();
    let points = float_storage(&points);
    let stuck = endless_kernel(CodeBuilder::for_vertex(), 0.5, StageInput::Attribute { location: 0, lane: 0 });
    for (vertex, fragment) in [(&stuck, &fine), (&passthrough_vertex(0), &kernel)] {
        let storage = Storage::new(1000);
        let attributes = [VertexStream { location: 0, storage: &points, format: F4 }];
        let pass = RasterPass {
            vertex: Some((vertex, &SlotBindings::default())),
            fragment: (fragment, &SlotBindings::default()),
            targets: &[whole_target(&storage, F1, 1000, 1)],
            mask: None,
            geometry: PassGeometry::Vertices {
                mode: Topology::Points,
                count: 1000,
                attributes: &attributes,
                size: [1000, 1],
            },
            blend: None,
            policy: &policy,
        };
        let expected = draw_pass(&pass, &mut ()).unwrap().ending;
        assert!(matches!(expected, Ending::Stopped(2..=4)), "{expected:?}");
        for threads in [1, 2, 3] {
            assert_eq!(draw_on_threads(threads, &pass).ending, expected);
        }
    }
}

/// After its deadline, a pass changes nothing.
#[test]
fn a_deadline_is_kept() {
    let kernel = constant_kernel(1.0);
    let storage = Storage::new(100);
    let policy = Policy { deadline: Some(Instant::now()), ..Policy::default() };
    for vertex in [None, Some((&passthrough_vertex(0), &SlotBindings::default()))] {
        let pass = RasterPass {
            vertex,
            fragment: (&kernel, &SlotBindings::default()),
            targets: &[whole_target(&storage, F1, 10, 10)],
            mask: None,
            geometry: PassGeometry::Regions(&[region_at(0, 0, 10, 10)]),
            blend: None,
            policy: &policy,
        };
        assert!(matches!(draw_pass_parallel(&pass).unwrap().ending, Ending::Late(_)));
        assert_eq!(read_floats(&storage), [0.0; 100]);
    }
}
