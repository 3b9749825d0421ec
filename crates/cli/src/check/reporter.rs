//! The output of `gristmill check`: results in the format asked for, compared with a baseline, and the exit code.

use crate::check::algorithm_results::AlgorithmResult;
use crate::check::arguments::CheckArgs;
use crate::check::baseline::{self, Baseline};
use crate::check::kernel_run::{print_report, report_to_json};
use crate::check::record::{CheckRecord, CheckState};
use crate::check::reports::{ReportFiles, ReportFormat, format_document, print_annotations};
use crate::terminal::number_format::count_with_noun;
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped, replace_controls, warn};
use gristmill::check::Report;
use gristmill::{Error, Result};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Collects the results so far, and prints or writes them.
pub struct CheckReporter<'c> {
    check: &'c CheckArgs,
    format: ReportFormat,
    reports: ReportFiles,
    baseline: Option<Baseline>,
    judgements: Vec<CheckRecord>,
    json: Vec<Value>,
    /// The first error that kept a kernel from being judged.
    unfit: Option<Error>,
    /// The first shortage of memory, threads or files that kept a kernel from being judged.
    shortage: Option<Error>,
}

impl CheckReporter<'_> {
    /// Starts without results. An unusable baseline or report file is an error before any work is done.
    pub fn for_check(check: &CheckArgs) -> Result<CheckReporter<'_>> {
        let baseline = check.baseline.as_deref().map(Baseline::read_file).transpose()?;
        let format = if check.json { ReportFormat::Json } else { check.format };
        let reports = ReportFiles::from_paths(&check.report)?;
        Ok(CheckReporter {
            check,
            format,
            reports,
            baseline,
            judgements: vec![],
            json: vec![],
            unfit: None,
            shortage: None,
        })
    }

    /// Returns true if results are printed as they come, and not as one document at the end.
    pub fn is_streamed(&self) -> bool {
        self.format.is_streamed()
    }

    /// Returns true if full JSON is asked for; with many files it takes memory.
    fn needs_json(&self) -> bool {
        self.format == ReportFormat::Json || self.reports.has_format(ReportFormat::Json)
    }

    /// Adds the report of a user's kernel that ran.
    pub fn report_kernel(&mut self, file: &Path, report: Report) -> Result<(), EarlyExit> {
        let mut judgement = CheckRecord::from_report(file, &report);
        self.mark_known(&mut judgement);
        judgement.verdict += &known_suffix(&judgement);
        if self.needs_json() {
            let mut described = report_to_json(&report);
            if self.baseline.is_some() {
                described["known"] = json!(judgement.known_count());
            }
            self.json.push(described);
        }
        if judgement.state == CheckState::NotJudged {
            self.unfit.get_or_insert_with(|| Error::data(report.verdict()));
        }
        match self.format {
            ReportFormat::Text if self.check.questions => print_questions(file, &report)?,
            ReportFormat::Text => {
                let report = drop_known_findings(report, &judgement);
                print_report(&report, &known_suffix(&judgement), self.check.counters)?;
            }
            ReportFormat::Github => print_annotations(&judgement)?,
            _ => {}
        }
        self.judgements.push(judgement);
        Ok(())
    }

    /// Adds a program in Brook that is right, as this verdict says.
    pub fn report_program(&mut self, file: &Path, verdict: String) -> Result<(), EarlyExit> {
        if self.format.is_streamed() {
            print_line(format!("{}: {verdict}", file.display()))?;
        }
        self.json
            .push(json!({"kernel": file.display().to_string(), "right": true, "verdict": verdict}));
        self.judgements.push(CheckRecord::for_right(file, verdict));
        Ok(())
    }

    /// Adds the error of a user's kernel that did not run.
    pub fn report_error(&mut self, file: &Path, error: Error) {
        warn(&error);
        let judgement = CheckRecord::from_error(file, &error);
        if self.format == ReportFormat::Github {
            // If the standard output is closed, the annotation is lost.
            let _ = print_annotations(&judgement);
        }
        self.json
            .push(json!({"kernel": file.display().to_string(), "right": false, "error": error.to_string()}));
        self.judgements.push(judgement);
        match error {
            Error::Shortage { .. } => self.shortage.get_or_insert(error),
            _ => self.unfit.get_or_insert(error),
        };
    }

    /// Adds the results of an algorithm.
    pub fn report_algorithm(
        &mut self,
        judged: &mut AlgorithmResult,
        rows: bool,
        place: &dyn Fn(&str) -> String,
    ) -> Result<(), EarlyExit> {
        let mut judgements = judged.to_records(place);
        for (judgement, way) in judgements.iter_mut().zip(&mut judged.ways) {
            self.mark_known(judgement);
            way.known = way.wrong.is_some() && judgement.state == CheckState::Right;
        }
        if self.format == ReportFormat::Text {
            judged.print_result(rows)?;
        }
        for judgement in judgements {
            if self.format == ReportFormat::Github && !judgement.faults.is_empty() {
                print_annotations(&judgement)?;
            }
            self.judgements.push(judgement);
        }
        if self.format == ReportFormat::Github {
            print_line(judged.verdict_line())?;
        }
        self.json.push(judged.to_json());
        if let Some(error) = judged.compile_error() {
            self.unfit.get_or_insert_with(|| error.clone());
        }
        Ok(())
    }

    fn mark_known(&mut self, judgement: &mut CheckRecord) {
        if let Some(baseline) = &mut self.baseline {
            baseline.mark_known(judgement);
        }
    }

    /// Prints the summary, writes the files, and returns the exit code.
    pub fn finish(mut self) -> CommandResult {
        let json = if self.json.len() == 1 { self.json.remove(0) } else { Value::Array(self.json) };
        let marked = self.baseline.is_some();
        if !self.format.is_streamed() {
            print_line(format_document(self.format, &self.judgements, &json, marked)?)?;
        }
        self.reports.write_files(&self.judgements, &json, marked)?;
        let mut lines = Vec::new();
        if self.judgements.len() > 1 && self.judgements.iter().all(|judgement| judgement.suite == "kernels") {
            lines.push(count_verdicts(&self.judgements));
        }
        lines.extend(self.baseline.map(|baseline| baseline.summary_lines(&self.judgements)));
        let mut right = self.judgements.iter().all(|judgement| judgement.state != CheckState::Wrong);
        if let Some(path) = &self.check.write_baseline {
            let count = baseline::write_baseline(path, &self.judgements)?;
            lines.push(format!("{}: {count} findings are known from now on", path.display()));
            right = true;
        }
        for line in lines {
            // A document on the standard output must stay valid, so these lines go to the standard error.
            if self.format.is_streamed() { print_wrapped(line)? } else { warn(line) }
        }
        match self.unfit {
            Some(error @ (Error::Source { .. } | Error::NotEmulated { .. })) => Err(EarlyExit::Reported(error)),
            // A wrong result is wrong on every machine; a kernel left out for a shortage may run on a larger one.
            unfit if right => self
                .shortage
                .or(unfit)
                .map_or(Ok(true), |error| Err(EarlyExit::Reported(error))),
            _ => Ok(right),
        }
    }
}

