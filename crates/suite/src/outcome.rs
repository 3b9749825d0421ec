//! The outcome of a case: its state, and what is wrong with it.

use gristmill_base::error::Error;
use gristmill_base::finding::{Finding, FindingKind};
use gristmill_check::Report;
use serde::{Deserialize, Serialize};

/// The state of a case that ran.
///
/// ```
/// use gristmill::test::CaseState;
/// assert_eq!(CaseState::NotJudged.state_name(), "not judged");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseState {
    /// A right case: no finding is an error, and every result is as expected.
    Right,
    /// A kernel has an error, a result is not as expected, or a count is above its cap.
    Wrong,
    /// It did not compile, does not fit its file, or did not end.
    NotJudged,
    /// The system is short of memory or threads; it says nothing of the kernel.
    Short,
}

impl CaseState {
    /// Returns its words for people.
    pub fn state_name(self) -> &'static str {
        match self {
            CaseState::Right => "right",
            CaseState::Wrong => "wrong",
            CaseState::NotJudged => "not judged",
            CaseState::Short => "short",
        }
    }
}

/// Something that is wrong with a case, or a note.
///
/// ```
/// use gristmill::test::{CaseFault, FaultLevel};
/// let fault = CaseFault::new("cap", FaultLevel::Error, "barriers: 3, and 2 is its cap");
/// assert_eq!((fault.rule.as_str(), fault.places.len()), ("cap", 0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseFault {
    /// The observer that found it, or `unexpected`, `cap`, `reference`, `compile`, `not_judged`.
    pub rule: String,
    /// Its severity.
    pub level: FaultLevel,
    /// The variable; empty if there is none.
    pub name: String,
    /// The message in one line.
    pub sentence: String,
    /// The whole message, with drawn source lines.
    pub drawing: String,
    /// Lines of kernels, the main one first.
    pub places: Vec<FaultPlace>,
}

/// The severity of a fault.
///
/// ```
/// use gristmill::test::{CaseFault, FaultLevel};
/// assert_eq!(CaseFault::new("race", FaultLevel::Note, "allowed").level, FaultLevel::Note);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultLevel {
    /// The case is wrong.
    Error,
    /// The case was not judged.
    Warning,
    /// Unusual, but not wrong.
    Note,
}

/// A line of a kernel.
///
/// ```
/// use gristmill::test::FaultPlace;
/// let place = FaultPlace { file: "sum.comp".into(), line: 7, text: String::new(), did: "lane 3 read".into() };
/// assert_eq!((place.file.as_str(), place.line), ("sum.comp", 7));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultPlace {
    /// The name of the kernel's file.
    pub file: String,
    /// The line, from 1; 0 for the whole file.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// The invocation and what it did there.
    pub did: String,
}

impl CaseFault {
    /// Creates a fault that belongs to no line.
    pub fn new(rule: &str, level: FaultLevel, sentence: impl Into<String>) -> CaseFault {
        let told = sentence.into();
        let sentence = told.lines().next().unwrap_or("").to_string();
        CaseFault { rule: rule.into(), level, name: String::new(), sentence, drawing: told, places: vec![] }
    }

    /// Creates the fault of a kernel that did not run.
    pub(crate) fn from_error(error: &Error) -> CaseFault {
        let (rule, level) = match error {
            Error::Source { .. } => ("compile", FaultLevel::Error),
            Error::NotEmulated { .. } => ("not_emulated", FaultLevel::Error),
            Error::Shortage { .. } => ("shortage", FaultLevel::Warning),
            _ => ("not_judged", FaultLevel::Warning),
        };
        CaseFault::new(rule, level, error.to_string())
    }

    /// Creates the faults of a report's findings.
    pub(crate) fn list_findings(report: &Report) -> Vec<CaseFault> {
        let drawings = report.drawings.iter().map(String::as_str).chain(std::iter::repeat(""));
        let found = report.findings.iter().zip(drawings);
        found
            .map(|(finding, drawing)| CaseFault::from_finding(report, finding, drawing))
            .collect()
    }

