//! The lesson on compute shaders of the gKit2 library, University of Lyon.

use super::registry::{group, is_command};
use super::{compiles, compute_text, found, on_every_machine, printed_fails_mended_holds, refusal, watch};
use crate::machine;
use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::finding::FindingKind;
use gristmill::{Era, KernelSource, random};

/// The loop of the lesson's step 2 for one group of 16 invocations, which has written the minima of 8 pairs.
fn halving(condition: &str, lines: &str) -> gristmill::check::Report {
    let text = format!(
        "#version 430 core\nlayout(local_size_x = 16) in;
layout(std430) buffer Tmp {{ int tmp[]; }};\nlayout(std430) buffer Result {{ int result[]; }};
void main() {{
    int id = int(gl_GlobalInvocationID.x);
    for (int n = 8; n > 1; n = n / 2) {{
        {condition} {{
            {lines}
        }}
        memoryBarrierBuffer();
        barrier();
        memoryBarrierBuffer();
    }}
    if (id == 0) result[0] = tmp[0];
}}\n"
    );
    watch(&text, 1, &[("tmp", (1..=8).collect()), ("result", vec![0])])
}

#[test]
fn erratum_01_a_step_reads_beyond_the_values_and_in_place() {
    let in_bounds = |condition: &str| {
        let report = halving(condition, "int a = tmp[id * 2]; int b = tmp[id * 2 + 1]; tmp[id] = min(a, b);");
        found(&report, FindingKind::Bounds) == 0
    };
    printed_fails_mended_holds("if(id < n)", "if(id < n / 2)", in_bounds);
    // With the bounds mended, a pair may be overwritten before it is read. The lesson's own remedy: a part of the
    // array that nobody reads in this step.
    let is_ordered = |store: &str| {
        let text = format!(
            "#version 430 core\nlayout(local_size_x = 16) in;\nlayout(std430) buffer Tmp {{ int tmp[]; }};
void main() {{
    int id = int(gl_GlobalInvocationID.x), n = 8;
    if (id < n / 2) {{ {store} }}
}}\n"
        );
        watch(&text, 1, &[("tmp", (1..=16).collect())]).is_right()
    };
    printed_fails_mended_holds(
        "tmp[id] = min(tmp[id * 2], tmp[id * 2 + 1]);",
        "tmp[n / 2 + id] = min(tmp[n + id * 2], tmp[n + id * 2 + 1]);",
        is_ordered,
    );
    // As the lesson has it, in sequence: the minimum of 16 by steps whose ids come in random orders.
    let is_the_minimum = |in_place: bool| {
        (0..1000).all(|trial| {
            let word = |i: usize| random::word(trial, i as u32, 0);
            let mut tmp: Vec<u32> = (0..16).map(word).collect();
            let least = *tmp[8..].iter().min().unwrap();
            if in_place {
                tmp.copy_within(8.., 0);
            }
            let mut n = 8;
            while n > 1 {
                let mut ids: Vec<usize> = (0..n / 2).collect();
                ids.sort_by_key(|id| random::word(trial + 1000, (n * 16 + id) as u32, 0));
                for id in ids {
                    let (from, to) = if in_place { (0, 0) } else { (n, n / 2) };
                    tmp[to + id] = tmp[from + id * 2].min(tmp[from + id * 2 + 1]);
                }
                n /= 2;
            }
            tmp[usize::from(!in_place)] == least
        })
    };
    printed_fails_mended_holds(true, false, is_the_minimum);
}

#[test]
fn erratum_02_one_group_too_many() {
    // `(N + 1024) / 1024` groups of 1024 for N / 2 pairs, run on every machine: every group must have a pair, and
    // every pair a group.
    let text = "#version 430 core\nlayout(local_size_x = 1024) in;
uniform uint pairs;\nlayout(std430) buffer Busy { uint busy[]; };
void main() { if (gl_GlobalInvocationID.x < pairs) atomicAdd(busy[gl_WorkGroupID.x], 1u); }\n";
    let fits = |groups: fn(u32) -> u32| {
        let devices = machine::machines().into_iter().filter(|device| device.era() == Era::Compute);
        devices.into_iter().all(|device| {
            let kernel = device.kernel(&KernelSource::new("busy").compute(text)).unwrap();
            [2, 1024, 2047, 2048, 4096].into_iter().all(|n| {
                let groups = groups(n);
                let mut busy = device.stream(&vec![0_u32; groups as usize]).unwrap();
                let call = kernel.call().uniform("pairs", n / 2).update("busy", &mut busy);
                call.groups([groups, 1, 1]).run().unwrap();
                let busy = busy.read().unwrap();
                busy.iter().all(|pairs| *pairs > 0) && busy.iter().sum::<u32>() == n / 2
            })
        })
    };
    let printed: fn(u32) -> u32 = |n| (n + 1024) / 1024;
    printed_fails_mended_holds(printed, |n| (n / 2).div_ceil(1024), fits);
    assert_eq!((printed(1024), (1024_u32 / 2).div_ceil(1024)), (2, 1));
}

