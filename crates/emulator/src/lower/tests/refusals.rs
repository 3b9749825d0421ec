//! Features that the emulator lacks: each is refused by one sentence, with its line.

use super::refusal_report;
use gristmill_shader::Stage;

/// Returns the report of a compute kernel with this in line 4, in `main`.
fn refusal_in_main(before: &str, line: &str) -> String {
    refusal_report(Stage::Compute, &format!("#version 430 core\n{before}\nvoid main() {{\n{line}\n}}\n"))
}

/// Returns the report of a compute kernel with this in line 4, after these lines.
fn extension_refusal(extension: &str, before: &str, line: &str) -> String {
    let head = format!("#version 450 core\n#extension {extension} : require\n{before}");
    refusal_report(Stage::Compute, &format!("{head} void main() {{\n{line}\n}}\n"))
}

#[test]
fn what_is_left_of_the_extensions() {
    let lanes = "layout(local_size_x = 1) in;";
    let report = extension_refusal(
        "GL_EXT_shader_16bit_storage",
        &format!(
            "#extension GL_EXT_shader_explicit_arithmetic_types : require\n#extension GL_EXT_shader_atomic_float2 : require\n{lanes} buffer B {{ float16_t x; float y; }};"
        ),
        "atomicAdd(x, float16_t(1.0));",
    );
    assert!(report.contains("atomic operations on a float16_t"), "{report}");
    let report = extension_refusal(
        "GL_EXT_shader_image_int64",
        &format!("#extension GL_ARB_gpu_shader_int64 : require\n{lanes} layout(r64ui) uniform u64image2D x;"),
        "imageAtomicAdd(x, ivec2(0), 1ul);",
    );
    assert!(report.contains("64") && report.contains("test.comp:"), "{report}");
}

#[test]
fn arrays_that_are_too_long() {
    let report = refusal_in_main(
        "layout(local_size_x = 1) in; buffer B { int i, x; };",
        "int list[70000]; list[i] = 1; x = list[i + 1];",
    );
    assert!(report.contains("70000") && report.contains("65536"), "{report}");
    let report = refusal_in_main("layout(local_size_x = 1) in; shared float big[300000];", "big[0] = 1.0;");
    assert!(report.contains("1200000") && report.contains("1048576"), "{report}");
}

#[test]
fn code_that_is_too_long() {
    // Each function calls the one before ten times.
    let mut text = "layout(local_size_x = 1) in; buffer B { int x; }; void f0() { x += 1; }".to_string();
    for level in 1..8 {
        let call = format!("f{}();", level - 1).repeat(10);
        text += &format!(" void f{level}() {{ {call} }}");
    }
    let report = refusal_in_main(&text, "f7();");
    assert!(report.contains("instructions") && report.contains("1000000"), "{report}");
}

#[test]
fn built_in_variables() {
    let text = "#version 400 core\nout vec4 colour;\nvoid main() {\ncolour = vec4(gl_SampleID);\n}\n";
    let report = refusal_report(Stage::Fragment, text);
    assert!(report.contains("gl_SampleID") && report.contains("test.frag:4"), "{report}");
    let report = refusal_report(Stage::Vertex, "#version 330 core\nvoid main() {\ngl_ClipDistance[0] = 1.0;\n}\n");
    assert!(report.contains("ClipDistance") && report.contains("test.vert:3"), "{report}");
}

#[test]
fn functions() {
    let text =
        "#version 400 core\nin vec2 a;\nout vec2 colour;\nvoid main() {\ncolour = interpolateAtCentroid(a);\n}\n";
    let report = refusal_report(Stage::Fragment, text);
    assert!(report.contains("InterpolateAtCentroid") && report.contains("test.frag:5"), "{report}");
}

/// Returns nested structs, each with the one before it, `@`, in its members.
fn nested_structs(levels: u32, members: &str) -> String {
    format!(
        "struct S0 {{ float a; }};\n{}",
        (1..=levels)
            .map(|level: u32| {
                let members = members.replace('@', &format!("S{}", level - 1));
                format!("struct S{level} {{ {members} }};\n")
            })
            .collect::<String>()
    )
}

#[test]
fn structs_inside_one_another_take_no_time() {
    // Walking each level twice would be 2^50 steps.
    let text = format!(
        "{}shared S50 deep; layout(local_size_x = 1) in; buffer B {{ float x; }};",
        nested_structs(50, "@ a; float b;")
    );
    let way = ".a".repeat(50);
    let code =
        super::lower_compute(&format!("{text} void main() {{ deep{way}.a = 1.0; deep.b = x; x = deep{way}.a; }}"));
    assert_eq!(code.shared_words, 51);
}

#[test]
fn types_of_too_many_parts() {
    let before = format!("{} layout(local_size_x = 1) in;", nested_structs(20, "@ a; @ b;"));
    let report = refusal_in_main(&format!("{before} buffer B {{ S20 deep; float x; }};"), "x = 1.0;");
    assert!(report.contains("parts"), "{report}");
    // Sizes that do not fit 32 bits, in consecutive members.
    let wide: String = (0..17).map(|member| format!("float m{member}[268435456]; ")).collect();
    let before =
        format!("struct Wide {{ {wide} }}; shared Wide wide; layout(local_size_x = 1) in; buffer B {{ float x; }};");
    let report = refusal_in_main(&before, "wide.m16[3] = 1.0; x = wide.m16[3];");
    assert!(report.contains("4563402752") && report.contains("1073741824"), "{report}");
}
