//! Memories of dropped streams: they serve again, and nobody sees what was in them.

use crate::machine::device;
use gristmill::{Compare, DepthStencilState, Device, Era, KernelSource, Layout};

const LAYOUTS: [Layout; 6] =
    [Layout::Packed, Layout::Rectangle, Layout::Row, Layout::Slices, Layout::Volume, Layout::Linear];

/// Leaves memories behind that hold all ones.
fn soil(device: &Device, layout: Layout, shape: [usize; 3]) {
    let elements = vec![u32::MAX; shape.iter().product()];
    drop(device.stream_in(layout, shape, &elements).unwrap());
}

#[test]
fn an_empty_stream_is_of_zeros_whoever_had_its_memory() {
    for device in Era::ALL.into_iter().filter_map(device) {
        for layout in LAYOUTS {
            for shape in [[1, 1, 1], [7, 5, 1], [100, 1, 3], [33, 13, 4], [0, 3, 1]] {
                let before = device.memory();
                soil(&device, layout, shape);
                let stream = device.empty_in::<u32>(layout, shape).unwrap();
                assert!(stream.read().unwrap().iter().all(|element| *element == 0), "{layout:?} {shape:?}");
                assert!(device.memory().reused > before.reused, "{layout:?} {shape:?}");
            }
        }
    }
}

#[test]
fn what_a_kernel_stored_is_done_before_the_memory_serves_again() {
    let Some(device) = device(Era::Compute) else { return };
    let fill = "#version 430 core
layout(local_size_x = 64) in;
uniform uint value;
layout(std430) writeonly buffer Result { uint result[]; };
void main() { uint i = gl_GlobalInvocationID.x; if (i < result.length()) result[i] = value; }";
    let kernel = device.kernel(&KernelSource::new("fill").compute(fill)).unwrap();
    for turn in 1..20_u32 {
        let mut stored = device.empty::<u32>(10_000).unwrap();
        assert!(stored.read().unwrap().iter().all(|element| *element == 0));
        kernel
            .call()
            .uniform("value", turn)
            .output("result", &mut stored)
            .run()
            .unwrap();
        drop(stored);
        let mut again = device.uninit::<u32>(10_000).unwrap();
        again.write(&vec![turn + 100; 10_000]).unwrap();
        assert!(again.read().unwrap().iter().all(|element| *element == turn + 100));
    }
    assert!(device.memory().reused >= 30, "{}", device.memory());
}

#[test]
fn padding_behind_the_last_element_is_zero() {
    let Some(device) = device(Era::Compute) else { return };
    // A kernel may read any stream of scalars by fours.
    let fours = "#version 430 core
layout(local_size_x = 1) in;
layout(std430) readonly buffer Source { uvec4 source[]; };
layout(std430) writeonly buffer Result { uvec4 result[]; };
void main() { result[0] = source[1]; }";
    let kernel = device.kernel(&KernelSource::new("fours").compute(fours)).unwrap();
    for len in 5..=8 {
        soil(&device, Layout::Linear, [8, 1, 1]);
        let source = device.stream(&vec![7_u32; len]).unwrap();
        let mut result = device.empty::<u32>(4).unwrap();
        kernel
            .call()
            .gather("source", &source)
            .output("result", &mut result)
            .groups([1, 1, 1])
            .run()
            .unwrap();
        let wanted: Vec<u32> = (4..8).map(|at| if at < len { 7 } else { 0 }).collect();
        assert_eq!(result.read().unwrap(), wanted);
    }
}

#[test]
fn what_waits_is_bounded_and_goes_when_asked() {
    for device in Era::ALL.into_iter().filter_map(device) {
        let mut most = 0;
        for size in [100, 10_000, 1_000, 100_000, 10] {
            let streams: Vec<_> = (0..4).map(|_| device.empty::<f32>(size).unwrap()).collect();
            let memory = device.memory();
            most = most.max(memory.live);
            assert!(memory.live + memory.kept <= most + most / 4, "{memory}");
            drop(streams);
        }
        device.trim();
        assert_eq!((device.memory().live, device.memory().kept), (0, 0));
    }
}

