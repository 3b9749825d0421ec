//! The article on how WebGL's compute shaders share out their work.

use super::registry::is_in_webgl_2;
use super::{compiles, compute_text, floats, found, on_every_machine, printed_fails_mended_holds, refusal, watch};
use crate::machine;
use gristmill::finding::FindingKind;
use gristmill::{Era, KernelSource, Layout, MachineChoice, Sampling};

#[test]
fn erratum_01_the_listings_are_not_of_webgl() {
    // WebGL 2.0 Compute took GLSL ES 3.10, which has no doubles; all listings begin as desktop GLSL.
    let is_es = |version: &str| {
        let text = |body: &str| {
            format!(
                "{version}\nprecision highp float;\nlayout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Result {{ float result[]; }};\nvoid main() {{ result[0] = 1.0; {body} }}\n"
            )
        };
        refusal(&text("")).is_empty() && !refusal(&text("double wide = result[0];")).is_empty()
    };
    printed_fails_mended_holds("#version 450", "#version 310 es", is_es);
    // And the standard that stayed has no compute.
    assert!(is_in_webgl_2("drawArraysInstanced") && !is_in_webgl_2("dispatchCompute"));
}

/// A kernel that gives particles a new life, with this velocity, and with this guard before it.
fn reborn(guard: &str, velocity: &str) -> String {
    format!(
        "#version 430 core\nlayout(local_size_x = 64) in;
layout(std430) buffer Velocities {{ float velocities[]; }};
float random(uint id) {{
    uint bits = id * 747796405u + 2891336453u;
    bits = ((bits >> ((bits >> 28u) + 4u)) ^ bits) * 277803737u;
    return float((bits >> 22u) ^ bits) / 4294967296.0;
}}
void main() {{
    uint id = gl_GlobalInvocationID.x;
    {guard}
    velocities[id] = {velocity};
}}\n"
    )
}

#[test]
fn erratum_02_a_listing_calls_rand() {
    let guard = "if (id >= uint(velocities.length())) return;";
    let mended = "(random(id) - 0.5) * 20.0";
    printed_fails_mended_holds("rand(id) * 10.0", mended, |velocity| compiles(&reborn(guard, velocity)));
    assert!(refusal(&reborn(guard, "rand(id) * 10.0")).contains("rand"));
    // With a function of that kind there, all would fly the same way, up, right and forward.
    let flies_everywhere = |velocity: &str| {
        let all = on_every_machine(&reborn(guard, velocity), [2, 1, 1], &[("velocities", &[0.0_f32; 100])]);
        all.iter()
            .all(|flying| flying.iter().any(|v| *v < 0.0) && flying.iter().any(|v| *v > 0.0))
    };
    printed_fails_mended_holds("random(id) * 10.0", "(random(id) - 0.5) * 20.0", flies_everywhere);
    // And nobody stops the invocations that have no particle.
    let in_bounds = |guard: &str| {
        let report = watch(&reborn(guard, mended), 2, &[("velocities", vec![0; 100])]);
        found(&report, FindingKind::Bounds) == 0
    };
    printed_fails_mended_holds("", "if (id >= uint(velocities.length())) return;", in_bounds);
}

#[test]
fn erratum_03_a_picture_is_sampled_at_the_corners_of_its_pixels() {
    // On every machine, where neighbours are blended.
    let picture: Vec<f32> = (0..64).map(|i| (i * 7 % 64) as f32).collect();
    let is_the_picture = |read: &str| {
        let text = format!(
            "#version 330 core\nuniform sampler2D inputImage;\nout float result;
void main() {{
    ivec2 pixelCoord = ivec2(gl_FragCoord.xy);
    vec4 pixelColor = {read};
    result = pixelColor.r;
}}\n"
        );
        let choices = [MachineChoice::Emulator, MachineChoice::Driver];
        let devices = choices.into_iter().filter_map(|choice| machine::chosen(choice, Era::Fragment));
        devices.into_iter().all(|device| {
            let kernel = device.kernel(&KernelSource::new("sampled").fragment(text.clone())).unwrap();
            let source = device.stream_in(Layout::Packed, [8, 8], &picture).unwrap();
            let mut result = device.empty_in::<f32>(Layout::Packed, [8, 8]).unwrap();
            let call = kernel.call().sampled("inputImage", &source, Sampling::linear());
            call.output("result", &mut result).run().unwrap();
            result.read().unwrap() == picture
        })
    };
    printed_fails_mended_holds(
        "texture(inputImage, vec2(pixelCoord) / textureSize(inputImage, 0))",
        "texelFetch(inputImage, pixelCoord, 0)",
        is_the_picture,
    );
}

#[test]
fn erratum_04_there_are_no_bytes_in_the_language() {
    let text = |line: &str| compute_text("", line);
    printed_fails_mended_holds(
        "uint8_t a = uint8_t(1);",
        "uint a = bitfieldExtract(floatBitsToUint(result[0]), 8, 8);",
        |line| compiles(&text(line)),
    );
    assert!(refusal(&text("uint8_t a = uint8_t(1);")).contains("'uint8_t' : undeclared identifier"));
}

