//! Kernels that somebody else wrote, checked without an option: what is tried for them, and what the verdict says.

use crate::check::{folder, gristmill, path};

/// Checks a text as a file of that name; returns the exit code and all that was printed.
fn check_text(name: &str, text: &str, options: &[&str]) -> (i32, String) {
    let folder = folder(&[(name, text)]);
    let (code, out, errors) = gristmill(&[&["check", &path(&folder, name)], options].concat());
    (code.unwrap_or(-1), format!("{out}{errors}"))
}

/// Each of three modes has lines of its own, and 37 is no number that anybody would guess.
#[test]
fn values_are_tried_until_all_lines_are_reached() {
    let text = "#version 450
layout(local_size_x = 32) in;
layout(push_constant) uniform Params { uint mode; uint count; } params;
layout(std430, binding = 0) buffer Result { uint result[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (params.mode == 37u) {
        if (i < params.count)
            result[i] = 1u;
    }
}
";
    let (code, said) = check_text("mode.comp", text, &[]);
    assert!(code == 0 && said.contains("mode.comp: nothing is wrong\n"), "{said}");
    assert!(said.contains("Params = 37, "), "{said}");
}

/// Lines of each of two modes are judged.
#[test]
fn lines_of_another_value_are_judged_too() {
    let text = "#version 450
layout(local_size_x = 32) in;
uniform int mode;
layout(std430, binding = 0) buffer Result { uint result[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (mode == 1)
        result[i] = 1u;
    else
        result[0] = i;
}
";
    let (code, said) = check_text("two.comp", text, &[]);
    assert!(code == 1 && said.contains("race on buffer `result[0]`"), "{said}");
    assert!(!said.contains("reached by no lane"), "{said}");
    let right = text.replace("result[0] = i;", "result[i] = 2u;");
    let (code, said) = check_text("two.comp", &right, &[]);
    assert!(code == 0 && said.contains("two.comp: nothing is wrong\n"), "{said}");
}

/// If all numbers are kept, each lane reads back what it wrote: only numbers of both signs show the race.
#[test]
fn numbers_of_both_signs_are_tried_even_where_all_lines_are_reached() {
    let text = "#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Source { int source[]; };
layout(std430, binding = 1) buffer Kept { int kept[]; };
shared int ones[64];
shared int list[64];
void main() {
    uint i = gl_LocalInvocationID.x;
    int number = source[gl_GlobalInvocationID.x];
    ones[i] = number < 0 ? 0 : 1;
    barrier();
    int before = 0, all = 0;
    for (uint j = 0u; j < 64u; j++) {
        before += j < i ? ones[j] : 0;
        all += ones[j];
    }
    if (number >= 0)
        list[before] = number;
    barrier();
    if (int(i) < all)
        kept[gl_GlobalInvocationID.x] = list[i];
}
";
    let (code, said) = check_text("kept.comp", text, &[]);
    assert!(code == 0 && said.contains("kept.comp: nothing is wrong\n"), "{said}");
    let (first, last) = text.rsplit_once("    barrier();\n").unwrap();
    let (code, said) = check_text("kept.comp", &format!("{first}{last}"), &[]);
    assert!(code == 1 && said.contains("Error: race on shared `list["), "{said}");
    assert!(said.contains("seen with numbers of both signs in its memories"), "{said}");
}

#[test]
fn the_verdict_says_how_many_lines_ran_and_who_keeps_the_others_away() {
    let text = "#version 450
layout(local_size_x = 32) in;
uniform uint count;
layout(std430, binding = 0) buffer Result { uint result[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    result[i] = i;
    if (count != 1000003u)
        return;
    result[i] += 1u;
    result[i] *= 2u;
}
";
    let (code, said) = check_text("count.comp", text, &[]);
    let verdict = "count.comp: nothing is wrong in 4 of 6 lines; line 9 returned, for `count` was made up as 64";
    assert!(code == 0 && said.contains(verdict), "{said}");
    let (code, said) = check_text("count.comp", text, &["--uniform", "count=1000003"]);
    let verdict = "count.comp: nothing is wrong in 5 of 6 lines; no lane took the branch of line 8";
    assert!(code == 0 && said.contains(verdict), "{said}");
}

/// Rows of a made-up width overlap where the launch is wider. Rows of one word overlap whatever the width.
#[test]
fn rows_of_a_made_up_width_are_no_race() {
    let text = "#version 450
layout(local_size_x = 64, local_size_y = 2) in;
uniform uint width;
layout(std430, binding = 0) buffer Result { uint result[]; };
void main() { result[gl_GlobalInvocationID.y * width + gl_GlobalInvocationID.x] = gl_GlobalInvocationID.x; }
";
    let (code, said) = check_text("rows.comp", text, &[]);
    assert!(code == 0 && said.contains("only the defaults show it (width = 64)"), "{said}");
    let narrow = text.replace("GlobalInvocationID.y * width +", "LocalInvocationID.y * min(width, 1u) +");
    let (code, said) = check_text("rows.comp", &narrow, &[]);
    assert!(code == 1 && said.contains("race on buffer `result["), "{said}");
}

/// The strides of a tensor are made up alike. With others no two lanes have one place, unless the kernel itself gives them one.
#[test]
fn strides_that_nobody_set_are_no_race() {
    let text = "#version 450
layout(local_size_x = 32, local_size_y = 4) in;
layout(push_constant) uniform Sizes { uint rows; uint source_stride; uint stride_y; uint stride_z; } sizes;
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) buffer Result { float result[]; };
void main() {
    uvec3 at = gl_GlobalInvocationID;
    if (at.y >= sizes.rows) return;
    float number = source[at.y * (sizes.source_stride / 4) + at.x];
    result[at.z * (sizes.stride_z / 4) + at.y * (sizes.stride_y / 4) + at.x] = number;
}
";
    let (code, said) = check_text("tensor.comp", text, &[]);
    assert!(code == 0 && said.contains("only the defaults show it"), "{said}");
    let (code, said) = check_text("tensor.comp", &text.replace("+ at.x] = number", "+ at.x / 2] = number"), &[]);
    assert!(code == 1 && said.contains("race on buffer `result["), "{said}");
}

/// A list of places may hold each place once, but counts of equal keys are always there.
#[test]
fn equal_indices_are_made_up_where_words_are_only_written() {
    let text = "#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Places { uint places[]; };
layout(std430, binding = 1) buffer Result { uint result[]; };
void main() { uint i = gl_GlobalInvocationID.x; result[places[i]] = i; }
";
    let (code, said) = check_text("scatter.comp", text, &[]);
    assert!(code == 0 && said.contains("only the defaults show it"), "{said}");
    let counts = text.replace("] = i;", "] += 1u;");
    let (code, said) = check_text("counts.comp", &counts, &[]);
    assert!(code == 1 && said.contains("on buffer `result["), "{said}");
}

/// WGSL defines a read beyond the end, so it is a note; a line that adds there changes an item that is not there.
#[test]
fn an_item_beyond_the_end_is_changed_by_a_line_that_adds_to_it() {
    let text = "@group(0) @binding(0) var<storage, read_write> items: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    items[id.x + 2000u] += 1u;
}
";
    let (code, said) = check_text("add.wgsl", text, &["--buffer", "items=index:64"]);
    assert!(code == 1 && said.contains("changed items[2000] of 64"), "{said}");
    let read = text.replace("id.x + 2000u] += 1u", "id.x % 64u] += items[id.x + 2000u]");
    let (code, said) = check_text("read.wgsl", &read, &["--buffer", "items=index:64"]);
    assert!(code == 0 && said.contains("read items[2000] of 64"), "{said}");
}

/// Lane 0 of each group adds to one word. A kernel that asks for no place beyond its group is written for one, and one
/// that does not ask for its group may be.
#[test]
fn groups_are_several_where_a_kernel_asks_for_its_place() {
    let text = "#version 450
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Source { uint source[]; };
layout(std430, binding = 1) buffer Total { uint total; };
shared uint part[32];
void main() {
    uint me = gl_LocalInvocationID.x;
    part[me] = source[gl_WorkGroupID.x * 32u + me];
    barrier();
    if (me == 0u)
        for (uint k = 0u; k < 32u; k++) total += part[k];
}
";
    let (code, said) = check_text("total.comp", text, &[]);
    assert!(code == 1 && said.contains("`total`") && said.contains("of group 1"), "{said}");
    let either = text.replace("gl_WorkGroupID.x * 32u + me", "gl_GlobalInvocationID.x");
    let (code, said) = check_text("total.comp", &either, &[]);
    assert!(
        code == 0 && said.contains("seen with 3 work groups, which nobody set, and not with one work group"),
        "{said}"
    );
    let one = text.replace("gl_WorkGroupID.x * 32u + me", "me");
    let (code, said) = check_text("total.comp", &one, &[]);
    assert!(code == 0 && said.contains("defaults used: one work group"), "{said}");
}

/// The lanes beyond the end miss the barrier; with whole groups nothing is wrong.
#[test]
fn a_partial_last_group_is_tried() {
    let text = "#version 450
layout(local_size_x = 64) in;
uniform uint n;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint copy[64];
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= n) return;
    copy[gl_LocalInvocationID.x] = data[i];
    barrier();
    data[i] = copy[63u - gl_LocalInvocationID.x];
}
";
    let (_, said) = check_text("partial.comp", text, &[]);
    assert!(said.contains("n = 185") && said.contains("waits at barrier()"), "{said}");
    let (code, said) = check_text("partial.comp", text, &["--uniform", "n=192"]);
    assert!(code == 0 && said.contains("nothing is wrong"), "{said}");
}

