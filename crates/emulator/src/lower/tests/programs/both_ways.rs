//! Programs of the tests and generated ones, run both ways.

use super::generator::{Language, generate_program};
use super::vertex_generator::{VertexDialect, generate_vertex_program};
use super::*;
use std::path::{Path, PathBuf};

/// Returns the folder of the assembly's tests.
fn test_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/assembly")
}

fn read_folder(folder: &Path) -> Vec<(String, String)> {
    let mut files = vec![];
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Ok(text) = std::fs::read_to_string(entry.path()) {
            files.push((name, text));
        }
    }
    files.sort();
    files
}

/// Returns the programs that a file of Rust has as literals.
fn list_literals(text: &str, heads: &[&str]) -> Vec<String> {
    let starts = heads.iter().flat_map(|head| text.match_indices(head)).map(|(at, _)| at + 1);
    let literals = starts.filter_map(|at| {
        let rest = &text[at..];
        let end = rest.find('"')?;
        Some(rest[..end].replace("\\n", "\n").replace("{{", "{").replace("}}", "}"))
    });
    literals.collect()
}

/// Runs a program both ways; returns the number of instructions of each, or `None` if it is not a program.
fn compare_ways(text: &str) -> Option<[usize; 2]> {
    let expanded = expand_program(text).ok()?;
    compile_stage(&expanded).ok()?;
    let direct = lower_program(text);
    let translated = lower_translation(text);
    let [got, wanted] = [&direct, &translated].map(run_program);
    assert_eq!(got.1, wanted.1, "other lanes are discarded\n{text}");
    assert_eq!(got.0.keys().collect::<Vec<_>>(), wanted.0.keys().collect::<Vec<_>>(), "{text}");
    for (output, words) in &wanted.0 {
        let kept = (0..LANES).filter(|lane| got.1 >> lane & 1 == 0);
        for lane in kept {
            let [found, wanted] = [got.0[output][lane], words[lane]];
            let [a, b] = [found, wanted].map(f32::from_bits);
            assert_eq!(found, wanted, "{output} of lane {lane}: {a} directly, {b} by the translation\n{text}");
        }
    }
    Some([&direct, &translated].map(|assembly| assembly.instructions.len()))
}

#[test]
fn programs_of_the_tests_have_the_same_results_both_ways() {
    let folder = test_folder();
    let files = read_folder(&folder.join("programs")).into_iter().map(|(_, text)| text);
    let literals = read_folder(&folder)
        .into_iter()
        .flat_map(|(_, text)| list_literals(&text, &["\"!!"]));
    let (mut count, mut lengths) = (0, [0, 0]);
    for text in files.chain(literals) {
        // A subroutine that calls itself has no translation.
        if text.contains("again:") {
            continue;
        }
        if let Some(both) = compare_ways(&text) {
            count += 1;
            lengths = [lengths[0] + both[0], lengths[1] + both[1]];
        }
    }
    println!("{count} programs of the tests: {} instructions directly, {} by the translation", lengths[0], lengths[1]);
    assert!(count > 30, "{count} programs");
    assert!(lengths[0] < lengths[1]);
}

#[test]
fn shaders_of_direct3d_have_the_same_results_both_ways() {
    let folder = test_folder();
    let cases = [folder.join("../cases/mission"), folder.join("../book")];
    let files = cases.iter().flat_map(|folder| read_folder(folder)).map(|(_, text)| text);
    let files = files.filter(|text| gristmill_shader::program_stage(text).is_some() && !text.starts_with("!!"));
    let literals = read_folder(&folder.join("direct3d"))
        .into_iter()
        .flat_map(|(_, text)| list_literals(&text, &["\"ps_", "\"vs_"]));
    let mut count = 0;
    for text in files.chain(literals).filter(|text| !text.contains('@')) {
        count += usize::from(compare_ways(&text).is_some());
    }
    println!("{count} shaders of Direct3D");
    assert!(count > 60, "{count} shaders");
}

/// Generated programs of each language. `GRISTMILL_FUZZ` sets another number.
const GENERATED: u64 = 400;

/// The same for NVIDIA's vertex languages, some of whose programs run up to their limit.
const GENERATED_VERTEX: u64 = 50;

fn compare_generated(language: Language) {
    let lengths = compare_seeds(GENERATED, |seed| generate_program(language, seed));
    println!("{language:?}: {} instructions directly, {} by the translation", lengths[0], lengths[1]);
}

/// Compares the programs of all seeds; returns the number of instructions of each way.
fn compare_seeds(usual: u64, generate: impl Fn(u64) -> String) -> [usize; 2] {
    let count = std::env::var("GRISTMILL_FUZZ").ok().and_then(|count| count.parse().ok());
    let mut lengths = [0, 0];
    for seed in 0..count.unwrap_or(usual) {
        let text = generate(seed);
        let both = compare_ways(&text).unwrap_or_else(|| {
            let expanded = expand_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            panic!("{:?}\n{text}", compile_stage(&expanded).map(|_| ()))
        });
        lengths = [lengths[0] + both[0], lengths[1] + both[1]];
    }
    lengths
}

fn compare_vertex_programs(language: VertexDialect) {
    let lengths = compare_seeds(GENERATED_VERTEX, |seed| generate_vertex_program(language, seed));
    println!("{language:?}: {} instructions directly, {} by the translation", lengths[0], lengths[1]);
}

#[test]
fn first_vertex_programs_have_the_same_results_both_ways() {
    compare_vertex_programs(VertexDialect::Program1);
    compare_vertex_programs(VertexDialect::Program1_1);
}

#[test]
fn vertex_programs_that_branch_have_the_same_results_both_ways() {
    compare_vertex_programs(VertexDialect::Program2);
}

#[test]
fn vertex_programs_with_options_have_the_same_results_both_ways() {
    compare_vertex_programs(VertexDialect::Option2);
    compare_vertex_programs(VertexDialect::Option3);
}

#[test]
fn arb_fragment_programs_have_the_same_results_both_ways() {
    compare_generated(Language::Fragment);
}

#[test]
fn arb_vertex_programs_have_the_same_results_both_ways() {
    compare_generated(Language::Vertex);
}

#[test]
fn programs_with_the_first_option_have_the_same_results_both_ways() {
    compare_generated(Language::Option1);
}

#[test]
fn programs_with_flow_have_the_same_results_both_ways() {
    compare_generated(Language::Option2);
}

#[test]
fn programs_of_registers_have_the_same_results_both_ways() {
    compare_generated(Language::Registers);
}
