use super::*;
use crate::compile;

const VERTEX: &str = "\
#version 330 core
uniform mat4 view;
in vec4 place;
out vec3 colour;
void main() {
    gl_Position = view * place;
    colour = place.xyz;
}
";

const COLOURED: &str = "\
#version 330 core
in vec3 colour;
layout(location = 0) out vec4 result;
void main() {
    result = vec4(colour, 1.0);
}
";

/// Compiles kernels without includes and constants.
fn compile_kernels(kernels: &[(&str, &str)]) -> Result<crate::CompiledModule> {
    let stages: Vec<ExpandedKernel> = kernels
        .iter()
        .map(|(name, text)| expand_kernel(name, text, &[], &[]).unwrap())
        .collect();
    compile(&stages.iter().collect::<Vec<_>>())
}

#[test]
fn spirv_has_every_stage_and_line_numbers() {
    let module = compile_kernels(&[("a.vert", VERTEX), ("a.frag", COLOURED)]).unwrap();
    assert_eq!(module.spirv.iter().map(|(stage, _)| *stage).collect::<Vec<_>>(), [Stage::Vertex, Stage::Fragment]);
    for (_, words) in &module.spirv {
        assert_eq!(words[..2], [0x0723_0203, 0x0001_0500], "SPIR-V 1.5");
        let stage = rspirv::dr::load_words(words).unwrap();
        let lines = stage
            .all_inst_iter()
            .filter(|made| made.class.opcode == rspirv::spirv::Op::Line)
            .count();
        assert!(lines >= 2, "{lines} lines");
    }
}

#[test]
fn an_error_names_the_authors_line_and_column() {
    let wrong = PIXEL.replace("here(source)", "here(sorce)");
    let kernel = expand_kernel("pixel.frag", &wrong, &[("stream.glsl", STREAM)], &[("BLOCK", "8")]).unwrap();
    let error = compile(&[&kernel]).unwrap_err();
    assert!(error.to_string().starts_with("pixel.frag does not compile\n"), "{error}");
    let report = error_report(Err::<(), _>(error));
    assert!(report.contains("pixel.frag:10:25"), "{report}");
    assert!(report.contains("'sorce' : undeclared identifier"), "{report}");
}

#[test]
fn an_error_in_an_included_file_names_it() {
    let kernel =
        expand_kernel("pixel.frag", PIXEL, &[("stream.glsl", &STREAM.replace("texelFetch", "texelFech"))], &[])
            .unwrap();
    let report = error_report(compile(&[&kernel]));
    assert!(report.contains("stream.glsl:3:12"), "{report}");
}

#[test]
fn the_hosts_constant_wins_over_the_kernels_own() {
    let text =
        "#version 430 core\n#ifndef BLOCK\n#define BLOCK 8\n#endif\nlayout(local_size_x = BLOCK) in;\nvoid main() {}\n";
    assert_eq!(compiled_size(text, &[]), [8, 1, 1]);
    assert_eq!(compiled_size(text, &[("BLOCK", "32")]), [32, 1, 1]);

    let plain = text.replace("#ifndef BLOCK\n", "").replace("#endif\n", "");
    let report = error_report(compile(&[&expand_kernel("k.comp", &plain, &[], &[("BLOCK", "32")]).unwrap()]));
    assert!(report.contains("k.comp:2:"), "{report}");
    assert!(report.contains("Macro redefined"), "{report}");
}

fn compiled_size(text: &str, defines: &[(&str, &str)]) -> [u32; 3] {
    compile(&[&expand_kernel("k.comp", text, &[], defines).unwrap()])
        .unwrap()
        .interface
        .local_size
}

#[test]
fn a_kernel_without_main_is_named() {
    for name in ["a.frag", "a.vert"] {
        let report = error_report(compile_kernels(&[(name, "#version 330 core\nuniform float k;\n")]));
        assert_eq!(report, format!("{name} has no function void main()"));
    }
    let report = error_report(compile_kernels(&[("a.comp", "#version 430 core\nlayout(local_size_x = 8) in;\n")]));
    assert_eq!(report, "a.comp has no function void main()");
}

