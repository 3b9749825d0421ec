//! Runs a reader's own kernel with the options of its `// run:` comments and of the page.

use crate::page_json;
use crate::request::RequestFields;
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
const MAX_NUMBERS: usize = 1 << 16;

/// The most texels of a picture that are sent to a page.
const MAX_PICTURE_TEXELS: u64 = 1 << 20;

/// The time limit for all runs of a launch.
const LAUNCH_DEADLINE: Duration = Duration::from_secs(10);

/// Advice for a terminal, and its replacement for a page.
const PAGE_WORDING: [(&str, &str); 5] = [
    ("give it more with --deadline", "make it smaller, or run it by gristmill check, which has no time limit"),
    ("give it more with --steps", "make it smaller, or give it more with a line as steps 20000000"),
    ("allow more with --memory", "allow more with a line as memory 1024"),
    ("; use --memory", "; say it in a line of the launch"),
    ("replay it with --schedule", "replay it with a line schedule"),
];

/// Rewords a sentence for a page.
fn reword_for_page(sentence: &str) -> String {
    let of_option = sentence.strip_prefix("--").unwrap_or(sentence);
    PAGE_WORDING
        .iter()
        .fold(of_option.to_string(), |told, (terminal, page)| told.replace(terminal, page))
}

pub(crate) fn answer_launch(request: &RequestFields) -> Result<Value> {
    launch_kernel(request).map_err(|error| match error {
        error @ (Error::Source { .. } | Error::NotEmulated { .. }) => error,
        error => Error::data(reword_for_page(&error.to_string())),
    })
}

fn launch_kernel(request: &RequestFields) -> Result<Value> {
    let mut check = KernelCheck::source(request.required_text("name")?, request.required_text("text")?);
    if let Some(vertex) = request.optional_text("vertex") {
        check = check.vertex(vertex);
    }
    let launch = read_options(request)?;
    let begin = Instant::now();
    let compiled = check.compile_for(&launch)?;
    let compiling = begin.elapsed().as_secs_f64() * 1e3;
    let begin = Instant::now();
    let report = compiled.launch(&launch)?;
    let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
    let findings = report.findings.iter().zip(&report.drawings).map(|(finding, drawing)| {
        let mut one = page_json::finding_json(finding);
        one["sentence"] = reword_for_page(&finding.to_string()).into();
        one["drawing"] = drawing.as_str().into();
        one
    });
    let targets: Vec<(&str, u32, u8)> = compiled.outputs().collect();
    let outputs = report.outputs.iter().map(|(name, words)| {
        let target = targets.iter().find(|(known, ..)| known == name);
        let shape = report.shapes.iter().find(|shape| shape.name() == name);
        let mut one = json!({ "name": name, "target": target.map(|target| target.1) });
        if let Some(shape) = shape {
            add_output(&mut one, shape, words);
        }
        one
    });
    Ok(json!({
        "right": report.is_right(), "judged": report.is_judged(), "verdict": reword_for_page(&report.verdict()),
        "findings": findings.collect::<Vec<_>>(), "outputs": outputs.collect::<Vec<_>>(),
        "counters": report.counters.as_ref().map(|counters| page_json::parse_json(&counters.json())),
        "made_up": report.made_up, "schedules": report.schedules, "replay": report.replay,
        "unfinished": report.unfinished.as_deref().map(reword_for_page), "compiling": compiling, "milliseconds": milliseconds,
    }))
}

/// Adds the numbers of an output to the answer, and its picture if it has rows.
fn add_output(told: &mut Value, shape: &OutputShape, words: &[u32]) {
    let numbers = shape.numbers(words, usize::MAX);
    told["lanes"] = shape.lanes().into();
    told["length"] = numbers.len().into();
    told["numbers"] = numbers.iter().take(MAX_NUMBERS).map(page_json::number_json).collect();
    let Some([width, height]) = shape.size() else { return };
    told["size"] = json!([width, height]);
    if u64::from(width) * u64::from(height) <= MAX_PICTURE_TEXELS {
        add_picture(told, [width, height], usize::from(shape.lanes()), &numbers);
    }
}

/// Adds a picture of an output. Colours from 0 to 1 are shown unchanged; other numbers are scaled from the least, which
/// is black, to the greatest, which is white.
fn add_picture(told: &mut Value, [width, height]: [u32; 2], lanes: usize, numbers: &[f64]) {
    let least = list_finite(numbers).fold(f64::INFINITY, f64::min);
    let most = list_finite(numbers).fold(f64::NEG_INFINITY, f64::max);
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
    told["picture"] = page_json::picture_json(&RgbaImage::from_fn(width, height, pixel));
    told["picture"]["black"] = page_json::number_json(&black);
    told["picture"]["white"] = page_json::number_json(&white);
}

fn list_finite(numbers: &[f64]) -> impl Iterator<Item = f64> {
    numbers.iter().copied().filter(|number| number.is_finite())
}

/// Reads the launch options of a request.
pub(crate) fn read_options(request: &RequestFields) -> Result<LaunchOptions> {
    let mut launch = LaunchOptions::new().deadline(LAUNCH_DEADLINE);
    for option in request.list_values("options") {
        launch = launch.option(option[0].as_str().unwrap_or(""), option[1].as_str().unwrap_or(""))?;
    }
    for file in request.list_values("files") {
        let file = RequestFields(file);
        let name = file.required_text("name")?;
        let bytes = STANDARD.decode(file.required_text("base64")?);
        launch = launch.file(
            name,
            bytes.map_err(|error| {
                Error::data(format!("{name}: it arrived damaged ({error}); open the file once more"))
            })?,
        );
    }
    for texture in request.list_values("textures") {
        let texture = RequestFields(texture);
        let mut size = texture.word_list("size");
        size.resize(3, 1);
        let texels =
            Texels::new(texture.required_text("format")?, [size[0], size[1], size[2]], texture.word_list("words"));
        launch = launch.texture(texture.required_text("name")?, texels);
    }
    for buffer in request.list_values("buffers") {
        let buffer = RequestFields(buffer);
        launch = launch.buffer(buffer.required_text("name")?, buffer.word_list("words"));
    }
    if let Some(card) = request.optional_text("card") {
        launch = launch.card(Profile::named(card)?);
    }
    if request.is_wanted("counted", false) {
        launch = launch.counted();
    }
    if !request.is_wanted("watched", true) {
        launch = launch.unwatched();
    }
    Ok(launch)
}
