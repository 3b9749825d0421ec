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

#[cfg(test)]
mod tests {
    use super::*;
    use gristmill::algorithms::saxpy;
    use gristmill::{Capture, Device, Era};

    fn ask_json(request: &Value) -> Value {
        serde_json::from_str(&answer(&request.to_string())).unwrap()
    }

    fn encode(words: &[u32]) -> String {
        STANDARD.encode(words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
    }

    fn capture_saxpy(era: Era) -> Value {
        let device = Device::emulator(era).unwrap().capturing().unwrap();
        let (_, capture): (_, Capture) = device
            .capture(|| {
                let numbers = device.stream(&[1.0; 100])?;
                match era {
                    Era::Fragment => saxpy::fragment(&device, 2.0, &numbers, &numbers)?.read(),
                    Era::Compute => saxpy::compute(&device, 2.0, &numbers, &numbers)?.read(),
                }
            })
            .unwrap();
        serde_json::from_str(&capture.spirv_json(&encode)).unwrap()
    }

    #[test]
    fn a_captured_pass_becomes_a_vertex_and_a_fragment_stage() {
        let programs = capture_saxpy(Era::Fragment);
        assert_eq!(programs[0]["outputs"], json!({ "result": 0 }));
        let told = ask_json(&json!({ "stages": programs[0]["stages"] }));
        let stages = told["stages"].as_array().unwrap_or_else(|| panic!("{told}"));
        let kinds: Vec<_> = stages.iter().map(|stage| (&stage["stage"], &stage["group"])).collect();
        assert_eq!(kinds, [(&json!("vertex"), &json!(1)), (&json!("fragment"), &json!(0))]);
        let fragment = &stages[1];
        assert!(fragment["wgsl"].as_str().unwrap().contains("@fragment"), "{fragment}");
        let resources = fragment["resources"].as_array().unwrap();
        let textures = resources.iter().filter(|resource| resource["kind"] == "texture");
        assert_eq!(textures.map(|texture| texture["dimension"].as_str()).collect::<Vec<_>>(), [Some("2d"); 2]);
        let uniforms = resources.iter().find(|resource| resource["kind"] == "uniforms").unwrap();
        let members = uniforms["members"].as_array().unwrap();
        let alpha = members.iter().find(|member| member["name"] == "alpha").unwrap();
        assert_eq!((&alpha["rows"], &alpha["columns"], &alpha["items"]), (&1.into(), &1.into(), &Value::Null));
    }

    #[test]
    fn a_captured_dispatch_has_its_buffers() {
        let programs = capture_saxpy(Era::Compute);
        let told = ask_json(&json!({ "stages": programs[0]["stages"] }));
        let resources = told["stages"][0]["resources"].as_array().unwrap_or_else(|| panic!("{told}"));
        let buffers = resources.iter().filter(|resource| resource["kind"] == "buffer");
        let written: Vec<_> = buffers.map(|buffer| buffer["writable"].as_bool()).collect();
        assert!(written.contains(&Some(true)), "{told}");
    }

    #[test]
    fn what_is_no_module_is_refused_in_a_sentence() {
        for (request, words) in [
            (json!({}), "no stages"),
            (json!({ "stages": [{ "name": "a.frag", "stage": "geometry" }] }), "give vertex, fragment or compute"),
            (json!({ "stages": [{ "name": "a.frag", "stage": "fragment", "spirv": "?" }] }), "no base64"),
            (json!({ "stages": [{ "name": "a.frag", "stage": "fragment", "spirv": "AAAA" }] }), "a.frag"),
        ] {
            let told = ask_json(&request);
            assert!(told["error"].as_str().is_some_and(|error| error.contains(words)), "{request}: {told}");
        }
    }
}