#[test]
fn stages_that_do_not_fit_together_are_refused() {
    let lacking = VERTEX
        .replace("out vec3 colour;\n", "")
        .replace("    colour = place.xyz;\n", "");
    let error = compile_kernels(&[("a.vert", &lacking), ("b.frag", COLOURED)]).unwrap_err();
    assert!(error.to_string().starts_with("a.vert with b.frag does not compile\n"), "{error}");
    assert!(error.to_string().contains("colour"), "{error}");

    let other = VERTEX
        .replace("out vec3 colour", "out vec4 colour")
        .replace("place.xyz", "place");
    let report = error_report(compile_kernels(&[("a.vert", &other), ("b.frag", COLOURED)]));
    assert!(report.contains("colour"), "{report}");

    let uniform = COLOURED
        .replace("in vec3", "uniform float view;\nin vec3")
        .replace("1.0", "view");
    let report = error_report(compile_kernels(&[("a.vert", VERTEX), ("b.frag", &uniform)]));
    assert!(report.contains("view"), "{report}");
}

#[test]
fn an_include_left_in_the_text_reads_no_file() {
    let mut kernel = expand_kernel("k.frag", "#version 330 core\nvoid main() {}\n", &[], &[]).unwrap();
    kernel.text =
        "#version 330 core\n#extension GL_GOOGLE_include_directive : enable\n#include \"Cargo.toml\"\n".to_string();
    let report = error_report(compile(&[&kernel]));
    assert!(report.contains("#include"), "{report}");
}

#[test]
fn glslang_refuses_no_size_that_a_driver_may_have() {
    let outputs: String = (0..32).map(|n| format!("layout(location = {n}) out vec4 r{n};\n")).collect();
    let kernel = format!("#version 330 core\nuniform vec4 table[4096];\n{outputs}void main() {{ r31 = table[7]; }}\n");
    assert_eq!(compile_kernels(&[("a.frag", &kernel)]).unwrap().interface.outputs.len(), 32);
    let kernel =
        "#version 430 core\nlayout(local_size_x = 4096) in;\nshared float big[65536];\nvoid main() { big[0] = 1.0; }\n";
    assert_eq!(compile_kernels(&[("a.comp", kernel)]).unwrap().interface.shared_bytes, 262_144);
}

#[test]
fn kernels_cut_anywhere_never_panic() {
    for end in (0..COLOURED.len()).step_by(3) {
        if let Ok(kernel) = expand_kernel("a.frag", &COLOURED[..end], &[], &[]) {
            let _ = compile(&[&kernel]);
        }
    }
    for left_out in 1..COLOURED.lines().count() {
        let lines = COLOURED.lines().enumerate().filter(|(line, _)| *line != left_out);
        let text: String = lines.map(|(_, words)| format!("{words}\n")).collect();
        let _ = compile_kernels(&[("a.vert", VERTEX), ("a.frag", &text)]);
    }
    let _ = compile(&[]);
}

#[test]
fn threads_compile_at_the_same_time() {
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                for turn in 0..10 {
                    let kernel = COLOURED.replace("1.0", &format!("{thread}.{turn}"));
                    assert!(compile_kernels(&[("a.vert", VERTEX), ("a.frag", &kernel)]).is_ok());
                    assert!(compile_kernels(&[("a.frag", &COLOURED.replace("colour,", "color,"))]).is_err());
                }
            });
        }
    });
}

#[test]
fn a_sum_too_long_for_the_usual_stack_compiles_and_a_text_too_long_is_refused() {
    assert!(compile_kernels(&[("a.frag", &write_sum(20_000))]).is_ok());
    let error = compile_kernels(&[("a.frag", &write_sum(200_000))]).unwrap_err();
    assert!(matches!(error, Error::Limit { limit: 262_144, .. }), "{error}");
}

fn write_sum(terms: usize) -> String {
    let sum = "+u".repeat(terms);
    format!("#version 330 core\nuniform float u;\nout float r;\nvoid main() {{ r = u{sum}; }}\n")
}
