//! Calls that are made again and again: what was checked and bound before changes no result, whatever comes between.

use crate::machine::device;
use gristmill::{
    Blend, Compare, DepthStencilState, Device, Era, Kernel, KernelSource, Layout, PingPong, Sampling, Stream, TexelRect,
};

/// Multiplies and adds, in both eras.
fn two_eras() -> KernelSource {
    KernelSource::new("step").fragment(FRAGMENT).compute(COMPUTE)
}

const FRAGMENT: &str = "#version 330 core
#include \"stream.glsl\"
uniform sampler2D source;
uniform float factor;
uniform vec2 added;
layout(location = 0) out float result;
void main() { result = here(source).r * factor + added.x + added.y; }";

const COMPUTE: &str = "#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 64) in;
uniform float factor;
uniform vec2 added;
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
void main() { int i = element(); if (i < element_count) result[i] = source[i] * factor + added.x + added.y; }";

fn step(kernel: &Kernel, factor: f32, added: [f32; 2], from: &Stream<f32>, to: &mut Stream<f32>) {
    let call = kernel.call().uniform("factor", factor).uniform("added", added);
    call.input("source", from).output("result", to).run().unwrap();
}

/// Small whole numbers, so that floats are exact.
fn stepped(numbers: &[f32], factor: f32, added: [f32; 2]) -> Vec<f32> {
    numbers.iter().map(|number| number * factor + added[0] + added[1]).collect()
}

fn devices() -> Vec<Device> {
    Era::ALL.into_iter().filter_map(device).collect()
}

#[test]
fn values_of_uniforms_change_from_call_to_call() {
    for device in devices() {
        let kernel = device.kernel(&two_eras()).unwrap();
        for size in [1, 63, 1_000] {
            let mut truth: Vec<f32> = (0..size).map(|at| (at % 7) as f32).collect();
            let mut turns = PingPong::new(device.stream(&truth).unwrap(), device.empty(size).unwrap());
            for turn in 0..40 {
                let (factor, added) = ([1.0, 0.0, -1.0][turn % 3], [(turn % 5) as f32, (turn / 10) as f32]);
                turns
                    .step(|now, next| {
                        step(&kernel, factor, added, now, next);
                        Ok(())
                    })
                    .unwrap();
                truth = stepped(&truth, factor, added);
                if turn % 7 == 6 {
                    assert_eq!(turns.now().read().unwrap(), truth, "{} after turn {turn} of {size}", device.era());
                }
            }
            assert_eq!(turns.now().read().unwrap(), truth);
        }
    }
}

