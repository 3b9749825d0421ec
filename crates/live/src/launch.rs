//! Runs a reader's own kernel with the options of its `// run:` comments and of the page.

use crate::fields::Fields;
use crate::shown;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gristmill::check::{KernelCheck, LaunchOptions, OutputShape, Texels};
use gristmill::{Error, Profile, Result};
use image::{Rgba, RgbaImage};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[cfg(test)]
mod tests;

/// The most numbers of an output that are sent to a page.
const SHOWN: usize = 1 << 16;

/// The most texels of a picture that are sent to a page.
const TEXELS: u64 = 1 << 20;

/// The time limit for all runs of a launch.
const PATIENCE: Duration = Duration::from_secs(10);

/// Advice for a terminal, and its replacement for a page.
const INSTEAD: [(&str, &str); 5] = [
    (
        "give it more with --deadline",
        "make it smaller, or run it by gristmill check, which waits as long as it is told",
    ),
    ("give it more with --steps", "make it smaller, or give it more with a line as steps 20000000"),
    ("allow more with --memory", "allow more with a line as memory 1024"),
    ("; use --memory", "; say it in a line of the launch"),
    ("replay it with --schedule", "replay it with a line schedule"),
];

/// Rewords a sentence for a page.
fn told(sentence: &str) -> String {
    let of_option = sentence.strip_prefix("--").unwrap_or(sentence);
    INSTEAD
        .iter()
        .fold(of_option.to_string(), |told, (terminal, page)| told.replace(terminal, page))
}

pub(crate) fn launch(request: &Fields) -> Result<Value> {
    launched(request).map_err(|error| match error {
        error @ (Error::Source { .. } | Error::NotEmulated { .. }) => error,
        error => Error::data(told(&error.to_string())),
    })
}

fn launched(request: &Fields) -> Result<Value> {
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
        let mut one = shown::finding(finding);
        one["sentence"] = told(&finding.to_string()).into();
        one["drawing"] = drawing.as_str().into();
        one
    });
    let targets: Vec<(&str, u32, u8)> = compiled.outputs().collect();
    let outputs = report.outputs.iter().map(|(name, words)| {
        let target = targets.iter().find(|(known, ..)| known == name);
        let shape = report.shapes.iter().find(|shape| shape.name() == name);
        let mut one = json!({ "name": name, "target": target.map(|target| target.1) });
        if let Some(shape) = shape {
            output(&mut one, shape, words);
        }
        one
    });
    Ok(json!({
        "right": report.is_right(), "judged": report.is_judged(), "verdict": told(&report.verdict()),
        "findings": findings.collect::<Vec<_>>(), "outputs": outputs.collect::<Vec<_>>(),
        "counters": report.counters.as_ref().map(|counters| shown::written(&counters.json())),
        "made_up": report.made_up, "schedules": report.schedules, "replay": report.replay,
        "unfinished": report.unfinished.as_deref().map(told), "compiling": compiling, "milliseconds": milliseconds,
    }))
}

/// Adds the numbers of an output to the answer, and its picture if it has rows.
fn output(told: &mut Value, shape: &OutputShape, words: &[u32]) {
    let numbers = shape.numbers(words, usize::MAX);
    told["lanes"] = shape.lanes().into();
    told["length"] = numbers.len().into();
    told["numbers"] = numbers.iter().take(SHOWN).map(shown::number).collect();
    let Some([width, height]) = shape.size() else { return };
    told["size"] = json!([width, height]);
    if u64::from(width) * u64::from(height) <= TEXELS {
        picture(told, [width, height], usize::from(shape.lanes()), &numbers);
    }
}

/// Adds a picture of an output. Colours from 0 to 1 are shown unchanged; other numbers are scaled from the least, which
/// is black, to the greatest, which is white.
fn picture(told: &mut Value, [width, height]: [u32; 2], lanes: usize, numbers: &[f64]) {
    let finite = || numbers.iter().copied().filter(|number| number.is_finite());
    let (least, most) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    let [black, white] = if lanes > 1 && least >= 0.0 && most <= 1.0 { [0.0, 1.0] } else { [least, most] };
    // NaN is black, and so are numbers that are all the same.
    let byte = |number: &f64| (255.0 * (number - black) / (white - black)).round() as u8;
    let pixel = |x: u32, y: u32| {
        let at = (y as usize * width as usize + x as usize) * lanes;
        match numbers.get(at..at + lanes).unwrap_or_default() {
            [gray] => Rgba([byte(gray), byte(gray), byte(gray), 255]),
            [red, green] => Rgba([byte(red), byte(green), 0, 255]),
            // Alpha is ignored, because nothing is below the picture.
            [red, green, blue, ..] => Rgba([byte(red), byte(green), byte(blue), 255]),
            [] => Rgba([0, 0, 0, 255]),
        }
    };
    told["picture"] = shown::picture(&RgbaImage::from_fn(width, height, pixel));
    told["picture"]["black"] = shown::number(&black);
    told["picture"]["white"] = shown::number(&white);
}

/// Reads the launch options of a request.
pub(crate) fn options(request: &Fields) -> Result<LaunchOptions> {
    let mut launch = LaunchOptions::new().deadline(PATIENCE);
    for option in request.list("options") {
        launch = launch.option(option[0].as_str().unwrap_or(""), option[1].as_str().unwrap_or(""))?;
    }
    for file in request.list("files") {
        let file = Fields(file);
        let name = file.word("name")?;
        let bytes = STANDARD.decode(file.word("base64")?);
        let damaged = |error| Error::data(format!("{name}: it arrived damaged ({error}); open the file once more"));
        launch = launch.file(name, bytes.map_err(damaged)?);
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
