//! The errata of the book's appendix that can be shown by compiling or computing something small.
//! `tests/library/addressing.rs` has those of address translation.

use crate::machine;
use gristmill::finding::FindingKind;
use gristmill::{Device, Element, Era, Error, KernelSource};

/// What glslang says about a compute kernel with these lines before and inside `main`.
fn refusal(declarations: &str, body: &str) -> String {
    let text = format!(
        "#version 430 core\nlayout(local_size_x = 8) in;\nbuffer Result {{ float result[]; }};\n{declarations}\nvoid main() {{ result[0] = 0.0; {body} }}\n"
    );
    match KernelSource::new("listing").compute(text).check(Era::Compute) {
        Ok(()) => String::new(),
        Err(error) => error.to_string(),
    }
}

fn assert_refused(declarations: &str, body: &str, word: &str) {
    let said = refusal(declarations, body);
    assert!(said.contains(word), "{declarations} {body}: `{said}`");
}

fn compute() -> Option<Device> {
    machine::device(Era::Compute)
}

#[test]
fn what_is_right_is_not_refused() {
    assert_eq!(
        refusal(
            "layout(rgba32f) uniform image2D picture;",
            "imageStore(picture, ivec2(0), imageLoad(picture, ivec2(1)));"
        ),
        ""
    );
    assert_eq!(refusal("", "float a = 1.0;"), "");
}

#[test]
fn gpu_gems_2_listing_33_4_returns_what_it_does_not_declare() {
    assert_refused("vec2 translate(vec3 address3D, vec2 slice) { return addr3D.xy + slice; }", "", "undeclared");
}

/// A number held with so many bits, the leading one included, rounded to nearest even.
fn held(number: u32, bits: u32) -> u32 {
    let length = 32 - number.leading_zeros();
    if length <= bits {
        return number;
    }
    let dropped = length - bits;
    let (kept, rest, half) = (number >> dropped, number & ((1 << dropped) - 1), 1 << (dropped - 1));
    let up = rest > half || (rest == half && kept & 1 == 1);
    (kept + u32::from(up)) << dropped
}

#[test]
fn gpu_gems_2_the_longest_array_depends_on_the_float() {
    let first_lost = |bits: u32| (1..1 << 25).find(|number| held(*number, bits) != *number);
    assert_eq!(first_lost(24), Some(16_777_217)); // 32-bit floats
    assert_eq!(first_lost(17), Some(131_073)); // the 24-bit floats of ATI's cards
    assert_eq!(first_lost(11), Some(2_049)); // 16-bit floats
}

#[test]
fn superbible_images_need_a_format_or_writeonly() {
    assert_refused(
        "uniform image2D picture;",
        "imageStore(picture, ivec2(0), imageLoad(picture, ivec2(1)));",
        "format",
    );
    assert_refused("uniform image2D picture;", "vec4 a = imageLoad(picture, ivec2(0));", "format");
}

#[test]
fn superbible_image_functions_take_signed_places_and_vectors() {
    let image = "layout(r32ui) uniform uimage1D line;";
    assert_eq!(refusal(image, "imageStore(line, 0, uvec4(1u));"), "");
    assert_refused(image, "uint at = 0u; uvec4 a = imageLoad(line, at * vec2(1.0));", "listing.comp");
    assert_refused(image, "imageStore(line, 0, 1u);", "listing.comp");
}

#[test]
fn superbible_a_group_of_64_by_64_is_too_large() {
    let Some(device) = compute() else { return };
    let text = "#version 430 core\nlayout(local_size_x = 64, local_size_y = 64) in;\nbuffer Result { float result[]; };\nvoid main() { result[0] = 1.0; }\n";
    let source = KernelSource::new("large").compute(text);
    let allowed = device.limits().group_invocations;
    match device.kernel(&source) {
        Err(Error::Limit { given: 4096, limit, .. }) => assert_eq!(limit, allowed as u128),
        Err(error) => panic!("{error}"),
        Ok(_) => assert!(allowed >= 4096), // more than OpenGL promises
    }
}

#[test]
fn superbible_the_speed_up_needs_more_adders_than_it_has() {
    // 64 elements: 6 steps of 32 additions, against 63 one by one. The text has just assumed 16 adders.
    let rounds = |adders: u32| 6 * 32_u32.div_ceil(adders);
    println!("with 32 adders {} rounds for 63, with 16 adders {}", rounds(32), rounds(16));
    assert_eq!((rounds(32), 63 / rounds(32)), (6, 10)); // the text's ten times
    assert_eq!(f64::from(63) / f64::from(rounds(16)), 5.25);
}

#[test]
fn superbible_a_struct_of_two_vectors_has_32_bytes() {
    let ours = nalgebra::Vector3::<f32>::FORMAT.bytes() * 2;
    assert_eq!((ours, size_of::<[[f32; 3]; 2]>()), (32, 24));
}

#[test]
fn superbible_the_direction_of_nothing_is_no_direction() {
    let Some(device) = compute() else { return };
    let text = "#version 430 core\n#include \"stream.glsl\"\nlayout(local_size_x = 8) in;\nreadonly buffer Source { float source[]; };\nwriteonly buffer Result { float result[]; };\nvoid main() { int i = element(); if (i < element_count) result[i] = length(normalize(vec3(source[i], 0.0, 0.0))); }\n";
    let source = device.stream(&[0.0, 3.0]).unwrap();
    let mut result = device.empty::<f32>(2).unwrap();
    let kernel = device.kernel(&KernelSource::new("direction").compute(text)).unwrap();
    kernel
        .call()
        .input("source", &source)
        .output("result", &mut result)
        .run()
        .unwrap();
    let lengths = result.read().unwrap();
    println!("the length of normalize(0) is {}", lengths[0]);
    approx::assert_relative_eq!(lengths[1], 1.0, epsilon = 1e-5);
    assert!(lengths[0].is_nan() || (lengths[0] - 1.0).abs() > 1e-5);
}

