//! The outcomes of cases as the records from which `check` writes its reports, and as a classroom's JSON.

use crate::check::record::{CheckRecord, CheckState, Diagnostic, DiagnosticPlace, Severity, relative_path};
use crate::terminal::replace_controls;
use gristmill::test::{CaseFault, CaseOutcome, CaseState, FaultLevel, SuiteReport};
use serde_json::{Value, json};
use std::path::Path;

/// Returns a record for each case. Files are from a folder.
pub fn list_records(report: &SuiteReport, base: &Path) -> Vec<CheckRecord> {
    let shown = report.cases.iter().zip(list_shown_names(report));
    shown.map(|(case, name)| build_record(case, name, base)).collect()
}

/// Returns the name of each case as others may see it: hidden ones have numbers.
fn list_shown_names(report: &SuiteReport) -> Vec<String> {
    let mut hidden = 0;
    let mut names = vec![];
    for case in &report.cases {
        hidden += usize::from(case.hidden);
        names.push(if case.hidden { format!("hidden case {hidden}") } else { case.name.clone() });
    }
    names
}

fn build_record(case: &CaseOutcome, name: String, base: &Path) -> CheckRecord {
    let state = match case.state {
        CaseState::Right => CheckState::Right,
        CaseState::Wrong => CheckState::Wrong,
        CaseState::NotJudged | CaseState::Short => CheckState::NotJudged,
    };
    let path = base.join(&case.file);
    let faults = if case.hidden {
        let is_wrong = case.state != CaseState::Right;
        let told = is_wrong.then(|| CaseFault::new("unexpected", FaultLevel::Error, "a hidden case is not right"));
        told.iter().map(|fault| build_diagnostic(fault, case, &path)).collect()
    } else {
        case.faults.iter().map(|fault| build_diagnostic(fault, case, &path)).collect()
    };
    let verdict = format!("{name}: {}", case.state.state_name());
    CheckRecord { name, suite: case.file.clone(), state, faults, verdict }
}

fn build_diagnostic(fault: &CaseFault, case: &CaseOutcome, path: &Path) -> Diagnostic {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut places: Vec<DiagnosticPlace> = vec![];
    for place in &fault.places {
        places.push(DiagnosticPlace {
            path: relative_path(&folder.join(&place.file)),
            line: place.line,
            text: place.text.clone(),
            did: place.did.clone(),
        });
    }
    if places.is_empty() {
        let did = String::new();
        places.push(DiagnosticPlace { path: relative_path(path), line: case.line, text: String::new(), did });
    }
    Diagnostic {
        rule: fault.rule.clone(),
        level: match fault.level {
            FaultLevel::Error => Severity::Error,
            FaultLevel::Warning => Severity::Warning,
            FaultLevel::Note => Severity::Note,
        },
        name: fault.name.clone(),
        sentence: replace_controls(&fault.sentence),
        drawn: replace_controls(&fault.drawing),
        places,
        known: false,
    }
}

/// Returns the points of each case, as GitHub Classroom's reporter reads them. Hidden cases have numbers for names.
pub fn format_classroom(report: &SuiteReport) -> Value {
    let mut tests = vec![];
    for (case, name) in report.cases.iter().zip(list_shown_names(report)) {
        let is_right = case.state == CaseState::Right;
        let status = match case.state {
            CaseState::Right => "pass",
            CaseState::Wrong => "fail",
            CaseState::NotJudged | CaseState::Short => "error",
        };
        let shown = if case.hidden || is_right { String::new() } else { case.describe_faults() };
        let mut test = json!({
            "name": name,
            "status": status,
            "score": if is_right { case.points } else { 0 },
            "max_score": case.points,
            "message": replace_controls(&shown),
        });
        if !case.hidden {
            test["filename"] = json!(case.file);
            test["line_no"] = json!(case.line);
        }
        tests.push(test);
    }
    json!({
        "version": 1,
        "status": if report.is_right() { "pass" } else { "fail" },
        "score": report.points(),
        "max_score": report.most_points(),
        "tests": tests,
    })
}
