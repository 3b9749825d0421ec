//! Sampling, against exact arithmetic in `f64`: filters, wraps and borders, at awkward sizes and far outside
//! the texture, on the driver and on the emulator, in both eras.

mod cube;
pub mod truth;

use crate::machine::machines;
use gristmill::{
    Device, DeviceKind, Element, Era, Error, Kernel, KernelSource, Layout, Sampling, Shape, Stream, Wrap, random,
};
use image::Rgba;
use truth::Truth;

/// A kernel of both eras that samples at places which a stream names.
fn kernel(sampler: &str, axes: &str) -> KernelSource {
    let fragment = format!(
        "#version 330 core
#include \"stream.glsl\"
uniform {sampler} source;
uniform sampler2D places;
out vec4 result;
void main() {{ result = vec4(texture(source, here(places).{axes})); }}"
    );
    let compute = format!(
        "#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 32) in;
uniform {sampler} source;
layout(std430, binding = 0) readonly buffer Places {{ vec4 places[]; }};
layout(std430, binding = 1) writeonly buffer Result {{ vec4 result[]; }};
void main() {{ int i = element(); if (i < element_count) result[i] = vec4(texture(source, places[i].{axes})); }}"
    );
    KernelSource::new("sampled").fragment(fragment).compute(compute)
}

/// Returns the samples of the device at those places.
fn sampled<T: Element>(
    device: &Device,
    kernel: &Kernel,
    source: &Stream<T>,
    sampling: Sampling,
    places: &[[f32; 4]],
) -> Vec<[f32; 4]> {
    let places = device.stream(places).unwrap();
    let mut result = device.empty::<[f32; 4]>(places.shape()).unwrap();
    kernel
        .call()
        .sampled("source", source, sampling)
        .input("places", &places)
        .output("result", &mut result)
        .run()
        .unwrap();
    result.read().unwrap()
}

/// Places on an axis of so many texels: within it and far outside both edges, at these parts of a texel, and a
/// hair to both sides of the first one's middle.
fn along(size: usize, parts: &[f64]) -> Vec<f32> {
    let texels = -2 * size as i64 - 1..3 * size as i64 + 2;
    let middle = 0.5 / size as f32;
    texels
        .flat_map(|texel| parts.iter().map(move |part| ((texel as f64 + part) / size as f64) as f32))
        .chain([middle.next_down(), middle.next_up()])
        .collect()
}

/// Places on a texture: along each axis alone, then anywhere.
fn places(size: [usize; 3], parts: &[f64]) -> Vec<[f32; 4]> {
    let axes = size.map(|side| along(side, parts));
    let mut all = Vec::new();
    for (axis, along) in axes.iter().enumerate() {
        all.extend(
            along
                .iter()
                .map(|&at| [0, 1, 2, 3].map(|other| if other == axis { at } else { 0.5 })),
        );
    }
    let pick = |axis: usize, turn: u32| axes[axis][random::word(3, turn, axis as u32) as usize % axes[axis].len()];
    all.extend((0..500).map(|turn| [pick(0, turn), pick(1, turn), pick(2, turn), 0.0]));
    all
}

/// Nearest: within a texel, but not so near to its edge that rounding decides.
const INSIDE: [f64; 4] = [0.02, 0.3, 0.5, 0.98];
/// Linear: the edges and the middle too, where weights begin and end.
const ANYWHERE: [f64; 6] = [0.0, 0.1, 0.3, 0.5, 0.7, 0.999];

/// The largest differences seen from each kind of machine, in parts of what neighbours differ by.
#[derive(Default)]
struct Largest([(Option<DeviceKind>, f64); 2]);

impl Largest {
    fn note(&mut self, device: &Device, part: f64) {
        let at = usize::from(device.info().kind == DeviceKind::Emulator);
        self.0[at] = (Some(device.info().kind), self.0[at].1.max(part));
    }

    fn print(&self, what: &str) {
        for (kind, part) in self.0.iter().filter_map(|(kind, part)| kind.map(|kind| (kind, part))) {
            let bits = -part.log2();
            println!("{what}: {kind:?} is off by {part:.3e} of what neighbours differ by at most: {bits:.0} bits");
        }
    }
}

/// Returns how many bits of a weight's fraction a machine keeps, if they are fewer than those of
/// `f32`. OpenGL does not say. llvmpipe blends bytes by eight bits, and `f32` in `f32`. The
/// emulator blends both in `f32`. Other drivers are asked for no more than eight bits.
fn fraction(device: &Device, bytes: bool) -> Option<i32> {
    match device.info().kind {
        DeviceKind::Emulator => None,
        _ if device.info().name.contains("llvmpipe") && !bytes => None,
        _ => Some(8),
    }
}

