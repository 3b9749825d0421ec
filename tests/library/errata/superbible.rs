//! OpenGL SuperBible, sixth edition, chapter 10.

use super::registry::token;
use super::{
    compiles, compute_text, floats, found, on_every_machine, printed_fails_mended_holds, refusal, spirv, watch,
};
use crate::machine;
use gristmill::algorithms::summed_area;
use gristmill::check::{KernelCheck, LaunchOptions, Report};
use gristmill::finding::FindingKind;
use gristmill::trace::Event;
use gristmill::{Device, Era, Error, KernelSource, Layout, MachineChoice, Sampling, random};
use std::collections::BTreeSet;

#[test]
fn erratum_01_a_token_is_spelled_another_way() {
    let is_the_size = |name: &str| token(name) == Some(0x8267);
    printed_fails_mended_holds("GL_COMPUTE_WORKGROUP_SIZE", "GL_COMPUTE_WORK_GROUP_SIZE", is_the_size);
}

/// Returns the output of C's `printf`. A conversion is a percent sign, flags, a width, and the
/// letter `d` or `x`.
fn printf(format: &str, numbers: &[i32]) -> String {
    let (mut printed, mut numbers) = (String::new(), numbers.iter());
    let mut parts = format.split('%');
    printed += parts.next().unwrap();
    for part in parts {
        let letter = part.find(|letter: char| !" -+#0123456789".contains(letter)).unwrap();
        let number = numbers.next().unwrap();
        printed += &match &part[letter..=letter] {
            "d" => number.to_string(),
            "x" => format!("{number:x}"),
            other => panic!("no conversion {other}"),
        };
        printed += &part[letter + 1..];
    }
    printed
}

#[test]
fn erratum_02_a_format_has_an_x_in_a_conversion() {
    let says_the_size = |format: &str| printf(format, &[4, 7, 10]) == "Work group size is 4 x 7 x 10 items.";
    let printed = "Work group size is %d x %d % xd items.";
    printed_fails_mended_holds(printed, "Work group size is %d x %d x %d items.", says_the_size);
    assert!(printf(printed, &[4, 7, 10]).contains("4 x 7 ad"));
}

#[test]
fn erratum_03_a_group_of_64_by_64_is_too_large() {
    let is_a_group = |size: &str| {
        let text = format!(
            "#version 430 core\nlayout ({size}) in;\nlayout(std430) buffer Result {{ float result[]; }};
void main() {{ result[0] = 1.0; }}\n"
        );
        let of = |device: Device| match device.kernel(&KernelSource::new("large").compute(text.clone())) {
            Ok(_) => device.limits().group_invocations <= 1024, // more than OpenGL promises is no proof
            Err(Error::Limit { given: 4096, .. }) => false,
            Err(error) => panic!("{error}"),
        };
        of(Device::emulator(Era::Compute).unwrap())
            && machine::device(Era::Compute).is_none_or(|device| device.limits().group_invocations > 1024 || of(device))
    };
    assert_eq!(Device::emulator(Era::Compute).unwrap().limits().group_invocations, 1024);
    printed_fails_mended_holds(
        "local_size_x = 64, local_size_y = 64",
        "local_size_x = 32, local_size_y = 32",
        is_a_group,
    );
}

#[test]
fn erratum_04_an_image_needs_a_format_or_writeonly() {
    let text = |line: &str| compute_text(line, "imageStore(img_output, ivec2(gl_GlobalInvocationID.xy), vec4(1.0));");
    let printed = "layout (binding = 1) uniform image2D img_output;";
    let mended = "layout (binding = 1) writeonly uniform image2D img_output;";
    printed_fails_mended_holds(printed, mended, |line| compiles(&text(line)));
    assert!(refusal(&text(printed)).contains("format"), "{}", refusal(&text(printed)));
    // An opaque picture is made invisible.
    let stays_opaque = |line: &str| {
        let text = format!(
            "#version 430 core\nlayout(local_size_x = 1) in;\nlayout(std430) buffer Texels {{ float texels[]; }};
void main() {{
    vec4 texel = vec4(texels[0], texels[1], texels[2], texels[3]);
    {line}
    for (int i = 0; i < 4; i++) texels[i] = texel[i];
}}\n"
        );
        let all = on_every_machine(&text, [1, 1, 1], &[("texels", &[0.25_f32, 0.5, 1.0, 1.0])]);
        all.iter().all(|texel| *texel == [0.75, 0.5, 0.0, 1.0])
    };
    printed_fails_mended_holds("texel = vec4(1.0) - texel;", "texel.rgb = vec3(1.0) - texel.rgb;", stays_opaque);
}

