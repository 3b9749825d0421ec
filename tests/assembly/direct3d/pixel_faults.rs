//! Pixel shaders that are refused: each with its place, marked by `@`, and a part of its sentence.

use super::assert_refused;

/// Faults of grammar and of registers.
const GRAMMAR: [(&str, &str); 22] = [
    ("@ps_5_0\nmov r0, c0\n", "expected a version of ps_1_1"),
    ("ps_2_0\n@frobnicate r0, c0\n", "no version has it"),
    ("ps_1_1\n@nrm r0, c0\n", "which is of ps_2_0, ps_2_x, ps_3_0"),
    ("ps_2_0\n@if_gt c0.x, c1.x\n", "expected an instruction of ps_2_0"),
    ("ps_2_0\n@slt r0, c0, c1\n", "which is of vs_1_1"),
    ("ps_2_0\nmov r0 @c0\n", "expected ','"),
    ("ps_2_0\nmov @, c0\n", "expected the register of the result"),
    ("ps_2_0\nmov r0, @q7\n", "expected a register, found 'q7'"),
    ("ps_2_0\nmov @r12, c0\n", "the last one is number 11"),
    ("ps_2_0\nmov r0, @c32\n", "the last one is number 31"),
    ("ps_1_1\nmov r0, @c8\n", "the last one is number 7"),
    ("ps_1_1\nmov @r2, c0\n", "the last one is number 1"),
    ("ps_2_0\nmov r0.@yx, c0\n", "in the order xyzw"),
    ("ps_2_0\nmov r0.@xr, c0\n", "in the order xyzw"),
    ("ps_2_0\nmov r0, c0.@xq\n", "expected a swizzle"),
    ("ps_2_0\nmov r0, c0.@xyzwx\n", "expected a swizzle"),
    ("ps_2_0\n@mov_wide r0, c0\n", "expected a modifier as _sat"),
    ("ps_2_0\nmov r0, @c0_half\n", "expected a modifier as _bias"),
    ("ps_2_0\nadd r0, c0, c1@, c1\n", "add has 3 operands"),
    ("ps_2_0\ndef c0, 1, 2, @3\nmov oC0, c0\n", "expected ',', found the end of the line"),
    ("ps_2_0\n@#include \"a.psh\"\nmov oC0, c0\n", "expected a directive as #define or #if"),
    ("ps_2_0\nmov oC0, c0\n@ps_2_0\nmov oC0, c0\n", "found a second that begins"),
];

