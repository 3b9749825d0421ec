//! Denormals: floats so near to zero, below 2^-126, that a machine may take them for it. OpenGL allows that
//! (GLSL 4.60, section 4.7.1), and llvmpipe does it in the fragment era and not in the compute era. Results
//! that are called exact do not depend on it.

use crate::machine;
use gristmill::algorithms::{compact, histogram, search, select, sort, split};
use gristmill::{Device, Era, KernelSource, Result, Stream, random};

/// The least float that is no denormal.
const LEAST: f32 = f32::MIN_POSITIVE;

/// The driver and the emulator, each in both eras, and what to call them.
fn devices() -> Vec<(String, Device)> {
    let name = |device: Device| (format!("{}, {}", device.info().name, device.era()), device);
    machine::machines().into_iter().map(name).collect()
}

/// Denormals of both signs, both zeros, and what is next to them.
fn tiny() -> Vec<f32> {
    let around = [0, 1, 2, 1 << 22, (1 << 23) - 1, 1 << 23, (1 << 23) + 1, 1 << 24].map(f32::from_bits);
    let mut tiny: Vec<f32> = around.iter().flat_map(|value| [*value, -*value]).collect();
    tiny.extend([1e-40, -1e-40, 0.5, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY]);
    tiny.extend((0..500).map(|i| f32::from_bits(random::word(7, i, 0) & 0x80FF_FFFF)));
    tiny
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// The questions that a kernel asks of each element; a bit of the answer for each question.
const QUESTIONS: &str = "
uniform float one;

uint answers(float value) {
    uint word = floatBitsToUint(value) & 0x7FFFFFFFu;
    uint zeros = 0u;
    if (value == 0.0) zeros |= 1u;                                                    // compared
    if (!(value > 0.0 || value < 0.0)) zeros |= 2u;                                   // compared by size
    if ((floatBitsToUint(value * one) & 0x7FFFFFFFu) == 0u) zeros |= 4u;              // calculated with
    float half_of_least = uintBitsToFloat(0x00800000u) * 0.5 * one;
    if ((floatBitsToUint(half_of_least) & 0x7FFFFFFFu) == 0u) zeros |= 8u;            // the result of a calculation
    if (word == 0u) zeros |= 16u;                                                     // loaded
    return zeros;
}
";

fn asked(device: &Device, source: &Stream<f32>) -> Result<(Vec<u32>, Vec<f32>)> {
    let fragment = format!(
        "#version 330 core\n#include \"stream.glsl\"\n{QUESTIONS}\nuniform sampler2D source;\n\
         layout(location = 0) out uint zeros;\nlayout(location = 1) out float same;\n\
         void main() {{ zeros = answers(here(source).r); same = here(source).r; }}\n"
    );
    let compute = format!(
        "#version 430 core\n#include \"stream.glsl\"\n{QUESTIONS}\nlayout(local_size_x = 64) in;\n\
         layout(std430, binding = 0) readonly buffer Source {{ float source[]; }};\n\
         layout(std430, binding = 1) writeonly buffer Zeros {{ uint zeros[]; }};\n\
         layout(std430, binding = 2) writeonly buffer Same {{ float same[]; }};\n\
         void main() {{ int i = element(); if (i >= element_count) return; \
         zeros[i] = answers(source[i]); same[i] = source[i]; }}\n"
    );
    let kernel = device.kernel(&KernelSource::new("denormals").fragment(fragment).compute(compute))?;
    let (mut zeros, mut same) = (device.empty(source.shape())?, device.empty(source.shape())?);
    kernel
        .call()
        .uniform("one", 1.0_f32)
        .input("source", source)
        .output("zeros", &mut zeros)
        .output("same", &mut same)
        .run()?;
    Ok((zeros.read()?, same.read()?))
}

/// All questions but the last are answered yes: what is loaded has its bits.
const FLUSHED: u32 = 0b0_1111;

/// DRIVERS.md says so. Of other drivers it says nothing.
#[test]
fn moves_keep_them_and_arithmetic_flushes_them_on_llvmpipe_in_the_fragment_era_alone() {
    let values = tiny();
    for (name, device) in devices() {
        let (zeros, same) = asked(&device, &device.stream(&values).unwrap()).unwrap();
        assert_eq!(bits(&same), bits(&values), "{name}: an element that is fetched and stored");
        let info = device.info();
        let llvmpipe = info.name.contains("llvmpipe") && info.version.contains("Mesa 22.3");
        if !llvmpipe && !info.name.contains("emulator") {
            continue;
        }
        let wanted = if llvmpipe && device.era() == Era::Fragment { FLUSHED } else { 0 };
        for (value, zeros) in values.iter().zip(zeros).filter(|(value, _)| value.is_subnormal()) {
            assert_eq!(zeros, wanted, "{name}: {value:e}, {zeros:05b}");
        }
    }
}

#[test]
fn a_histogram_counts_them_as_zero() {
    type Way = fn(&Device, &Stream<f32>, usize) -> Result<Stream<u32>>;
    let ways: [(&str, Era, Way); 8] = [
        ("fragment", Era::Fragment, histogram::fragment),
        ("fragment_queries", Era::Fragment, histogram::fragment_queries),
        ("fragment_sort", Era::Fragment, histogram::fragment_sort),
        ("compute", Era::Compute, histogram::compute),
        ("compute_global", Era::Compute, histogram::compute_global),
        ("compute_shared", Era::Compute, histogram::compute_shared),
        ("compute_copies", Era::Compute, histogram::compute_copies),
        ("compute_private", Era::Compute, histogram::compute_private),
    ];
    let values = tiny();
    let first = values
        .iter()
        .filter(|value| value.is_subnormal() || (0.0..0.2).contains(*value))
        .count() as u32;
    let wanted = [first, 0, 1, 0, 1]; // 0.5 and 1 are the others
    assert_eq!(histogram::reference(&values, 5), wanted);
    assert_eq!(histogram::reference(&[-LEAST, -LEAST / 2.0], 1), [1]);
    for (name, device) in devices() {
        for (way, _, run) in ways.iter().filter(|(_, era, _)| *era == device.era()) {
            let counts = run(&device, &device.stream(&values).unwrap(), 5).unwrap().read().unwrap();
            assert_eq!(counts, wanted, "{name}: {way}");
        }
    }
}

/// A condition as GLSL has it, and as Rust has it.
type Condition = (&'static str, fn(f32) -> bool);

/// Conditions in GLSL and in Rust.
const CONDITIONS: [Condition; 3] = [
    ("value >= 0.0", |value| value >= 0.0),
    ("value * 8388608.0 != 0.0", |value| value * 8_388_608.0 != 0.0),
    ("floatBitsToUint(value) == 0x80000000u", |value| value.to_bits() == 1 << 31),
];

#[test]
fn a_condition_sees_them_as_zero_and_elements_stay_as_they_are() {
    type Way<R> = fn(&Device, &Stream<f32>, &str) -> Result<R>;
    let compacts: [(&str, Era, Way<compact::Compacted<f32>>); 7] = [
        ("fragment", Era::Fragment, compact::fragment),
        ("fragment_blocked", Era::Fragment, compact::fragment_blocked),
        ("fragment_pyramid", Era::Fragment, compact::fragment_pyramid),
        ("compute", Era::Compute, compact::compute),
        ("compute_scan", Era::Compute, compact::compute_scan),
        ("compute_chunks", Era::Compute, compact::compute_chunks),
        ("compute_lookback", Era::Compute, compact::compute_lookback),
    ];
    let unordered: [(&str, Way<compact::Compacted<f32>>); 2] =
        [("compute_atomic", compact::compute_atomic), ("compute_atomic_group", compact::compute_atomic_group)];
    let splits: [(&str, Era, Way<split::Parts<f32>>); 6] = [
        ("fragment", Era::Fragment, split::fragment),
        ("fragment_blocked", Era::Fragment, split::fragment_blocked),
        ("compute", Era::Compute, split::compute),
        ("compute_scan", Era::Compute, split::compute_scan),
        ("compute_lookback", Era::Compute, split::compute_lookback),
        ("compute_chunks", Era::Compute, split::compute_chunks),
    ];
    let values = tiny();
    let devices = devices();
    // The rule is said once more, without the library's reference.
    let zero = |value: f32| if value.abs() < LEAST { 0.0_f32.copysign(value) } else { value };
    for (condition, holds) in CONDITIONS {
        let (kept, others): (Vec<f32>, Vec<f32>) = values.iter().partition(|value| holds(zero(**value)));
        assert_eq!(bits(&compact::reference(&values, holds)), bits(&kept), "{condition}");
        assert_eq!(split::reference(&values, holds).map(|part| bits(&part)), [&kept, &others].map(|part| bits(part)));
        for (name, device) in &devices {
            let source = device.stream(&values).unwrap();
            for (way, _, run) in compacts.iter().filter(|(_, era, _)| *era == device.era()) {
                let given = run(device, &source, condition).unwrap().read().unwrap();
                assert_eq!(bits(&given), bits(&kept), "{name}: compact, {way}, where {condition}");
            }
            for (way, run) in unordered.iter().filter(|_| device.era() == Era::Compute) {
                let [mut given, mut wanted] =
                    [&run(device, &source, condition).unwrap().read().unwrap(), &kept].map(|x| bits(x));
                given.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(given, wanted, "{name}: compact, {way}, where {condition}");
            }
            for (way, _, run) in splits.iter().filter(|(_, era, _)| *era == device.era()) {
                let given = run(device, &source, condition).unwrap().read().unwrap();
                assert_eq!(
                    given.map(|part| bits(&part)),
                    [&kept, &others].map(|part| bits(part)),
                    "{name}: split, {way}, where {condition}"
                );
            }
        }
    }
}

/// Keys are ordered by their bits, so nothing is flushed.
#[test]
fn keys_that_are_denormal_are_told_apart() {
    let keys = tiny();
    let values: Vec<u32> = (0..keys.len() as u32).collect();
    let (sorted, _) = sort::reference(&keys, &values);
    let places = search::reference(&sorted, &keys);
    for (name, device) in devices() {
        let stream = device.stream(&keys).unwrap();
        let given = sort::sort(&device, &stream, &device.stream(&values).unwrap()).unwrap().0;
        assert_eq!(bits(&given.read().unwrap()), bits(&sorted), "{name}: sort");
        let found = search::search(&device, &device.stream(&sorted).unwrap(), &stream).unwrap();
        assert_eq!(found.read().unwrap(), places, "{name}: search");
        for k in [1, keys.len() / 2, keys.len() * 2 / 3, keys.len()] {
            let wanted = select::reference(&keys, k).map(f32::to_bits);
            assert_eq!(Some(select::select(&device, &stream, k).unwrap().to_bits()), wanted, "{name}: select {k}");
        }
    }
}
