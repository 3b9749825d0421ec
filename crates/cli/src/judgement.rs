//! The results of `gristmill check` in the form from which every report is written.

use super::say::harmless;
use gristmill::check::Report;
use gristmill::finding::{Finding, Witness};
use gristmill::{Error, Result, files};
use std::path::{Component, Path};

/// The result of one kernel file, or of one way of an algorithm.
pub struct Judgement {
    /// The path from the current folder, or the way's name.
    pub name: String,
    /// `kernels`, or the algorithm.
    pub suite: String,
    /// The state of the result.
    pub state: State,
    /// The diagnostics, findings first.
    pub faults: Vec<Fault>,
    /// The verdict in one line.
    pub verdict: String,
}

/// The state of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Nothing is wrong, except for known findings.
    Right,
    /// Something is wrong.
    Wrong,
    /// The kernel does not compile, does not fit its input, did nothing, or did not end.
    NotJudged,
    /// This machine lacks the resources for it.
    LeftOut,
}

/// A finding, an error or a note.
pub struct Fault {
    /// The observer that found it, or another rule: `race`, `compile`.
    pub rule: String,
    /// Its severity.
    pub level: Level,
    /// The variable; empty if there is none.
    pub name: String,
    /// The message in one line.
    pub sentence: String,
    /// The whole message, with the drawn source lines.
    pub drawn: String,
    /// The places in the source, the main one first. Empty if it belongs to no file.
    pub places: Vec<Place>,
    /// True if the baseline has it.
    pub known: bool,
}

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// A result may be wrong.
    Error,
    /// The kernel was not judged.
    Warning,
    /// Unusual, but not wrong.
    Note,
}

/// A line of a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The path from the current folder.
    pub path: String,
    /// The number of the line, from 1; 0 for the whole file.
    pub line: usize,
    /// The text of the line.
    pub text: String,
    /// The invocation, and its operation on this line.
    pub did: String,
}

impl Judgement {
    /// Creates the record of a user's kernel that ran.
    pub fn of_report(file: &Path, report: &Report) -> Judgement {
        let path = from_here(file);
        let place = |name: &str| beside(file, name);
        let drawings = report.drawings.iter().map(String::as_str).chain(std::iter::repeat(""));
        let found = report.findings.iter().zip(drawings);
        let mut faults: Vec<Fault> = found
            .map(|(finding, drawn)| Fault::of_finding(finding, drawn, &path, &place))
            .collect();
        let mut state = if report.is_right() { State::Right } else { State::Wrong };
        if report.is_right() && !report.is_judged() {
            state = State::NotJudged;
            faults.push(Fault::of_file("not_judged", Level::Warning, &report.verdict(), &path));
        }
        Judgement { name: path, suite: "kernels".to_string(), state, faults, verdict: report.verdict() }
    }

    /// Creates the record of a user's kernel that did not run.
    pub fn of_error(file: &Path, error: &Error) -> Judgement {
        let path = from_here(file);
        let (rule, level) = match error {
            Error::Source { .. } => ("compile", Level::Error),
            Error::NotEmulated { .. } => ("not_emulated", Level::Error),
            Error::Shortage { .. } => ("shortage", Level::Warning),
            _ => ("not_judged", Level::Warning),
        };
        let told = error.to_string();
        let mut fault = Fault::of_file(rule, level, &told, &path);
        fault.drawn.clone_from(&told);
        if let Some((name, line)) = drawn_at(&told) {
            fault.places = vec![Place { path: beside(file, name), line, text: String::new(), did: "here".to_string() }];
        }
        if let (Error::Source { .. } | Error::NotEmulated { .. }, Some(first)) = (error, told.lines().nth(1)) {
            let first = line(first);
            fault.sentence += &format!(": {}", first.strip_prefix("Error: ").unwrap_or(&first));
        }
        let verdict = fault.sentence.clone();
        Judgement { name: path, suite: "kernels".to_string(), state: State::NotJudged, faults: vec![fault], verdict }
    }

    /// Updates the state after known findings were marked.
    pub fn settle(&mut self) {
        let new = self.faults.iter().any(|fault| fault.level == Level::Error && !fault.known);
        if self.state == State::Wrong && !new {
            self.state = State::Right;
        }
    }

    /// Returns the number of known findings.
    pub fn known(&self) -> usize {
        self.faults.iter().filter(|fault| fault.known).count()
    }
}

