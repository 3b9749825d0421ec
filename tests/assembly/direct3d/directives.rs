//! Forms that the assemblers of Direct3D 9 accepted beside the grammar: C's directives, and whole swizzles in indices.

use super::{assert_refused, run_shader};
use gristmill::check::LaunchOptions;

/// The assembler of D3DX has C's directives; a comment begins with a semicolon all the same.
#[test]
fn directives_are_followed() {
    let text = "#define TWICE(r) add r, r, r ; doubled
; #define NONE
#if defined(TWICE) && 1
ps_2_0
#else
ps_3_0
#endif
def c0, 1, 2, 3, 4
mov r0, c0 ; not 0
#line 99 \"other.psh\"
TWICE(r0)
#ifdef NONE
mul r0, r0, r0
#endif
mov oC0, r0
";
    let got = run_shader(text, &LaunchOptions::new().size([1, 1]), "oC0");
    assert_eq!(got, [[2.0, 4.0, 6.0, 8.0]]);
    assert_refused(&[
        ("#define ADD(r) bad r, r, r\nps_2_0\nmov r0, c0\n@ADD(r0)\nmov oC0, r0\n", "bad"),
        ("@#if 1\nps_2_0\nmov oC0, c0\n", "this condition is not closed"),
    ]);
}

/// Microsoft's assembler takes a whole swizzle of the address register; its first component counts.
#[test]
fn an_index_may_have_a_whole_swizzle() {
    let text = |index: &str| {
        format!(
            "vs_2_0\ndcl_position v0\ndef c1, 1, 1, 1, 1\ndef c2, 2, 2, 2, 2\nmova a0, v0\nmov oPos, v0\nmov oT0, c0[{index}]\n"
        )
    };
    let position = [1.0_f32, 2.0, 0.0, 0.0].map(f32::to_bits).to_vec();
    let launch = LaunchOptions::new().vertices(1).buffer("v0", position);
    for (index, wanted) in [("a0.x", 1.0), ("a0.xyww", 1.0), ("a0.yxxx", 2.0)] {
        assert_eq!(run_shader(&text(index), &launch, "oT0"), [[wanted; 4]], "{index}");
    }
}