/// Faults of the first versions.
const FIRST: [(&str, &str); 53] = [
    ("ps_1_1\n@mov_pp r0, c0\n", "expected mov without _pp in ps_1_1"),
    ("ps_1_3\nmov r0, @c0_abs\n", "use -, 1-, _bias or _bx2"),
    ("ps_1_2\n@rcp r0, c0.a\n", "found 'rcp', which is of ps_2_0"),
    ("ps_1_1\n@texdp3 t1, t0\n", "found 'texdp3', which is of ps_1_2"),
    ("ps_1_1\ndef c0, 1, 1, 1, 1\ndef @c0, 0, 0, 0, 0\nmov r0, c0\n", "expected c0 defined once"),
    ("ps_1_1\nmov r0, @i0\n", "ps_1_1 has no such registers"),
    ("ps_1_1\nmov r0, c0\n@phase\n", "found 'phase', which is of ps_1_4"),
    ("ps_1_1\nmov r0, c0\n@dcl t0\n", "found 'dcl', which is of ps_2_0"),
    ("ps_1_4\n@tex t0\nmov r0, c0\n", "found 'tex', which is of ps_1_1"),
    ("ps_1_4\n@mad_d8_x2 r0, c0, c0, c0\n", "expected each modifier once"),
    ("ps_1_1\n@add_sat_sat r0, c0, c0\n", "expected each modifier once"),
    ("ps_1_4\ntexld @r6, t0\nmov r0, c0\n", "found r6; the last one is number 5"),
    ("ps_1_4\ntexld r0, @t6\nmov r0, r0\n", "found t6; the last one is number 5"),
    ("ps_1_1\ntex @t4\nmov r0, c0\n", "found t4; the last one is number 3"),
    ("ps_1_1\nmov r0, @v2\n", "found v2; the last one is number 1"),
    ("ps_1_1\nmov @c0, r0\n", "expected r# or t# as the result of mov in ps_1_1"),
    ("ps_1_4\ntexld r0, @t0_dz\nmov r0, r0\n", "expected texld to read t0 without this modifier"),
    ("ps_1_1\nmov r0, @r1\n", "r1.xyzw, which nothing wrote before"),
    ("ps_1_1\nmov r0, @t0\n", "t0.xyzw, which nothing wrote before"),
    ("ps_1_1\n@add_x8 r0, c0, c1\n", "_x8, _d4 and _d8 are of ps_1_4"),
    ("ps_1_1\n@tex_x2 t0\nmov r0, t0\n", "without a shift"),
    ("ps_1_1\n@tex_sat t0\nmov r0, t0\n", "without _sat"),
    ("ps_1_1\nmov @r0.xy, c0\n", ".rgb, .a or no mask"),
    ("ps_1_1\nmov @r0.rg, c0\n", ".rgb, .a or no mask"),
    ("ps_1_1\nmov r0, c0\ndp3 @r0.a, c0, c1\n", ".rgb or no mask"),
    ("ps_1_1\ntex @t0.rgb\nmov r0, t0\n", "expected no mask for tex"),
    ("ps_1_1\nmov r0, @c0.g\n", "there is .a"),
    ("ps_1_1\nmov r0, @c0.b\n", "there is .a, and .b"),
    ("ps_1_1\nmov r0, @c0_x2\n", "expected a modifier of ps_1_1"),
    ("ps_1_1\nmov r0, @1--c0\n", "expected 1-c0 alone"),
    ("ps_1_1\nmad r0, c0, c1, @c2\n", "at most 2 different registers"),
    ("ps_1_1\nmov r0, c0\n@tex t0\n", "expected tex before arithmetic"),
    ("ps_1_1\ntex t0\ntexreg2ar t2, @t3\nmov r0, t2\n", "a stage before its own"),
    ("ps_1_1\ntex t0\ntex @t0\nmov r0, t0\n", "found number 0 again"),
    ("ps_1_1\ntex t0\n@texm3x3pad t1, t0\nmov r0, t0\n", "expected the last row"),
    ("ps_1_1\ntex t0\n@texm3x2tex t1, t0\nmov r0, t1\n", "expected texm3x2pad before"),
    ("ps_1_1\ntex t0\ntexm3x2pad t1, t0\n@texm3x2tex t3, t0\nmov r0, t3\n", "at stage 2"),
    ("ps_1_1\ntex t0\ntexbem t1, t0\nadd r0, t1, @t0\n", "that no texbem has read"),
    ("ps_1_1\nmov r0, c0\ncnd r0, @c0, c1, c1\n", "expected r0.a"),
    ("ps_1_1\nmov r0, c0\n@+ mov r1, c0\n", "one result with .rgb and one with .a"),
    ("ps_1_2\nmov r0, c0\n@dp4 r0, r0, c0\n+ mov r1.a, c0\n", "takes both pipes"),
    ("ps_1_2\nmov r0, c0\ncmp @r0, r0, c0, c1\n", "another register than it reads"),
    ("ps_1_1\nmov r0.rgb, c@0\n", "found r0.w unwritten"),
    ("ps_1_1\ntex t@0\n", "found r0.xyzw unwritten"),
    (
        "ps_1_1\nmov r0, c0\nmov r1, r0\nmov r0, r1\nmov r1, r0\nmov r0, r1\nmov r1, r0\nmov r0, r1\nmov r1, r0\n@mov r0, r1\n",
        "at most 8 slots",
    ),
    ("ps_1_4\ntexld r0, t0\nmov r1, @t0\nmov r0, r0\n", "r#, c# or v#"),
    ("ps_1_4\nmov r0, @v0\nphase\nmov r0, c0\n", "colours are of the second phase"),
    ("ps_1_4\ntexld r0, t0\nphase\nmov r1, @r0\nmov r0, c0\n", "r0.w, which nothing wrote before"),
    ("ps_1_4\nmov r0, c0\nphase\nmov r0, c0\n@phase\n", "expected one phase"),
    ("ps_1_4\ntexcrd @r0, t0\nmov r0, c0\n", "expected .rgb or .rg"),
    ("ps_1_4\nmov r0, @c0_bias\n", "without a modifier in ps_1_4"),
    ("ps_1_4\ntexld r0, t0.xyz\ntexld r1, @t0.xyw\nmov r0, r0\n", "found .xyz and .xyw"),
    ("ps_1_4\ntexcrd r0.rgb, t0\nphase\ntexdepth @r5\nmov r0, c0\n", "r5.xy, which nothing wrote before"),
];