impl Fault {
    /// Creates the diagnostic of a finding; `path` is the kernel's file, and `place` returns the path of a file by its
    /// name.
    pub fn of_finding(finding: &Finding, drawn: &str, path: &str, place: &dyn Fn(&str) -> String) -> Fault {
        let of_witness = |witness: &Witness| {
            let who = witness.who.map_or(String::new(), |who| format!("{who} "));
            Place {
                path: place(&witness.file),
                line: witness.line,
                text: witness.text.clone(),
                did: format!("{who}{}", witness.did),
            }
        };
        let mut places: Vec<Place> = finding.witnesses.iter().map(of_witness).collect();
        if places.is_empty() {
            places.push(Place { path: path.to_string(), line: 0, text: String::new(), did: String::new() });
        }
        let on = if finding.place.is_empty() { String::new() } else { format!(" on {}", finding.place) };
        let mend = if finding.mend.is_empty() { String::new() } else { format!(": {}", finding.mend) };
        let drawn = if drawn.is_empty() { finding.to_string() } else { drawn.to_string() };
        Fault {
            rule: finding.kind.name().to_string(),
            level: if finding.kind.is_error() { Level::Error } else { Level::Note },
            name: finding.name.clone(),
            sentence: line(&format!("{}{on}{mend}", finding.kind.name().replace('_', " "))),
            drawn: harmless(&drawn),
            places,
            known: false,
        }
    }

    /// Creates a diagnostic about a whole file.
    fn of_file(rule: &str, level: Level, told: &str, path: &str) -> Fault {
        let mut fault = Fault::of_nothing(rule, level, told);
        fault.places = vec![Place { path: path.to_string(), line: 0, text: String::new(), did: String::new() }];
        fault
    }

    /// Creates a diagnostic that belongs to no file.
    pub fn of_nothing(rule: &str, level: Level, told: &str) -> Fault {
        Fault {
            rule: rule.to_string(),
            level,
            name: String::new(),
            sentence: line(told),
            drawn: harmless(told),
            places: vec![],
            known: false,
        }
    }
}

/// Returns the first line of a text from outside, without control characters.
fn line(told: &str) -> String {
    harmless(told.lines().next().unwrap_or(""))
}

/// Returns the first file and line that a drawing names, as in `[ race.comp:7:5 ]`.
fn drawn_at(drawing: &str) -> Option<(&str, usize)> {
    let place = drawing.split_once("[ ")?.1.split_once(" ]")?.0;
    let mut parts = place.rsplitn(3, ':');
    let (_, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    Some((file, line.parse().ok()?))
}

/// Returns the path of a file next to the kernel; the name alone if there is no such file, as for one of the library's.
fn beside(kernel: &Path, name: &str) -> String {
    let path = kernel.parent().unwrap_or(Path::new("")).join(name);
    if path.is_file() { from_here(&path) } else { name.to_string() }
}

/// Returns a path relative to the current folder, with `/` as separator; unchanged if it is outside.
pub fn from_here(path: &Path) -> String {
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
const LONGEST: u64 = 64 << 20;

/// Reads a text file that the user names; `what` describes the file in errors.
pub fn read(path: &Path, what: &str) -> Result<String> {
    let name = format!("{what} {}", path.display());
    let bytes = files::read_at_most(path, LONGEST)
        .map_err(|error| Error::of_system(format!("{name} cannot be read"), &error))?;
    if bytes.len() as u64 > LONGEST {
        return Err(Error::limit(
            format!("bytes of {name}"),
            bytes.len() as u128,
            LONGEST.into(),
            "give a shorter one",
        ));
    }
    files::decode_text(bytes).ok_or_else(|| Error::data(format!("{name} is no text; save it as UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_says_where() {
        assert_eq!(drawn_at("Error: x\n   ╭─[ a b.comp:5:38 ]\n"), Some(("a b.comp", 5)));
        for nothing in ["", "a [ b", "[ a.comp ]", "[ a.comp:x:1 ]"] {
            assert_eq!(drawn_at(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn paths_are_from_here() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(from_here(&here.join("a/b.comp")), "a/b.comp");
        assert_eq!(from_here(Path::new("./a/./b.comp")), "a/b.comp");
        assert_eq!(from_here(Path::new("../b.comp")), "../b.comp");
    }
}