#[test]
fn erratum_05_image_functions_take_signed_places_and_vectors() {
    let text = |declaration: &str, load: &str, store: &str| {
        compute_text(
            &format!("layout (binding = 0, r32ui) uniform uimageBuffer image_in;\n{declaration}"),
            &format!("{load}\n{store}"),
        )
    };
    let [printed_out, mended_out] = [
        "layout (binding = 1) uniform uimageBuffer image_out;",
        "layout (binding = 1) writeonly uniform uimageBuffer image_out;",
    ];
    let [printed_load, mended_load] = [
        "uint n = imageLoad(image_in, gl_LocalInvocationID.x).x;",
        "uint n = imageLoad(image_in, int(gl_LocalInvocationID.x)).x;",
    ];
    let [printed_store, half_mended_store, mended_store] = [
        "imageStore(image_out, gl_LocalInvocationID.x, n);",
        "imageStore(image_out, int(gl_LocalInvocationID.x), n);",
        "imageStore(image_out, int(gl_LocalInvocationID.x), uvec4(n));",
    ];
    // Each of the four mistakes is enough: all others are mended.
    printed_fails_mended_holds(printed_out, mended_out, |line| compiles(&text(line, mended_load, mended_store)));
    printed_fails_mended_holds(printed_load, mended_load, |line| compiles(&text(mended_out, line, mended_store)));
    for printed in [printed_store, half_mended_store] {
        printed_fails_mended_holds(printed, mended_store, |line| compiles(&text(mended_out, mended_load, line)));
    }
    let said = refusal(&text(mended_out, printed_load, mended_store));
    assert!(said.contains("no matching overloaded function"), "{said}");
}

#[test]
fn erratum_06_the_race_has_one_more_victim() {
    // Figure 10.2 line by line: who puts its number down (P), and who takes that of its left neighbour (T).
    let figure = [("P", 'A'), ("P", 'C'), ("T", 'A'), ("T", 'C'), ("P", 'D'), ("T", 'D'), ("P", 'B'), ("T", 'B')];
    let (mut there, mut victims) = (BTreeSet::new(), BTreeSet::new());
    for (what, who) in figure {
        let left = if who == 'A' { 'D' } else { (who as u8 - 1) as char };
        match what {
            "P" => _ = there.insert(who),
            _ if !there.contains(&left) => _ = victims.insert(who),
            _ => {}
        }
    }
    // "the data stored by C will be garbage"
    printed_fails_mended_holds("C", "A C", |claim: &str| {
        claim.split(' ').map(|who| who.chars().next().unwrap()).collect::<BTreeSet<_>>() == victims
    });
    // The first is the one victim where nobody interrupts anybody: its left neighbour comes last.
    let text = include_str!("../../../examples/race/race.comp");
    let launch = LaunchOptions::new().option("schedule", "in-order").unwrap();
    let report = KernelCheck::source("race.comp", text).run(&launch).unwrap();
    assert!(found(&report, FindingKind::Race) > 0);
    let source: Vec<u32> = (0..1024).collect();
    let wrong = |place: &usize| report.output("Result").unwrap()[*place] != source[(place + 1023) % 1024];
    assert_eq!((0..1024).filter(wrong).collect::<Vec<_>>(), [0]);
}