#[test]
fn erratum_05_an_index_in_three_dimensions_needs_no_depth() {
    // The index of every invocation of 2 x 3 x `depth` groups of 4 x 2 x 2, on every machine.
    let indices = |depth: u32| {
        let text = "#version 430 core\nlayout(local_size_x = 4, local_size_y = 2, local_size_z = 2) in;
layout(std430) buffer Seen { uint seen[]; };
void main() {
    uvec3 at = gl_GlobalInvocationID;
    uint width = gl_NumWorkGroups.x * gl_WorkGroupSize.x, height = gl_NumWorkGroups.y * gl_WorkGroupSize.y;
    atomicAdd(seen[at.x + width * (at.y + height * at.z)], 1u + at.x + (100u * at.y) + (10000u * at.z));
}\n";
        let count = (8 * 6 * 2 * depth) as usize;
        on_every_machine(text, [2, 3, depth], &[("seen", &vec![0_u32; count])])
    };
    // Each element has one invocation, whose place it is: so the index is right, at either depth.
    for (depth, all) in [(1, indices(1)), (2, indices(2))] {
        for seen in all {
            let place = |i: u32| 1 + i % 8 + 100 * (i / 8 % 6) + 10_000 * (i / 48);
            assert_eq!(seen, (0..96 * depth).map(place).collect::<Vec<_>>());
        }
    }
    // "would also need gl_NumWorkGroups.z and gl_WorkGroupSize.z": then more depth would move what was there.
    let is_needed = indices(1).iter().zip(indices(2)).any(|(flat, deep)| *flat != deep[..96]);
    printed_fails_mended_holds(true, false, |claim| claim == is_needed);
}

#[test]
fn erratum_06_the_sum_of_a_group_is_not_the_final_sum() {
    let sum = |load: &str, elements: usize| {
        let text = format!(
            "#version 430 core\nlayout(local_size_x = 64) in;
layout(std430) buffer InputData {{ float inputData[]; }};\nlayout(std430) buffer OutputData {{ float outputData[]; }};
shared float localSum[gl_WorkGroupSize.x];
void main() {{
    uint localId = gl_LocalInvocationID.x;
    uint globalId = gl_GlobalInvocationID.x;
    {load}
    barrier();
    for (uint i = gl_WorkGroupSize.x / 2u; i > 0u; i /= 2u) {{
        if (localId < i) localSum[localId] += localSum[localId + i];
        barrier();
    }}
    if (localId == 0u) outputData[gl_WorkGroupID.x] = localSum[0];
}}\n"
        );
        watch(&text, 2, &[("inputData", vec![1.0_f32.to_bits(); elements]), ("outputData", vec![0; 2])])
    };
    let printed = "localSum[localId] = inputData[globalId];";
    let mended = "localSum[localId] = globalId < uint(inputData.length()) ? inputData[globalId] : 0.0;";
    printed_fails_mended_holds(printed, mended, |load| found(&sum(load, 100), FindingKind::Bounds) == 0);
    // "writes the final sum to the output": the first element, or all of them added up.
    let is_the_sum = |reading: fn(&[f32]) -> f32| reading(&floats(&sum(mended, 100), "OutputData")) == 100.0;
    let printed: fn(&[f32]) -> f32 = |output| output[0];
    printed_fails_mended_holds(printed, |output| output.iter().sum(), is_the_sum);
}

#[test]
fn erratum_07_a_limit_by_dimension_is_asked_for_by_its_index() {
    // "use assertions": there are none.
    let says_what_is_wrong = |line: &str| compiles(&compute_text("", line));
    printed_fails_mended_holds(
        "assert(result[0] > 0.0);",
        "if (result[0] <= 0.0) result[1] = 1.0;",
        says_what_is_wrong,
    );
    // The nearest thing to WebGL's two functions that runs here is what they ask of OpenGL.
    assert!(is_in_webgl_2("getIndexedParameter"));
    #[cfg(feature = "gl")]
    if let Some((_host, gl)) = super::driver::context() {
        use glow::HasContext;
        // "which returns an array of three numbers"
        let answers = |function: &str| {
            let mut size = [0; 3];
            // SAFETY: the context is current, and three numbers have room for the answer.
            let error = unsafe {
                match function {
                    "getParameter" => gl.get_parameter_i32_slice(glow::MAX_COMPUTE_WORK_GROUP_SIZE, &mut size),
                    _ => {
                        for (axis, size) in (0..).zip(&mut size) {
                            *size = gl.get_parameter_indexed_i32(glow::MAX_COMPUTE_WORK_GROUP_SIZE, axis);
                        }
                    }
                }
                gl.get_error()
            };
            error == glow::NO_ERROR && size[0] >= 1024 && size[1] >= 1024 && size[2] >= 64
        };
        printed_fails_mended_holds("getParameter", "getIndexedParameter", answers);
    }
}
