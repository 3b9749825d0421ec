//! The arguments of `gristmill test`, and the formats of its reports.

use crate::check::reports::ReportFormat;
use clap::{Args, ValueEnum};
use gristmill::test::Shard;
use std::path::PathBuf;

/// Arguments of `test`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill test                          every case of this folder and those in it
  gristmill test kernels --filter scan    those whose names contain scan
  gristmill test kernels --list           their names
  gristmill test kernels --on-save        again at each save
  gristmill test kernels --bless          write the .npy and .png files that cases expect
  gristmill test kernels --report tests.xml --report tests.sarif
  gristmill test kernels --shard 2/7 --report shard_2.json
  gristmill report merge shard_*.json     the report of all seven

A case file lies beside its kernels as NAME.test.toml:

  [[case]]
  name = \"inclusive\"
  kernel = \"scan.comp\"
  sizes = [0, 1, 255, 256, 1000]
  groups = \"ceil(n/256)\"
  uniforms = { n = \"n\" }
  buffers = { Source = \"random:n:7\", Result = \"zero:n\" }
  loop = '''float sum = 0.0;
  for (uint i = 0u; i < n; ++i) { sum += source[i]; result[i] = sum; }'''
  tolerance = \"8 ulp\"
  schedules = 8
  caps = { barriers = 16, words_read = \"2*n\" }

A number may be a formula of n, numbers, + - * / and ceil(). Contents are those of `check`: zero:n, 0..n, random:n:SEED, \
[1, 2, 3], FILE.npy. What is expected is a content (expect = { Result = \"0..n\" }, or a file as \"result.npy\"), a \
reference kernel (reference = \"FILE\") or a loop that one lane runs. Several kernels in turn are [[case.step]], and share \
memories by name. The page on tests in the book has every word.

Functions of a .wgsl file with @test are cases, too, by the convention of wgsl-test.

The shard of a case is a hash of its name, so it is the same on every machine. Exit codes: 0 right, 1 a case is wrong, 2 a \
case file or a kernel cannot be read or compiled, or was not judged, 4 the system is short of a resource.")]
pub struct TestArgs {
    /// Folders of case files, or case files as NAME.test.toml; by default the current folder
    #[arg(value_name = "FOLDER|FILE")]
    pub what: Vec<PathBuf>,
    /// Run the cases whose names contain this text
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Run one of N parts of the cases
    #[arg(long, value_name = "K/N", value_parser = parse_shard)]
    pub shard: Option<Shard>,
    /// List the names of the cases, and run none
    #[arg(long)]
    pub list: bool,
    /// Write the results of the cases into the .npy and .png files that they expect
    #[arg(long, conflicts_with = "list")]
    pub bless: bool,
    #[command(flatten)]
    pub reporting: ReportingArgs,
}

/// The format of a report, and the files that get it.
#[derive(Args)]
pub struct ReportingArgs {
    /// The output format
    #[arg(
        long,
        value_enum,
        default_value = "text",
        hide_possible_values = true,
        value_name = "text|json|sarif|junit|github|classroom"
    )]
    pub format: TestFormat,
    /// Also write a report to this file: SARIF, JUnit's XML or JSON, by its ending
    #[arg(long, value_name = "FILE.sarif|FILE.xml|FILE.json")]
    pub report: Vec<PathBuf>,
}

/// A format of a report of tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TestFormat {
    /// A table, and findings drawn over their lines
    Text,
    /// All that is known, as JSON, which `report merge` reads
    Json,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// JUnit's XML, for test runners
    Junit,
    /// Workflow commands of GitHub, for its log
    Github,
    /// Points of each case, as GitHub Classroom reads them
    Classroom,
}

impl TestFormat {
    /// Returns the format of `check` that it shares, if there is one.
    pub fn shared_format(self) -> Option<ReportFormat> {
        match self {
            TestFormat::Sarif => Some(ReportFormat::Sarif),
            TestFormat::Junit => Some(ReportFormat::Junit),
            _ => None,
        }
    }
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    text.parse().map_err(|error: gristmill::Error| error.to_string())
}