#[test]
fn erratum_07_a_barrier_is_enough_for_shared_memory() {
    let run = |lines: &[&str]| {
        let text = format!(
            "#version 430 core\nlayout(local_size_x = 64) in;\nlayout(std430) buffer Result {{ uint result[]; }};
shared uint temp_storage[64];
void main() {{
    uint me = gl_LocalInvocationID.x;
    temp_storage[me] = me;
    {}
    result[me] = temp_storage[(me - 1u) & 63u];
}}\n",
            lines.join("\n    ")
        );
        watch(&text, 1, &[("result", vec![0; 64])]).is_right()
    };
    // All lines together are right, and without any one of them the rest are not.
    let says_what_is_needed = |lines: &[&str]| {
        let without = |line: usize| [&lines[..line], &lines[line + 1..]].concat();
        run(lines) && (0..lines.len()).all(|line| !run(&without(line)))
    };
    let mended = &["barrier();"][..];
    printed_fails_mended_holds(&["barrier();", "memoryBarrierShared();"][..], mended, says_what_is_needed);
    printed_fails_mended_holds(&["memoryBarrierShared();", "barrier();"][..], mended, says_what_is_needed);
    // The barrier() that glslang makes waits, and orders the memory of the group (AcquireRelease,
    // Workgroup).
    let code = spirv::instructions(&compute_text("", "barrier();"));
    let barriers: Vec<u32> = code
        .iter()
        .filter(|(opcode, _)| *opcode == spirv::CONTROL_BARRIER)
        .map(|(_, operands)| spirv::constant(&code, operands[2]))
        .collect();
    assert_eq!(barriers, [0x8 | 0x100]);
}

/// The scan of listing 10.6 for groups of 64, which are 128 numbers. A declaration comes with how many numbers
/// it makes room for.
fn scan((declaration, declared): (&str, usize), steps: &str) -> Report {
    let text = format!(
        "#version 430 core\nlayout(local_size_x = 64) in;
layout(std430) buffer Source {{ {declaration} }};\nlayout(std430) buffer Result {{ float result[]; }};
shared float shared_data[gl_WorkGroupSize.x * 2];
void main() {{
    uint id = gl_LocalInvocationID.x;
    shared_data[id * 2u] = input_data[id * 2u];
    shared_data[(id * 2u) + 1u] = input_data[(id * 2u) + 1u];
    barrier();
    {steps}
    for (uint step = 0u; step < steps; step++) {{
        uint mask = (1u << step) - 1u;
        uint rd_id = ((id >> step) << (step + 1u)) + mask;
        uint wr_id = rd_id + 1u + (id & mask);
        shared_data[wr_id] += shared_data[rd_id];
        barrier();
    }}
    result[id * 2u] = shared_data[id * 2u];
    result[(id * 2u) + 1u] = shared_data[(id * 2u) + 1u];
}}\n"
    );
    watch(&text, 1, &[("source", vec![1.0_f32.to_bits(); declared]), ("result", vec![0; 128])])
}

const STEPS: &str = "const uint steps = uint(log2(gl_WorkGroupSize.x)) + 1u;";

#[test]
fn erratum_08_arrays_are_half_as_long_as_they_are_indexed() {
    let in_bounds = |declaration: (&str, usize)| found(&scan(declaration, STEPS), FindingKind::Bounds) == 0;
    printed_fails_mended_holds(
        ("float input_data[gl_WorkGroupSize.x];", 64),
        ("float input_data[gl_WorkGroupSize.x * 2];", 128),
        in_bounds,
    );
}

#[test]
fn erratum_09_there_is_one_more_step_than_the_comment_says() {
    let sums: Vec<f32> = (1..=128).map(|i| i as f32).collect();
    let scans = |line: &str| floats(&scan(("float input_data[];", 128), line), "Result") == sums;
    // "The number of steps is the log base 2 of the work group size": the code adds one, and is right.
    let printed = "const uint steps = uint(log2(gl_WorkGroupSize.x));";
    printed_fails_mended_holds(printed, "const uint steps = uint(log2(gl_WorkGroupSize.x)) + 1u;", scans);
}

#[test]
fn erratum_10_the_speed_up_needs_more_adders_than_it_has() {
    // The steps of the scan of 64 elements, counted as they are run, 16 additions at a time.
    let rounds = |adders: usize| {
        let (mut data, mut rounds) = ([1; 64], 0);
        for step in 0..6 {
            let pairs: Vec<usize> = (0..64).filter(|i| i >> step & 1 == 1).collect();
            for i in &pairs {
                data[*i] += data[(i >> step << step) - 1];
            }
            rounds += pairs.len().div_ceil(adders);
        }
        assert_eq!(data.to_vec(), (1..=64).collect::<Vec<i32>>());
        rounds
    };
    // "64 ... 10 times faster", where 63 additions one by one are the measure.
    let is_the_speed_up = |claim: f64| (63.0 / rounds(16) as f64 - claim).abs() < 0.5;
    printed_fails_mended_holds(10.0, 5.25, is_the_speed_up);
    assert_eq!((rounds(16), rounds(32)), (12, 6)); // ten times, with 32 adders
}

