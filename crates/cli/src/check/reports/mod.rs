//! The formats of a report: for people, for programs, and for CI pipelines.

mod junit;
mod rules;
mod sarif;
mod workflow;

use crate::check::record::CheckRecord;
use crate::output_files::{ensure_writable, save_file};
use crate::terminal::{EarlyExit, print_line};
use clap::ValueEnum;
use gristmill::{Error, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Each finding over its lines
    Text,
    /// All that is known, as JSON
    Json,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// JUnit's XML, for test runners
    Junit,
    /// Workflow commands of GitHub, for its log
    Github,
}

impl ReportFormat {
    /// Returns true if results are printed one by one, and not as one document.
    pub fn is_streamed(self) -> bool {
        matches!(self, ReportFormat::Text | ReportFormat::Github)
    }

    /// Returns the format of a report file by its extension.
    fn from_path(path: &Path) -> Result<ReportFormat> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        match ending.to_ascii_lowercase().as_str() {
            "sarif" => Ok(ReportFormat::Sarif),
            "xml" => Ok(ReportFormat::Junit),
            "json" => Ok(ReportFormat::Json),
            _ => Err(Error::data(format!(
                "expected a report file ending in .sarif, .xml or .json, found {}; rename it",
                path.display()
            ))),
        }
    }
}

/// The report files to write.
pub struct ReportFiles(Vec<(ReportFormat, PathBuf)>);

impl ReportFiles {
    /// Chooses the format of each file, and checks that it can be written.
    ///
    /// # Errors
    /// [`Error::Data`] names a file that cannot be written.
    pub fn from_paths(paths: &[PathBuf]) -> Result<ReportFiles> {
        paths
            .iter()
            .map(|path: &PathBuf| {
                let format = ReportFormat::from_path(path)?;
                ensure_writable(path).map(|()| (format, path.clone()))
            })
            .collect::<Result<_>>()
            .map(ReportFiles)
    }

    /// Returns true if one of the files has this format.
    pub fn has_format(&self, format: ReportFormat) -> bool {
        self.0.iter().any(|(known, _)| *known == format)
    }

    /// Writes all report files.
    pub fn write_files(&self, judgements: &[CheckRecord], json: &Value, marked: bool) -> Result<()> {
        for (format, path) in &self.0 {
            save_file(path, format_document(*format, judgements, json, marked)? + "\n")?;
        }
        Ok(())
    }
}

/// Formats a report as one document, without a newline at its end.
pub fn format_document(format: ReportFormat, judgements: &[CheckRecord], json: &Value, marked: bool) -> Result<String> {
    Ok(match format {
        ReportFormat::Sarif => format!("{:#}", sarif::build_sarif(judgements, marked)),
        ReportFormat::Junit => junit::format_junit(judgements)?.trim_end().to_string(),
        _ => format!("{json:#}"),
    })
}

/// Prints the annotations of a record for GitHub's log.
pub fn print_annotations(judgement: &CheckRecord) -> Result<(), EarlyExit> {
    for command in workflow::format_commands(judgement) {
        print_line(command)?;
    }
    print_line(&judgement.verdict)
}