/// Returns the most by which a machine may be off. It rounds each axis's weight to so many bits, or
/// the place to `f32`. All machines round the sums.
fn bound(fraction: Option<i32>, truth: &Truth, differ: f64, place: &[f32; 4], largest: f64) -> f64 {
    let axes = truth.axes as f64;
    let texels = (0..truth.axes).map(|axis| f64::from(place[axis].abs()) * truth.size[axis] as f64);
    let weight = match fraction {
        Some(bits) => 0.5_f64.powi(bits),
        None => texels.fold(1.0, f64::max) * f64::from(f32::EPSILON),
    };
    differ * axes * weight + 4.0 * axes * largest * f64::from(f32::EPSILON)
}

fn judge(device: &Device, truth: &Truth, places: &[[f32; 4]], found: &[[f32; 4]], seen: &mut Largest) {
    let largest = truth
        .texels
        .iter()
        .chain([&truth.border])
        .flatten()
        .fold(0.0, |most: f64, lane| most.max(lane.abs()));
    for (place, found) in places.iter().zip(found) {
        let wanted = truth.sample(*place);
        for (lane, found) in found.iter().enumerate() {
            let off = (f64::from(*found) - wanted.value[lane]).abs();
            let differ = wanted.differ[lane];
            let most = if truth.linear { bound(fraction(device, false), truth, differ, place, largest) } else { 0.0 };
            assert!(
                off <= most,
                "{} {}: {:?} {:?} at {place:?}, lane {lane}: {} for {}, off by {off:e} of at most {most:e}",
                device.info().name,
                device.era(),
                truth.size,
                truth.wraps,
                *found,
                wanted.value[lane]
            );
            if truth.linear && differ > 0.0 {
                seen.note(device, off / differ);
            }
        }
    }
}

const WRAPS: [[Wrap; 3]; 5] = [
    [Wrap::Clamp; 3],
    [Wrap::Repeat; 3],
    [Wrap::Mirror; 3],
    [Wrap::Border; 3],
    [Wrap::Mirror, Wrap::Repeat, Wrap::Border],
];
const BORDER: [f32; 4] = [-3.5, 100.0, 0.25, 7.0];

/// Judges every machine on streams of that layout and those shapes.
fn judged(layout: Layout, shapes: &[&[usize]], what: &str) {
    let (sampler, swizzle, axes) = match layout {
        Layout::Row => ("sampler1D", "x", 1),
        Layout::Volume => ("sampler3D", "xyz", 3),
        _ => ("sampler2D", "xy", 2),
    };
    let source = kernel(sampler, swizzle);
    let mut seen = Largest::default();
    for device in machines() {
        let kernel = device.kernel(&source).unwrap();
        for shape in shapes {
            let shape = Shape::new(shape).unwrap();
            let size = [0, 1, 2].map(|axis| shape.extent(axis));
            let fours: Vec<[f32; 4]> = (0..shape.len() as u32)
                .map(|i| [0, 1, 2, 3].map(|lane| random::uniform(5, i, lane) * 20.0 - 10.0))
                .collect();
            let ones: Vec<f32> = fours.iter().map(|four| four[1]).collect();
            let four_lanes: Vec<[f64; 4]> = fours.iter().map(|four| four.map(f64::from)).collect();
            let one_lane: Vec<[f64; 4]> = ones.iter().map(|&one| [one.into(), 0.0, 0.0, 1.0]).collect();
            let fours = device.stream_in(layout, shape, &fours).unwrap();
            let ones = device.stream_in(layout, shape, &ones).unwrap();
            for (linear, wraps) in [false, true].into_iter().flat_map(|linear| WRAPS.map(|wraps| (linear, wraps))) {
                let filter = if linear { Sampling::linear() } else { Sampling::nearest() };
                let sampling = filter.border(BORDER).wraps(wraps);
                let places = places(size, if linear { &ANYWHERE } else { &INSIDE });
                let border = BORDER.map(f64::from);
                let truth = Truth { size, axes, texels: &four_lanes, wraps, border, linear };
                let found = sampled(&device, &kernel, &fours, sampling, &places);
                judge(&device, &truth, &places, &found, &mut seen);
                let truth = Truth { texels: &one_lane, border: [border[0], 0.0, 0.0, 1.0], ..truth };
                let found = sampled(&device, &kernel, &ones, sampling, &places);
                judge(&device, &truth, &places, &found, &mut seen);
            }
        }
    }
    seen.print(what);
}

