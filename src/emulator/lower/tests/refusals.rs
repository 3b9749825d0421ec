//! What the emulator does not have: one sentence, at its line.

use super::refused;
use crate::shader::Stage;

/// The report of a compute kernel that has this in line 4, in `main`.
fn in_main(before: &str, line: &str) -> String {
    refused(Stage::Compute, &format!("#version 430 core\n{before}\nvoid main() {{\n{line}\n}}\n"))
}

#[test]
fn doubles() {
    let report =
        in_main("layout(local_size_x = 1) in; buffer B { float x; };", "double d = double(x); x = float(d * d);");
    assert!(report.contains("32-bit") && report.contains("test.comp:4"), "{report}");
    // Vectors and matrices of them are no sizes of their own.
    for line in ["dvec4 d = dvec4(x); x = float(d.y + d.z);", "dmat2 m = dmat2(x); x = float(m[1][1]);"] {
        let report = in_main("layout(local_size_x = 1) in; buffer B { float x; };", line);
        assert!(report.contains("32-bit"), "{report}");
    }
}

#[test]
fn arrays_that_are_too_long() {
    let report = in_main(
        "layout(local_size_x = 1) in; buffer B { int i, x; };",
        "int list[70000]; list[i] = 1; x = list[i + 1];",
    );
    assert!(report.contains("70000") && report.contains("65536"), "{report}");
    let report = in_main("layout(local_size_x = 1) in; shared float big[300000];", "big[0] = 1.0;");
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
    let report = in_main(&text, "f7();");
    assert!(report.contains("instructions") && report.contains("1000000"), "{report}");
}

#[test]
fn built_in_variables() {
    let text = "#version 400 core\nout vec4 colour;\nvoid main() {\ncolour = vec4(gl_SampleID);\n}\n";
    let report = refused(Stage::Fragment, text);
    assert!(report.contains("gl_SampleId") && report.contains("test.frag:4"), "{report}");
    let report = refused(Stage::Vertex, "#version 330 core\nvoid main() {\ngl_ClipDistance[0] = 1.0;\n}\n");
    assert!(report.contains("ClipDistance") && report.contains("test.vert:3"), "{report}");
}

#[test]
fn functions() {
    let text =
        "#version 400 core\nin vec2 a;\nout vec2 colour;\nvoid main() {\ncolour = interpolateAtCentroid(a);\n}\n";
    let report = refused(Stage::Fragment, text);
    assert!(report.contains("InterpolateAtCentroid") && report.contains("test.frag:5"), "{report}");
}
