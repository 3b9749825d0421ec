//! Sentences for authors of Direct3D, in the words of the language.

use super::run_shader;
use gristmill::Profile;
use gristmill::check::{KernelCheck, LaunchOptions, Texels};

#[test]
fn a_file_without_its_version_is_told_so() {
    for (name, text, place, wanted) in [
        ("a.psh", "mov oC0, c0\n", "a.psh:1:1 ", "found 'mov'; write ps_2_0"),
        ("a.ps", "\u{feff}// said\n\n  dcl_2d s0\n", "a.ps:3:3 ", "found 'dcl_2d'; write ps_2_0"),
        ("a.vsh", "; said\r\nm4x4 oPos, v0, c0\r\n", "a.vsh:2:1 ", "found 'm4x4'; write vs_2_0"),
        ("a.vs", "/* said */ DEF c0, 1, 1, 1, 1\n", "a.vs:1:12 ", "found 'def'; write vs_2_0"),
    ] {
        let error = KernelCheck::source(name, text).compile().unwrap_err().to_string();
        assert!(error.contains(place) && error.contains(wanted), "{error}");
        assert!(error.contains("expected the version of a Direct3D program before its first instruction"), "{error}");
    }
    // GLSL has these endings, too.
    for (name, text) in [
        ("a.ps", "void main() { gl_FragColor = vec4(1.0); }"),
        ("a.vs", "attribute vec4 v; void main() { gl_Position = v; }"),
        ("a.psh", "float sub(float a) { return a; }\nvoid main() { gl_FragColor = vec4(sub(1.0)); }"),
    ] {
        KernelCheck::source(name, text)
            .compile()
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

#[test]
fn constants_in_a_row_are_one_default() {
    let text = "vs_2_0\ndcl_position v0\ndef c7, 1, 1, 1, 1\nmova a0.x, v0.x\nmov oPos, c[a0.x + 3]\n";
    let position = [0.0_f32; 4].map(f32::to_bits).to_vec();
    let launch = LaunchOptions::new().buffer("v0", position).uniform("c9", vec![0; 4]);
    let report = KernelCheck::source("indexed.vsh", text).run(&launch).unwrap();
    let ranges: Vec<&str> = report
        .made_up
        .iter()
        .filter(|taken| taken.starts_with('c'))
        .map(String::as_str)
        .collect();
    // c7 has its definition, c9 is set; c8 stands alone between them.
    assert_eq!(ranges.len(), 3, "{ranges:?}");
    assert!(ranges[0].starts_with("c0 to c6 = ") && ranges[2].starts_with("c10 to c255 = "), "{ranges:?}");
}

#[test]
fn advice_about_rectangles_is_of_direct3d() {
    let text = "ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\n";
    let card = Profile::named("geforce-fx-5900").unwrap();
    let texels = Texels::new("rgba32f", [1, 1, 1], vec![0; 4]);
    let launch = LaunchOptions::new().size([1, 1]).texture("s0", texels).card(card);
    let report = KernelCheck::source("read.psh", text).run(&launch).unwrap();
    let told: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert!(
        told.iter()
            .any(|sentence| sentence.contains("Direct3D has none: store it in bytes")),
        "{told:?}"
    );
    assert!(told.iter().all(|sentence| !sentence.contains("sampler2DRect")), "{told:?}");
    let fit = KernelCheck::source("read.psh", text).flat().unwrap().fit(card);
    assert!(fit.refusals().all(|refusal| !refusal.sentence.contains("sampler2DRect")));
}

#[test]
fn all_registers_of_a_matrix_may_be_set() {
    // The mask leaves the fourth component out, and the instruction reads the fourth register all the same.
    for (instruction, rows) in [
        ("m4x4 r0.xyz", 4),
        ("m3x4 r0.xyz", 4),
        ("m4x4 r0", 4),
        ("m4x3 r0.xyz", 3),
        ("m3x3 r0.xyz", 3),
        ("m3x2 r0.xy", 2),
    ] {
        let text = format!("ps_2_0\ndef c9, 1, 2, 3, 4\nmov r1, c9\nmov r0, c9\n{instruction}, r1, c0\nmov oC0, r0\n");
        let mut launch = LaunchOptions::new().size([1, 1]);
        for row in 0..rows {
            let mut vector = [0.0_f32; 4];
            vector[row] = 10.0;
            launch = launch.uniform(&format!("c{row}"), vector.map(f32::to_bits).to_vec());
        }
        // The fourth row takes the fourth component, which a vector of three has not.
        let fourth = if instruction == "m4x4 r0" { 40.0 } else { 4.0 };
        let all = [10.0, 20.0, 30.0, fourth];
        let given = [1.0, 2.0, 3.0, 4.0];
        let wanted = [0, 1, 2, 3].map(|lane| if lane < rows.min(3) || lane == 3 { all[lane] } else { given[lane] });
        assert_eq!(run_shader(&text, &launch, "oC0"), [wanted], "{text}");
        let one_more = launch.uniform(&format!("c{rows}"), vec![0; 4]);
        assert!(KernelCheck::source("a.psh", &*text).run(&one_more).is_err(), "{text}");
    }
}

#[test]
fn a_shader_of_direct3d_8_declares_no_inputs() {
    let text = "vs_1_1\nmov oPos, v0\nmov oT0, v7\n";
    let four = |first: f32| [first, 2.0, 3.0, 4.0].map(f32::to_bits).to_vec();
    let launch = LaunchOptions::new().buffer("v0", four(1.0)).buffer("v7", four(5.0));
    assert_eq!(run_shader(text, &launch, "oT0"), [[5.0, 2.0, 3.0, 4.0]]);
    // One that declares an input declares all.
    let error = KernelCheck::source("a.vsh", "vs_1_1\ndcl_position v0\nmov oPos, v1\n")
        .compile()
        .unwrap_err();
    assert!(error.to_string().contains("without its dcl"), "{error}");
}

/// Microsoft's assembler took letters of both sets in one word.
#[test]
fn letters_of_both_sets_are_one_swizzle() {
    let text = "ps_3_0\nmov r0, c0\nmov r0.xb, c1.agby\nmov oC0, r0\n";
    let launch = LaunchOptions::new().size([1, 1]).option("uniform", "c0=1,2,3,4").unwrap();
    let launch = launch.option("uniform", "c1=5,6,7,8").unwrap();
    assert_eq!(run_shader(text, &launch, "oC0"), [[8.0, 2.0, 7.0, 4.0]]);
}

/// A compiler's comments name a constant `v0` or `oT0`: that register keeps its own name, and the constant has its number.
#[test]
fn a_name_that_is_a_registers_does_not_take_its_place() {
    for name in ["v0", "oT0", "oPos", "r0", "t0"] {
        let text = format!(
            "vs_2_0\n//var float4 {name} :  : c[0] : 1 : 1\n//var float4 v :  : c[1] : 2 : 1\ndcl_position0 v0\n\
             add r1, v0, c0\nadd oT0, r1, c1\nmov oPos, v0\n"
        );
        let launch = LaunchOptions::new().buffer("v0", [1.0, 2.0, 3.0, 4.0].map(f32::to_bits).to_vec());
        let launch = launch.option("uniform", "c0=10,20,30,40").unwrap();
        let launch = launch.option("uniform", "v=100,100,100,100").unwrap();
        assert_eq!(run_shader(&text, &launch, "oT0"), [[111.0, 122.0, 133.0, 144.0]], "{text}");
    }
    let text =
        "ps_2_0\n//var sampler2D t0 :  : texunit 0 : 6 : 1\ndcl_2d s0\ndcl t0.xy\ntexld r0, t0, s0\nmov oC0, r0\n";
    let launch = LaunchOptions::new().size([1, 1]).option("image", "s0=one:1x1").unwrap();
    assert_eq!(run_shader(text, &launch, "oC0"), [[1.0; 4]]);
}