/// Open settings are printed, completed and given back.
#[test]
fn questions_are_answered_in_a_file() {
    let text = "#version 450
layout(local_size_x = 32) in;
uniform uint n;
layout(std430, binding = 0) buffer Data { uint data[]; };
void main() { if (gl_GlobalInvocationID.x < n) data[gl_GlobalInvocationID.x] += n; }
";
    let folder = folder(&[("add.comp", text)]);
    let file = path(&folder, "add.comp");
    let (code, out, errors) = gristmill(&["check", &file, "--questions"]);
    assert_eq!(code, Some(0), "{errors}");
    let questions: Vec<&str> = out.lines().skip(1).collect();
    assert_eq!(questions, ["// run: groups 3", "// run: uniform n=64", "// run: buffer Data=random:1024"]);
    let answers = out
        .replace("groups 3", "groups 1")
        .replace("n=64", "n=32")
        .replace("random:1024", "zero:4");
    let given = path(&folder, "answers.txt");
    std::fs::write(&given, answers).unwrap();
    let (code, out, errors) = gristmill(&["check", &file, "--answers", &given]);
    assert!(code == Some(1) && out.contains("bounds on buffer `data`"), "{out}{errors}");
    assert!(!out.contains("defaults used"), "{out}");
    std::fs::write(&given, "nothing of ours\n").unwrap();
    let (code, _, errors) = gristmill(&["check", &file, "--answers", &given]);
    assert!(code == Some(2) && errors.contains("expected a line such as // run: groups 4, found none"), "{errors}");
}

