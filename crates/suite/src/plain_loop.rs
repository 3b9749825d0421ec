//! A plain loop as the reference of a kernel: it has the kernel's declarations, and one lane runs it.

use crate::files::file_name;
use crate::program::{Program, ProgramStep};
use gristmill_base::error::{Error, Result};
use gristmill_check::{IncludeFiles, KernelFileCheck};

/// The entry point of a loop in WGSL.
const WGSL_ENTRY: &str = "gristmill_plain_loop";

/// Builds the step that runs a loop in the place of the kernel of the first step.
///
/// # Errors
/// [`Error::Data`] if the kernel's language cannot have one.
pub fn build_step<L: IncludeFiles>(program: &Program, plain_loop: &str) -> Result<ProgramStep> {
    let Some(first) = program.steps.first() else { return Err(Error::data("the case has no step for its loop")) };
    let text = match first.declarations.as_ref().or(first.text.as_ref()) {
        Some(text) => text.clone(),
        None => KernelFileCheck::<L>::file(&first.kernel)?.text().to_string(),
    };
    let name = file_name(&first.kernel);
    let mut step = ProgramStep { groups: Some(vec![1]), repeat: 1, swap: None, ..first.clone() };
    if name.ends_with(".wgsl") {
        step.text = Some(format!("{text}\n@compute @workgroup_size(1)\nfn {WGSL_ENTRY}() {{\n{plain_loop}\n}}\n"));
        step.options.retain(|(word, _)| *word != "entry");
        step.options.push(("entry", WGSL_ENTRY.to_string()));
        return Ok(step);
    }
    if !name.ends_with(".comp") && first.stage.as_deref() != Some("compute") {
        return Err(Error::data(format!(
            "{name}: a loop is for a compute kernel in GLSL or WGSL; write a reference kernel"
        )));
    }
    step.text = Some(rename_main(&text, plain_loop));
    Ok(step)
}

/// Returns a text in GLSL whose function `main` has another name, with a new one that runs the loop.
fn rename_main(text: &str, plain_loop: &str) -> String {
    // What is defined before `#version` is an error, and `main` may stand in an included file.
    let version = text.lines().position(|line| line.trim_start().starts_with("#version"));
    let mut renamed = String::new();
    for (at, line) in text.lines().enumerate() {
        renamed += line;
        renamed.push('\n');
        if Some(at) == version {
            renamed += "#define main gristmill_kernel_main\n";
        }
    }
    let guard = "if (gl_GlobalInvocationID != uvec3(0u)) return;";
    format!("{renamed}#undef main\nvoid main() {{\n{guard}\n{plain_loop}\n}}\n")
}