/// Faults of the later versions.
const LATER: [(&str, &str); 44] = [
    ("ps_2_0\nmov r0, @t0\nmov oC0, r0\n", "without its dcl"),
    ("ps_2_0\nmov r0, @v0\nmov oC0, r0\n", "without its dcl"),
    ("ps_2_0\ndcl t0\ntexld r0, t0, @s0\nmov oC0, r0\n", "write dcl_2d s0 at the top"),
    ("ps_2_0\nmov oC0, c0\n@dcl t0\n", "expected dcl before the first instruction"),
    ("ps_2_0\nmov oC0, c0\n@def c1, 0, 0, 0, 0\n", "expected def before the first instruction"),
    ("ps_2_0\ndef c0, 0, 0, 0, 0\ndef @c0, 1, 1, 1, 1\nmov oC0, c0\n", "defined once"),
    ("ps_2_0\ndef @r0, 0, 0, 0, 0\n", "expected c# after def"),
    ("ps_2_0\ndcl_texcoord0 @s0\n", "declare a sampler by dcl_2d"),
    ("ps_2_0\n@dcl_colour v0\n", "the usages are position"),
    ("ps_2_0\ndcl t0.xy\ndcl @t0.x\nmov oC0, c0\n", "declared once"),
    ("ps_2_0\ndcl t0\ndcl t1\nadd r0, t0, @t1\nmov oC0, r0\n", "at most 1 register"),
    ("ps_2_0\nmov r0, c0\nmad r0, c0, c1, @c2\nmov oC0, r0\n", "at most 2 different registers"),
    ("ps_2_0\nmov r0, @c0.yxzw\nmov oC0, r0\n", ".yzxw, .zxyw and .wzyx"),
    ("ps_2_0\nmov r0, @c0_abs\nmov oC0, r0\n", "use the instruction abs"),
    ("ps_2_0\nmov r0, @1-c0\nmov oC0, r0\n", "it is of ps_1_1 to ps_1_4"),
    ("ps_2_0\n@add_x2 r0, c0, c1\nmov oC0, r0\n", "without a shift"),
    ("ps_2_0\n@frc_sat r0, c0\nmov oC0, r0\n", "without _sat"),
    ("ps_2_0\n@mov_sat oC0, c0\n", "an output written without _sat"),
    ("ps_2_0\nadd @oC0, c0, c1\n", "written by mov"),
    ("ps_2_0\nmov @oC0.xyz, c0\n", "written whole"),
    ("ps_2_0\nmov oC0, @-c0\n", "without a modifier as the source"),
    ("ps_2_0\nmov oC0, c0\nmov @oC0, c0\n", "written once"),
    ("ps_2_0\nmov r0, c@0\n", "expected oC0 in ps_2_0"),
    ("ps_2_0\nmov oC0, c0\nmov oC2, c@0\n", "expected oC1"),
    ("ps_2_0\nmov oC0, c0\nmov oDepth, @c0\n", "one component of c0 for oDepth"),
    ("ps_2_0\nrcp r0, @c0\nmov oC0, r0\n", "expected one component of c0"),
    ("ps_2_0\nmov r0, c0\nnrm @r0, r0\nmov oC0, r0\n", "another register than it reads"),
    ("ps_2_0\nmov r0, c0\ncrs @r1, r0, c0\nmov oC0, r0\n", "a mask without w"),
    ("ps_2_0\nsincos @r0.xyz, c0.x, c1, c2\nmov oC0, r0\n", ".x, .y or .xy"),
    ("ps_2_0\nm4x4 r0, c0, @-c4\nmov oC0, r0\n", "without a modifier in m4x4"),
    ("ps_2_0\ndcl t0\ndcl_2d s0\ntexld @r0.xy, t0, s0\nmov oC0, r0\n", "expected no mask"),
    ("ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, @t0.yzxw, s0\nmov oC0, r0\n", "texture instructions have none"),
    ("ps_2_0\ndcl_2d s0\ntexld r0, @c0, s0\nmov oC0, r0\n", "expected r# or t#"),
    ("ps_2_0\ndcl_2d s0\nmov r0, @s0\n", "expected a register of numbers"),
    ("ps_2_0\nmov r0, c0\n@+ mov r1, c0\nmov oC0, r0\n", "only ps_1_1 to ps_1_4 pair"),
    ("ps_2_a\n@rep i0\n", "expected an instruction of ps_2_a"),
    ("ps_2_b\n@dsx r0, c0\n", "expected an instruction of ps_2_b"),
    ("ps_2_x\n(@p0) mov r0, c0\nmov oC0, r0\n", "set by setp_gt"),
    ("ps_3_0\nmov r0, c0\nsetp_gt p0, r0, c0\n(@p0.xyxy) mov r0, c0\nmov oC0, r0\n", "p0 whole or one component"),
    ("ps_3_0\n@if_gt c0.x, c1.x\nmov oC0, c0\n", "found the end of the shader"),
    ("ps_3_0\nmov oC0, c0\n@endif\n", "open is nothing"),
    ("ps_3_0\nmov oC0, c0\n@break\n", "expected break in a loop"),
    ("ps_3_0\n@call l3\nmov oC0, c0\nret\n", "expected a label l3"),
    ("ps_3_0\nmov oC0, c0\nret\n@mov oC0, c0\n", "expected a label after ret"),
];

#[test]
fn faults_of_grammar_have_their_place() {
    assert_refused(&GRAMMAR);
}

#[test]
fn faults_of_the_first_versions_have_their_place() {
    assert_refused(&FIRST);
}

#[test]
fn faults_of_later_versions_have_their_place() {
    assert_refused(&LATER);
}

#[test]
fn a_shader_that_is_too_long_is_refused_at_the_instruction_too_many() {
    let adds = "add r0, r0, c0\n".repeat(4000);
    let text = format!("ps_2_0\nmov r0, c0\n{adds}mov oC0, r0\n");
    let lines: Vec<&str> = text.lines().collect();
    let marked = format!("{}\n@{}\n", lines[..65].join("\n"), lines[65..].join("\n"));
    assert_refused(&[(&marked, "at most 64 slots of arithmetic in ps_2_0, found 65")]);
}
