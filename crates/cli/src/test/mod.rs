//! `gristmill test`: the cases of case files, each a kernel or several with inputs and expected results.

pub mod arguments;
pub mod outcome_records;
pub mod suite_reporter;

use crate::check::kernel_run::child_compiler;
use crate::check::worker_pool::{work_in_order, worker_count};
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped, progress_bar};
use crate::test::arguments::{TestArgs, TestFormat};
use crate::test::suite_reporter::{SuiteFiles, finish_report, print_outcome};
use gristmill::test::{CaseOutcome, Suite, TestCase};
use gristmill::{Error, Result};
use std::path::{Path, PathBuf};

/// Most cases that a thread takes at once: those of one entry, which share their kernels.
const CASES_AT_ONCE: usize = 32;

impl TestArgs {
    /// Returns the folders and files that are tested.
    pub fn list_roots(&self) -> Vec<PathBuf> {
        if self.what.is_empty() { vec![PathBuf::from(".")] } else { self.what.clone() }
    }

    /// Returns the folders and files whose saves begin a new run.
    pub fn watched_files(&self) -> Vec<PathBuf> {
        let mut watched = self.list_roots();
        watched.extend(self.build_suite().list_files());
        watched
    }

    fn build_suite(&self) -> Suite {
        let mut suite = Suite::folders(self.list_roots());
        if let Some(filter) = &self.filter {
            suite = suite.filter(filter);
        }
        match self.shard {
            Some(shard) => suite.shard(shard),
            None => suite,
        }
    }

    /// Returns the folder from which the report names files.
    fn report_base(&self) -> PathBuf {
        match &self.list_roots()[..] {
            [one] if one.is_dir() => one.clone(),
            [one] => one.parent().unwrap_or(Path::new("")).to_path_buf(),
            _ => PathBuf::new(),
        }
    }
}

/// Runs the cases that the arguments choose.
pub fn run_tests(wanted: &TestArgs) -> CommandResult {
    let files = SuiteFiles::from_paths(&wanted.reporting.report)?;
    let suite = wanted.build_suite();
    if wanted.list {
        for case in suite.find_cases()? {
            print_line(case.name())?;
        }
        return Ok(true);
    }
    if wanted.bless {
        bless_cases(&suite)?;
    }
    let report = suite.run_with(|cases| {
        if cases.is_empty() && wanted.shard.is_none() {
            return Err(EarlyExit::Error(refuse_nothing(wanted)));
        }
        run_in_parallel(&suite, cases, wanted.reporting.format)
    })?;
    finish_report(&report, &wanted.report_base(), &wanted.reporting, &files)
}

/// Runs cases on all processors, and prints what is wrong as it comes, in the order of the cases.
fn run_in_parallel(suite: &Suite, cases: &[TestCase], format: TestFormat) -> Result<Vec<CaseOutcome>, EarlyExit> {
    let mut groups: Vec<&[TestCase]> = vec![];
    for entry in cases.chunk_by(TestCase::is_of_entry) {
        groups.extend(entry.chunks(CASES_AT_ONCE));
    }
    let suites = (0..worker_count(groups.len())?).map(|_| Ok(suite.clone().compiled_by(&child_compiler()?)));
    let suites = suites.collect::<Result<Vec<Suite>>>()?;
    let bar = progress_bar(cases.len());
    let mut outcomes: Vec<CaseOutcome> = vec![];
    let ended = work_in_order(
        &groups,
        &suites,
        |suite, group| suite.run_cases(group),
        |group, judged| {
            bar.inc(group.len() as u64);
            if format == TestFormat::Text {
                bar.suspend(|| judged.iter().try_for_each(print_outcome))?;
            }
            outcomes.extend(judged);
            Ok(())
        },
    );
    bar.finish_and_clear();
    ended.map(|()| outcomes)
}

/// Writes the files that the cases expect, and says which have changed.
fn bless_cases(suite: &Suite) -> Result<(), EarlyExit> {
    let cases = suite.find_cases()?;
    let written = suite.bless_cases(&cases)?;
    for path in &written {
        print_line(format!("{} is written", path.display()))?;
    }
    if written.is_empty() {
        print_wrapped(
            "nothing to bless has changed; a case is blessed if it expects a file, as Result = \"result_{n}.npy\"",
        )?;
    }
    Ok(())
}

fn refuse_nothing(wanted: &TestArgs) -> Error {
    match &wanted.filter {
        Some(filter) => Error::data(format!("no case has {filter} in its name; see the names by --list")),
        None => Error::data("there is no case here; write one into NAME.test.toml, as `gristmill test --help` shows"),
    }
}
