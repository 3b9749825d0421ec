//! The output of `gristmill check`: results in the format asked for, compared with a baseline, and the exit code.

use super::arguments::Check;
use super::baseline::{self, Baseline};
use super::check::{described, told};
use super::judged::Judged;
use super::judgement::{Judgement, State};
use super::reports::{Format, Reports, annotate, document};
use super::say::{Done, Stop, say, tell, warn};
use super::table::count_of;
use gristmill::check::Report;
use gristmill::{Error, Result};
use serde_json::{Value, json};
use std::path::Path;

/// Collects the results so far, and prints or writes them.
pub struct Telling<'c> {
    check: &'c Check,
    format: Format,
    reports: Reports,
    baseline: Option<Baseline>,
    judgements: Vec<Judgement>,
    json: Vec<Value>,
    /// The first error that kept a kernel from being judged.
    unfit: Option<Error>,
    /// The first shortage of memory, threads or files that kept a kernel from being judged.
    shortage: Option<Error>,
}

impl Telling<'_> {
    /// Starts without results. An unusable baseline or report file is an error before any work is done.
    pub fn of(check: &Check) -> Result<Telling<'_>> {
        let baseline = check.baseline.as_deref().map(Baseline::of).transpose()?;
        let format = if check.json { Format::Json } else { check.format };
        let reports = Reports::of(&check.report)?;
        Ok(Telling { check, format, reports, baseline, judgements: vec![], json: vec![], unfit: None, shortage: None })
    }

    /// Returns true if results are printed as they come, and not as one document at the end.
    pub fn is_told(&self) -> bool {
        self.format.is_told()
    }

    /// Returns true if full JSON is asked for; with many files it takes memory.
    fn is_json_wanted(&self) -> bool {
        self.format == Format::Json || self.reports.has(Format::Json)
    }

    /// Adds the report of a user's kernel that ran.
    pub fn report(&mut self, file: &Path, report: Report) -> Result<(), Stop> {
        let mut judgement = Judgement::of_report(file, &report);
        self.mark(&mut judgement);
        judgement.verdict += &suffix(&judgement);
        if self.is_json_wanted() {
            let mut described = described(&report);
            if self.baseline.is_some() {
                described["known"] = json!(judgement.known());
            }
            self.json.push(described);
        }
        if judgement.state == State::NotJudged {
            self.unfit.get_or_insert_with(|| Error::data(report.verdict()));
        }
        match self.format {
            Format::Text => told(&new(report, &judgement), &suffix(&judgement))?,
            Format::Github => annotate(&judgement)?,
            _ => {}
        }
        self.judgements.push(judgement);
        Ok(())
    }

    /// Adds the error of a user's kernel that did not run.
    pub fn error(&mut self, file: &Path, error: Error) {
        warn(&error);
        let judgement = Judgement::of_error(file, &error);
        if self.format == Format::Github {
            // If the standard output is closed, the annotation is lost.
            let _ = annotate(&judgement);
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
    pub fn judged(&mut self, judged: &mut Judged, rows: bool, place: &dyn Fn(&str) -> String) -> Result<(), Stop> {
        let mut judgements = judged.judgements(place);
        for (judgement, way) in judgements.iter_mut().zip(&mut judged.ways) {
            self.mark(judgement);
            way.known = way.wrong.is_some() && judgement.state == State::Right;
        }
        if self.format == Format::Text {
            judged.told(rows)?;
        }
        for judgement in judgements {
            if self.format == Format::Github && !judgement.faults.is_empty() {
                annotate(&judgement)?;
            }
            self.judgements.push(judgement);
        }
        if self.format == Format::Github {
            say(judged.verdict())?;
        }
        self.json.push(judged.json());
        if let Some(error) = judged.uncompiled() {
            self.unfit.get_or_insert_with(|| error.clone());
        }
        Ok(())
    }

    fn mark(&mut self, judgement: &mut Judgement) {
        if let Some(baseline) = &mut self.baseline {
            baseline.mark(judgement);
        }
    }

    /// Prints the summary, writes the files, and returns the exit code.
    pub fn end(mut self) -> Done {
        let json = if self.json.len() == 1 { self.json.remove(0) } else { Value::Array(self.json) };
        let marked = self.baseline.is_some();
        if !self.format.is_told() {
            say(document(self.format, &self.judgements, &json, marked)?)?;
        }
        self.reports.write(&self.judgements, &json, marked)?;
        let mut lines = Vec::new();
        if self.judgements.len() > 1 && self.judgements.iter().all(|judgement| judgement.suite == "kernels") {
            lines.push(total(&self.judgements));
        }
        lines.extend(self.baseline.map(|baseline| baseline.summary(&self.judgements)));
        let mut right = self.judgements.iter().all(|judgement| judgement.state != State::Wrong);
        if let Some(path) = &self.check.write_baseline {
            let count = baseline::write(path, &self.judgements)?;
            lines.push(format!("{}: {count} findings are known from now on", path.display()));
            right = true;
        }
        for line in lines {
            // A document on the standard output must stay valid, so these lines go to the standard error.
            if self.format.is_told() { tell(line)? } else { warn(line) }
        }
        match self.unfit {
            Some(error @ (Error::Source { .. } | Error::NotEmulated { .. })) => Err(Stop::Told(error)),
            // A wrong result is wrong on every machine; a kernel left out for a shortage may run on a larger one.
            unfit if right => self.shortage.or(unfit).map_or(Ok(true), |error| Err(Stop::Told(error))),
            _ => Ok(right),
        }
    }
}

/// Returns the report without the findings that the baseline has.
fn new(mut report: Report, judgement: &Judgement) -> Report {
    let mut known = judgement.faults.iter().map(|fault| fault.known).chain(std::iter::repeat(false));
    let mut drawings = std::mem::take(&mut report.drawings).into_iter();
    report.findings.retain(|_| {
        let (known, drawing) = (known.next() == Some(true), drawings.next());
        report.drawings.extend(drawing.filter(|_| !known));
        !known
    });
    report
}

/// Returns `; 3 known`, or nothing if the baseline has none of the findings.
fn suffix(judgement: &Judgement) -> String {
    match judgement.known() {
        0 => String::new(),
        known => format!("; {known} known"),
    }
}

/// Counts the verdicts of many files: `10 files: 6 right, 3 wrong, 1 not judged`.
fn total(judgements: &[Judgement]) -> String {
    let count = |state: State| judgements.iter().filter(|judgement| judgement.state == state).count();
    let [right, wrong, not] = [State::Right, State::Wrong, State::NotJudged].map(count);
    format!("{}: {right} right, {wrong} wrong, {not} not judged", count_of(judgements.len(), "file"))
}
