//! Builds programs for WebGL 2: each stage is rewritten to GLSL ES 3.00 by rules, and checked by glslang.

use super::compile::thread_shortage;
use super::dialect::{self, Dialect};
use super::driver::{DriverText, driver_text};
use super::glslang::{CompileTarget, GlslangInput, Shader, start_glslang};
use super::{CompiledModule, ExpandedKernel, Stage, covering_outputs, fragment_interpolants};
use gristmill_base::deep_stack::run_on_deep_stack;
use gristmill_base::error::{Error, Result};
use std::collections::BTreeMap;

/// Most names of an author that are changed; each takes another run of glslang.
const MAX_RENAMES: usize = 16;

/// A kernel's stages for WebGL 2, in GLSL ES 3.00.
///
/// ```
/// use gristmill::{WebProgram, kernels};
/// let web: WebProgram = kernels::find("streams/saxpy")?.web()?;
/// assert!(web.vertex.starts_with("#version 300 es") && web.names.is_empty());
/// assert!(web.fragment.is_some_and(|text| text.contains("precision highp float;")));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebProgram {
    /// Its vertex stage, or one that covers a target with one triangle.
    pub vertex: String,
    /// Its fragment stage; `None` if the vertex stage writes streams.
    pub fragment: Option<String>,
    /// The names in the texts for names of the author that were replaced.
    pub names: BTreeMap<String, String>,
}

/// Builds the program of these stages, or of the fragment stage with a covering vertex stage.
///
/// # Errors
/// [`Error::Source`] for a feature that OpenGL ES 3.00 lacks.
pub fn web_program(stages: &[ExpandedKernel], module: &CompiledModule) -> Result<WebProgram> {
    run_on_deep_stack("glslang", || build_program(stages, module)).unwrap_or_else(|error| {
        let names = stages.last().map_or("the kernel", |stage| &stage.name);
        Err(thread_shortage(names, &error))
    })
}

/// Builds the program on this thread's stack.
fn build_program(stages: &[ExpandedKernel], module: &CompiledModule) -> Result<WebProgram> {
    let mut names = BTreeMap::new();
    let mut text_of = |expanded: &ExpandedKernel| {
        let (text, own) = web_text(expanded, module)?;
        names.extend(own);
        Ok(text)
    };
    let fragment = find_stage(stages, Stage::Fragment).map(&mut text_of).transpose()?;
    let vertex = find_stage(stages, Stage::Vertex).map(&mut text_of).transpose()?;
    match (vertex, fragment) {
        (Some(vertex), fragment) => Ok(WebProgram { vertex, fragment, names }),
        (None, Some(fragment)) => {
            let of_fragment = module.spirv.iter().find(|(stage, _)| *stage == Stage::Fragment);
            let read = of_fragment.map_or(Ok(vec![]), |(_, words)| fragment_interpolants("the kernel", words))?;
            let read = read
                .iter()
                .map(|read| (names.get(&read.name).unwrap_or(&read.name).as_str(), read.lanes));
            Ok(WebProgram { vertex: covering_vertex(read), fragment: Some(fragment), names })
        }
        (None, None) => Err(refusal_error("the kernel", "WebGL 2 has no compute kernels".to_string())),
    }
}

fn find_stage(stages: &[ExpandedKernel], wanted: Stage) -> Option<&ExpandedKernel> {
    stages.iter().find(|stage| stage.stage == wanted)
}

/// Returns the vertex stage that covers a target and passes each fragment its position in it.
fn covering_vertex<'r>(read: impl Iterator<Item = (&'r str, u8)>) -> String {
    let (outputs, values) = covering_outputs(None, read);
    format!(
        "#version 300 es\nprecision highp float;\n{outputs}void main() {{
    gl_Position = vec4(vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 4.0 - 1.0, 0.0, 1.0);\n{values}}}\n"
    )
}

/// Returns a stage's text, and its names for names of the author.
fn web_text(expanded: &ExpandedKernel, module: &CompiledModule) -> Result<(String, BTreeMap<String, String>)> {
    start_glslang(&[expanded])?;
    let translated = driver_text(expanded)?;
    let DriverText { text, mut names } =
        translated.unwrap_or_else(|| DriverText { text: expanded.text.clone(), names: BTreeMap::new() });
    let (from, _) = Dialect::detect(&text);
    let plain = Shader::preprocess(expanded, &GlslangInput::for_text(&text, CompileTarget::Checked))?;
    let places = module.interface.outputs.iter();
    let places = places.map(|output| (names.get(&output.name).unwrap_or(&output.name).clone(), output.location));
    let mut web =
        if from.is_es() { plain } else { dialect::translate_to_es(&plain, expanded.stage, &places.collect()) };
    for _ in 0..=MAX_RENAMES {
        let Some(log) = Shader::error_log(expanded.stage, &GlslangInput::for_text(&web, CompileTarget::Checked)) else {
            return Ok((web, names));
        };
        let Some((text, own, made)) = dialect::rename_conflict(&web, &log) else {
            return Err(refusal_error(&expanded.name, log));
        };
        web = text;
        names.insert(own, made);
    }
    Err(refusal_error(&expanded.name, format!("it has more than {MAX_RENAMES} names that are words there")))
}

fn refusal_error(kernel: &str, log: String) -> Error {
    let first = log.lines().find(|line| line.contains("ERROR")).unwrap_or(&log);
    Error::Source {
        kernel: kernel.to_string(),
        report: format!("not valid GLSL ES 3.00: {}", first.trim_start_matches("ERROR: ")),
    }
}
