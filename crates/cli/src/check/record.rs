//! The results of `gristmill check` in the form from which every report is written.

use crate::terminal::replace_controls;
use gristmill::check::Report;
use gristmill::finding::{Finding, Witness};
use gristmill::{Error, Result, files};
use std::path::{Component, Path};

/// The result of one kernel file, or of one way of an algorithm.
pub struct CheckRecord {
    /// The path from the current folder, or the way's name.
    pub name: String,
    /// `kernels`, or the algorithm.
    pub suite: String,
    /// The state of the result.
    pub state: CheckState,
    /// The diagnostics, findings first.
    pub faults: Vec<Diagnostic>,
    /// The verdict in one line.
    pub verdict: String,
}

/// The state of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckState {
    /// The kernel has no findings but known ones.
    Right,
    /// The kernel has new findings, or a wrong result.
    Wrong,
    /// The kernel does not compile, does not fit its input, did nothing, or did not end.
    NotJudged,
    /// The device lacks the resources for it.
    LeftOut,
}

/// A finding, an error or a note.
pub struct Diagnostic {
    /// The observer that found it, or another rule: `race`, `compile`.
    pub rule: String,
    /// Its severity.
    pub level: Severity,
    /// The variable; empty if there is none.
    pub name: String,
    /// The message in one line.
    pub sentence: String,
    /// The whole message, with the drawn source lines.
    pub drawn: String,
    /// The places in the source, the main one first. Empty if it belongs to no file.
    pub places: Vec<DiagnosticPlace>,
    /// True if the baseline has it.
    pub known: bool,
}

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// A result may be wrong.
    Error,
    /// The kernel was not judged.
    Warning,
    /// Unusual, but not wrong.
    Note,
}

/// A line of a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagnosticPlace {
    /// The path from the current folder.
    pub path: String,
    /// The number of the line, from 1; 0 for the whole file.
    pub line: usize,
    /// The text of the line.
    pub text: String,
    /// The invocation, and its operation on this line.
    pub did: String,
}

impl CheckRecord {
    /// Creates the record of a user's kernel that ran.
    pub fn from_report(file: &Path, report: &Report) -> CheckRecord {
        let path = relative_path(file);
        let place = |name: &str| sibling_path(file, name);
        let drawings = report.drawings.iter().map(String::as_str).chain(std::iter::repeat(""));
        let found = report.findings.iter().zip(drawings);
        let mut faults: Vec<Diagnostic> = found
            .map(|(finding, drawn)| Diagnostic::from_finding(finding, drawn, &path, &place))
            .collect();
        let mut state = if report.is_right() { CheckState::Right } else { CheckState::Wrong };
        if report.is_right() && !report.is_judged() {
            state = CheckState::NotJudged;
            faults.push(Diagnostic::for_file("not_judged", Severity::Warning, &report.verdict(), &path));
        }
        CheckRecord { name: path, suite: "kernels".to_string(), state, faults, verdict: report.verdict() }
    }

    /// Creates the record of a file in which nothing is wrong.
    pub fn for_right(file: &Path, verdict: String) -> CheckRecord {
        let (name, suite) = (relative_path(file), "kernels".to_string());
        CheckRecord { name, suite, state: CheckState::Right, faults: vec![], verdict }
    }

    /// Creates the record of a user's kernel that did not run.
    pub fn from_error(file: &Path, error: &Error) -> CheckRecord {
        let path = relative_path(file);
        let (rule, level) = match error {
            Error::Source { .. } => ("compile", Severity::Error),
            Error::NotEmulated { .. } => ("not_emulated", Severity::Error),
            Error::Shortage { .. } => ("shortage", Severity::Warning),
            _ => ("not_judged", Severity::Warning),
        };
        let told = error.to_string();
        let mut fault = Diagnostic::for_file(rule, level, &told, &path);
        fault.drawn.clone_from(&told);
        if let Some((name, line)) = drawn_position(&told) {
            fault.places = vec![DiagnosticPlace {
                path: sibling_path(file, name),
                line,
                text: String::new(),
                did: "here".to_string(),
            }];
        }
        if let (Error::Source { .. } | Error::NotEmulated { .. }, Some(first)) = (error, told.lines().nth(1)) {
            let first = first_line(first);
            fault.sentence += &format!(": {}", first.strip_prefix("Error: ").unwrap_or(&first));
        }
        let verdict = fault.sentence.clone();
        CheckRecord {
            name: path,
            suite: "kernels".to_string(),
            state: CheckState::NotJudged,
            faults: vec![fault],
            verdict,
        }
    }

    /// Updates the state after known findings were marked.
    pub fn update_state(&mut self) {
        let new = self.faults.iter().any(|fault| fault.level == Severity::Error && !fault.known);
        if self.state == CheckState::Wrong && !new {
            self.state = CheckState::Right;
        }
    }

    /// Returns the number of known findings.
    pub fn known_count(&self) -> usize {
        self.faults.iter().filter(|fault| fault.known).count()
    }
}

impl DiagnosticPlace {
    /// Creates the place of a witness, in the file of that path.
    fn of_witness(witness: &Witness, path: String) -> DiagnosticPlace {
        let who = witness.who.map_or(String::new(), |who| format!("{who} "));
        DiagnosticPlace { path, line: witness.line, text: witness.text.clone(), did: format!("{who}{}", witness.did) }
    }
}

