//! OpenGL Programming Guide (the Red Book), eighth edition, the chapter on compute shaders.

use super::registry::{group, is_command, token};
use super::{compiles, on_every_machine, printed_fails_mended_holds, refusal, spirv};
use crate::machine;
use gristmill::{Device, Era, KernelSource, MachineChoice};

#[test]
fn erratum_01_a_dimension_that_is_not_used_has_size_1() {
    let text = |line: &str| {
        format!(
            "#version 430 core\nlayout(local_size_x = 8, {line}) in;
layout(std430) buffer Result {{ uint result[]; }};
void main() {{ result[gl_GlobalInvocationID.x] = 1u; }}\n"
        )
    };
    printed_fails_mended_holds("local_size_z = 0", "local_size_z = 1", |line| compiles(&text(line)));
    assert!(refusal(&text("local_size_z = 0")).contains("at least 1"));
    // All three numbers of a dispatch must be 1, or nothing runs.
    let runs = |groups: [u32; 3]| {
        let results = on_every_machine(&text("local_size_y = 1"), groups, &[("result", &[0_u32; 8])]);
        results.iter().all(|result| *result == [1; 8])
    };
    printed_fails_mended_holds([1, 0, 0], [1, 1, 1], runs);
}

/// The machines with work groups.
fn machines() -> impl Iterator<Item = Device> {
    let choices = [MachineChoice::Emulator, MachineChoice::Driver];
    choices.into_iter().filter_map(|choice| machine::chosen(choice, Era::Compute))
}

#[test]
fn erratum_02_the_number_of_groups_has_a_limit_of_its_own() {
    let text = "#version 430 core\nlayout(local_size_x = 1) in;\nlayout(std430) buffer Result { uint result[]; };
void main() { result[0] = 1u; }\n";
    for device in machines() {
        let kernel = device.kernel(&KernelSource::new("one").compute(text)).unwrap();
        let runs = |groups: usize| {
            let mut result = device.empty::<u32>(1).unwrap();
            let groups = [groups.try_into().unwrap(), 1, 1];
            let ran = kernel.call().update("result", &mut result).groups(groups).run().is_ok();
            ran.then(|| result.read().unwrap()[0])
        };
        let limits = device.limits();
        // GL_MAX_COMPUTE_WORK_GROUP_SIZE and GL_MAX_COMPUTE_WORK_GROUP_COUNT: so many groups run, and no more.
        let [printed, mended] = [limits.group_size[0], limits.groups[0]];
        // A limit in the thousands of millions is believed without a run of so many groups.
        let is_the_limit = |most: usize| (most > 1 << 16 || runs(most) == Some(1)) && runs(most + 1).is_none();
        printed_fails_mended_holds(printed, mended, is_the_limit);
        // "must be greater than 0": the least number that is taken. No group is legal, and does nothing.
        printed_fails_mended_holds(1, 0, |least: usize| (0..least).all(|fewer| runs(fewer).is_none()));
        assert_eq!(runs(0), Some(0));
    }
    let names = ["GL_MAX_COMPUTE_WORK_GROUP_SIZE", "GL_MAX_COMPUTE_WORK_GROUP_COUNT"];
    assert_eq!(names.map(token), [Some(0x91BF), Some(0x91BE)]);
}

#[test]
fn erratum_03_a_program_is_asked_by_another_token() {
    // The registry lists the names that glGetProgramiv may be asked.
    let may_be_asked = |name: &str| group("ProgramPropertyARB").contains(&name);
    printed_fails_mended_holds("GL_MAX_COMPUTE_WORK_GROUP_SIZE", "GL_COMPUTE_WORK_GROUP_SIZE", may_be_asked);
    // The driver's answer agrees.
    #[cfg(feature = "gl")]
    if let Some((host, gl)) = super::driver::context() {
        let text =
            "#version 430 core\nlayout(local_size_x = 4, local_size_y = 7, local_size_z = 10) in;\nvoid main() {}\n";
        let program = super::driver::program(&gl, text);
        let says_the_size = |name: &str| {
            let answer = super::driver::three_of_program(&host, &gl, program, token(name).unwrap());
            answer == Ok([4, 7, 10])
        };
        printed_fails_mended_holds("GL_MAX_COMPUTE_WORK_GROUP_SIZE", "GL_COMPUTE_WORK_GROUP_SIZE", says_the_size);
        let printed = token("GL_MAX_COMPUTE_WORK_GROUP_SIZE").unwrap();
        let refused = super::driver::three_of_program(&host, &gl, program, printed);
        assert_eq!(refused, Err(token("GL_INVALID_ENUM").unwrap()));
    }
}