const SIDE: usize = 32;

/// Listing 10.8 on every machine, with one radius for all pixels: `C`, the middle of the filter, and how the
/// mean is made of it. The table is the sum up to each pixel of a picture.
fn filtered(lines: &str, m: f32, picture: &[f32]) -> Vec<Vec<f32>> {
    let text = format!(
        "#version 330 core\nuniform sampler2D table;\nuniform float radius;\nout float mean;
vec2 size = vec2(textureSize(table, 0));
float sat(vec2 P) {{ return textureLod(table, P / size, 0.0).r; }}
// The sum of all pixels left of and above a corner of pixels.
float upTo(vec2 corner) {{ return min(corner.x, corner.y) <= 0.0 ? 0.0 : sat(corner - 0.5); }}
void main() {{
    float m = radius;
    {lines}
}}\n"
    );
    let table = summed_area::reference(picture, SIDE);
    let read = |choice| {
        let device = machine::chosen(choice, Era::Fragment)?;
        let kernel = device.kernel(&KernelSource::new("filtered").fragment(text.clone())).unwrap();
        let table = device.stream_in(Layout::Packed, [SIDE, SIDE], &table).unwrap();
        let mut mean = device.empty_in::<f32>(Layout::Packed, [SIDE, SIDE]).unwrap();
        let call = kernel.call().uniform("radius", m).sampled("table", &table, Sampling::linear());
        call.output("mean", &mut mean).run().unwrap();
        Some(mean.read().unwrap())
    };
    [MachineChoice::Emulator, MachineChoice::Driver]
        .into_iter()
        .filter_map(read)
        .collect()
}

#[test]
fn erratum_11_the_table_is_read_half_a_pixel_off() {
    let picture: Vec<f32> = (0..SIDE * SIDE).map(|i| (random::word(3, i as u32, 0) & 15) as f32).collect();
    let gives_the_pixel = |line: &str| {
        let sums = "mean = (sat(C + m) - sat(C + vec2(m, -m)) - sat(C + vec2(-m, m)) + sat(C - m)) / (4.0 * m * m);";
        let all = filtered(&format!("{line}\n    {sums}"), 0.5, &picture);
        let inside = (1..SIDE - 1).flat_map(|y| (1..SIDE - 1).map(move |x| y * SIDE + x));
        all.iter()
            .all(|means| inside.clone().all(|i| (means[i] - picture[i]).abs() < 0.5))
    };
    printed_fails_mended_holds("vec2 C = gl_FragCoord.xy;", "vec2 C = gl_FragCoord.xy - 0.5;", gives_the_pixel);
}

#[test]
fn erratum_12_borders_are_darkened() {
    let sums = "float f = upTo(P3) - upTo(vec2(P0.x, P3.y)) - upTo(vec2(P3.x, P0.y)) + upTo(P0);";
    let of_white = |line: &str| {
        let corners = "vec2 P0 = max(gl_FragCoord.xy - m, 0.0), P3 = min(gl_FragCoord.xy + m, size);";
        filtered(&format!("{corners}\n    {sums}\n    {line}\n    mean = f;"), 2.5, &[1.0; SIDE * SIDE])
    };
    let stays_white = |line: &str| of_white(line).iter().flatten().all(|mean| (mean - 1.0).abs() < 1e-3);
    let printed = "m *= 2; f /= float(m * m);";
    printed_fails_mended_holds(printed, "f /= float((P3.x - P0.x) * (P3.y - P0.y));", stays_white);
    for means in of_white(printed) {
        assert!(means[0] < 0.4 && (means[16 * SIDE + 16] - 1.0).abs() < 1e-3, "{}", means[0]);
    }
}

