//! `--baseline` and `--write-baseline`: known findings are counted, but do not fail the check.

use crate::check::record::{CheckRecord, Diagnostic, Severity, read_text};
use crate::output_files::save_file;
use gristmill::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The version of the format.
const FORMAT_VERSION: u32 = 1;

/// The content of a baseline file.
#[derive(Serialize, Deserialize)]
struct BaselineFile {
    gristmill_baseline: u32,
    findings: BTreeSet<KnownFinding>,
}

/// The identity of a finding. It has no line numbers, because lines move.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct KnownFinding {
    /// The file of the first line, relative to the current folder, or the name of the way if there is no file.
    file: String,
    observer: String,
    name: String,
    /// The text of its lines, sorted.
    lines: Vec<String>,
}

/// The known findings, and those of them that were found again.
pub struct Baseline {
    path: PathBuf,
    known: BTreeSet<KnownFinding>,
    seen: BTreeSet<KnownFinding>,
}

impl Baseline {
    /// Reads a baseline file.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such file, or it has another version.
    pub fn read_file(path: &Path) -> Result<Baseline> {
        let text = read_text(path, "the baseline")?;
        let wrong = |why: String| {
            Error::data(format!("{}: {why}; write one with --write-baseline {}", path.display(), path.display()))
        };
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|error| wrong(format!("it is not JSON, {error}")))?;
        match value.get("gristmill_baseline") {
            Some(version) if *version == FORMAT_VERSION => {}
            Some(version) => {
                return Err(wrong(format!(
                    "it is a baseline of version {version}, this program reads version {FORMAT_VERSION}"
                )));
            }
            None => return Err(wrong("it is not a baseline".to_string())),
        }
        let file: BaselineFile =
            serde_json::from_value(value).map_err(|error| wrong(format!("it is not a complete baseline, {error}")))?;
        Ok(Baseline { path: path.to_path_buf(), known: file.findings, seen: BTreeSet::new() })
    }

    /// Marks the known findings of a record, and updates its state.
    pub fn mark_known(&mut self, judgement: &mut CheckRecord) {
        let name = judgement.name.clone();
        for fault in judgement.faults.iter_mut().filter(|fault| is_finding(fault)) {
            let finding = KnownFinding::from_diagnostic(&name, fault);
            fault.known = self.known.contains(&finding);
            if fault.known {
                self.seen.insert(finding);
            }
        }
        judgement.update_state();
    }

    /// Returns a summary line, then one line for each entry of the baseline that was not found again.
    pub fn summary_lines(&self, judgements: &[CheckRecord]) -> String {
        let all = judgements.iter().flat_map(|judgement| &judgement.faults);
        let known = all.clone().filter(|fault| fault.known).count();
        let new = all.filter(|fault| is_finding(fault) && !fault.known).count();
        let gone: Vec<&KnownFinding> = self.known.difference(&self.seen).collect();
        let mut told = format!("{}: {known} known, {new} new, {} no longer found", self.path.display(), gone.len());
        for finding in gone {
            let lines = finding.lines.join(" | ");
            let line = format!("\n  {}: {} {} {lines}", finding.file, finding.observer, finding.name);
            told += line.trim_end();
        }
        told
    }
}

/// Writes the findings of these records as a baseline; returns their number.
pub fn write_baseline(path: &Path, judgements: &[CheckRecord]) -> Result<usize> {
    let findings = judgements.iter().flat_map(|judgement| {
        let found = judgement.faults.iter().filter(|fault| is_finding(fault));
        found.map(|fault| KnownFinding::from_diagnostic(&judgement.name, fault))
    });
    let file = BaselineFile { gristmill_baseline: FORMAT_VERSION, findings: findings.collect() };
    // Only a map with keys that are not strings could fail.
    save_file(path, serde_json::to_string_pretty(&file).unwrap_or_default() + "\n")?;
    Ok(file.findings.len())
}

/// Returns true for findings; kernels that do not compile or were not judged have none.
fn is_finding(fault: &Diagnostic) -> bool {
    fault.level != Severity::Warning && fault.rule != "compile"
}

impl KnownFinding {
    fn from_diagnostic(judged: &str, fault: &Diagnostic) -> KnownFinding {
        let mut lines: Vec<String> = fault
            .places
            .iter()
            .map(|place| place.text.trim().to_string())
            .filter(|line| !line.is_empty())
            .collect();
        lines.sort_unstable();
        KnownFinding {
            file: fault.places.first().map_or(judged, |place| &place.path).to_string(),
            observer: fault.rule.clone(),
            name: fault.name.clone(),
            lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::record::{CheckState, DiagnosticPlace};

    fn example_record(line: usize, text: &str) -> CheckRecord {
        let place = DiagnosticPlace { path: "a.comp".into(), line, text: text.into(), did: "wrote it".into() };
        let mut fault = Diagnostic::without_place("race", Severity::Error, "race on `block`");
        fault.places.push(place);
        CheckRecord {
            name: "a.comp".into(),
            suite: "kernels".into(),
            state: CheckState::Wrong,
            faults: vec![fault],
            verdict: String::new(),
        }
    }

    #[test]
    fn a_finding_is_known_by_its_text_wherever_its_line_went() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("baseline.json");
        assert_eq!(write_baseline(&path, &[example_record(7, "block[i] = 1;")]).unwrap(), 1);
        for (line, text, state) in [
            (7, "block[i] = 1;", CheckState::Right),
            (90, "    block[i] = 1;", CheckState::Right),
            (7, "block[i] = 2;", CheckState::Wrong),
        ] {
            let mut again = example_record(line, text);
            let mut baseline = Baseline::read_file(&path).unwrap();
            baseline.mark_known(&mut again);
            assert_eq!(again.state, state, "{text}");
            let summary = baseline.summary_lines(&[again]);
            let known = usize::from(state == CheckState::Right);
            assert!(
                summary.contains(&format!("{known} known, {} new, {} no longer found", 1 - known, 1 - known)),
                "{summary}"
            );
            assert_eq!(summary.contains("a.comp: race  block[i] = 1;"), known == 0, "{summary}");
        }
    }

    #[test]
    fn what_is_no_baseline_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("baseline.json");
        assert!(Baseline::read_file(&path).err().unwrap().to_string().contains("cannot be read"));
        for (text, part) in [
            ("race", "it is not JSON"),
            ("{}", "it is not a baseline"),
            (r#"{"gristmill_baseline": 2, "findings": {}}"#, "of version 2, this program reads version 1"),
            (r#"{"gristmill_baseline": 1}"#, "it is not a complete baseline"),
            (r#"{"gristmill_baseline": 1, "findings": [{}]}"#, "it is not a complete baseline"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = Baseline::read_file(&path).err().unwrap().to_string();
            assert!(error.contains(part) && error.contains("--write-baseline"), "{error}");
        }
    }
}
