//! Correct and wrong kernels, from their text to their interface.

mod compile;
mod diagnostic;
mod include;
mod interface;

use super::{ExpandedKernel, SourceFile, Stage, expand};
use gristmill_base::error::{Error, Result};
use gristmill_base::includes::IncludeRequest;
use std::borrow::Cow;

const PIXEL: &str = "\
#version 330 core
// pixel: doubles one element.
#include \"stream.glsl\"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    result = 2.0 * here(source).r;
}
";

const STREAM: &str = "\
// The element under the fragment.
vec4 here(sampler2D stream) {
    return texelFetch(stream, ivec2(gl_FragCoord.xy), 0);
}
";

/// Builds a kernel file.
fn source_file(name: &str, text: &str) -> SourceFile {
    SourceFile { name: name.to_string(), text: Cow::Owned(text.to_string()) }
}

/// Expands a kernel whose includes are `folder`: names and texts.
fn expand_kernel(name: &str, text: &str, folder: &[(&str, &str)], defines: &[(&str, &str)]) -> Result<ExpandedKernel> {
    let stage = match name.rsplit('.').next() {
        Some("vert") => Stage::Vertex,
        Some("comp") => Stage::Compute,
        _ => Stage::Fragment,
    };
    let text_of = |wanted: &str| {
        folder
            .iter()
            .find(|(name, _)| *name == wanted)
            .map(|(_, text)| Cow::Owned(text.to_string()))
    };
    let find = |request: &IncludeRequest| request.find_text(text_of).map(Ok);
    let defines: Vec<(String, String)> = defines
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    expand(&source_file(name, text), stage, &find, &defines)
}

/// Returns the report of a wrong kernel.
fn error_report<T: std::fmt::Debug>(result: Result<T>) -> String {
    match result {
        Err(Error::Source { report, .. }) => report,
        other => panic!("expected Error::Source, got {other:?}"),
    }
}