#[test]
fn erratum_13_32_bits_are_worth_a_worry() {
    const SIDE: usize = 2048;
    let bytes: Vec<u32> = (0..(SIDE * SIDE) as u32).map(|i| random::word(1, i, 0) & 255).collect();
    // The most by which a single pixel of the far corner is off, of 255.
    let error = |bias: f32| {
        let pixels: Vec<f32> = bytes.iter().map(|byte| *byte as f32 / 255.0 - bias).collect();
        let table = summed_area::reference(&pixels, SIDE);
        let corner = (SIDE - 64..SIDE).flat_map(|y| (SIDE - 64..SIDE).map(move |x| (x, y)));
        let off = |(x, y): (usize, usize)| {
            let mean = summed_area::mean_of(&table, SIDE, x..x + 1, y..y + 1, bias);
            (f64::from(mean) * 255.0 - f64::from(bytes[y * SIDE + x])).abs()
        };
        corner.map(off).fold(0.0, f64::max)
    };
    // "32-bit floating-point data ... allows us to not worry", and the book's own remedy.
    printed_fails_mended_holds(0.0, 0.5, |bias| error(bias) < 1.0);
    assert!(error(0.0) > 20.0, "{}", error(0.0));
}

#[test]
fn erratum_14_the_near_corners_of_a_rectangle_are_one_further_out() {
    const SIDE: usize = 9;
    let picture: Vec<u32> = (0..(SIDE * SIDE) as u32).map(|i| random::word(5, i, 0) & 255).collect();
    let table = summed_area::reference(&picture, SIDE);
    let at = |x: i32, y: i32| if x < 0 || y < 0 { 0 } else { table[y as usize * SIDE + x as usize] as i32 };
    // Every rectangle from (x0, y0) to (x1, y1), both within it; `near` is the place of the corner that is added back.
    let adds_up = |near: fn(i32) -> i32| {
        let places = || (0..SIDE as i32).flat_map(|y| (0..SIDE as i32).map(move |x| (x, y)));
        places().all(|(x0, y0)| {
            places().filter(|(x1, y1)| *x1 >= x0 && *y1 >= y0).all(|(x1, y1)| {
                let (left, above) = (near(x0), near(y0));
                let given = at(x1, y1) - at(left, y1) - at(x1, above) + at(left, above);
                let rows = (y0..=y1).flat_map(|y| (x0..=x1).map(move |x| (x, y)));
                given == rows.map(|(x, y)| picture[y as usize * SIDE + x as usize] as i32).sum::<i32>()
            })
        })
    };
    let printed: fn(i32) -> i32 = |x0| x0;
    printed_fails_mended_holds(printed, |x0| x0 - 1, adds_up);
    // The prose calls `m` a width; the listing reads from -m to m.
    let pixels = |width: f64| width * width;
    printed_fails_mended_holds(8.0, 2.0 * 8.0, |width| pixels(width) == (8.0_f64 - -8.0).powi(2));
}

#[test]
fn erratum_15_a_struct_of_two_vectors_has_32_bytes() {
    #[repr(C)]
    struct Packed {
        position: [f32; 3],
        velocity: [f32; 3],
    }
    #[repr(C, align(16))]
    struct Padded {
        position: [f32; 4],
        velocity: [f32; 3],
    }
    let code = spirv::instructions(&compute_text(
        "struct flock_member { vec3 position; vec3 velocity; };
layout (std430, binding = 1) buffer Members { flock_member member[]; };",
        "member[1].velocity = vec3(result[0]);",
    ));
    const ARRAY_STRIDE: u32 = 6;
    const OFFSET: u32 = 35;
    let is = |opcode, at: usize, word| {
        move |(given, operands): &&(u32, Vec<u32>)| *given == opcode && operands.get(at) == Some(&word)
    };
    let strides: Vec<u32> = code
        .iter()
        .filter(is(spirv::DECORATE, 1, ARRAY_STRIDE))
        .map(|(_, operands)| operands[2])
        .collect();
    let velocity = code
        .iter()
        .filter(is(spirv::MEMBER_DECORATE, 2, OFFSET))
        .filter(is(spirv::MEMBER_DECORATE, 1, 1))
        .map(|(_, operands)| operands[3])
        .max();
    let is_laid_out = |[size, second]: [usize; 2]| strides.contains(&(size as u32)) && velocity == Some(second as u32);
    printed_fails_mended_holds(
        [size_of::<Packed>(), std::mem::offset_of!(Packed, velocity)],
        [size_of::<Padded>(), std::mem::offset_of!(Padded, velocity)],
        is_laid_out,
    );
    let _ = (Packed { position: [0.0; 3], velocity: [0.0; 3] }, Padded { position: [0.0; 4], velocity: [0.0; 3] });
}

