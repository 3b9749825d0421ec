//! Vertex shaders that are refused: each with its place, marked by `@`, and a part of its sentence.

use super::assert_refused;

const GRAMMAR: [(&str, &str); 17] = [
    ("@vs_1_0\nmov oPos, c0\n", "expected a version of vs_1_1"),
    ("@vs_3_sw\nmov o0, c0\n", "versions of software have no limits"),
    ("vs_1_1\n@tex t0\n", "which is of ps_1_1"),
    ("vs_1_1\n@lrp r0, c0, c0, c0\n", "which is of ps_1_1"),
    ("vs_1_1\n@nrm r0, c0\n", "expected an instruction of vs_1_1"),
    ("vs_1_1\n@cmp r0, c0, c0, c0\n", "which is of ps_1_2"),
    ("vs_1_1\nmov oPos, c[@r0.x]\n", "expected a0.x, aL or a number"),
    ("vs_1_1\nmov oPos, c[a0.@xy]\n", "one component of a0"),
    ("vs_1_1\nmov oPos, c[a0.@x\n", "expected ']'"),
    ("vs_1_1\nmov oPos, @c\n", "write c0"),
    ("vs_1_1\nmov oPos, c0@, c1\n", "mov has 2 operands"),
    ("vs_1_1\nmov oPos@, ", "found the end of the shader"),
    ("vs_1_1\nmov @1, c0\n", "expected the register of the result"),
    ("vs_1_1\nmov @-oPos, c0\n", "expected the register of the result"),
    ("vs_2_0\ndefi i0, @1.5, 0, 0, 0\n", "expected a whole number"),
    ("vs_2_0\ndefb b0, @maybe\n", "expected true or false"),
    ("vs_1_1\nmov oPos, c0 @$\n", "no shader has this character"),
];

const REGISTERS: [(&str, &str); 24] = [
    ("vs_2_0\nmov oPos, @v0\n", "write dcl_texcoord0 v0"),
    ("vs_1_1\nmov oPos, @c96\n", "the last one is number 95"),
    ("vs_2_0\nmov oPos, @c256\n", "the last one is number 255"),
    ("vs_1_1\nmov @r12, c0\n", "the last one is number 11"),
    ("vs_2_a\nmov @r13, c0\n", "the last one is number 12"),
    ("vs_1_1\nmov oPos, @t0\n", "vs_1_1 has no such registers"),
    ("vs_1_1\nmov @oC0, c0\n", "vs_1_1 has no such registers"),
    ("vs_3_0\nmov @oPos, c0\n", "vs_3_0 has no such registers"),
    ("vs_1_1\nmov @o0, c0\n", "vs_1_1 has no such registers"),
    ("vs_1_1\nmov @oT8, c0\n", "the last one is number 7"),
    ("vs_1_1\nmov @oD2, c0\n", "the last one is number 1"),
    ("vs_1_1\nmov oPos, @oD0\n", "expected a register of numbers"),
    ("vs_1_1\nmov r0, @r1\nmov oPos, r0\n", "which nothing wrote before"),
    ("vs_1_1\nmov r0.xy, c0\nmov oPos, @r0\n", "r0.zw, which nothing wrote before"),
    ("vs_1_1\nmov oPos, @c[a0.x]\n", "a0.x, which nothing wrote before"),
    ("vs_1_1\nmov @a1, c0\n", "there is number 0 alone"),
    ("vs_2_0\nmov @a0, c0\n", "expected r# or an output"),
    ("vs_2_0\nmova @r0, c0\n", "expected a0"),
    ("vs_1_1\ndcl_position v0\ndcl_normal v1\nadd oPos, v0, @v1\n", "at most 1 register"),
    ("vs_1_1\nadd oPos, c0, @c1\n", "at most 1 register"),
    ("vs_1_1\ndcl_position v0\n@dcl_position v1\nmov oPos, v0\n", "a usage that no other register has"),
    ("vs_1_1\ndcl @v0\n", "declare it with its usage"),
    ("vs_3_0\ndcl_texcoord0 @o12\n", "the last one is number 11"),
    ("vs_3_0\ndcl_position o0\nmov o0, c0\nmov @o1, c0\n", "expected a declared output"),
];

