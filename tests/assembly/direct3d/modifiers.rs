//! Features that instructions share: pairs, predicates, flow control, indices, outputs.

use super::{Vector, run_shader};
use gristmill::check::LaunchOptions;

fn pixel(text: &str) -> Vector {
    run_shader(text, &LaunchOptions::new().size([1, 1]), if text.contains("ps_1") { "r0" } else { "oC0" })[0]
}

fn vertex(text: &str, output: &str) -> Vector {
    run_shader(text, &LaunchOptions::new().vertices(1), output)[0]
}

#[test]
fn a_pair_reads_before_it_writes() {
    let text = "ps_1_1
def c0, 0.5, 0.25, 0.125, 1
def c1, 1, 1, 1, 0.5
mov r0, c0
mul r0.rgb, c1, c1
+ mul r0.a, r0.b, c1.b
";
    // The alpha has the blue from before the pair.
    assert_eq!(pixel(text), [1.0, 1.0, 1.0, 0.125]);
    let shifted = text
        .replace("mul r0.rgb", "mul_d2 r0.rgb")
        .replace("+ mul r0.a", "+ mul_x2_sat r0.a");
    assert_eq!(pixel(&shifted), [0.5, 0.5, 0.5, 0.25]);
}

#[test]
fn constants_and_colours_of_the_first_versions_have_their_ranges() {
    let text = "ps_1_1\ndef c0, 2, -3, 0.5, 1\nmov r0, c0\n";
    assert_eq!(pixel(text), [1.0, -1.0, 0.5, 1.0]);
    let launch = LaunchOptions::new().size([1, 1]).option("uniform", "c5=4,-4,0.25,0").unwrap();
    assert_eq!(run_shader("ps_1_4\nmov r0, c5\n", &launch, "r0"), [[1.0, -1.0, 0.25, 0.0]]);
}

#[test]
fn predicates_choose_components() {
    let text = "ps_2_x
def c0, 1, -1, 0, 2
def c1, 0, 0, 0, 0
def c2, 10, 20, 30, 40
mov r0, c1
mov r1, c0
setp_gt p0, r1, c1
(p0) mov r0, c2
(!p0.y) add r0.z, r0, c2
(p0.x) mul r0.w, r0, c0
mov oC0, r0
";
    assert_eq!(pixel(text), [10.0, 0.0, 30.0, 80.0]);
    for (comparison, wanted) in [
        ("gt", [1.0, 0.0, 0.0, 1.0]),
        ("ge", [1.0, 0.0, 1.0, 1.0]),
        ("lt", [0.0, 1.0, 0.0, 0.0]),
        ("le", [0.0, 1.0, 1.0, 0.0]),
        ("eq", [0.0, 0.0, 1.0, 0.0]),
        ("ne", [1.0, 1.0, 0.0, 1.0]),
    ] {
        let text = format!(
            "ps_3_0\ndef c0, 1, -1, 0, 2\ndef c1, 0, 0, 0, 0\ndef c2, 1, 1, 1, 1\nmov r0, c1\nmov r1, c0\n\
             setp_{comparison} p0, r1, c1\n(p0) mov r0, c2\nmov oC0, r0\n"
        );
        assert_eq!(pixel(&text), wanted, "{text}");
    }
}

#[test]
fn flow_goes_its_ways() {
    let text = "ps_3_0
def c0, 1, 2, 4, 8
defi i0, 3, 0, 1, 0
defi i1, 2, 5, 10, 0
defb b0, true
mov r0, c0.x
rep i0
  add r0.x, r0.x, c0.x
  rep i0
    add r0.y, r0.y, c0.x
    break_ge r0.y, c0.z
  endrep
endrep
if b0
  add r0.z, r0.z, c0.w
else
  mov r0.z, c0.x
endif
if_gt r0.x, r0.y
  mov r0.w, c0.x
else
  mov r0.w, c0.y
  call l0
endif
mov oC0, r0
ret
label l0
add r0.w, r0.w, c0.w
if !b0
  mov r0, c0
endif
ret
";
    // Three turns outside; inside three, then one each, since y is past 4.
    assert_eq!(pixel(text), [4.0, 6.0, 9.0, 10.0]);
}

#[test]
fn a_loop_counts_and_indexes() {
    let text = "vs_2_0
def c0, 0, 0, 0, 0
def c10, 1, 0, 0, 0
def c12, 0, 2, 0, 0
def c14, 0, 0, 3, 0
defi i0, 3, 8, 2, 0
mov r0, c0
loop aL, i0
  add r0, r0, c2[aL]
endloop
mov oT0, r0
mov oPos, r0
";
    assert_eq!(vertex(text, "oT0"), [1.0, 2.0, 3.0, 0.0]);
    let nested = "vs_3_0
dcl_texcoord0 o0
dcl_position o1
def c0, 0, 0, 0, 0
def c1, 1, 0, 0, 0
def c2, 0, 10, 0, 0
def c3, 0, 0, 100, 0
defi i0, 2, 1, 1, 0
defi i1, 1, 3, 1, 0
mov r0, c0
loop aL, i0
  loop aL, i1
    add r0, r0, c[aL]
  endloop
  add r0, r0, c[aL]
endloop
mov o0, r0
mov o1, r0
";
    assert_eq!(vertex(nested, "o0"), [1.0, 10.0, 200.0, 0.0]);
}

