//! Reports as SARIF 2.1.0, which code hosts and editors show next to the lines.

use super::rules::{self, RULES};
use crate::check::record::{CheckRecord, Diagnostic, DiagnosticPlace, Severity};
use serde_json::{Value, json};

/// Builds the log of a run; `marked` is true if a baseline was compared.
pub fn build_sarif(judgements: &[CheckRecord], marked: bool) -> Value {
    let rules = RULES.iter().map(|rule| {
        json!({
            "id": rule.name,
            "shortDescription": {"text": rule.meaning},
            "help": {"text": rule.help},
            "defaultConfiguration": {"level": default_level(rule.name)},
        })
    });
    let results = judgements.iter().flat_map(|judgement| {
        let faults = judgement.faults.iter();
        faults.map(|fault| build_result(judgement, fault, marked))
    });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "gristmill",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": "https://docs.rs/gristmill",
                "rules": rules.collect::<Vec<_>>(),
            }},
            "results": results.collect::<Vec<_>>(),
        }],
    })
}

fn default_level(rule: &str) -> &'static str {
    match rule {
        "note" | "left_out" => "note",
        "not_judged" => "warning",
        _ => "error",
    }
}

fn build_result(judgement: &CheckRecord, fault: &Diagnostic, marked: bool) -> Value {
    let did = fault.places.first().map_or("", |place| &place.did);
    let text = if did.is_empty() { fault.sentence.clone() } else { format!("{}; {did}", fault.sentence) };
    let mut result = json!({
        "ruleId": fault.rule,
        "level": match fault.level {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        "message": {"text": text},
    });
    if let Some(number) = rules::rule_index(&fault.rule) {
        result["ruleIndex"] = json!(number);
    }
    match fault.places.split_first() {
        Some((first, others)) => {
            result["locations"] = json!([build_location(first)]);
            if !others.is_empty() {
                let told = others.iter().map(|place| {
                    let mut location = build_location(place);
                    location["message"] = json!({"text": place.did});
                    location
                });
                result["relatedLocations"] = told.collect();
            }
        }
        None => result["locations"] = json!([{"logicalLocations": [{"fullyQualifiedName": judgement.name}]}]),
    }
    if marked {
        result["baselineState"] = json!(if fault.known { "unchanged" } else { "new" });
    }
    if fault.known {
        result["suppressions"] = json!([{"kind": "external", "justification": "the baseline has it"}]);
    }
    result
}

/// Builds a location; a whole file is located at its first line, because some readers reject a location without a line.
fn build_location(place: &DiagnosticPlace) -> Value {
    let mut region = json!({"startLine": place.line.max(1)});
    if !place.text.is_empty() {
        region["snippet"] = json!({"text": place.text});
    }
    json!({"physicalLocation": {"artifactLocation": {"uri": path_to_uri(&place.path)}, "region": region}})
}

/// Returns true for a character that stands in a path of a URI as it is.
fn is_uri_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte)
}

/// Returns a path as a URI reference: relative below the current folder, absolute elsewhere.
fn path_to_uri(path: &str) -> String {
    let outside = path.starts_with("../");
    let absolute = if outside { std::path::absolute(path).ok() } else { None };
    let path = absolute.map_or(path.to_string(), |path| path.display().to_string().replace('\\', "/"));
    let coded: String = path
        .bytes()
        .map(|byte| if is_uri_char(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    match path.as_bytes() {
        [b'/', ..] => format!("file://{coded}"),
        [_, b':', ..] => format!("file:///{}:{}", &path[..1], &coded[4..]),
        _ => coded,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(path_to_uri("kernels/a.comp"), "kernels/a.comp");
        assert_eq!(path_to_uri("two words/ä#.comp"), "two%20words/%C3%A4%23.comp");
        assert_eq!(path_to_uri("/a b/c.comp"), "file:///a%20b/c.comp");
        assert_eq!(path_to_uri("C:/a b/c.comp"), "file:///C:/a%20b/c.comp");
        assert!(path_to_uri("../a.comp").starts_with("file://"));
    }
}