const RULES: [(&str, &str); 29] = [
    ("vs_1_1\nmov r0, c@0\n", "found oPos.xyzw unwritten"),
    ("vs_1_1\nmov oPos.xyz, c@0\n", "found oPos.w unwritten"),
    ("vs_3_0\ndcl_texcoord0 o0\nmov o0, c@0\n", "expected dcl_position of an output"),
    ("vs_1_1\nmov oPos, c0\nmov oT0.xz, c@0\n", "expected oT0 written from x on"),
    ("vs_1_1\nmov @oFog.xy, c0\nmov oPos, c0\n", "it is one number"),
    ("vs_1_1\n@mov_sat oPos, c0\n", "without _sat"),
    ("vs_1_1\n@mov_pp oPos, c0\n", "without _pp"),
    ("vs_1_1\n@mov_x2 oPos, c0\n", "without a shift"),
    ("vs_1_1\nmov oPos, @c0_bias\n", "it is of ps_1_1 to ps_1_4"),
    ("vs_2_0\nmov oPos, @c0_abs\n", "use the instruction abs"),
    ("vs_2_0\nmov oPos, @!c0\n", "expected ! before p0 or b#"),
    ("vs_2_0\nrcp r0, @c0\nmov oPos, r0\n", "expected one component of c0"),
    ("vs_1_1\nmov r0, c0\nm4x4 @r0, r0, c4\nmov oPos, r0\n", "another register than it reads"),
    ("vs_1_1\nmov r0, c0\nm3x3 @oPos, r0, c4\n", "expected .xyz for m3x3"),
    ("vs_1_1\nmov r0, c0\nm4x4 oPos, r0, @c4.x\n", "expected a swizzle"),
    ("vs_1_1\nmov r0, c0\nfrc @r1, r0\nmov oPos, r0\n", ".x, .y or .xy"),
    ("vs_2_0\nmov r0, c0\nmov r1, c0\n@sgn r1, r0, r2, r2\nmov oPos, r1\n", "two different registers"),
    ("vs_2_0\nmov oPos, c0\nmov r0, @c[aL]\n", "expected aL inside of loop"),
    ("vs_2_0\nmov oPos, c0\nrep i0\n@rep i1\nendrep\nendrep\n", "at most 1 deep"),
    ("vs_2_0\nmov oPos, c0\nrep @b0\nendrep\n", "expected i#"),
    ("vs_2_0\nmov oPos, c0\nif @c0\nendif\n", "expected b# as source 1"),
    ("vs_2_0\nmov oPos, c0\nif b0\nelse\n@else\nendif\n", "expected an open if"),
    ("vs_2_0\nmov oPos, c0\nif b0\n@endrep\n", "open is if"),
    ("vs_2_0\nmov oPos, c0\n@label l0\nret\n", "expected ret before label"),
    ("vs_2_0\nmov oPos, c0\n@call l0\nret\nlabel l0\ncall l1\nret\nlabel l1\nret\n", "at most 1 deep"),
    ("vs_2_x\nmov oPos, c0\n@call l0\nret\nlabel l0\ncall l0\nret\n", "comes back to itself"),
    ("vs_2_0\nmov oPos, c0\nret\nlabel l0\nmov r0, c@0\n", "expected ret at the end of a subroutine"),
    ("vs_3_0\ndcl_position o0\nmov o0, c0\ntexldl r0, c0, @s0\n", "write dcl_2d s0"),
    ("vs_2_x\nmov oPos, c0\nsetp_gt @r0, c0, c0\n", "expected p0"),
];

#[test]
fn faults_of_grammar_have_their_place() {
    assert_refused(&GRAMMAR);
}

#[test]
fn wrong_registers_have_their_place() {
    assert_refused(&REGISTERS);
}

#[test]
fn broken_rules_have_their_place() {
    assert_refused(&RULES);
}
