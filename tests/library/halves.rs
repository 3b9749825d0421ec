//! Elements of 16-bit floats on both machines, against the crate `half`: bits there and back, what kernels see,
//! and how what they write is rounded.

use crate::machine::{chosen, device, machines};
use gristmill::half::f16;
use gristmill::{Blend, Device, DeviceKind, Element, Era, KernelSource, Layout, MachineChoice, Result, Sampling};
use std::fmt::Debug;

fn fragment(text: &str) -> KernelSource {
    KernelSource::new("halves").fragment(format!("#version 330 core\n#include \"stream.glsl\"\n{text}"))
}

fn fragment_machines() -> impl Iterator<Item = Device> {
    let choices = [MachineChoice::Driver, MachineChoice::Emulator];
    choices.into_iter().filter_map(|choice| chosen(choice, Era::Fragment))
}

/// Every half there is.
fn every_half() -> Vec<f16> {
    (0..=u16::MAX).map(f16::from_bits).collect()
}

fn by<const N: usize>(halves: &[f16]) -> Vec<[f16; N]> {
    halves.as_chunks::<N>().0.to_vec()
}

fn bits<const N: usize>(elements: &[[f16; N]]) -> Vec<u16> {
    elements.as_flattened().iter().map(|half| half.to_bits()).collect()
}

#[test]
fn every_bit_comes_back() -> Result<()> {
    let halves = every_half();
    for device in machines() {
        for layout in [Layout::Packed, Layout::Linear, Layout::BySlice, Layout::Slices, Layout::Volume] {
            fn there_and_back<const N: usize>(device: &Device, layout: Layout, halves: &[f16]) -> Result<()>
            where
                [f16; N]: Element,
            {
                let elements = by::<N>(halves);
                let shape = gristmill::Shape::new(&[16, elements.len() / 256, 16])?;
                let stream = device.stream_in(layout, shape, &elements)?;
                assert!(bits(&stream.read()?) == bits(&elements), "{layout:?} on {}", device.info().name);
                assert_eq!(bits(&stream.read_range(3..5)?), bits(&elements[3..5]));
                for other in [Layout::Packed, Layout::Linear] {
                    let mut copy = device.empty_in::<[f16; N]>(other, shape)?;
                    copy.copy_from(&stream)?;
                    assert!(bits(&copy.read()?) == bits(&elements), "{layout:?} to {other:?}");
                }
                Ok(())
            }
            there_and_back::<2>(&device, layout, &halves)?;
            there_and_back::<4>(&device, layout, &halves)?;
        }
    }
    Ok(())
}

/// Halves lie where no word may: their words are the same.
#[test]
fn halves_at_an_odd_place_are_the_same_words() {
    let halves: Vec<f16> = (0..9).map(|i| f16::from_f32(i as f32)).collect();
    for start in [0, 1] {
        let elements = by::<2>(&halves[start..start + 8]);
        let (aligned, _) = halves[start..].as_chunks::<2>();
        assert_eq!(<[f16; 2]>::words(aligned).first(), <[f16; 2]>::words(&elements).first());
        let word = u32::from(halves[start].to_bits()) | u32::from(halves[start + 1].to_bits()) << 16;
        assert_eq!(<[f16; 2]>::words(aligned)[0], word);
    }
}

/// Numbers around everything that rounding minds: ties, denormals, the largest half, what is beyond it.
fn difficult() -> Vec<f32> {
    let mut numbers = vec![0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-40, 3e38];
    for half in every_half()
        .into_iter()
        .filter(|half| half.is_finite() && half.to_bits() % 7 < 2)
    {
        let exact = half.to_f32();
        let next = f16::from_bits(half.to_bits().wrapping_add(1)).to_f32();
        let tie = (exact + next) / 2.0;
        numbers.push(exact);
        if tie.is_finite() {
            numbers.extend([tie, f32::from_bits(tie.to_bits() - 1), f32::from_bits(tie.to_bits() + 1)]);
        }
    }
    numbers.extend([65_504.0, 65_519.996, 65_520.0, 65_536.0, -65_519.996, -65_520.0]);
    while numbers.len() % 4 > 0 {
        numbers.push(1.0);
    }
    numbers
}