#[test]
fn zero_and_minus_zero_are_two_values() {
    for device in devices() {
        let divide = KernelSource::new("divide")
            .fragment("#version 330 core\nuniform float below;\nlayout(location = 0) out float result;\nvoid main() { result = 1.0 / below; }")
            .compute("#version 430 core\nlayout(local_size_x = 1) in;\nuniform float below;
layout(std430) writeonly buffer Result { float result[]; };\nvoid main() { result[0] = 1.0 / below; }");
        let kernel = device.kernel(&divide).unwrap();
        let mut result = device.empty::<f32>(1).unwrap();
        for turn in 0..8 {
            let below = if turn % 2 == 0 { 0.0_f32 } else { -0.0 };
            kernel
                .call()
                .uniform("below", below)
                .output("result", &mut result)
                .run()
                .unwrap();
            // glium takes them for one where it sets uniforms; from the third call on it does not set them.
            if turn >= 4 {
                assert_eq!(result.read().unwrap(), [1.0 / below], "{} turn {turn}", device.era());
            }
        }
    }
}

#[test]
fn what_comes_between_two_calls_does_not_show() {
    for device in devices() {
        let kernel = device.kernel(&two_eras()).unwrap();
        let numbers: Vec<f32> = (0..100).map(|at| at as f32).collect();
        let source = device.stream(&numbers).unwrap();
        let others: Vec<Stream<f32>> = (0..3).map(|_| device.stream(&numbers).unwrap()).collect();
        let mut result = device.empty::<f32>(100).unwrap();
        let mut elsewhere = device.empty::<f32>(100).unwrap();
        for turn in 0..30 {
            let added = [turn as f32, 1.0];
            step(&kernel, 2.0, added, &source, &mut result);
            match turn % 6 {
                // The same program with other streams, by way of the driver's own path at first.
                0 => step(&kernel, -1.0, [0.0, 5.0], &others[turn % 3], &mut elsewhere),
                1 => drop(device.stream(&[1.0_f32; 33]).unwrap()),
                2 => drop(device.kernel(&two_eras().define("NEW", turn)).unwrap()),
                3 => elsewhere.copy_from(&source).unwrap(),
                4 => device.trim(),
                _ => device.finish().unwrap(),
            }
            assert_eq!(result.read().unwrap(), stepped(&numbers, 2.0, added), "{} turn {turn}", device.era());
        }
        step(&kernel, -1.0, [0.0, 5.0], &others[0], &mut elsewhere);
        assert_eq!(elsewhere.read().unwrap(), stepped(&numbers, -1.0, [0.0, 5.0]));
    }
}

#[test]
fn passes_that_blend_test_and_count_stand_between_plain_ones() {
    let Some(device) = device(Era::Fragment) else { return };
    let kernel = device.kernel(&two_eras()).unwrap();
    let source = device.stream_of([4, 4], &[1.0_f32; 16]).unwrap();
    let mut result = device.empty::<f32>([4, 4]).unwrap();
    let mut sums = device.empty::<f32>([4, 4]).unwrap();
    let (mut mask, mut query) = (device.depth_stencil(4, 4).unwrap(), device.query().unwrap());
    let never = DepthStencilState { stencil: Compare::Never, ..DepthStencilState::default() };
    let part = [TexelRect { x: 0, y: 0, width: 2, height: 1 }];
    for turn in 0..24_u16 {
        let added = [f32::from(turn), 0.0];
        step(&kernel, 1.0, added, &source, &mut result);
        let call = || {
            kernel
                .call()
                .uniform("factor", 1.0_f32)
                .uniform("added", [0.0, 0.0])
                .input("source", &source)
        };
        match turn % 4 {
            0 => call().blend(Blend::Add).output("result", &mut sums).run().unwrap(),
            1 => call()
                .depth_stencil(&mut mask, never)
                .output("result", &mut sums)
                .run()
                .unwrap(),
            2 => call().count(&mut query).output("result", &mut sums).run().unwrap(),
            _ => call().regions(&part).output("result", &mut sums).run().unwrap(),
        }
        assert_eq!(result.read().unwrap(), [1.0 + f32::from(turn); 16], "turn {turn}");
    }
    assert_eq!(query.fragments().unwrap(), 16);
}

#[test]
fn a_call_of_many_kernels_in_turn_keeps_each_in_its_place() {
    for device in devices() {
        let kernels: Vec<Kernel> = (0..4).map(|at| device.kernel(&two_eras().define("AT", at)).unwrap()).collect();
        let sizes = [5, 17, 256, 1_021];
        let sources: Vec<_> = sizes.map(|size| device.stream(&vec![1.0_f32; size]).unwrap()).into();
        let mut results: Vec<_> = sizes.map(|size| device.empty::<f32>(size).unwrap()).into();
        for turn in 0..12 {
            for (at, result) in results.iter_mut().enumerate() {
                step(&kernels[at], turn as f32, [at as f32, 0.0], &sources[at], result);
            }
        }
        for (at, result) in results.iter().enumerate() {
            assert_eq!(result.read().unwrap(), vec![11.0 + at as f32; sizes[at]]);
        }
    }
}

#[test]
fn a_wrong_call_is_refused_among_right_ones() {
    for device in devices() {
        let kernel = device.kernel(&two_eras()).unwrap();
        let source = device.stream(&[1.0_f32; 8]).unwrap();
        let mut result = device.empty::<f32>(8).unwrap();
        let mut short = device.empty::<f32>(7).unwrap();
        for _ in 0..4 {
            step(&kernel, 1.0, [0.0, 0.0], &source, &mut result);
            let call = kernel
                .call()
                .uniform("factor", 1.0_f32)
                .uniform("added", [0.0, 0.0])
                .input("source", &source);
            let error = call.output("result", &mut short).run().unwrap_err().to_string();
            assert!(error.contains("use gather"), "{error}");
            let call = kernel
                .call()
                .uniform("factor", 1)
                .uniform("added", [0.0, 0.0])
                .input("source", &source);
            let error = call.output("result", &mut result).run().unwrap_err().to_string();
            assert!(error.contains("factor is float, int given"), "{error}");
        }
    }
}

#[test]
fn a_dispatch_by_elements_and_by_groups_is_another_one() {
    let Some(device) = device(Era::Compute) else { return };
    let add = "#version 430 core
layout(local_size_x = 4) in;
layout(std430) buffer Result { uint result[]; };
void main() { uint i = gl_GlobalInvocationID.x; if (i < result.length()) result[i] += 1u; }";
    let kernel = device.kernel(&KernelSource::new("add").compute(add)).unwrap();
    let mut result = device.stream_in(Layout::Linear, 16, &[0_u32; 16]).unwrap();
    for _ in 0..5 {
        kernel.call().update("result", &mut result).elements(8).run().unwrap();
        kernel.call().update("result", &mut result).groups([1, 1, 1]).run().unwrap();
        kernel.call().update("result", &mut result).run().unwrap();
    }
    let counts = result.read().unwrap();
    assert_eq!((counts[0], counts[4], counts[8]), (15, 10, 5));
}

#[test]
fn one_stream_under_two_names_and_two_streams_take_turns() {
    let product = KernelSource::new("product")
        .fragment(
            "#version 330 core
#include \"stream.glsl\"
uniform sampler2D a;
uniform sampler2D b;
layout(location = 0) out float result;
void main() { result = here(a).r * 10.0 + here(b).r; }",
        )
        .compute(
            "#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 64) in;
layout(std430) readonly  buffer A { float a[]; };
layout(std430) readonly  buffer B { float b[]; };
layout(std430) writeonly buffer Result { float result[]; };
void main() { int i = element(); if (i < element_count) result[i] = a[i] * 10.0 + b[i]; }",
        );
    for device in devices() {
        let kernel = device.kernel(&product).unwrap();
        let streams = [1.0_f32, 2.0, 3.0].map(|value| device.stream(&[value; 5]).unwrap());
        let mut result = device.empty::<f32>(5).unwrap();
        let pairs = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (0, 2)];
        for turn in 0..60 {
            // Runs of one pair, and pairs in turn.
            let (a, b) = pairs[if turn < 30 { turn / 5 } else { turn * 7 % 6 }];
            kernel
                .call()
                .input("a", &streams[a])
                .input("b", &streams[b])
                .output("result", &mut result)
                .run()
                .unwrap();
            let wanted = (a + 1) as f32 * 10.0 + (b + 1) as f32;
            assert_eq!(result.read().unwrap(), [wanted; 5], "{} turn {turn}", device.era());
        }
    }
}

