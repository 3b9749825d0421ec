//! Every kernel of the library as WGSL: taken and validated, or refused with a sentence.

mod kernel_files;

use gristmill_shader::{ExpandedKernel, compile};
use gristmill_webgpu::{TranslationOptions, translate_kernel};
use kernel_files::{list_kernels, read_kernel};

/// The most kernels of a hundred that may be refused.
const MOST_REFUSED: usize = 3;

/// Translates every kernel of a stage, and asserts how many are taken.
fn assert_taken(ending: &str, least: usize) {
    let kernels = list_kernels(ending);
    let mut refused = vec![];
    for paths in &kernels {
        let stages = read_kernel(paths);
        let stages: Vec<&ExpandedKernel> = stages.iter().collect();
        let translated = compile(&stages)
            .and_then(|module| translate_kernel(&module.spirv, &stages, &TranslationOptions::default()));
        refused.extend(translated.err().map(|error| format!("{}: {error}", paths[0])));
    }
    let (all, taken) = (kernels.len(), kernels.len() - refused.len());
    println!("{ending}: {taken} of {all} kernels are taken\n{}", refused.join("\n"));
    assert!(all >= least, "{all} kernels were found, of at least {least}");
    assert!(refused.len() * 100 <= all * MOST_REFUSED, "{} of {all} are refused", refused.len());
}

#[test]
fn compute_kernels_are_taken() {
    assert_taken("comp", 230);
}

#[test]
fn fragment_kernels_are_taken() {
    assert_taken("frag", 211);
}

#[test]
fn vertex_kernels_are_taken() {
    assert_taken("vert", 20);
}