/// The halves that a machine may make of a number in a texture. OpenGL leaves the rounding open: the emulator
/// takes the nearest, to even where two are as near, llvmpipe the next one towards zero, others either.
fn stored(device: &Device, number: f32) -> Vec<f16> {
    let nearest = f16::from_f32(number);
    let away = nearest.to_f32().abs() > number.abs();
    let towards_zero = f16::from_bits(nearest.to_bits() - u16::from(away));
    match device.info() {
        info if info.kind == DeviceKind::Emulator => vec![nearest],
        info if info.name.contains("llvmpipe") => vec![towards_zero],
        _ => vec![nearest, towards_zero],
    }
}

/// Asserts that a machine has stored those numbers as it may.
fn assert_stored(device: &Device, given: &[f16], numbers: &[f32]) {
    assert_eq!(given.len(), numbers.len());
    let may = |half: &f16, number: f32| stored(device, number).iter().any(|may| may.to_bits() == half.to_bits());
    let wrong: Vec<_> = given
        .iter()
        .zip(numbers)
        .filter(|(half, number)| !may(half, **number))
        .collect();
    let shown = &wrong[..wrong.len().min(20)];
    assert!(wrong.is_empty(), "{} of {} on {}: {shown:?}", wrong.len(), numbers.len(), device.info().name);
}

#[test]
fn what_a_pass_writes_is_rounded_as_the_machine_does() -> Result<()> {
    let numbers = difficult();
    let fours = numbers.as_chunks::<4>().0.to_vec();
    let text = "uniform sampler2D source;\nout vec4 result;\nvoid main() { result = here(source); }";
    for device in fragment_machines() {
        let source = device.stream(&fours)?;
        let mut result = device.empty::<[f16; 4]>(fours.len())?;
        let kernel = device.kernel(&fragment(text))?;
        kernel.call().gather("source", &source).output("result", &mut result).run()?;
        assert_stored(&device, result.read()?.as_flattened(), &numbers);
    }
    Ok(())
}

/// A kernel sees each half as the float that it is; not-a-number stays one.
#[test]
fn what_a_pass_reads_is_exact() -> Result<()> {
    let pairs = by::<2>(&every_half());
    let text = "uniform sampler2D source;\nout vec2 result;\nvoid main() { result = here(source).rg; }";
    for device in fragment_machines() {
        let source = device.stream(&pairs)?;
        let mut result = device.empty::<[f32; 2]>(pairs.len())?;
        device
            .kernel(&fragment(text))?
            .call()
            .gather("source", &source)
            .output("result", &mut result)
            .run()?;
        let read = result.read()?;
        for (float, half) in read.as_flattened().iter().zip(pairs.as_flattened()) {
            let same = float.to_bits() == half.to_f32().to_bits() || (float.is_nan() && half.is_nan());
            assert!(same, "{half:?} ({:#x}) is {float} on {}", half.to_bits(), device.info().name);
        }
    }
    Ok(())
}

fn halves<const N: usize>(floats: [f32; N]) -> [f16; N] {
    floats.map(f16::from_f32)
}

#[test]
fn lanes_that_are_absent_are_0_and_1() -> Result<()> {
    let text = "uniform sampler2D source;\nout vec4 result;\nvoid main() { result = here(source); }";
    for device in fragment_machines() {
        let source = device.stream(&[halves([1.5, -2.5])])?;
        let mut result = device.empty::<[f32; 4]>(1)?;
        device
            .kernel(&fragment(text))?
            .call()
            .input("source", &source)
            .output("result", &mut result)
            .run()?;
        assert_eq!(result.read()?, [[1.5, -2.5, 0.0, 1.0]]);
    }
    Ok(())
}

