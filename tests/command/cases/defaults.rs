//! Cases of inputs that nobody gave, and of what WGSL says of them.

use super::{assert_right, assert_says, check_case};
use crate::check::{folder, gristmill, path};

/// 64 lanes store distinct numbers, whatever nobody gave.
#[test]
fn default_numbers_show_who_wrote_last() {
    assert_says(
        "modern/zeros_hide_store_race.comp",
        &[],
        1,
        &["race on buffer `last[0]`", "1 error", "defaults used: "],
    );
}

/// 1,024 words are nobody's word for it: the buffer is as long as the kernel reaches.
#[test]
fn a_buffer_of_no_given_length_grows() {
    let text = assert_right("modern/made_up_too_small.comp", &[]);
    assert!(text.contains("(12288 numbers), as far as the kernel reaches"), "{text}");
    assert!(text.contains("nothing is wrong"), "{text}");
    // A buffer that somebody gives keeps its length.
    assert_says("modern/made_up_too_small.comp", &["--buffer", "Rows=one:1024"], 1, &["bounds on buffer `rows`"]);
}

/// A bird that stands still is nobody's, and a vector of zeros no normal.
#[test]
fn default_numbers_are_no_zeros() {
    for name in ["modern/zero_made_undefined.wgsl", "legacy/m19_made_up_zeros.vp"] {
        let text = assert_right(name, &[]);
        assert!(!text.contains("undefined in"), "{text}");
    }
    let zeros = ["--buffer", "birds=zero:1024"];
    let text =
        assert_says("modern/zero_made_undefined.wgsl", &zeros, 1, &["undefined in", "WGSL, floating point evaluation"]);
    assert!(!text.contains("GLSL"), "{text}");
}

/// A fault that only some default numbers show is a note that names them.
#[test]
fn a_fault_of_default_numbers_alone_is_a_note() {
    let text = "#version 430 core
layout(local_size_x = 4) in;
uniform uint bits;
layout(std430) buffer Result { uint result[]; };
void main() { result[gl_LocalInvocationID.x] = 1u << bits; }
";
    let folder = folder(&[("shift.comp", text)]);
    let file = path(&folder, "shift.comp");
    let (code, out, errors) = gristmill(&["check", &file]);
    assert!(code == Some(0) && out.contains("only the defaults show it (bits = 64)"), "{out}{errors}");
    let (code, out, errors) = gristmill(&["check", &file, "--uniform", "bits=64"]);
    assert!(code == Some(1) && out.contains("shifted by 64 bits"), "{out}{errors}");
}

/// WGSL keeps a read within its variable, and gives a texel or 0 for one outside.
#[test]
fn reads_that_wgsl_defines_are_notes() {
    for name in ["modern/select_evaluates_both.wgsl", "modern/wgsl_texel_outside.wgsl"] {
        let text = assert_right(name, &[]);
        assert!(text.contains(" note") && text.contains("WGSL gives 0 or another"), "{text}");
    }
}

/// Subgroups of WGSL have 4 lanes or more.
#[test]
fn wgsl_has_no_subgroups_of_one_lane() {
    let text = assert_right("modern/subgroup_doubling.wgsl", &["--schedules", "12"]);
    assert!(text.contains("nothing is wrong in 12 schedules"), "{text}");
}

/// Nobody promises which invocations share a subgroup.
#[test]
fn invocations_are_dealt_to_subgroups_another_way() {
    let text = assert_says(
        "modern/lane_layout.comp",
        &["--schedules", "16", "--buffer", "Source=random:64"],
        0,
        &["order on buffer `total`", "--schedule dealt", "gl_SubgroupInvocationID"],
    );
    assert!(!text.contains(" error"), "{text}");
    assert_says("modern/lane_layout.comp", &["--schedule", "dealt"], 0, &["order on buffer `total`"]);
}

/// Several groups and orders by default show who takes its barrier for one of all groups.
#[test]
fn a_storage_barrier_is_tried_with_several_groups() {
    let name = "modern/total_after_storage_barrier.wgsl";
    let text = assert_says(name, &[], 0, &["defaults used: 3 work groups", "order on buffer `total`"]);
    assert!(text.contains("replay it with --schedule reversed"), "{text}");
    assert_says(name, &["--schedule", "reversed"], 0, &["order on buffer `total`"]);
    // Somebody who says one group has one.
    let (code, text) = check_case(name, &["--groups", "1"]);
    assert!(code == 0 && text.contains("nothing is wrong"), "{text}");
}

/// Machines differ in the texel that they read on a border, and in how they compare a NaN.
#[test]
fn a_choice_of_the_machine_is_a_note() {
    let border = "read on the border between two texels";
    let text = assert_right(
        "legacy/m02_texel_corner.frag",
        &["--size", "4x4", "--uniform", "size=4,4", "--image", "source=random:4x4"],
    );
    assert!(text.contains(border), "{text}");
    // One colour everywhere: no machine shows a difference.
    let text = assert_right(
        "legacy/m02_texel_corner.frag",
        &["--size", "4x4", "--uniform", "size=4,4", "--image", "source=one:4x4"],
    );
    assert!(!text.contains(border), "{text}");
    let folder = folder(&[("nan.npy", "")]);
    let file = path(&folder, "nan.npy");
    let with_nan = |red: f32| -> String {
        let texels = [[red, 0.0, 0.0, 1.0], [1.0; 4], [0.5; 4], [2.0; 4]];
        std::fs::write(&file, numpy_file("(1, 4, 4)", texels.as_flattened())).unwrap();
        assert_right("legacy/m21_nan_by_comparison.frag", &["--image", &format!("source={file}")])
    };
    assert!(with_nan(f32::NAN).contains("compared a NaN"));
    assert!(!with_nan(0.25).contains("compared a NaN"));
}

/// An array of numpy with floats.
fn numpy_file(shape: &str, numbers: &[f32]) -> Vec<u8> {
    let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    bytes
}