#[test]
fn erratum_16_a_barrier_is_missing_before_what_was_written_is_read() {
    // One frame on each machine with work groups: the flock moves, is drawn from, and moves again. The trace has
    // the barriers that the library found needed.
    let text = "#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
void main() { int i = element(); if (i < element_count) result[i] = source[i] + 1.0; }";
    let drawn = "#version 330 core
in float bird_position;
out float seen;
void main() { seen = bird_position; }";
    let choices = [MachineChoice::Emulator, MachineChoice::Driver];
    for device in choices.into_iter().filter_map(|choice| machine::chosen(choice, Era::Compute)) {
        let fragment = device.with_era(Era::Fragment).unwrap();
        let update = device.kernel(&KernelSource::new("update").compute(text)).unwrap();
        let draw = fragment.kernel(&KernelSource::new("draw").vertex(drawn)).unwrap();
        let first = device.stream_in(Layout::Linear, 100, &[0.0; 100]).unwrap();
        let [mut second, mut third] = [0, 1].map(|_| device.empty_in::<f32>(Layout::Linear, 100).unwrap());
        let mut seen = fragment.empty_in::<f32>(Layout::Linear, 100).unwrap();
        let ((), trace) = device
            .trace(|| {
                update.call().input("source", &first).output("result", &mut second).run()?;
                draw.call()
                    .vertex_stream("bird_position", &second)
                    .output("seen", &mut seen)
                    .run()?;
                update.call().input("source", &second).output("result", &mut third).run()
            })
            .unwrap();
        let barriers = trace.events.iter().filter_map(|event| match event {
            Event::Barrier { names, .. } => Some(names.clone()),
            _ => None,
        });
        let needed: BTreeSet<&str> = barriers.flatten().collect();
        let covers = |given: &[&str]| needed.iter().all(|bit| given.iter().any(|given| given.contains(bit)));
        let mended = ["GL_SHADER_STORAGE_BARRIER_BIT", "GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT"];
        assert!(mended.iter().all(|bit| token(bit).is_some()));
        printed_fails_mended_holds(&[][..], &mended[..], covers);
        assert_eq!(needed.len(), 2, "{needed:?}");
    }
}

#[test]
fn erratum_17_the_direction_of_nothing_is_no_direction() {
    let is_a_place = |line: &str| {
        let text = format!(
            "#version 430 core\nlayout(local_size_x = 1) in;\nlayout(std430) buffer Result {{ float result[]; }};
void main() {{
    vec3 bird_velocity = vec3(result[0], result[1], result[2]);
    vec3 forward = {line};
    for (int i = 0; i < 3; i++) result[i] = forward[i];
}}\n"
        );
        let report = watch(&text, 1, &[("result", vec![0; 3])]);
        for given in on_every_machine(&text, [1, 1, 1], &[("result", &[0.0_f32; 3])]) {
            println!("{line} of nothing is {given:?}");
        }
        report.is_right() && floats(&report, "Result").iter().all(|place| place.is_finite())
    };
    printed_fails_mended_holds(
        "normalize(bird_velocity)",
        "bird_velocity / max(length(bird_velocity), 1e-6)",
        is_a_place,
    );
}