/// Two steps of blending: the sum is rounded when it is stored.
#[test]
fn blending_adds_halves() -> Result<()> {
    let text = "uniform vec4 more;\nout vec4 result;\nvoid main() { result = more; }";
    for device in fragment_machines() {
        for (blend, wanted) in [
            (Blend::Add, [2049.0, 1.0, 0.75, 65_504.0 * 2.0]),
            (Blend::Min, [1.0, -1.0, 0.25, 65_504.0]),
            (Blend::Max, [2048.0, 2.0, 0.5, 65_504.0]),
        ] {
            let mut sums = device.stream(&[halves([2048.0, 2.0, 0.5, 65_504.0]); 3])?;
            let kernel = device.kernel(&fragment(text))?;
            let call = kernel.call().uniform("more", [1.0, -1.0, 0.25, 65_504.0]).blend(blend);
            call.output("result", &mut sums).run()?;
            assert_stored(&device, sums.read()?.as_flattened(), &[wanted; 3].concat());
        }
    }
    Ok(())
}

#[test]
fn vertices_are_halves() -> Result<()> {
    let text = "#version 330 core\nin vec4 four;\nin vec2 two;\nout vec4 a;\nout vec4 b;
void main() { a = four; b = vec4(two, 7.0, 8.0); }";
    for device in fragment_machines() {
        let fours: Vec<_> = (0..5).map(|i| halves([i as f32 * 0.25, -1.5, 6e-8, 65_504.0])).collect();
        let twos: Vec<_> = (0..5).map(|i| halves([i as f32, -0.5])).collect();
        let (four, two) = (device.stream_in(Layout::Linear, 5, &fours)?, device.stream_in(Layout::Linear, 5, &twos)?);
        let [mut a, mut b] = [0; 2].map(|_| device.empty_in::<[f32; 4]>(Layout::Linear, 5).unwrap());
        let kernel = device.kernel(&KernelSource::new("vertices").vertex(text))?;
        let call = kernel.call().vertex_stream("four", &four).vertex_stream("two", &two);
        call.output("a", &mut a).output("b", &mut b).run()?;
        assert_eq!(a.read()?, fours.iter().map(|four| four.map(f16::to_f32)).collect::<Vec<_>>());
        assert_eq!(b.read()?, (0..5).map(|i| [i as f32, -0.5, 7.0, 8.0]).collect::<Vec<_>>());
    }
    Ok(())
}

const WORDS: &str = "#version 430 core
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uvec2 source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(result.length())) return;
    result[i] = packHalf2x16(unpackHalf2x16(source[i].x) + unpackHalf2x16(source[i].y));
}";
const IMAGES: &str = "#version 430 core
layout(local_size_x = 4) in;
layout(rgba16f) uniform readonly image2D source;
layout(rg16f) uniform writeonly image2D result;
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.x, 0);
    vec4 texel = imageLoad(source, at);
    if (at.x < imageSize(result).x) imageStore(result, at, vec4(texel.xy + texel.zw, 0.0, 0.0));
}";

#[test]
fn buffers_hold_words_and_images_halves() -> Result<()> {
    let fours: Vec<_> = (0..13).map(|i| halves([i as f32, 0.5, 1.0 / 3.0, -(i as f32)])).collect();
    let sums = |four: &[f16; 4]| {
        let [a, b, c, d] = four.map(f16::to_f32);
        [a + c, b + d]
    };
    let sums: Vec<f32> = fours.iter().flat_map(sums).collect();
    for choice in [MachineChoice::Driver, MachineChoice::Emulator] {
        let Some(device) = chosen(choice, Era::Compute) else { continue };
        for (text, layout) in [(WORDS, Layout::Linear), (IMAGES, Layout::PackedAt(13))] {
            let source = device.stream_in(layout, 13, &fours)?;
            let mut result = device.empty_in::<[f16; 2]>(layout, 13)?;
            let kernel = device.kernel(&KernelSource::new("sums").compute(text))?;
            kernel.call().gather("source", &source).output("result", &mut result).run()?;
            let read = result.read()?;
            match layout {
                // `packHalf2x16` is arithmetic of the kernel.
                Layout::Linear => {
                    assert_eq!(read.as_flattened(), sums.iter().copied().map(f16::from_f32).collect::<Vec<_>>())
                }
                _ => assert_stored(&device, read.as_flattened(), &sums),
            }
        }
    }
    Ok(())
}

