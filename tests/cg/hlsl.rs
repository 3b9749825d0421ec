//! Rules of Direct3D 9's HLSL that Cg has not, with results that follow from Microsoft's reference, and texts that its
//! compiler refuses.

use super::{Vector, run_program};
use gristmill::check::{KernelCheck, LaunchOptions};

/// Returns what a program without uniforms computes.
fn run_hlsl(text: &str) -> Vector {
    run_program("kernel.hlsl", text, &[], &["COLOR0"])[0]
}

fn in_main(statements: &str) -> String {
    format!("float4 main(float2 at : VPOS) : COLOR\n{{\n{statements}\n}}\n")
}

#[test]
fn a_vector_of_four_becomes_a_matrix_and_back() {
    let text = in_main("float2x2 m = float4(1, 2, 3, 4) + at.xxxx * 0;\nfloat4 v = transpose(m);\nreturn v;");
    assert_eq!(run_hlsl(&text), [1.0, 3.0, 2.0, 4.0]);
}

#[test]
fn a_list_gives_an_array_its_length() {
    let text = in_main("float4 all[] = {10, 20, 30, 40, 50, 60, 70, 80};\nreturn all[1];");
    assert_eq!(run_hlsl(&text), [50.0, 60.0, 70.0, 80.0]);
    let text =
        in_main("float2 all[][3] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};\nreturn float4(all[1][0], all[1][1]);");
    assert_eq!(run_hlsl(&text), [7.0, 8.0, 9.0, 10.0]);
    let text = in_main("float4 one[2] = {1, 2, 3, 4, 5, 6, 7, 8};\nfloat4 other[] = one;\nreturn other[1];");
    assert_eq!(run_hlsl(&text), [5.0, 6.0, 7.0, 8.0]);
}

#[test]
fn a_function_of_uint_is_another_than_that_of_int() {
    let functions = "float choose(int n) { return 0.25; }\nfloat choose(uint n) { return 0.5; }\n";
    let text = in_main(
        "int i = 1;\nuint u = 1;\nreturn float4(choose(i), choose(u), choose(int2(1, 1)), choose(uint2(1, 1)));",
    );
    assert_eq!(run_hlsl(&format!("{functions}{text}")), [0.25, 0.5, 0.25, 0.5]);
}

#[test]
fn what_a_loop_declares_is_there_behind_it() {
    let text = in_main(
        "float4 sum = 0;\nfor (int i = 0; i < 5; i++) sum += i;\nsum.y = i;\n\
         for (int i = 0; i < 3; i++) sum.z += 1;\nsum.w = i;\nreturn sum;",
    );
    assert_eq!(run_hlsl(&text), [10.0, 5.0, 13.0, 3.0]);
}

#[test]
fn attributes_are_hints_and_may_be_several() {
    let text = format!("[one][two(1, \"three\")]\n{}", in_main("[unroll] for (int i = 0; i < 2; i++) {}\nreturn i;"));
    assert_eq!(run_hlsl(&text), [2.0; 4]);
}

#[test]
fn texts_that_microsoft_s_compiler_refuses_are_refused() {
    let main = in_main("return 0;");
    for (text, line) in [
        (format!("[one, two]\n{main}"), 1),
        (format!("[numthreads()]\n{main}"), 1),
        (format!("[one][one]\n{main}"), 1),
        (format!("[one]\nfloat4 f;\n{main}"), 1),
        (format!("const const float4 c = 1;\n{main}"), 1),
        (format!("in float4 f;\n{main}"), 1),
        (format!("static uniform float4 f;\n{main}"), 1),
        (format!("void set(out uniform float4 o) {{ o = 0; }}\n{main}"), 1),
        (in_main("float4 all[] = {10, 20, 30, 40, 50, 60, 70};\nreturn 0;"), 3),
    ] {
        let error = KernelCheck::source("wrong.hlsl", text.clone()).run(&LaunchOptions::new());
        let report = error.map_or_else(|error| error.to_string(), |_| panic!("it is taken:\n{text}"));
        assert!(report.contains(&format!("wrong.hlsl:{line}:")), "{report}");
    }
}
