//! `gristmill report`: reports of `gristmill test`, joined.

use crate::check::record::read_text;
use crate::terminal::CommandResult;
use crate::test::arguments::{ReportingArgs, TestFormat};
use crate::test::suite_reporter::{SuiteFiles, finish_report, print_outcome};
use clap::{Args, Subcommand};
use gristmill::test::SuiteReport;
use gristmill::{Error, Result};
use std::path::{Path, PathBuf};

/// Arguments of `report`.
#[derive(Args)]
pub struct ReportArgs {
    #[command(subcommand)]
    action: ReportAction,
}

/// A task with reports.
#[derive(Subcommand)]
enum ReportAction {
    /// Join the JSON reports of all shards of `gristmill test --shard K/N`
    Merge(MergeArgs),
}

/// Arguments of `report merge`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill report merge shard_*.json
  gristmill report merge shard_*.json --format junit
  gristmill report merge shard_*.json --report all.json

The joined report is that of one run of all cases, byte for byte. Shards of different versions of gristmill, of different \
case files or with different filters are refused, and so is a set that lacks one. Exit codes are those of \
`gristmill test`.")]
struct MergeArgs {
    /// The JSON report of each shard
    #[arg(required = true, value_name = "FILE.json")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reporting: ReportingArgs,
}

pub fn run_report(wanted: &ReportArgs) -> CommandResult {
    let ReportAction::Merge(wanted) = &wanted.action;
    let files = SuiteFiles::from_paths(&wanted.reporting.report)?;
    let reports = wanted.files.iter().map(|path| read_report(path)).collect::<Result<Vec<_>>>()?;
    let report = SuiteReport::merge_shards(&reports)?;
    if wanted.reporting.format == TestFormat::Text {
        report.cases.iter().try_for_each(print_outcome)?;
    }
    finish_report(&report, Path::new(""), &wanted.reporting, &files)
}

fn read_report(path: &Path) -> Result<(String, SuiteReport)> {
    let name = path.display().to_string();
    let report = SuiteReport::from_json(&read_text(path, "the report")?)
        .map_err(|error| Error::data(format!("{name}: {error}")))?;
    Ok((name, report))
}