#[test]
fn an_address_is_the_nearest_number() {
    let text = |move_: &str, version: &str, number: f32| {
        format!(
            "{version}\ndef c0, {number}, 0, 0, 0\ndef c10, 1, 0, 0, 0\ndef c11, 2, 0, 0, 0\ndef c12, 3, 0, 0, 0\n\
             mov r0, c0\n{move_} a0.x, r0.x\nmov oT0, c[a0.x + 11]\nmov oPos, r0\n"
        )
    };
    for (number, wanted) in [(0.0, 2.0), (0.4, 2.0), (0.6, 3.0), (-0.6, 1.0), (-1.0, 1.0), (1.2, 3.0)] {
        assert_eq!(vertex(&text("mov", "vs_1_1", number), "oT0")[0], wanted, "{number}");
        assert_eq!(vertex(&text("mova", "vs_2_0", number), "oT0")[0], wanted, "{number}");
    }
}

#[test]
fn outputs_of_the_last_version_are_shared_and_indexed() {
    let text = "vs_3_0
dcl_position o0
dcl_texcoord0 o1.xy
dcl_texcoord1 o1.zw
dcl_texcoord2 o2
dcl_texcoord3 o3
def c0, 1, 2, 3, 4
defi i0, 2, 0, 1, 0
mov o0, c0
mov o1, c0
loop aL, i0
  mov o2[aL], c0.wzyx
endloop
";
    assert_eq!(vertex(text, "o1")[..2], [1.0, 2.0]);
    assert_eq!(vertex(text, "o2"), [4.0, 3.0, 2.0, 1.0]);
    assert_eq!(vertex(text, "o3"), [4.0, 3.0, 2.0, 1.0]);
}

#[test]
fn inputs_of_the_last_version_are_shared_and_indexed() {
    let text = "ps_3_0
dcl_texcoord0 v0.xy
dcl_texcoord1 v0.zw
dcl_texcoord2 v1
defi i0, 2, 0, 1, 0
def c0, 0, 0, 0, 0
mov r0, c0
loop aL, i0
  add r0, r0, v[aL]
endloop
mov oC0, r0
";
    // Coordinates that no vertex shader writes are the place from 0 to 1, 0 and 1.
    assert_eq!(pixel(text), [1.0, 1.0, 0.0, 2.0]);
}

#[test]
fn positions_and_faces_are_read() {
    let text = "ps_3_0\ndcl vPos.xy\ndcl vFace\nmov r0.xy, vPos\nmov r0.zw, vFace\nmov oC0, r0\n";
    let launch = LaunchOptions::new().size([2, 2]);
    let got = run_shader(text, &launch, "oC0");
    assert_eq!(got, [[0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 1.0, 1.0], [0.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]);
}

#[test]
fn constants_of_the_host_have_their_types_and_names() {
    let text = "//   Name         Reg   Size
//   ------------ ----- ----
//   scale        c3       1
//   turns        i2       1
//   twice        b1       1
//
ps_3_0
def c0, 0, 0, 0, 0
mov r0, c0
rep i2
  add r0, r0, c3
endrep
if b1
  add r0, r0, r0
endif
mov oC0, r0
";
    let launch = LaunchOptions::new().size([1, 1]);
    let launch = launch.option("uniform", "scale=1,2,3,4").unwrap();
    let launch = launch
        .option("uniform", "turns=3,0,0,0")
        .unwrap()
        .option("uniform", "twice=1")
        .unwrap();
    assert_eq!(run_shader(text, &launch, "oC0"), [[6.0, 12.0, 18.0, 24.0]]);
}

#[test]
fn several_colours_and_a_depth_are_written() {
    let text = "ps_2_0\ndef c0, 1, 2, 3, 4\ndef c1, 5, 6, 7, 8\nmov r0, c0\nmov r1, c1\nmov oC0, r0\nmov oC1, r1\n\
                mov oDepth, r0.x\n";
    let launch = LaunchOptions::new().size([1, 1]);
    assert_eq!(run_shader(text, &launch, "oC0"), [[1.0, 2.0, 3.0, 4.0]]);
    assert_eq!(run_shader(text, &launch, "oC1"), [[5.0, 6.0, 7.0, 8.0]]);
}