/// A WGSL kernel with atomics and a count in a struct.
#[test]
fn the_order_of_appends_is_a_note() {
    let text = "struct Params { count: u32, limit: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> next: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> list: array<u32>;
@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= params.count) { return; }
    let place = atomicAdd(&next, 1u);
    if (place < params.limit) { list[place] = id.x; }
}
";
    let (code, said) = check_text("append.wgsl", text, &[]);
    assert!(code == 0 && said.contains("order on buffer `list"), "{said}");
    assert!(said.contains("in 4 schedules"), "{said}");
}

/// Each entry point of a module is checked, and named.
#[test]
fn every_entry_point_is_checked() {
    let text = "@vertex fn vs() -> @builtin(position) vec4<f32> { return vec4(0.0, 0.0, 0.0, 1.0); }
@fragment fn fs() -> @location(0) vec4<f32> { return vec4(1.0); }
";
    let (code, said) = check_text("pair.wgsl", text, &[]);
    assert!(code == 0 && said.contains("pair.wgsl (vs): ") && said.contains("pair.wgsl (fs): "), "{said}");
}

/// Groups of constants that nobody set have several lanes along the axes that the kernel asks for.
#[test]
fn groups_by_constants_are_made_up_and_confirmed_by_others() {
    let text = "#version 450
layout(local_size_x_id = 7, local_size_y_id = 8) in;
layout(std430, binding = 0) buffer Result { uint result[]; };
shared uint part[64];
void main() {
    uint me = gl_LocalInvocationID.x;
    part[me] = gl_GlobalInvocationID.x;
    result[gl_GlobalInvocationID.x] = part[(me + 1u) % gl_WorkGroupSize.x];
}
";
    let (code, said) = check_text("next.comp", text, &[]);
    assert!(code == 1 && said.contains("race on shared `part["), "{said}");
    assert!(said.contains("groups of 64 x 1 x 1 invocations"), "{said}");
    let by_size = text.replace("part[(me + 1u) % gl_WorkGroupSize.x]", "part[me < 40u ? me : me - 40u]");
    let (code, said) = check_text("next.comp", &by_size, &[]);
    assert!(code == 0 && said.contains("only with the size of groups that is made up"), "{said}");
}