#[test]
fn samplings_are_kept_apart_from_call_to_call() {
    let Some(device) = device(Era::Fragment) else { return };
    let text = "#version 330 core
uniform sampler2D source;
uniform vec2 place;
layout(location = 0) out float result;
void main() { result = textureLod(source, place, 0.0).r; }";
    let kernel = device.kernel(&KernelSource::new("sampled").fragment(text)).unwrap();
    let source = device.stream_of([2, 1], &[10.0_f32, 20.0]).unwrap();
    let mut result = device.empty::<f32>(1).unwrap();
    let border = |value: f32| Sampling::nearest().border([value; 4]);
    for turn in 0..40 {
        let (sampling, x, wanted) = match turn * 3 % 8 {
            0 => (Sampling::nearest(), 0.4, 10.0),
            1 => (Sampling::linear(), 0.5, 15.0),
            2 => (border(7.0), 1.5, 7.0),
            3 => (border(-1.0), -0.5, -1.0),
            4 => (Sampling::nearest(), 1.5, 20.0),
            5 => (Sampling::linear(), 0.25, 10.0),
            6 => (border(7.0), 0.9, 20.0),
            _ => (Sampling::nearest().repeat(), 1.25, 10.0),
        };
        let call = kernel.call().uniform("place", [x, 0.5]).sampled("source", &source, sampling);
        call.output("result", &mut result).run().unwrap();
        assert_eq!(result.read().unwrap(), [wanted], "turn {turn}");
    }
}
