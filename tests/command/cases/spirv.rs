//! Cases of decorations, images and operations.

use super::{assert_right, assert_says};
use crate::check::{folder, gristmill, path};

#[test]
fn the_window_begins_where_the_kernel_says() {
    assert_right("emulator/wrong_upper_left.frag", &[]);
}

#[test]
fn images_of_one_binding_are_one_texture() {
    assert_right("emulator/wrong_two_images_one_binding.comp", &[]);
    let given = ["--image", "b=one:32x1"];
    let said = "a and b share one binding and are given different contents";
    assert_says("emulator/wrong_two_images_one_binding.comp", &given, 2, &[said]);
}

#[test]
fn a_sampler_with_levels_reads_its_levels() {
    let expect = ["--expect", "colour=zero:1024"];
    assert_right("emulator/levels_does_nothing.frag", &[&["--sampler", "photo=linear"], &expect[..]].concat());
    assert_says("emulator/levels_does_nothing.frag", &expect, 1, &["numbers of colour are not as expected"]);
    let kernel = "#version 330 core
// run: size 8x8
// run: image photo=random:64x64
// run: sampler photo=linear,levels
uniform sampler2D photo;
out vec4 colour;
void main() {
    colour = vec4(0.0);
    if (int(gl_FragCoord.x) == 3) colour = texture(photo, gl_FragCoord.xy);
}
";
    let folder = folder(&[("branch.frag", kernel)]);
    let branch = path(&folder, "branch.frag");
    let (code, out, errors) = gristmill(&["check", &branch]);
    assert!(code == Some(1) && out.contains("sampled in a quad that is not fully active"), "{out}{errors}");
    let (code, out, errors) = gristmill(&["check", &branch, "--sampler", "photo=linear"]);
    assert_eq!(code, Some(0), "{out}{errors}");
}

#[test]
fn undefined_operations_of_one_line_are_told_apart() {
    let both = ["divided 0.0 by 0.0", "converted NaN to int", ": 2 errors"];
    assert_says("emulator/miss_undefined_chained_on_a_line.comp", &[], 1, &both);
    assert_says("emulator/right_undefined_on_two_lines.comp", &[], 1, &both);
}

#[test]
fn shifts_by_their_own_width_are_undefined() {
    assert_says("emulator/miss_shift_left_16.comp", &[], 1, &["shifted by 16 bits", ": 1 error"]);
    assert_says("emulator/right_shift_right_16.comp", &[], 1, &["shifted by 16 bits", ": 1 error"]);
}

#[test]
fn a_buffer_that_is_writeonly_is_not_read() {
    let said = ["Out is writeonly, and is read here", "miss_writeonly_read.comp:6:"];
    assert_says("emulator/miss_writeonly_read.comp", &[], 2, &said);
}

#[test]
fn doubles_are_expected_as_numbers() {
    assert_right("emulator/refused_expect_double.comp", &[]);
    let other = ["--expect", "D=[3,5.5]"];
    let said = ["1 of 2 numbers of D are not as expected", "is 5, not 5.5"];
    assert_says("emulator/refused_expect_double.comp", &other, 1, &said);
}

#[test]
fn what_is_not_emulated_is_named_at_its_line() {
    let array =
        ["the array part has no items: its length depends on the constants WIDTH = 32 and SPLIT = 16", ".comp:9"];
    assert_says("modern/array_of_no_length.comp", &[], 2, &array);
    assert_right("modern/array_of_no_length.comp", &["--constant", "SPLIT=4", "--buffer", "Result=zero:128"]);
    let matrices = ["cooperative matrices (GL_KHR_cooperative_matrix) are not emulated", ".comp:10"];
    assert_says("modern/cooperative_matrix.comp", &[], 2, &matrices);
    let pointers = ["buffer references (GL_EXT_buffer_reference) are not emulated", ".comp:10"];
    assert_says("modern/push_constant_pointer.comp", &[], 2, &pointers);
}