#[cfg(feature = "emulator")]
#[test]
fn the_emulator_shows_what_nobody_wrote() {
    let device = Device::emulator(Era::Compute).unwrap();
    assert!(
        device
            .uninit::<f32>(5)
            .unwrap()
            .read()
            .unwrap()
            .iter()
            .all(|element| element.is_nan())
    );
    assert!(
        device
            .uninit::<i32>(5)
            .unwrap()
            .read()
            .unwrap()
            .iter()
            .all(|element| *element < 0)
    );
    let halves = device
        .with_era(Era::Fragment)
        .unwrap()
        .uninit::<[gristmill::half::f16; 2]>([2, 2]);
    assert!(halves.unwrap().read().unwrap().iter().flatten().all(|half| half.is_nan()));
}

#[test]
fn a_trace_counts_memories() {
    let Some(device) = device(Era::Fragment) else { return };
    let (_, trace) = device
        .trace(|| Ok((device.stream(&[1.0_f32; 100])?, device.stream(&[2.0_f32; 100])?)))
        .unwrap();
    assert_eq!((trace.memory.made, trace.memory.reused), (2, 0));
    let (_, trace) = device.trace(|| device.stream(&[1.0_f32; 100])).unwrap();
    assert_eq!((trace.memory.made, trace.memory.reused), (0, 1));
}

#[test]
fn a_stream_is_of_zeros_behind_a_pass_that_draws_nothing() {
    let Some(device) = device(Era::Fragment) else { return };
    let vertices = "#version 330 core\nflat out uint result;\nvoid main() { result = uint(gl_VertexID); }";
    let one = "#version 330 core\nlayout(location = 0) out float result;\nvoid main() { result = 1.0; }";
    let vertices = device.kernel(&KernelSource::new("vertices").vertex(vertices)).unwrap();
    let one = device.kernel(&KernelSource::new("one").fragment(one)).unwrap();
    let nothing = device.query().unwrap(); // it has counted nothing
    let none = DepthStencilState { stencil: Compare::Never, ..DepthStencilState::default() };
    for turn in 0..6 {
        for layout in LAYOUTS {
            soil(&device, layout, [5, 3, 2]);
            let mut drawn = device.empty::<f32>([5, 3]).unwrap();
            match turn % 3 {
                0 => {
                    let mut numbers = device.empty_in::<u32>(Layout::Linear, 4).unwrap();
                    vertices.call().output("result", &mut numbers).run().unwrap();
                }
                1 => one.call().when(&nothing).output("result", &mut drawn).run().unwrap(),
                _ => {
                    let (mut mask, mut query) = (device.depth_stencil(5, 3).unwrap(), device.query().unwrap());
                    let call = one.call().depth_stencil(&mut mask, none).count(&mut query);
                    call.output("result", &mut drawn).run().unwrap();
                    one.call().when(&query).output("result", &mut drawn).run().unwrap();
                }
            }
            let stream = device.empty_in::<u32>(layout, [5, 3, 2]).unwrap();
            assert!(stream.read().unwrap().iter().all(|element| *element == 0), "{layout:?} turn {turn}");
        }
    }
}

#[test]
fn a_stream_is_of_zeros_while_a_driver_still_draws() {
    let source = "#version 330 core\nlayout(location = 0) out float result;\nvoid main() { result = 2.0; }";
    let source = KernelSource::new("two").fragment(source);
    // A texture was read before it was cleared: this was seen on llvmpipe, in one of thirty
    // devices.
    for _ in 0..200 {
        let Some(device) = device(Era::Fragment) else { return };
        let two = device.kernel(&source).unwrap();
        for _ in 0..3 {
            let mut drawn = device.empty::<f32>(1).unwrap();
            two.call().output("result", &mut drawn).run().unwrap();
            assert_eq!(drawn.read().unwrap(), [2.0]);
            drop(drawn);
            assert_eq!(device.empty::<f32>(1).unwrap().read().unwrap(), [0.0]);
        }
    }
}
