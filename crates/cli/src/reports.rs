//! The formats of a report: for people, for programs, and for CI pipelines.

mod junit;
mod rules;
mod sarif;
mod workflow;

use super::judgement::Judgement;
use super::say::{Stop, save, say, writable};
use clap::ValueEnum;
use gristmill::{Error, Result};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
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

impl Format {
    /// Returns true if results are printed one by one, and not as one document.
    pub fn is_told(self) -> bool {
        matches!(self, Format::Text | Format::Github)
    }

    /// Returns the format of a report file by its extension.
    fn of_file(path: &Path) -> Result<Format> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        match ending.to_ascii_lowercase().as_str() {
            "sarif" => Ok(Format::Sarif),
            "xml" => Ok(Format::Junit),
            "json" => Ok(Format::Json),
            _ => Err(Error::data(format!(
                "{} ends neither with .sarif nor with .xml nor with .json, as reports do; name it so",
                path.display()
            ))),
        }
    }
}

/// The report files to write.
pub struct Reports(Vec<(Format, PathBuf)>);

impl Reports {
    /// Chooses the format of each file, and checks that it can be written.
    ///
    /// # Errors
    /// [`Error::Data`] names a file that cannot be written.
    pub fn of(paths: &[PathBuf]) -> Result<Reports> {
        let of = |path: &PathBuf| {
            let format = Format::of_file(path)?;
            writable(path).map(|()| (format, path.clone()))
        };
        paths.iter().map(of).collect::<Result<_>>().map(Reports)
    }

    /// Returns true if one of the files has this format.
    pub fn has(&self, format: Format) -> bool {
        self.0.iter().any(|(known, _)| *known == format)
    }

    /// Writes all report files.
    pub fn write(&self, judgements: &[Judgement], json: &Value, marked: bool) -> Result<()> {
        for (format, path) in &self.0 {
            save(path, document(*format, judgements, json, marked)? + "\n")?;
        }
        Ok(())
    }
}

/// Formats a report as one document, without a newline at its end.
pub fn document(format: Format, judgements: &[Judgement], json: &Value, marked: bool) -> Result<String> {
    Ok(match format {
        Format::Sarif => format!("{:#}", sarif::sarif(judgements, marked)),
        Format::Junit => junit::junit(judgements)?.trim_end().to_string(),
        _ => format!("{json:#}"),
    })
}

/// Prints the annotations of a record for GitHub's log.
pub fn annotate(judgement: &Judgement) -> Result<(), Stop> {
    for command in workflow::workflow(judgement) {
        say(command)?;
    }
    say(&judgement.verdict)
}