#[test]
fn red_book_a_dimension_that_is_not_there_has_size_1() {
    let text = "#version 430 core\nlayout(local_size_x = 8, local_size_z = 0) in;\nbuffer Result { float result[]; };\nvoid main() { result[0] = 1.0; }\n";
    let said = KernelSource::new("flat")
        .compute(text)
        .check(Era::Compute)
        .unwrap_err()
        .to_string();
    assert!(said.contains("at least 1"), "{said}");
}

#[test]
fn red_book_the_number_of_groups_has_a_limit_of_its_own() {
    let Some(device) = compute() else { return };
    let limits = device.limits();
    println!("{:?} groups, {:?} invocations of a group", limits.groups, limits.group_size);
    let text = "#version 430 core\nlayout(local_size_x = 1) in;\nbuffer Result { uint result[]; };\nvoid main() { result[0] = 1u; }\n";
    let kernel = device.kernel(&KernelSource::new("one").compute(text)).unwrap();
    let mut result = device.empty::<u32>(1).unwrap();
    // Nothing is legal, and runs nothing.
    kernel.call().update("result", &mut result).groups([0, 1, 1]).run().unwrap();
    assert_eq!(result.read().unwrap(), [0]);
    if let Some(more) = u32::try_from(limits.groups[0]).ok().and_then(|groups| groups.checked_add(1)) {
        let refused = kernel.call().update("result", &mut result).groups([more, 1, 1]).run();
        assert!(matches!(refused, Err(Error::Limit { limit, .. }) if limit == limits.groups[0] as u128));
    }
    // More groups than a group may have invocations are fine.
    let many = limits.group_size[0] as u32 + 1;
    kernel.call().update("result", &mut result).groups([many, 1, 1]).run().unwrap();
    assert_eq!(result.read().unwrap(), [1]);
}

#[test]
fn gkit2_words_that_glsl_keeps_for_itself() {
    for word in ["input", "output"] {
        assert_refused("", &format!("int {word} = 1;"), "Reserved word");
    }
}

#[test]
fn gkit2_a_uint_is_not_set_by_an_int() {
    let Some(device) = compute() else { return };
    let text = "#version 430 core\nlayout(local_size_x = 1) in;\nuniform uint n;\nbuffer Result { uint result[]; };\nvoid main() { result[0] = n; }\n";
    let kernel = device.kernel(&KernelSource::new("number").compute(text)).unwrap();
    let mut result = device.empty::<u32>(1).unwrap();
    let error = kernel
        .call()
        .uniform("n", 1_i32)
        .update("result", &mut result)
        .run()
        .unwrap_err();
    assert_eq!(error.to_string(), "number.comp: the uniform n is uint, int given");
}

#[test]
fn gkit2_a_step_reads_beyond_the_values() {
    // Eight values are left of sixteen. Four pairs are to be combined, but the step lets invocations below
    // eight work.
    let (Ok(device), values) = (Device::emulator(Era::Compute), [9; 8]) else { return };
    for (working, beyond) in [("n", 4), ("n / 2", 0)] {
        let text = "#version 430 core
            layout(local_size_x = 16) in;
            layout(std430) readonly buffer Values { int values[]; };
            layout(std430) writeonly buffer Pairs { int pairs[]; };
            void main() {
                int id = int(gl_GlobalInvocationID.x), n = 8;
                if (id < WORKING) pairs[id] = min(values[id], values[id + n / 2]);
            }";
        let kernel = KernelSource::new("step").compute(text).define("WORKING", working);
        let values = device.stream(&values).unwrap();
        let mut pairs = device.empty::<i32>(8).unwrap();
        let call = device.kernel(&kernel).unwrap();
        call.call()
            .gather("values", &values)
            .output("pairs", &mut pairs)
            .groups([1, 1, 1])
            .run()
            .unwrap();
        let findings = device.findings().unwrap();
        assert!(findings.iter().all(|finding| finding.kind == FindingKind::Bounds));
        assert_eq!(findings.iter().map(|finding| finding.times).sum::<u64>(), beyond, "{working}");
    }
}

#[test]
fn gkit2_halving_needs_a_power_of_two() {
    // Pairs i and i + n / 2 while n > 1, as a reduction by halves does. A minimum in the wrong place is lost.
    let lost = |size: usize| {
        let misses = |place: usize| {
            let mut numbers = vec![1; size];
            numbers[place] = 0;
            let mut n = size;
            while n > 1 {
                for i in 0..n / 2 {
                    numbers[i] = numbers[i].min(numbers[i + n / 2]);
                }
                n /= 2;
            }
            numbers[0] != 0
        };
        (0..size).filter(|place| misses(*place)).count()
    };
    assert_eq!([5, 6, 7, 12, 24].map(lost), [1, 2, 3, 4, 8]);
    assert_eq!([1, 2, 4, 8, 1024].map(lost), [0; 5]);
}

#[test]
fn gkit2_one_group_too_many() {
    // (N + 1024) / 1024 groups of 1024 invocations for N / 2 pairs.
    assert_eq!(((1024 + 1024) / 1024, (1024_usize / 2).div_ceil(1024)), (2, 1));
}

#[test]
fn webgl_compute_names_that_are_not_there() {
    assert_refused("", "float a = rand();", "rand");
    assert_refused("", "uint8_t a = uint8_t(1);", "uint8_t");
}