#[test]
fn erratum_04_shared_memory_is_counted_in_bytes() {
    for device in machines() {
        let fits = |variables: usize| {
            let text = format!(
                "#version 430 core\nlayout(local_size_x = 1) in;\nlayout(std430) buffer Result {{ uint result[]; }};
shared uint board[{variables}];
void main() {{
    board[{variables} - 1] = 1u;
    barrier();
    result[0] = board[{variables} - 1];
}}\n"
            );
            device.kernel(&KernelSource::new("board").compute(text)).is_ok()
        };
        // "the largest number of shared variables" is GL_MAX_COMPUTE_SHARED_MEMORY_SIZE.
        let limit = device.limits().shared_bytes;
        printed_fails_mended_holds(limit, limit / size_of::<u32>(), |most| fits(most) && !fits(most + 1));
    }
}

#[test]
fn erratum_05_a_group_is_divided_into_sets() {
    // A group of 48, on a machine whose sets run 32 in step. Put together of sets it would have 64 invocations.
    let text = "#version 430 core\nlayout(local_size_x = 48) in;\nlayout(std430) buffer Result { uint result[]; };
void main() { atomicAdd(result[0], 1u); }\n";
    let runs = |invocations: u32| {
        let results = on_every_machine(text, [1, 1, 1], &[("result", &[0_u32])]);
        results.iter().all(|result| result[0] == invocations)
    };
    printed_fails_mended_holds(48_u32.div_ceil(32) * 32, 48, runs);
    printed_fails_mended_holds("glCompilerShader", "glCompileShader", is_command);
    printed_fails_mended_holds("num_gourps_z", "num_groups_z", |name: &str| {
        // The three parameters of glDispatchCompute.
        let xml = std::str::from_utf8(khronos_api::GL_XML).unwrap();
        let command = xml.split("<name>glDispatchCompute</name>").nth(1).unwrap();
        command.split("</command>").next().unwrap().contains(name)
    });
}

#[test]
fn erratum_06_what_was_written_must_be_acquired_too() {
    // The recipe for buffers, in the memory model of SPIR-V: behind the barrier that waits, something must acquire
    // what others released of buffers (UniformMemory), and before it something must release it.
    let orders_buffers = |lines: &str| {
        let code = spirv::instructions(&format!(
            "#version 430 core\nlayout(local_size_x = 64) in;
layout(std430) coherent buffer Result {{ uint result[]; }};
void main() {{
    uint me = gl_LocalInvocationID.x;
    result[me] = me;
    {lines}
    uint other = result[63u - me];
    barrier();
    result[me] = other;
}}\n"
        ));
        const UNIFORM_MEMORY: u32 = 0x40;
        let is_a_barrier = |opcode: u32| [spirv::CONTROL_BARRIER, spirv::MEMORY_BARRIER].contains(&opcode);
        let barriers: Vec<(bool, bool)> = code
            .iter()
            .filter(|(opcode, _)| is_a_barrier(*opcode))
            .map(|(opcode, operands)| {
                let semantics = spirv::constant(&code, *operands.last().unwrap());
                (*opcode == spirv::CONTROL_BARRIER, semantics & UNIFORM_MEMORY != 0)
            })
            .collect();
        let waits = barriers.iter().position(|(waits, _)| *waits).unwrap();
        let next = barriers.iter().skip(waits + 1).position(|(waits, _)| *waits).unwrap() + waits + 1;
        let orders = |barriers: &[(bool, bool)]| barriers.iter().any(|(_, orders)| *orders);
        orders(&barriers[..=waits]) && orders(&barriers[waits..next])
    };
    printed_fails_mended_holds(
        "memoryBarrier(); barrier();",
        "memoryBarrierBuffer(); barrier(); memoryBarrierBuffer();",
        orders_buffers,
    );
}
