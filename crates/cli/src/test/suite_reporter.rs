//! Prints and writes the report of a suite.

use crate::check::record::CheckRecord;
use crate::check::reports::{ReportFiles, format_document, print_annotations};
use crate::output_files::{ensure_writable, save_file};
use crate::terminal::number_format::format_count;
use crate::terminal::text_table::{CellStyle, TableCell, format_table, new_table};
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped, replace_controls, warn};
use crate::test::arguments::{ReportingArgs, TestFormat};
use crate::test::outcome_records::{format_classroom, list_records};
use gristmill::test::{CaseOutcome, CaseState, SuiteReport};
use gristmill::{Error, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The files of `--report`.
pub struct SuiteFiles {
    json: Vec<PathBuf>,
    others: ReportFiles,
}

impl SuiteFiles {
    /// Checks that the files can be written.
    ///
    /// # Errors
    /// [`Error::Data`] names one that cannot.
    pub fn from_paths(paths: &[PathBuf]) -> Result<SuiteFiles> {
        let is_json = |path: &&PathBuf| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let (json, others): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(is_json);
        json.iter().try_for_each(|path| ensure_writable(path))?;
        let others: Vec<PathBuf> = others.into_iter().cloned().collect();
        Ok(SuiteFiles { json: json.into_iter().cloned().collect(), others: ReportFiles::from_paths(&others)? })
    }

    fn write_report(&self, report: &SuiteReport, records: &[CheckRecord]) -> Result<()> {
        for path in &self.json {
            save_file(path, report.to_json())?;
        }
        self.others.write_files(records, &Value::Null, false)
    }
}

/// Prints what is wrong with a case; of a hidden one only that it is.
pub fn print_outcome(case: &CaseOutcome) -> Result<(), EarlyExit> {
    if case.state == CaseState::Right {
        return Ok(());
    }
    if case.hidden {
        return print_wrapped(format!("a hidden case of {}: {}\n", case.file, case.state.state_name()));
    }
    print_wrapped(format!("{}: {} ({}:{})", case.name, case.state.state_name(), case.file, case.line))?;
    print_line(format!("{}\n", replace_controls(&case.describe_faults())))
}

/// Prints the report in its format, writes its files, and returns whether all is right. In text, what is wrong with each
/// case was printed before.
pub fn finish_report(
    report: &SuiteReport,
    base: &Path,
    reporting: &ReportingArgs,
    files: &SuiteFiles,
) -> CommandResult {
    let records = list_records(report, base);
    match (reporting.format, reporting.format.shared_format()) {
        (_, Some(shared)) => print_line(format_document(shared, &records, &Value::Null, false)?)?,
        (TestFormat::Json, _) => print_line(report.to_json().trim_end())?,
        (TestFormat::Classroom, _) => print_line(format!("{:#}", format_classroom(report)))?,
        (TestFormat::Github, _) => {
            for (record, case) in records.iter().zip(&report.cases) {
                if case.state != CaseState::Right {
                    print_annotations(record)?;
                }
            }
            print_wrapped(report.verdict())?;
        }
        _ => {
            print_line(format_files(report))?;
            print_wrapped(report.verdict())?;
        }
    }
    files.write_report(report, &records)?;
    let is_document = !matches!(reporting.format, TestFormat::Text | TestFormat::Github);
    if is_document && !report.is_right() {
        // A document on the standard output must stay valid.
        warn(report.verdict());
    }
    if report.count_state(CaseState::Wrong) > 0 {
        return Ok(false);
    }
    if report.count_state(CaseState::NotJudged) > 0 {
        return Err(EarlyExit::Reported(Error::data(report.verdict())));
    }
    if report.count_state(CaseState::Short) > 0 {
        return Err(EarlyExit::Reported(Error::shortage(report.verdict(), "memory or threads")));
    }
    Ok(true)
}

/// Formats a table with a row for each case file.
fn format_files(report: &SuiteReport) -> String {
    let mut files: Vec<&str> = vec![];
    for case in &report.cases {
        if !files.contains(&case.file.as_str()) {
            files.push(&case.file);
        }
    }
    let mut table = new_table(&["file", ">cases", ">right", ">wrong", ">not judged", ">points", ">schedules"])
        .with_optional(&["schedules", "points"]);
    for file in files {
        let cases: Vec<&CaseOutcome> = report.cases.iter().filter(|case| case.file == file).collect();
        let count = |states: &[CaseState]| cases.iter().filter(|case| states.contains(&case.state)).count();
        let wrong = count(&[CaseState::Wrong]);
        let points: u32 = cases
            .iter()
            .filter(|case| case.state == CaseState::Right)
            .map(|case| case.points)
            .sum();
        let most: u32 = cases.iter().map(|case| case.points).sum();
        let schedules: u32 = cases.iter().map(|case| case.schedules).sum();
        let look = if wrong > 0 { CellStyle::Red } else { CellStyle::Plain };
        table.add_row(vec![
            TableCell::new(file),
            TableCell::new(format_count(cases.len())),
            TableCell::new(format_count(count(&[CaseState::Right]))),
            TableCell::new(format_count(wrong)).with_style(look),
            TableCell::new(format_count(count(&[CaseState::NotJudged, CaseState::Short]))),
            TableCell::new(format!("{points} of {most}")),
            TableCell::new(format_count(schedules as usize)),
        ]);
    }
    format!("{}\n", format_table(&table))
}