#[test]
fn rows() {
    judged(Layout::Row, &[&[1], &[2], &[3], &[5], &[7], &[64]], "1D textures");
}

#[test]
fn lines() {
    judged(Layout::Packed, &[&[1], &[2], &[3], &[7], &[13], &[64]], "2D textures of one row");
}

#[test]
fn planes() {
    judged(Layout::Packed, &[&[1, 1], &[2, 3], &[3, 1], &[5, 7], &[17, 2], &[13, 64]], "2D textures");
}

#[test]
fn volumes() {
    judged(Layout::Volume, &[&[1, 1, 1], &[2, 3, 5], &[7, 5, 3], &[1, 2, 64]], "3D textures");
}

/// A photograph's bytes: a driver may compute with as many bits as they have.
#[test]
fn bytes() {
    let source = kernel("sampler2D", "xy");
    let mut seen = Largest::default();
    for device in machines() {
        let kernel = device.kernel(&source).unwrap();
        for size in [[1, 1, 1], [3, 2, 1], [7, 11, 1]] {
            let count = (size[0] * size[1]) as u32;
            let pixels: Vec<Rgba<u8>> = (0..count).map(|i| Rgba(random::pcg(i).to_le_bytes())).collect();
            let texels: Vec<[f64; 4]> =
                pixels.iter().map(|pixel| pixel.0.map(|byte| f64::from(byte) / 255.0)).collect();
            let pixels = device.stream_in(Layout::Packed, [size[0], size[1]], &pixels).unwrap();
            for wraps in WRAPS {
                let border = [0.25, 1.0, 0.0, 0.5];
                let places = places(size, &ANYWHERE);
                let found = sampled(&device, &kernel, &pixels, Sampling::linear().border(border).wraps(wraps), &places);
                let truth =
                    Truth { size, axes: 2, texels: &texels, wraps, border: border.map(f64::from), linear: true };
                for (place, found) in places.iter().zip(&found) {
                    let wanted = truth.sample(*place);
                    for (lane, found) in found.iter().enumerate() {
                        let off = (f64::from(*found) - wanted.value[lane]).abs();
                        // The weights' eight bits along each axis, and the bytes' own steps after each.
                        let byte = if device.info().kind == DeviceKind::Emulator { 1e-6 } else { 2.0 / 255.0 };
                        let most = bound(fraction(&device, true), &truth, wanted.differ[lane], place, 1.0) + byte;
                        assert!(off <= most, "{size:?} {wraps:?} at {place:?}: off by {off} of at most {most}");
                        if wanted.differ[lane] > 0.1 {
                            seen.note(&device, off / wanted.differ[lane]);
                        }
                    }
                }
            }
        }
    }
    seen.print("bytes");
}

/// Integers are read by the nearest texel, with every wrap but the border's.
#[test]
fn integers_are_read_exactly() {
    for device in machines() {
        for wraps in &WRAPS[..3] {
            let sampling = Sampling::nearest().wraps(*wraps);
            for (layout, size, sampler, axes) in [
                (Layout::Row, [15, 1, 1], "isampler1D", "x"),
                (Layout::Packed, [5, 3, 1], "isampler2D", "xy"),
                (Layout::Volume, [3, 2, 5], "isampler3D", "xyz"),
            ] {
                let elements: Vec<i32> = (0..size.iter().product::<usize>() as i32).map(|i| i * i * 1000 - 7).collect();
                let kernel = device.kernel(&kernel(sampler, axes)).unwrap();
                let axes = axes.len();
                let shape = Shape::new(&size[..axes]).unwrap();
                let source = device.stream_in(layout, shape, &elements).unwrap();
                let places = places(size, &INSIDE);
                let texels: Vec<[f64; 4]> = elements.iter().map(|&element| [element.into(), 0.0, 0.0, 1.0]).collect();
                let truth = Truth { size, axes, texels: &texels, wraps: *wraps, border: [0.0; 4], linear: false };
                let found = sampled(&device, &kernel, &source, sampling, &places);
                judge(&device, &truth, &places, &found, &mut Largest::default());
            }
        }
    }
}

