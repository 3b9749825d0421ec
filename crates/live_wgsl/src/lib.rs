//! Translates the kernels of a captured run to WGSL, for the reader's own graphics card. The book's pages load this
//! module when a reader asks for the card; the emulator's module, which all pages load, has no naga.
//!
//! A request is `{"stages": [..], "formats": {image: format}, "squares": true}`, where `stages` are those of a captured
//! program and `squares` draws points as squares of `gl_PointSize`. The answer is `{"stages": [..]}`, each with its
//! WGSL and its resources, or `{"error": ..}` in one sentence.
#![warn(missing_debug_implementations, missing_docs)]

// The emulator's module passes texts to a page by the same three functions.
#[path = "../../live/src/memory.rs"]
mod memory;
mod stage_json;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gristmill_base::error::{Error, Result};
use gristmill_shader::{ExpandedKernel, SourceFile, Stage};
use gristmill_webgpu::{PointShape, TranslationOptions, translate_kernel};
use serde_json::{Value, json};

/// Answers a request. An error is the answer's `error`, in one sentence.
///
/// ```
/// let answer = gristmill_live_wgsl::answer("no JSON");
/// assert!(answer.starts_with(r#"{"error":"the request is no JSON"#), "{answer}");
/// ```
pub fn answer(request: &str) -> String {
    let answered = match serde_json::from_str(request) {
        Ok(request) => translate_stages(&request),
        Err(error) => Err(Error::data(format!("the request is no JSON: {error}; write an object"))),
    };
    answered
        .unwrap_or_else(|error| json!({ "error": error.to_string() }))
        .to_string()
}

fn translate_stages(request: &Value) -> Result<Value> {
    let stages = request["stages"].as_array().map_or(&[][..], Vec::as_slice);
    if stages.is_empty() {
        return Err(Error::data("the request has no stages; give those of a captured program"));
    }
    let mut spirv = vec![];
    let mut texts = vec![];
    for stage in stages {
        let (text, words) = read_stage(stage)?;
        spirv.push((text.stage, words));
        texts.push(text);
    }
    let texts: Vec<&ExpandedKernel> = texts.iter().collect();
    let formats: Vec<(&str, &str)> = request["formats"]
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(name, format)| Some((name.as_str(), format.as_str()?)))
        .collect();
    let points = if request["squares"] == true { PointShape::Square } else { PointShape::Vertex };
    let options = TranslationOptions { image_formats: &formats, points, ..TranslationOptions::default() };
    let kernel = translate_kernel(&spirv, &texts, &options)?;
    Ok(json!({ "stages": kernel.stages.iter().map(stage_json::stage_json).collect::<Vec<_>>() }))
}

/// Reads a stage: its text, for the lines of a refusal, and its SPIR-V.
fn read_stage(stage: &Value) -> Result<(ExpandedKernel, Vec<u32>)> {
    let name = stage["name"].as_str().unwrap_or_default();
    let kind = match stage["stage"].as_str() {
        Some("vertex") => Stage::Vertex,
        Some("fragment") => Stage::Fragment,
        Some("compute") => Stage::Compute,
        other => {
            return Err(Error::data(format!("{name}: the stage is {other:?}; give vertex, fragment or compute")));
        }
    };
    let bytes = STANDARD
        .decode(stage["spirv"].as_str().unwrap_or_default())
        .map_err(|error| Error::data(format!("{name}: its SPIR-V is no base64, {error}; give what a capture has")))?;
    let words = bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect();
    let index = |value: &Value| value.as_u64().map(|number| number as usize);
    let lines = stage["lines"].as_array().into_iter().flatten();
    let files = stage["files"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let expanded = ExpandedKernel {
        name: name.to_string(),
        stage: kind,
        text: stage["text"].as_str().unwrap_or_default().to_string(),
        lines: lines.filter_map(|line| Some((index(&line[0])?, index(&line[1])?))).collect(),
        files: files
            .map(|name| SourceFile { name: name.to_string(), text: "".into() })
            .collect(),
    };
    Ok((expanded, words))
}
