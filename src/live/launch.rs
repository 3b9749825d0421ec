//! A reader's own kernel on what its `// run:` comments say.

use crate::fields::Fields;
use crate::shown;
use gristmill::check::{KernelCheck, LaunchOptions, Texels};
use gristmill::{Profile, Result};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Words of an output that a page is given.
const SHOWN: usize = 1 << 16;

/// How long all runs of a launch may take.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn launch(request: &Fields) -> Result<Value> {
    let mut check = KernelCheck::source(request.word("name")?, request.word("text")?);
    if let Some(vertex) = request.may("vertex") {
        check = check.vertex(vertex);
    }
    let launch = options(request)?;
    let begin = Instant::now();
    let compiled = check.compile_for(&launch)?;
    let compiling = begin.elapsed().as_secs_f64() * 1e3;
    let begin = Instant::now();
    let report = compiled.launch(&launch)?;
    let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
    let findings = report.findings.iter().zip(&report.drawings).map(|(finding, drawing)| {
        let mut told = shown::finding(finding);
        told["drawing"] = drawing.as_str().into();
        told
    });
    let shapes: Vec<(&str, u32, u8)> = compiled.outputs().collect();
    let outputs = report.outputs.iter().map(|(name, words)| {
        let shape = shapes.iter().find(|(known, ..)| known == name);
        json!({
            "name": name, "length": words.len(), "words": &words[..words.len().min(SHOWN)],
            "target": shape.map(|shape| shape.1), "lanes": shape.map(|shape| shape.2),
        })
    });
    Ok(json!({
        "right": report.is_right(), "judged": report.is_judged(), "verdict": report.verdict(),
        "findings": findings.collect::<Vec<_>>(), "outputs": outputs.collect::<Vec<_>>(),
        "counters": report.counters.as_ref().map(|counters| shown::written(&counters.json())),
        "made_up": report.made_up, "schedules": report.schedules, "replay": report.replay,
        "unfinished": report.unfinished, "compiling": compiling, "milliseconds": milliseconds,
    }))
}

/// What the request says that it is run on.
pub(crate) fn options(request: &Fields) -> Result<LaunchOptions> {
    let mut launch = LaunchOptions::new().deadline(PATIENCE);
    for option in request.list("options") {
        launch = launch.option(option[0].as_str().unwrap_or(""), option[1].as_str().unwrap_or(""))?;
    }
    for texture in request.list("textures") {
        let texture = Fields(texture);
        let mut size = texture.words("size");
        size.resize(3, 1);
        let texels = Texels::new(texture.word("format")?, [size[0], size[1], size[2]], texture.words("words"));
        launch = launch.texture(texture.word("name")?, texels);
    }
    for buffer in request.list("buffers") {
        let buffer = Fields(buffer);
        launch = launch.buffer(buffer.word("name")?, buffer.words("words"));
    }
    if let Some(card) = request.may("card") {
        launch = launch.card(Profile::named(card)?);
    }
    if request.wants("counted", false) {
        launch = launch.counted();
    }
    if !request.wants("watched", true) {
        launch = launch.unwatched();
    }
    Ok(launch)
}
