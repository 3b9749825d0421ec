//! Every kernel of the library as WGSL: taken and validated, or refused with a sentence.

mod kernel_files;

use gristmill_shader::{ExpandedKernel, compile};
use gristmill_webgpu::{TranslationOptions, translate_kernel};
use kernel_files::{list_kernels, read_kernel};

/// Kernels that have no WGSL, and words of the sentence that says why.
const REFUSED: [(&str, &str); 3] = [
    ("compute_kernels/primitives/scan_lookback.comp", "scan_lookback.comp:125: a memory barrier without barrier()"),
    ("fragment_kernels/simulations/life_repeat.frag", "life_repeat.frag:17: cells holds integers"),
    ("fragment_kernels/streams/transform_feedback.vert", "WGSL has no transform feedback"),
];

/// Translates every kernel of a stage: at least so many are taken, and the others refused as listed.
fn assert_taken(ending: &str, least: usize) {
    let kernels = list_kernels(ending);
    let mut faults = vec![];
    let mut taken = 0;
    for paths in &kernels {
        let stages = read_kernel(paths);
        let stages: Vec<&ExpandedKernel> = stages.iter().collect();
        let translated = compile(&stages)
            .and_then(|module| translate_kernel(&module.spirv, &stages, &TranslationOptions::default()));
        let expected = REFUSED.iter().find(|(path, _)| *path == paths[0]);
        match (translated, expected) {
            (Ok(_), None) => taken += 1,
            (Err(error), Some((_, words))) if error.to_string().contains(words) => {}
            (Ok(_), Some((path, _))) => faults.push(format!("{path} is taken; it is listed as refused")),
            (Err(error), _) => faults.push(format!("{}: {error}", paths[0])),
        }
    }
    println!("{ending}: {taken} of {} kernels are taken", kernels.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(taken >= least, "{taken} kernels are taken, of at least {least}");
}

#[test]
fn compute_kernels_are_taken() {
    assert_taken("comp", 229);
}

#[test]
fn fragment_kernels_are_taken() {
    assert_taken("frag", 288);
}

#[test]
fn vertex_kernels_are_taken() {
    assert_taken("vert", 21);
}
