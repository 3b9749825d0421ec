//! Workflow commands of GitHub, which show a diagnostic at its line in a pull request.

use crate::check::record::{CheckRecord, Diagnostic, Severity};

/// Returns a command for each diagnostic that is not known, one per line.
pub fn format_commands(judgement: &CheckRecord) -> Vec<String> {
    let new = judgement.faults.iter().filter(|fault| !fault.known);
    new.map(format_command).collect()
}

fn format_command(fault: &Diagnostic) -> String {
    let word = match fault.level {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = Vec::new();
    if let Some(place) = fault.places.first() {
        properties.push(format!("file={}", escape_property(&place.path)));
        if place.line > 0 {
            properties.push(format!("line={}", place.line));
        }
    }
    properties.push(format!("title={}", escape_property(&format!("gristmill: {}", fault.rule.replace('_', " ")))));
    let places = fault.places.iter().filter(|place| place.line > 0 && !place.did.is_empty());
    let places: Vec<String> = places
        .map(|place| format!("\n{}:{}: {}", place.path, place.line, place.did))
        .collect();
    format!("::{word} {}::{}", properties.join(","), escape_data(&format!("{}{}", fault.sentence, places.concat())))
}

/// Escapes the text after the second `::`.
fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property.
fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::record::DiagnosticPlace;

    fn place_at(line: usize, did: &str) -> DiagnosticPlace {
        DiagnosticPlace { path: "a,b:c%.comp".into(), line, text: String::new(), did: did.into() }
    }

    /// Examples from GitHub's documentation of workflow commands, and the escapes of its toolkit.
    #[test]
    fn commands_are_escaped() {
        let mut fault = Diagnostic::without_place("memory_model", Severity::Error, "100 % of it: wrong, all");
        fault.places = vec![place_at(3, "lane 0 wrote it"), place_at(9, "lane 1 read it")];
        assert_eq!(
            format_command(&fault),
            "::error file=a%2Cb%3Ac%25.comp,line=3,title=gristmill%3A memory model::100 %25 of it: wrong, all\
             %0Aa,b:c%25.comp:3: lane 0 wrote it%0Aa,b:c%25.comp:9: lane 1 read it"
        );
        fault.places = vec![];
        fault.level = Severity::Note;
        assert_eq!(format_command(&fault), "::notice title=gristmill%3A memory model::100 %25 of it: wrong, all");
    }
}
