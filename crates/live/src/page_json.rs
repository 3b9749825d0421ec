//! Conversion of errors, findings, counters and pictures to JSON.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gristmill::Error;
use gristmill::finding::Finding;
use image::RgbaImage;
use serde_json::{Value, json};

/// Returns an error with the lines that a compiler names.
pub(crate) fn error_json(error: &Error) -> Value {
    let sentence = error.to_string();
    json!({ "lines": named_lines(&sentence), "error": sentence })
}

/// Returns the lines that a drawing names, as `[ scan.comp:12:5 ]`, each with the message before it.
pub(crate) fn named_lines(drawing: &str) -> Vec<Value> {
    let mut lines = vec![];
    let mut words = "";
    for row in drawing.lines() {
        match row.split_once("─[ ").and_then(|(_, place)| place.split_once(" ]")) {
            Some((place, _)) => {
                let mut parts = place.rsplitn(3, ':');
                let line = parts.nth(1);
                let file = parts.next();
                if let (Some(line), Some(file)) = (line.and_then(|line| line.parse::<usize>().ok()), file) {
                    lines.push(json!({ "file": file, "line": line, "sentence": words.trim_start_matches("Error: ") }));
                }
            }
            None => words = row.trim(),
        }
    }
    lines
}

/// Returns a finding, with the operation at each of its lines.
pub(crate) fn finding_json(finding: &Finding) -> Value {
    let mut lines: Vec<Value> = vec![];
    for witness in finding.witnesses.iter().filter(|witness| witness.line > 0) {
        let place = if finding.place.is_empty() { String::new() } else { format!(" on {}", finding.place) };
        let who = witness.who.map_or_else(String::new, |who| format!("{who} "));
        let kind = finding.kind.name().replace('_', " ");
        let sentence = format!("{kind}{place}: {who}{}", witness.did);
        let line = json!({ "file": witness.file, "line": witness.line, "sentence": sentence });
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    json!({
        "kind": finding.kind.name(), "sentence": finding.to_string(), "mend": finding.mend, "lines": lines,
        "times": finding.times,
    })
}

/// Returns a number; infinities and NaN become strings, because JSON has no word for them.
pub(crate) fn number_json(number: &f64) -> Value {
    if number.is_finite() { json!(number) } else { json!(number.to_string()) }
}

/// Parses JSON written by the library.
pub(crate) fn parse_json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}

/// Returns a picture, with its bytes in base64.
pub(crate) fn picture_json(picture: &RgbaImage) -> Value {
    json!({ "width": picture.width(), "height": picture.height(), "rgba": STANDARD.encode(picture.as_raw()) })
}