/// Constants without a value are made up; what only their values show is a note.
#[test]
fn constants_without_a_value_are_made_up() {
    let text = "enable subgroups;
override wide: u32;
@id(7) override gain: f32;
@group(0) @binding(0) var<storage, read_write> list: array<f32>;
@compute @workgroup_size(wide)
fn main(@builtin(global_invocation_id) id: vec3<u32>) { list[id.x] = gain * f32(id.x); }
";
    let (code, said) = check_text("scale.wgsl", text, &[]);
    assert!(code == 0 && said.contains("constant wide = 64, constant gain = 1"), "{said}");
    let (code, said) = check_text("scale.wgsl", text, &["--constant", "wide=2", "--constant", "7=0.5"]);
    assert!(code == 0 && !said.contains("constant wide"), "{said}");
    let (_, said) = check_text("scale.wgsl", text, &["--questions"]);
    assert!(said.contains("// run: constant wide=64\n// run: constant gain=1\n"), "{said}");
    let fixed = text.replace("array<f32>", "array<f32, 100>");
    let (code, said) = check_text("scale.wgsl", &fixed, &[]);
    assert!(code == 0 && said.contains("note"), "{said}");
    let (code, said) = check_text("scale.wgsl", text, &["--constant", "gain=0.5"]);
    assert!(code == 0 && !said.contains("constant gain"), "{said}");
    // A true race is confirmed with half the values, by the number of the constant.
    let (code, said) = check_text("scale.wgsl", &text.replace("list[id.x]", "list[0]"), &[]);
    assert!(code == 1 && said.contains("race on buffer `list[0]`"), "{said}");
}

/// `local_size_x_id` has 1 where nobody sets it, and the constant of its number what the kernel says: that is meant.
#[test]
fn a_group_has_the_size_that_the_constant_of_its_number_says() {
    let text = "#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x_id = 0, local_size_y = 4) in;
layout(constant_id = 0) const uint WIDTH = 32;
layout(binding = 0) writeonly buffer Result { float result[]; };
void main() {
    float sum = float(gl_LocalInvocationID.x);
    for (uint mask = WIDTH / 2; mask > 0; mask /= 2) {
        sum += subgroupShuffleXor(sum, mask);
    }
    result[gl_LocalInvocationIndex] = sum;
}
";
    let (code, said) = check_text("rows.comp", text, &["--warp", "32"]);
    assert!(code == 0 && said.contains("groups of 32 x 4 x 1 invocations"), "{said}");
    let wide = text.replace("WIDTH / 2", "WIDTH");
    let (code, said) = check_text("rows.comp", &wide, &["--warp", "32"]);
    assert!(code == 1 && said.contains("read invocation 32 of a subgroup of 32"), "{said}");
}