#[test]
fn erratum_18_the_look_at_matrix_neither_keeps_lengths_nor_the_side() {
    // A bird that climbs at 30, 60 and 80 degrees, on every machine: the lengths of the sides, and the determinant.
    let turns = |lines: [&str; 2]| {
        let [side, u_frame] = lines;
        let text = format!(
            "#version 430 core\nlayout(local_size_x = 3) in;\nlayout(std430) buffer Result {{ float result[]; }};
void main() {{
    uint i = gl_LocalInvocationID.x;
    float climb = radians(result[3u * i]);
    vec3 forward = vec3(cos(climb), sin(climb), 0.0), up = vec3(0.0, 1.0, 0.0);
    {side}
    {u_frame}
    result[3u * i] = length(side);
    result[(3u * i) + 1u] = length(u_frame);
    result[(3u * i) + 2u] = determinant(mat3(side, u_frame, forward));
}}\n"
        );
        let climbs = [30.0_f32, 0.0, 0.0, 60.0, 0.0, 0.0, 80.0, 0.0, 0.0];
        on_every_machine(&text, [1, 1, 1], &[("result", &climbs)])
    };
    let printed = ["vec3 side = cross(forward, up);", "vec3 u_frame = cross(side, forward);"];
    let mended = ["vec3 side = normalize(cross(up, forward));", "vec3 u_frame = cross(forward, side);"];
    printed_fails_mended_holds(printed, mended, |lines| {
        turns(lines).iter().flatten().all(|number| (number - 1.0).abs() < 1e-3)
    });
    for given in turns(printed) {
        assert!((given[0] - 0.866).abs() < 1e-2 && (given[6] - 0.174).abs() < 1e-2 && given[2] < 0.0, "{given:?}");
    }
}

#[test]
fn erratum_19_a_flock_must_fill_its_groups() {
    // The middle of 100 birds in groups of 64.
    let finds_the_middle = |[line, division]: [&str; 2]| {
        let text = format!(
            "#version 430 core\nlayout(local_size_x = 64) in;
layout(std430) buffer Places {{ float places[]; }};\nlayout(std430) buffer Middles {{ float middles[]; }};
const uint flock_size = 100u;
void main() {{
    float flock_center = 0.0;
    for (uint at = 0u; at < gl_NumWorkGroups.x * gl_WorkGroupSize.x; at++) {{
        {line}
    }}
    {division}
    if (gl_GlobalInvocationID.x < flock_size) middles[gl_GlobalInvocationID.x] = flock_center;
}}\n"
        );
        let birds = vec![2.0_f32.to_bits(); 100];
        let report = watch(&text, 2, &[("places", birds), ("middles", vec![0; 100])]);
        report.is_right() && floats(&report, "Middles").iter().all(|middle| *middle == 2.0)
    };
    let printed = "flock_center /= float(gl_NumWorkGroups.x * gl_WorkGroupSize.x);";
    let mended = "flock_center /= float(flock_size);";
    let guarded = "if (at < flock_size) flock_center += places[at];";
    printed_fails_mended_holds([guarded, printed], [guarded, mended], finds_the_middle);
    printed_fails_mended_holds(["flock_center += places[at];", mended], [guarded, mended], finds_the_middle);
    // The place takes the old velocity, which gives a swinging bird energy for nothing.
    let keeps_its_energy = |velocity: fn(f64, f64) -> f64| {
        let (mut place, mut old) = (1.0, 0.0);
        for _ in 0..1000 {
            let new = old - 0.1 * place;
            (place, old) = (place + 0.1 * velocity(old, new), new);
        }
        (0.5..2.0).contains(&(place * place + old * old))
    };
    printed_fails_mended_holds(|old, _| old, |_, new| new, keeps_its_energy as fn(fn(f64, f64) -> f64) -> bool);
}

#[test]
fn erratum_20_shared_variables_are_not_in_a_storage_buffer() {
    // "a shared storage buffer", of an array that the listing declares `shared`. How many variables SPIR-V has in the
    // classes Uniform and StorageBuffer, where buffers are, and in Workgroup, with that array and without it.
    let variables = |declaration: &str, body: &str, class: u32| {
        let code = spirv::instructions(&compute_text(declaration, body));
        let variables = code.iter().filter(|(opcode, _)| *opcode == spirv::VARIABLE);
        variables.filter(|(_, operands)| operands[2] == class).count()
    };
    let is_the_class_of_the_array = |claim: &[u32]| {
        claim.iter().any(|class| {
            let with = variables("shared float shared_member[8];", "shared_member[0] = result[0];", *class);
            with > variables("", "", *class)
        })
    };
    let [uniform, workgroup, storage_buffer] = [2, 4, 12];
    printed_fails_mended_holds(&[uniform, storage_buffer][..], &[workgroup][..], is_the_class_of_the_array);
}