    fn from_finding(report: &Report, finding: &Finding, drawing: &str) -> CaseFault {
        let is_error = finding.kind.is_error() || report.one_result && finding.kind == FindingKind::Order;
        let on = if finding.place.is_empty() { String::new() } else { format!(" on {}", finding.place) };
        let mend = if finding.mend.is_empty() { String::new() } else { format!(": {}", finding.mend) };
        let sentence = format!("{}{on}{mend}", finding.kind.name().replace('_', " "));
        let places = finding.witnesses.iter().map(|witness| FaultPlace {
            file: witness.file.clone(),
            line: witness.line,
            text: witness.text.clone(),
            did: format!("{}{}", witness.who.map_or(String::new(), |who| format!("{who} ")), witness.did),
        });
        CaseFault {
            rule: finding.kind.name().to_string(),
            level: if is_error { FaultLevel::Error } else { FaultLevel::Note },
            name: finding.name.clone(),
            sentence: sentence.lines().next().unwrap_or("").to_string(),
            drawing: if drawing.is_empty() { finding.to_string() } else { drawing.to_string() },
            places: places.collect(),
        }
    }
}

/// The outcome of a case.
///
/// ```
/// use gristmill::test::{CaseOutcome, CaseState, Suite};
/// let folder = std::env::temp_dir().join(format!("gristmill_outcome_{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("one.comp"), "#version 430 core
/// layout(local_size_x = 4) in;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { result[gl_LocalInvocationID.x] = 1u; }")?;
/// std::fs::write(folder.join("one.test.toml"), "[[case]]
/// name = \"ones\"
/// kernel = \"one.comp\"
/// buffers = { Result = \"zero:4\" }
/// expect = { Result = [1, 1, 1, 2] }")?;
/// let outcomes: Vec<CaseOutcome> = Suite::folder(&folder).run()?.cases;
/// assert_eq!((outcomes[0].name.as_str(), outcomes[0].state), ("one::ones", CaseState::Wrong));
/// assert_eq!(outcomes[0].faults[0].sentence, "1 of 4 numbers of Result are not as expected: result[3] is 1, not 2");
/// assert!(outcomes[0].describe_faults().contains("result[3] is 1, not 2"));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseOutcome {
    /// The case's full name.
    pub name: String,
    /// The file of the case, from the suite's folder.
    pub file: String,
    /// The line of the case in it.
    pub line: usize,
    /// Its state.
    pub state: CaseState,
    /// Its points if it is right.
    pub points: u32,
    /// True if what is wrong with it is not shown to those it grades.
    pub hidden: bool,
    /// Schedules that ran, over all steps.
    pub schedules: u32,
    /// Errors and notes.
    pub faults: Vec<CaseFault>,
}

impl CaseOutcome {
    /// Returns the state that its faults and errors make.
    pub(crate) fn state_of(faults: &[CaseFault]) -> CaseState {
        let has_rule = |rules: &[&str]| faults.iter().any(|fault| rules.contains(&fault.rule.as_str()));
        if has_rule(&["compile", "not_emulated", "reference"]) {
            CaseState::NotJudged
        } else if faults.iter().any(|fault| fault.level == FaultLevel::Error) {
            CaseState::Wrong
        } else if has_rule(&["shortage"]) {
            CaseState::Short
        } else if faults.iter().any(|fault| fault.level == FaultLevel::Warning) {
            CaseState::NotJudged
        } else {
            CaseState::Right
        }
    }

    /// Returns what is wrong with it, drawn over its lines; empty if it is right.
    pub fn describe_faults(&self) -> String {
        let faults = self.faults.iter().filter(|fault| fault.level != FaultLevel::Note);
        faults.map(|fault| fault.drawing.trim_end()).collect::<Vec<_>>().join("\n\n")
    }
}