#[test]
fn erratum_03_halving_needs_a_power_of_two() {
    // The lesson's last kernel, dispatch by dispatch: at how many places of `n` values is the minimum lost?
    let lost = |size: usize, n: usize| {
        let finds = |place: usize| {
            let mut data = vec![9; n];
            data[..size].fill(1);
            data[place] = 0;
            let mut tmp = vec![9; n];
            for id in 0..n / 2 {
                tmp[n / 2 + id] = data[id * 2].min(data[id * 2 + 1]);
            }
            let mut n = n / 2;
            while n > 1 {
                for id in 0..n / 2 {
                    tmp[n / 2 + id] = tmp[n + id * 2].min(tmp[n + id * 2 + 1]);
                }
                n /= 2;
            }
            tmp[1] == 0
        };
        (0..size).filter(|place| !finds(*place)).count()
    };
    let printed: fn(usize) -> usize = |size| size;
    let mended: fn(usize) -> usize = usize::next_power_of_two; // filled up with values that lose
    printed_fails_mended_holds(printed, mended, |n| (2..65).all(|size| lost(size, n(size)) == 0));
    assert_eq!([5, 6, 7, 12, 24].map(|size| lost(size, size)), [1, 2, 3, 4, 8]);
}

#[test]
fn erratum_04_three_functions_have_other_names() {
    printed_fails_mended_holds("glUniformLocation", "glGetUniformLocation", is_command);
    printed_fails_mended_holds("glComputeDispatch", "glDispatchCompute", is_command);
    // `uniform uint N`, set by the function of ints: the library's sentence, and the driver's error.
    let text = "#version 430 core\nlayout(local_size_x = 1) in;\nuniform uint N;
layout(std430) buffer Result { uint result[]; };\nvoid main() { result[0] = N; }\n";
    for device in machine::machines().into_iter().filter(|device| device.era() == Era::Compute) {
        let kernel = device.kernel(&KernelSource::new("number").compute(text)).unwrap();
        let sets = |is_uint: bool| {
            let mut result = device.empty::<u32>(1).unwrap();
            let call = kernel.call().update("result", &mut result);
            let call = if is_uint { call.uniform("N", 1_u32) } else { call.uniform("N", 1_i32) };
            call.run()
                .map_err(|error| assert_eq!(error.to_string(), "number.comp: the uniform N is uint, int given"))
        };
        printed_fails_mended_holds(false, true, |is_uint| sets(is_uint).is_ok());
    }
    #[cfg(feature = "gl")]
    if let Some((_host, gl)) = super::driver::context() {
        use glow::HasContext;
        let program = super::driver::program(&gl, text);
        let sets = |function: &str| {
            // SAFETY: the context is current, and the program in use.
            let error = unsafe {
                let place = gl.get_uniform_location(program, "N");
                match function {
                    "glUniform1i" => gl.uniform_1_i32(place.as_ref(), 1),
                    _ => gl.uniform_1_u32(place.as_ref(), 1),
                }
                gl.get_error()
            };
            assert!([glow::NO_ERROR, glow::INVALID_OPERATION].contains(&error));
            error == glow::NO_ERROR
        };
        printed_fails_mended_holds("glUniform1i", "glUniform1ui", sets);
    }
}

#[test]
fn erratum_05_words_are_reserved_and_the_minimum_begins_anywhere() {
    let declares = |line: &str| compiles(&compute_text(line, ""));
    printed_fails_mended_holds("int input[8];", "int data[8];", declares);
    printed_fails_mended_holds("int output;", "int result_of_all;", declares);
    assert!(refusal(&compute_text("int input[8];", "")).contains("Reserved word"));
    // A uniform is no length of an array.
    printed_fails_mended_holds(
        "uniform uint N; buffer Data { int data[N]; };",
        "uniform uint N; buffer Data { int data[]; };",
        declares,
    );
    // `atomicMin(tmp, data[id])` with what a new buffer happens to hold, and with INT_MAX.
    let text = "#version 430 core\nlayout(local_size_x = 4) in;
layout(std430) buffer Data { int data[]; };\nlayout(std430) buffer Tmp { int tmp[]; };
void main() { atomicMin(tmp[0], data[gl_GlobalInvocationID.x]); }\n";
    let is_the_minimum = |start: i32| {
        let results = on_every_machine(text, [1, 1, 1], &[("data", &[7, 5, 9, 6]), ("tmp", &[start])]);
        results.iter().all(|tmp| *tmp == [5])
    };
    printed_fails_mended_holds(0, i32::MAX, is_the_minimum);
}