/// One stream under five names, each read in its own way, and afterwards by nobody's way but the library's.
#[test]
fn a_sampling_is_of_one_name_in_one_call() {
    let body = "vec4(texture(a, vec2(1.25, 0.5)).r, texture(b, vec2(1.25, 0.5)).r,
        texture(c, vec2(1.5, 0.5)).r, texture(d, vec2(1.5, 0.5)).r + texture(e, vec2(1.5, 0.5)).r)";
    let samplers =
        "uniform sampler2D a; uniform sampler2D b; uniform sampler2D c; uniform sampler2D d; uniform sampler2D e;";
    let source = KernelSource::new("five")
        .fragment(format!("#version 330 core\n{samplers}\nout vec4 result;\nvoid main() {{ result = {body}; }}"))
        .compute(format!(
            "#version 430 core\nlayout(local_size_x = 1) in;\n{samplers}
layout(std430, binding = 0) writeonly buffer Result {{ vec4 result[]; }};
void main() {{ result[0] = {body}; }}"
        ));
    for device in machines() {
        let kernel = device.kernel(&source).unwrap();
        let numbers = device.stream_in(Layout::Packed, [2, 1], &[10.0_f32, 20.0]).unwrap();
        let mut result = device.empty::<[f32; 4]>(1).unwrap();
        for round in 0..3 {
            let [near, far] = [3.0, 500.0].map(|border| border + round as f32);
            let call = kernel.call().sampled("a", &numbers, Sampling::nearest().repeat());
            let call = call.sampled("b", &numbers, Sampling::linear().mirror());
            let call = call.sampled("c", &numbers, Sampling::linear().border([near; 4]));
            let call = call
                .sampled("d", &numbers, Sampling::linear().border([far; 4]))
                .gather("e", &numbers);
            call.output("result", &mut result).run().unwrap();
            assert_eq!(result.read().unwrap(), [[10.0, 20.0, near, far + 20.0]], "{device:?}");
            let call = kernel.call().gather("a", &numbers).gather("b", &numbers).gather("c", &numbers);
            let call = call.gather("d", &numbers).gather("e", &numbers);
            call.output("result", &mut result).run().unwrap();
            assert_eq!(result.read().unwrap(), [[20.0, 20.0, 20.0, 40.0]], "{device:?}");
        }
    }
}

fn refused(result: Result<(), Error>, sentence: &str) {
    assert_eq!(result.unwrap_err().to_string(), sentence);
}

#[test]
fn what_a_format_cannot_is_said() {
    for device in machines() {
        let file = if device.era() == Era::Compute { "sampled.comp" } else { "sampled.frag" };
        let places = device.stream(&[[0.5_f32; 4]]).unwrap();
        let mut result = device.empty::<[f32; 4]>(1).unwrap();
        let integers = device.stream_in(Layout::Packed, [2, 1], &[1_i32, 2]).unwrap();
        let kernel_of = |sampler| device.kernel(&kernel(sampler, "xy")).unwrap();
        let (whole, floats) = (kernel_of("isampler2D"), kernel_of("sampler2D"));
        let mut call = |kernel: &Kernel, sampling| {
            let call = kernel.call().sampled("source", &integers, sampling).input("places", &places);
            call.output("result", &mut result).run()
        };
        refused(
            call(&whole, Sampling::linear()),
            &format!(
                "{file}: source is sampled with linear weights, but its stream is R32I, and integers are never blended; use Sampling::nearest() or a stream of floats"
            ),
        );
        refused(
            call(&whole, Sampling::nearest().border([1.0; 4])),
            &format!(
                "{file}: source is sampled with a border of floats, but its stream is R32I; use clamp, repeat or mirror, or a stream of floats"
            ),
        );
        let pixel = device.stream_in(Layout::Packed, [1, 1], &[Rgba([1_u8; 4])]).unwrap();
        let call = floats
            .call()
            .sampled("source", &pixel, Sampling::nearest().border([0.0, 2.0, 0.0, 0.0]));
        refused(
            call.input("places", &places).output("result", &mut result).run(),
            &format!(
                "{file}: source is sampled with a border of 2, but its stream is of bytes, which kernels see as 0 to 1; give a border in that range"
            ),
        );
        let buffer = device.stream_in(Layout::Linear, 2, &[1.0_f32, 2.0]).unwrap();
        let call = floats.call().sampled("source", &buffer, Sampling::linear());
        refused(
            call.input("places", &places).output("result", &mut result).run(),
            &format!(
                "{file}: source is a sampler, but its stream is in a buffer; make it with \
                 device.stream_in(Layout::Packed, ...) or copy it"
            ),
        );
        if device.era() == Era::Compute {
            let source = device.stream_in(Layout::Packed, [1, 1], &[1.0_f32]).unwrap();
            let call = floats
                .call()
                .gather("source", &source)
                .sampled("places", &places, Sampling::linear());
            refused(
                call.output("result", &mut result).run(),
                &format!(
                    "{file}: places is a storage buffer, which is read without a sampler; declare it `uniform sampler2D places`, or use gather"
                ),
            );
        }
    }
}