impl Diagnostic {
    /// Creates the diagnostic of a finding; `path` is the kernel's file, and `place` returns the path of a file by its
    /// name.
    pub fn from_finding(finding: &Finding, drawn: &str, path: &str, place: &dyn Fn(&str) -> String) -> Diagnostic {
        let mut places: Vec<DiagnosticPlace> = Vec::new();
        for witness in &finding.witnesses {
            places.push(DiagnosticPlace::of_witness(witness, place(&witness.file)));
        }
        if places.is_empty() {
            places.push(DiagnosticPlace { path: path.to_string(), line: 0, text: String::new(), did: String::new() });
        }
        let on = if finding.place.is_empty() { String::new() } else { format!(" on {}", finding.place) };
        let mend = if finding.mend.is_empty() { String::new() } else { format!(": {}", finding.mend) };
        let drawn = if drawn.is_empty() { finding.to_string() } else { drawn.to_string() };
        Diagnostic {
            rule: finding.kind.name().to_string(),
            level: if finding.kind.is_error() { Severity::Error } else { Severity::Note },
            name: finding.name.clone(),
            sentence: first_line(&format!("{}{on}{mend}", finding.kind.name().replace('_', " "))),
            drawn: replace_controls(&drawn),
            places,
            known: false,
        }
    }

    /// Creates a diagnostic about a whole file.
    fn for_file(rule: &str, level: Severity, told: &str, path: &str) -> Diagnostic {
        let mut fault = Diagnostic::without_place(rule, level, told);
        fault.places =
            vec![DiagnosticPlace { path: path.to_string(), line: 0, text: String::new(), did: String::new() }];
        fault
    }

    /// Creates a diagnostic that belongs to no file.
    pub fn without_place(rule: &str, level: Severity, told: &str) -> Diagnostic {
        Diagnostic {
            rule: rule.to_string(),
            level,
            name: String::new(),
            sentence: first_line(told),
            drawn: replace_controls(told),
            places: vec![],
            known: false,
        }
    }
}

/// Returns the first line of a text from outside, without control characters.
fn first_line(told: &str) -> String {
    replace_controls(told.lines().next().unwrap_or(""))
}

/// Returns the first file and line that a drawing names, as in `[ race.comp:7:5 ]`.
fn drawn_position(drawing: &str) -> Option<(&str, usize)> {
    let place = drawing.split_once("[ ")?.1.split_once(" ]")?.0;
    let mut parts = place.rsplitn(3, ':');
    let _ = parts.next()?;
    let line = parts.next()?;
    let file = parts.next()?;
    Some((file, line.parse().ok()?))
}

/// Returns the path of a file next to the kernel; the name alone if there is no such file, as for one of the library's.
fn sibling_path(kernel: &Path, name: &str) -> String {
    let path = kernel.parent().unwrap_or(Path::new("")).join(name);
    if path.is_file() { relative_path(&path) } else { name.to_string() }
}

/// Returns a path relative to the current folder, with `/` as separator; unchanged if it is outside.
pub fn relative_path(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    // The file itself may be a symbolic link; it keeps its name.
    let folder = path.parent().and_then(|folder| here.join(folder).canonicalize().ok());
    let whole = folder.zip(path.file_name()).map(|(folder, name)| folder.join(name));
    let below = whole
        .as_ref()
        .zip(here.canonicalize().ok())
        .and_then(|(whole, here)| whole.strip_prefix(here).ok());
    let path = below.unwrap_or_else(|| path.strip_prefix(&here).unwrap_or(path));
    let parts = path.components().filter(|part| *part != Component::CurDir);
    parts.collect::<std::path::PathBuf>().display().to_string().replace('\\', "/")
}

/// The largest text file that is read, in bytes.
const MAX_TEXT_BYTES: u64 = 64 << 20;

/// Reads a text file that the user names; `what` describes the file in errors.
pub fn read_text(path: &Path, what: &str) -> Result<String> {
    let name = format!("{what} {}", path.display());
    let bytes = files::read_at_most(path, MAX_TEXT_BYTES)
        .map_err(|error| Error::of_system(format!("{name} cannot be read"), &error))?;
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        return Err(Error::limit(
            format!("bytes of {name}"),
            bytes.len() as u128,
            MAX_TEXT_BYTES.into(),
            "give a shorter one",
        ));
    }
    files::decode_text(bytes).ok_or_else(|| Error::data(format!("{name} is not text; save it as UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_says_where() {
        assert_eq!(drawn_position("Error: x\n   ╭─[ a b.comp:5:38 ]\n"), Some(("a b.comp", 5)));
        for nothing in ["", "a [ b", "[ a.comp ]", "[ a.comp:x:1 ]"] {
            assert_eq!(drawn_position(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn paths_are_from_here() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(relative_path(&here.join("a/b.comp")), "a/b.comp");
        assert_eq!(relative_path(Path::new("./a/./b.comp")), "a/b.comp");
        assert_eq!(relative_path(Path::new("../b.comp")), "../b.comp");
    }
}