#[test]
fn erratum_06_a_spin_lock_needs_lanes_that_go_on() {
    let ends = |lock: &str| {
        let text = format!(
            "#version 430 core\nlayout(local_size_x = 8) in;
layout(std430) coherent buffer Guarded {{ uint lock; uint total; }};
void main() {{
    {lock}
}}\n"
        );
        let launch = LaunchOptions::new().buffer("Guarded", vec![0, 0]).steps(10_000);
        let report = KernelCheck::source("lock.comp", text).run(&launch).unwrap();
        report.is_right() && report.output("Guarded") == Some(&[0, 8])
    };
    printed_fails_mended_holds(
        "while (atomicCompSwap(lock, 0u, 1u) != 0u) {}
    total++; memoryBarrierBuffer(); atomicExchange(lock, 0u);",
        "for (bool waiting = true; waiting;) if (atomicCompSwap(lock, 0u, 1u) == 0u) {
        memoryBarrierBuffer(); total++; memoryBarrierBuffer(); atomicExchange(lock, 0u); waiting = false;
    }",
        ends,
    );
    // Only the link's status is asked for. It is the same for a kernel that does not compile and for one that does,
    // and calls a function that is nowhere.
    #[cfg(feature = "gl")]
    {
        let unknown = super::driver::statuses(&compute_text("", "float a = nobody;"));
        let unlinked = super::driver::statuses(&compute_text("float nowhere(float a);", "result[0] = nowhere(1.0);"));
        if let (Some(unknown), Some(unlinked)) = (unknown, unlinked) {
            let tells_them_apart = |status: &str| {
                let at = usize::from(status == "GL_LINK_STATUS");
                unknown[at] != unlinked[at]
            };
            printed_fails_mended_holds("GL_LINK_STATUS", "GL_COMPILE_STATUS", tells_them_apart);
        }
    }
}

#[test]
fn erratum_07_three_lists_are_empty() {
    // The bits of glMemoryBarrier, after "there are several types of barrier:".
    let mended = [
        "GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT",
        "GL_ELEMENT_ARRAY_BARRIER_BIT",
        "GL_UNIFORM_BARRIER_BIT",
        "GL_TEXTURE_FETCH_BARRIER_BIT",
        "GL_SHADER_IMAGE_ACCESS_BARRIER_BIT",
        "GL_COMMAND_BARRIER_BIT",
        "GL_PIXEL_BUFFER_BARRIER_BIT",
        "GL_TEXTURE_UPDATE_BARRIER_BIT",
        "GL_BUFFER_UPDATE_BARRIER_BIT",
        "GL_FRAMEBUFFER_BARRIER_BIT",
        "GL_TRANSFORM_FEEDBACK_BARRIER_BIT",
        "GL_ATOMIC_COUNTER_BARRIER_BIT",
        "GL_SHADER_STORAGE_BARRIER_BIT",
        "GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT",
        "GL_QUERY_BUFFER_BARRIER_BIT",
        "GL_ALL_BARRIER_BITS",
    ];
    let is_the_list = |list: &[&str]| {
        let mut registered = group("MemoryBarrierMask");
        let mut list = list.to_vec();
        registered.sort();
        list.sort();
        list == registered
    };
    printed_fails_mended_holds(&[][..], &mended[..], is_the_list);
    // The built-in names, after "several variables are predefined:"; what a kernel writes to, after "two types of
    // objects:". With the list empty, the kernel that uses it has no place to write, or nothing to say where.
    let numbers_its_lanes = |names: &[&str]| {
        let uses: Vec<String> = names.iter().map(|name| format!("result[0] += float({name}.x);")).collect();
        let uses = uses.join("\n").replace("gl_LocalInvocationIndex.x", "gl_LocalInvocationIndex");
        !names.is_empty() && compiles(&compute_text("", &uses))
    };
    let mended = [
        "gl_NumWorkGroups",
        "gl_WorkGroupSize",
        "gl_WorkGroupID",
        "gl_LocalInvocationID",
        "gl_GlobalInvocationID",
        "gl_LocalInvocationIndex",
    ];
    printed_fails_mended_holds(&[][..], &mended[..], numbers_its_lanes);
    let may_be_written = |declarations: &[&str]| {
        let text = declarations.join("\n");
        declarations.len() == 2
            && compiles(&compute_text(&text, "words[0] = 1.0; imageStore(picture, ivec2(0), vec4(1.0));"))
    };
    let mended = ["buffer Words { float words[]; };", "writeonly uniform image2D picture;"];
    printed_fails_mended_holds(&[][..], &mended[..], may_be_written);
}