/// The weights between texels are of the place, exact to 24 bits on the emulator, to eight bits on
/// a driver.
#[test]
fn linear_sampling_blends_halves() -> Result<()> {
    let text = "#version 330 core
uniform sampler2D source;
out vec2 result;
void main() { result = texture(source, vec2(gl_FragCoord.x / 64.0, 0.5)).rg; }";
    let values: [f32; 5] = [0.0, 1.0, -3.0, 100.0, 0.333_251_95];
    for device in fragment_machines() {
        let texels: Vec<_> = values.iter().map(|value| halves([*value, -2.0 * value])).collect();
        let source = device.stream_of([5, 1], &texels)?;
        let mut result = device.empty::<[f32; 2]>([64, 1])?;
        let kernel = device.kernel(&KernelSource::new("between").fragment(text))?;
        kernel
            .call()
            .sampled("source", &source, Sampling::linear())
            .output("result", &mut result)
            .run()?;
        let fraction = if device.info().kind == DeviceKind::Emulator { 1e-6 } else { 1.0 / 256.0 };
        for (x, [one, two]) in result.read()?.into_iter().enumerate() {
            let place = (x as f64 + 0.5) / 64.0 * 5.0 - 0.5;
            let (below, weight) = (place.floor(), place - place.floor());
            let at = |place: f64| f64::from(values[(place.max(0.0) as usize).min(4)]);
            let (left, right) = (at(below), at(below + 1.0));
            let (wanted, bound) = (left + (right - left) * weight, (right - left).abs() * fraction + 1e-5);
            assert!((f64::from(one) - wanted).abs() <= bound, "{x}: {one}, {wanted} on {}", device.info().name);
            assert!((f64::from(two) + 2.0 * wanted).abs() <= 2.0 * bound, "{x}: {two}");
        }
    }
    Ok(())
}

fn says<T: Debug>(result: Result<T>, wanted: &str) {
    assert_eq!(result.unwrap_err().to_string(), wanted);
}

#[test]
fn what_does_not_fit_is_said() -> Result<()> {
    if let Some(device) = device(Era::Compute) {
        let text = WORDS
            .replace("uvec2 source[]", "vec2 source[]")
            .replace("source[i].x", "0u")
            .replace("source[i].y", "0u");
        let kernel = device.kernel(&KernelSource::new("sums").compute(text))?;
        let fours = device.stream(&[halves([1.0; 4])])?;
        let mut result = device.empty::<[f16; 2]>(1)?;
        says(
            kernel.call().gather("source", &fours).output("result", &mut result).run(),
            "sums.comp: source is declared of F32, but its stream is RGBA16F, which a buffer holds as words; declare it uvec2 and read it by unpackHalf2x16",
        );
        let kernel = device.kernel(&KernelSource::new("sums").compute(IMAGES.replace("rgba16f", "rgba32f")))?;
        let texels = device.stream_in(Layout::Packed, 1, &[halves([1.0; 4])])?;
        let mut result = device.empty_in::<[f16; 2]>(Layout::Packed, 1)?;
        says(
            kernel.call().gather("source", &texels).output("result", &mut result).run(),
            "sums.comp: source is declared layout(rgba32f), but its stream is RGBA16F",
        );
    }
    let device = device(Era::Fragment).expect("the fragment era needs only OpenGL 3.3");
    let text = "#version 330 core\nout vec2 a;\nvoid main() { a = vec2(1.0); }";
    let kernel = device.kernel(&KernelSource::new("written").vertex(text))?;
    says(
        kernel
            .call()
            .output("a", &mut device.empty_in::<[f16; 2]>(Layout::Linear, 4)?)
            .run(),
        "written.vert: a is declared vec2, but its stream is RG16F, and a vertex kernel writes whole words; give it a stream of them",
    );
    Ok(())
}