/// Prints what nobody set for a kernel, as comments to complete.
fn print_questions(file: &Path, report: &Report) -> Result<(), EarlyExit> {
    if report.questions.is_empty() {
        return print_line(replace_controls(&format!("// {}: everything is set", file.display())));
    }
    print_line(replace_controls(&format!("// {}", file.display())))?;
    report
        .questions
        .iter()
        .try_for_each(|question| print_line(replace_controls(question)))
}

/// Returns the report without the findings that the baseline has.
fn drop_known_findings(mut report: Report, judgement: &CheckRecord) -> Report {
    let mut known = judgement.faults.iter().map(|fault| fault.known).chain(std::iter::repeat(false));
    let mut drawings = std::mem::take(&mut report.drawings).into_iter();
    report.findings.retain(|_| {
        let known = known.next() == Some(true);
        let drawing = drawings.next();
        report.drawings.extend(drawing.filter(|_| !known));
        !known
    });
    report
}

/// Returns `; 3 known`, or nothing if the baseline has none of the findings.
fn known_suffix(judgement: &CheckRecord) -> String {
    match judgement.known_count() {
        0 => String::new(),
        known => format!("; {known} known"),
    }
}

/// Counts the verdicts of many files: `10 files: 6 right, 3 wrong, 1 not judged`.
fn count_verdicts(judgements: &[CheckRecord]) -> String {
    let [right, wrong, not] = [CheckState::Right, CheckState::Wrong, CheckState::NotJudged]
        .map(|state: CheckState| judgements.iter().filter(|judgement| judgement.state == state).count());
    let files: BTreeSet<&str> = judgements.iter().map(|judgement| judgement.name.as_str()).collect();
    // A file with several entry points has a judgement for each.
    let noun = if files.len() == judgements.len() { "file" } else { "kernel" };
    format!("{}: {right} right, {wrong} wrong, {not} not judged", count_with_noun(judgements.len(), noun))
}