/// A constant that decides a branch keeps its value while another one is varied.
#[test]
fn constants_are_varied_one_by_one() {
    let text = "#version 450
layout(local_size_x = 64) in;
layout(constant_id = 0) const int factor = 0;
layout(constant_id = 1) const int mode = 0;
layout(binding = 0) writeonly buffer Result { int result[]; };
void main() {
    int me = int(gl_LocalInvocationID.x);
    if (mode == 0) result[me] = me % factor;
    else result[me] = me;
}
";
    let (code, said) = check_text("factor.comp", text, &["--groups", "1"]);
    assert!(code == 0 && said.contains("not with other values of them"), "{said}");
    let (code, said) = check_text("factor.comp", text, &["--groups", "1", "--constant", "0=0"]);
    assert!(code == 1 && said.contains("took a remainder by 0"), "{said}");
}

/// A race of two turns of a loop is looked for by values with which the loop takes two.
#[test]
fn a_loop_with_a_barrier_takes_a_second_turn() {
    let text = "#version 430
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Given { float given[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
uniform int n;
shared float part[64];
void main() {
    uint me = gl_LocalInvocationID.x;
    float sum = 0.0;
    for (int i = 0; i < n; i += 512) {
        part[me] = given[i + me];
        barrier();
        sum += part[63u - me];
    }
    result[gl_GlobalInvocationID.x] = sum;
}
";
    // Other contents have another n; with the same n they show it, too.
    let (code, said) = check_text("turns.comp", text, &[]);
    assert!(code == 1 && said.contains("race on shared `part[") && said.contains("read it in the next turn"), "{said}");
    // With one turn nothing is wrong, and the report says that no more is known.
    let (code, said) = check_text("turns.comp", text, &["--uniform", "n=512"]);
    assert!(code == 0 && said.contains("no second turn of line 10: the loop took one turn at most"), "{said}");
    let (code, said) = check_text("turns.comp", text, &["--uniform", "n=513"]);
    assert!(code == 1 && !said.contains("no second turn"), "{said}");
    let mended = text.replace("sum += part[63u - me];", "sum += part[63u - me];\n        barrier();");
    let (code, said) = check_text("turns.comp", &mended, &[]);
    assert!(code == 0 && !said.contains("no second turn"), "{said}");
}

/// A constant beside the size of a group is often that size once more: what few of something show alone is a note.
#[test]
fn constants_of_a_size_are_tried_with_the_lanes_of_a_group() {
    let text = "override lanes: u32;
override wide: u32;
var<workgroup> part: array<u32, lanes>;
@group(0) @binding(0) var<storage, read_write> list: array<u32>;
@compute @workgroup_size(wide)
fn main(@builtin(local_invocation_index) me: u32) {
    part[me] = me;
    workgroupBarrier();
    list[me] = part[lanes - 1u - me];
}
";
    let (code, said) = check_text("twice.wgsl", text, &[]);
    assert!(code == 0 && said.contains("not with as many as the lanes of a group"), "{said}");
    let racing = text.replace("workgroupBarrier();", "");
    let (code, said) = check_text("twice.wgsl", &racing, &["--constant", "lanes=64", "--constant", "wide=64"]);
    assert!(code == 1 && said.contains("race on shared `part["), "{said}");
}

/// A buffer's name goes before a member of another block; a block's name is no uniform.
#[test]
fn names_of_blocks_go_before_names_of_members() {
    let text = "struct Counts { failed: u32, segments: u32 }
@group(0) @binding(0) var<uniform> counts: Counts;
@group(0) @binding(1) var<storage, read_write> segments: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) me: u32) { segments[me] = counts.segments + counts.failed; }
";
    let (code, said) = check_text("names.wgsl", text, &["--buffer", "segments=random:64"]);
    assert!(code == 0 && said.contains("counts = 64, 64"), "{said}");
    let (code, said) = check_text("names.wgsl", text, &["--uniform", "counts=64"]);
    assert!(code == 2 && said.contains("counts is a block of memory, not one uniform"), "{said}");
    let (code, said) = check_text("names.wgsl", text, &["--uniform", "lost=64"]);
    assert!(code == 2 && said.contains("it has counts.failed"), "{said}");
}