#[test]
fn a_group_whose_size_nobody_sets_is_told() {
    // The constant of that number has 32 by default, and one invocation is nobody's wish.
    let said = "groups of 32 x 1 x 1 invocations, because nothing sets constant 0";
    assert_says("modern/group_size_by_constant.comp", &[], 0, &[said]);
    let text = assert_right("modern/group_size_by_constant.comp", &["--constant", "WIDTH=32"]);
    assert!(!text.contains("because nothing sets constant"), "{text}");
}

/// Checks a kernel of this text; returns the exit code and all that was printed.
fn check_text(name: &str, text: &str, options: &[&str]) -> (Option<i32>, String) {
    let folder = folder(&[(name, text)]);
    let (code, out, errors) = gristmill(&[&["check", &path(&folder, name)], options].concat());
    (code, out + &errors)
}

#[test]
fn pixels_have_whole_middles_where_the_kernel_says_so() {
    let text = "#version 450
layout(pixel_center_integer) in vec4 gl_FragCoord;
layout(location = 0) out vec4 colour;
void main() { colour = vec4(gl_FragCoord.xy, 0.0, 1.0); }
";
    let (code, out) = check_text("whole.frag", text, &["--size", "2x1", "--expect", "colour=[0,0,0,1,1,0,0,1]"]);
    assert_eq!(code, Some(0), "{out}");
}

#[test]
fn images_of_one_binding_have_one_format() {
    let text = "#version 450
layout(local_size_x = 1) in;
layout(r32ui, binding = 0) uniform uimage2D whole;
layout(r32f, binding = 0) uniform image2D real;
void main() { imageStore(real, ivec2(0), vec4(imageLoad(whole, ivec2(0)).x)); }
";
    let (code, out) = check_text("formats.comp", text, &[]);
    let said = "the images real and whole are of one binding, and of two kinds or formats";
    assert!(code == Some(2) && out.contains(said), "{out}");
}

#[test]
fn blocks_are_chosen_by_one_index_unless_it_says_otherwise() {
    let text = "#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Parts { uint x[4]; } parts[2];
void main() { uint i = gl_LocalInvocationIndex; parts[i & 1u].x[i] = 1u; }
";
    let (code, out) = check_text("blocks.comp", text, &[]);
    assert!(code == Some(1) && out.contains("indexed another item of the array than the lanes before it"), "{out}");
    let (code, out) = check_text("blocks.comp", &text.replace("[i & 1u]", "[nonuniformEXT(i & 1u)]"), &[]);
    assert!(code == Some(0) && !out.contains("indexed another item"), "{out}");
    let (code, out) = check_text("blocks.comp", &text.replace("[i & 1u]", "[gl_WorkGroupID.x]"), &[]);
    assert_eq!(code, Some(0), "{out}");
}

#[test]
fn an_array_of_blocks_of_vulkan_has_one_binding() {
    let text = "#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer A { uint a[1]; } parts[2];
layout(std430, set = 0, binding = 1) buffer B { uint b[1]; };
void main() { parts[1].a[0] = 7u; b[0] = b[0] + 1u; }
";
    let options = ["--buffer", "B=[1]", "--expect", "B=[2]"];
    let (code, out) = check_text("arrays.comp", text, &options);
    assert_eq!(code, Some(0), "{out}");
}

#[test]
fn a_float_that_few_bits_do_not_hold_is_undefined() {
    let text = "#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int o[1]; };
uniform float f;
void main() { o[0] = int(int8_t(f)); }
";
    let (code, out) = check_text("narrow.comp", text, &["--uniform", "f=300"]);
    assert!(code == Some(1) && out.contains("converted 300.0 to int"), "{out}");
    let (code, out) = check_text("narrow.comp", text, &["--uniform", "f=-128"]);
    assert_eq!(code, Some(0), "{out}");
}
