//! Direct3D's shaders of 2001 to 2006: run, counted and refused, against Microsoft's reference and plain
//! evaluations written here.

mod assembler;
mod directives;
mod instructions;
mod modifiers;
mod mutated;
mod numbers;
mod pixel_faults;
mod shaders;
mod slots;
mod stages;
mod streams;
mod vertex_faults;
mod words;

pub use streams::SHADERS;

use gristmill::check::{KernelCheck, LaunchOptions, program_counts};

type Vector = [f32; 4];

/// Returns the name of a file for a shader.
fn file_name(text: &str) -> &'static str {
    if text.contains("vs_") || text.contains("vs.") { "shader.vsh" } else { "shader.psh" }
}

/// Runs a shader over a row of elements and returns an output.
fn run_shader(text: &str, launch: &LaunchOptions, output: &str) -> Vec<Vector> {
    let report = KernelCheck::source(file_name(text), text).run(launch);
    let report = report.unwrap_or_else(|error| panic!("{text}\n{error}"));
    let words = report.output(output).unwrap_or_else(|| panic!("no {output}\n{text}"));
    let (vectors, _) = words.as_chunks::<4>();
    vectors.iter().map(|lanes| lanes.map(f32::from_bits)).collect()
}

/// Asserts that each shader is refused where `@` stands in it, with its sentence in the report.
fn assert_refused(faults: &[(&str, &str)]) {
    let wrong: Vec<String> = faults
        .iter()
        .filter_map(|(marked, sentence)| judge_refusal(marked, sentence))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Returns what is wrong about the refusal of a shader.
fn judge_refusal(marked: &str, sentence: &str) -> Option<String> {
    let at = marked.find('@').unwrap_or_else(|| panic!("no place is marked in\n{marked}"));
    let text = marked.replacen('@', "", 1);
    let line = text[..at].matches('\n').count() + 1;
    let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1) + 1;
    let name = file_name(&text);
    let Err(error) = program_counts(name, &text) else { return Some(format!("taken, not '{sentence}':\n{text}")) };
    let error = error.to_string();
    let place = format!("{name}:{line}:{column} ");
    let right = error.contains(&place) && error.contains(sentence) && !error.contains("PROGRAM_ERROR_POSITION_ARB");
    (!right).then(|| format!("expected {place}and '{sentence}' in\n{error}\n{text}"))
}
