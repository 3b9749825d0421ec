//! The results of an algorithm's cases: as a table, as sentences, and as JSON.

use crate::check::record::{CheckRecord, CheckState, Diagnostic, Severity};
use crate::measure::comparison_table::describe_difference;
use crate::terminal::number_format::{count_with_noun, format_count, format_error};
use crate::terminal::text_table::{CellStyle, TableCell, format_table, new_table};
use crate::terminal::{EarlyExit, print_line, print_wrapped, replace_controls};
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::finding::{Finding, Witness};
use gristmill::judge::{Case, Verdict};
use gristmill::kernels::{self, Edits};
use gristmill::{Era, Error};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The result of the cases of one way.
pub struct WayResult {
    pub rung: &'static Rung,
    pub at_the_edge: bool,
    /// The cases that ran.
    pub cases: usize,
    /// Passes and dispatches.
    pub launches: u64,
    /// The sizes that ran, in elements.
    pub sizes: BTreeSet<usize>,
    /// The kernel files that ran.
    pub files: BTreeSet<(Era, String)>,
    /// The first case that is not right.
    pub wrong: Option<(Case, Verdict)>,
    /// The verdict of a case that this machine cannot run.
    pub left_out: Option<Verdict>,
    /// True if the baseline has all that is wrong.
    pub known: bool,
}

impl WayResult {
    /// Returns the shortage that kept a case from its verdict.
    pub fn shortage(&self) -> Option<&Error> {
        match &self.wrong {
            Some((_, Verdict::Failed(error @ Error::Shortage { .. }))) => Some(error),
            _ => None,
        }
    }
}

/// The results of all ways of an algorithm.
pub struct AlgorithmResult {
    pub algorithm: &'static Algorithm,
    pub ways: Vec<WayResult>,
    /// The texts that overrode kernel files of the library.
    pub edits: Edits,
}

impl AlgorithmResult {
    /// Returns the number of cases that ran.
    pub fn case_count(&self) -> usize {
        self.ways.iter().map(|way| way.cases).sum()
    }

    /// Returns the kernel files that ran.
    pub fn kernel_files(&self) -> impl Iterator<Item = &(Era, String)> {
        self.ways.iter().flat_map(|way| &way.files)
    }

    /// Returns the error of the first kernel that does not compile.
    pub fn compile_error(&self) -> Option<&Error> {
        self.ways.iter().find_map(|way| match &way.wrong {
            Some((_, Verdict::Failed(error @ (Error::Source { .. } | Error::NotEmulated { .. })))) => Some(error),
            _ => None,
        })
    }

    /// Returns true if nothing is wrong.
    pub fn is_right(&self) -> bool {
        self.ways.iter().all(|way| way.wrong.is_none())
    }

    /// Prints a row for each way, if `rows`, then the faults, then the verdict.
    pub fn print_result(&self, rows: bool) -> Result<(), EarlyExit> {
        if rows {
            print_line(self.ways_table())?;
        }
        let faults = self.describe_faults();
        if !faults.is_empty() {
            print_line(faults.trim_end_matches('\n'))?;
            print_line("")?;
        }
        print_wrapped(self.verdict_line())
    }

    /// Describes each fault once with the ways that have it, an empty line after each.
    pub fn describe_faults(&self) -> String {
        let mut faults: Vec<(String, Vec<String>)> = Vec::new();
        for (case, verdict) in self.ways.iter().filter(|way| !way.known).filter_map(|way| way.wrong.as_ref()) {
            let sentence = self.describe_verdict(verdict);
            match faults.iter_mut().find(|(known, _)| *known == sentence) {
                Some((_, names)) => names.push(case.name()),
                None => faults.push((sentence, vec![case.name()])),
            }
        }
        let told = faults.into_iter().map(|(sentence, names)| {
            let more = match names.len() {
                1 => String::new(),
                all => format!(" and {} more", all - 1),
            };
            replace_controls(&format!("{}, {}{more}: {sentence}\n\n", self.algorithm.name, names[0]))
        });
        told.collect()
    }

    fn ways_table(&self) -> String {
        let mut rows = new_table(&["way", ">cases", ">launches", "result"]).with_optional(&["launches"]);
        for way in &self.ways {
            let (word, look) = match (&way.wrong, &way.left_out) {
                (Some(_), _) if way.known => ("known", CellStyle::Plain),
                (Some((_, verdict)), _) => (verdict_word(verdict), CellStyle::Red),
                (None, Some(_)) => ("left out", CellStyle::Plain),
                (None, None) => ("ok", CellStyle::Green),
            };
            rows.add_row(vec![
                TableCell::new(way.rung.name),
                TableCell::new(format_count(way.cases)),
                TableCell::new(format_count(way.launches as usize)),
                TableCell::new(word).with_style(look),
            ]);
        }
        format!("{}\n", format_table(&rows))
    }

    /// Returns one line: `scan: 261 cases of 14 ways and 15 inputs at the edge: nothing is wrong`.
    pub fn verdict_line(&self) -> String {
        let (edges, ways): (Vec<_>, Vec<_>) = self.ways.iter().partition(|way| way.at_the_edge);
        let (known, wrong): (Vec<_>, Vec<_>) =
            self.ways.iter().filter(|way| way.wrong.is_some()).partition(|way| way.known);
        let known = known.len();
        let wrong = wrong.len();
        let left_out = self.ways.iter().filter(|way| way.left_out.is_some()).count();
        let mut verdict = format!(
            "{}: {} of {}, of {} elements: {}",
            self.algorithm.name,
            count_with_noun(self.case_count(), "case"),
            match edges.len() {
                0 => count_with_noun(ways.len(), "way"),
                edges => format!(
                    "{} and {} at the edge",
                    count_with_noun(ways.len(), "way"),
                    count_with_noun(edges, "input")
                ),
            },
            join_sizes(self.ways.iter().flat_map(|way| &way.sizes).copied().collect()),
            if wrong == 0 { "nothing is wrong".to_string() } else { format!("{wrong} wrong") }
        );
        if known > 0 {
            verdict += &format!("; {known} known");
        }
        if left_out > 0 {
            verdict += &format!("; {left_out} left out, because the device lacks the resources");
        }
        verdict
    }

    /// Returns a record for each way; `place` returns the path of a kernel file.
    pub fn to_records(&self, place: &dyn Fn(&str) -> String) -> Vec<CheckRecord> {
        let all = self.ways.iter().map(|way| {
            let mut faults = Vec::new();
            let mut state = CheckState::Right;
            let mut told = "nothing is wrong".to_string();
            if let Some((case, verdict)) = &way.wrong {
                state = if matches!(verdict, Verdict::Failed(Error::Source { .. } | Error::NotEmulated { .. })) {
                    CheckState::NotJudged
                } else {
                    CheckState::Wrong
                };
                told = format!("{}: {}", case.name(), self.describe_verdict(verdict));
                match verdict {
                    Verdict::Found(findings) => {
                        faults.extend(
                            findings
                                .iter()
                                .map(|finding| Diagnostic::from_finding(finding, "", &place(&finding.kernel), place)),
                        );
                    }
                    Verdict::Failed(Error::Source { .. }) => {
                        faults.push(Diagnostic::without_place("compile", Severity::Error, &told))
                    }
                    Verdict::Failed(Error::NotEmulated { .. }) => {
                        faults.push(Diagnostic::without_place("not_emulated", Severity::Error, &told))
                    }
                    Verdict::Failed(_) | Verdict::Panicked => {
                        faults.push(Diagnostic::without_place("failed", Severity::Error, &told));
                    }
                    _ => faults.push(Diagnostic::without_place("wrong_result", Severity::Error, &told)),
                }
            } else if let Some(verdict) = &way.left_out {
                (state, told) = (CheckState::LeftOut, self.describe_verdict(verdict));
                faults.push(Diagnostic::without_place("left_out", Severity::Note, &told));
            }
            let edge = if way.at_the_edge { " at the edge" } else { "" };
            let name = format!("{} {}{edge}", way.rung.era, way.rung.name);
            let verdict = format!("{} {name}: {}", self.algorithm.name, told.lines().next().unwrap_or(""));
            CheckRecord { name, suite: self.algorithm.name.to_string(), state, faults, verdict }
        });
        all.collect()
    }

    /// Describes a verdict in words.
    fn describe_verdict(&self, verdict: &Verdict) -> String {
        match verdict {
            Verdict::Right => "nothing is wrong".to_string(),
            Verdict::Found(findings) => {
                let drawn: Vec<_> = findings.iter().map(|finding| self.describe_finding(finding)).collect();
                drawn.join("\n")
            }
            Verdict::Wrong(check) => format!("the result {}", describe_difference(check)),
            Verdict::Apart(distance, before) => format!(
                "the result differs from the other era's by {} of its largest number; the unedited kernels differ by \
                 {}",
                format_error(*distance),
                format_error(*before)
            ),
            Verdict::Failed(error) | Verdict::LeftOut(error) => error.to_string(),
            Verdict::Panicked => "the host's program panicked, which is a bug in gristmill; please report \
                                  it"
            .to_string(),
            other => format!("{other:?}"),
        }
    }

    /// Describes a finding over its lines. If it is in an include file, the lines that call it are shown as well: they
    /// are the user's own.
    fn describe_finding(&self, finding: &Finding) -> String {
        let text = |file: &str| -> Option<String> {
            let path = kernels::path_of(file).ok()?;
            self.edits
                .edited(&path)
                .map(str::to_string)
                .or_else(|| Some(kernels::text(&path).ok()?.into_owned()))
        };
        let called = finding
            .witnesses
            .iter()
            .find(|witness: &&Witness| witness.line > 0 && witness.file != finding.kernel)
            .and_then(|witness| {
                let kernel = text(&finding.kernel)?;
                let (function, lines) = kernels::callers(&kernel, &text(&witness.file)?, witness.line)?;
                let shown = lines.iter().filter_map(|&line| Some((line, kernel.lines().nth(line - 1)?)));
                let shown: String = shown
                    .map(|(line, text)| {
                        format!("\n  {} calls {function} in line {line}    {}", finding.kernel, text.trim())
                    })
                    .collect();
                Some(shown)
            });
        format!("{finding}{}", called.unwrap_or_default())
    }

    /// Returns the results as JSON.
    pub fn to_json(&self) -> Value {
        let ways = self.ways.iter().map(|way| {
            let (case, verdict) = way
                .wrong
                .as_ref()
                .map_or((None, None), |(case, verdict)| (Some(case), Some(verdict)));
            let findings = match verdict {
                Some(Verdict::Found(findings)) => findings
                    .iter()
                    .map(|finding| serde_json::from_str(&finding.json()).unwrap_or(Value::Null))
                    .collect(),
                _ => vec![],
            };
            json!({
                "way": way.rung.name,
                "era": way.rung.era.to_string(),
                "at_the_edge": way.at_the_edge,
                "cases": way.cases,
                "launches": way.launches,
                "right": verdict.is_none() && way.left_out.is_none(),
                "left_out": way.left_out.as_ref().map(|verdict| self.describe_verdict(verdict)),
                "wrong_size": case.map(|case| case.size),
                "what": verdict.map(verdict_word),
                "sentence": verdict.map(|verdict| self.describe_verdict(verdict)),
                "findings": Value::Array(findings),
            })
        });
        json!({
            "algorithm": self.algorithm.name,
            "right": self.is_right(),
            "cases": self.case_count(),
            "ways": ways.collect::<Vec<_>>(),
            "verdict": self.verdict_line(),
        })
    }
}

/// Returns a verdict as one word.
fn verdict_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Right => "ok",
        Verdict::Found(findings) => findings.first().map_or("fault", |finding| finding.kind.name()),
        Verdict::Wrong(_) | Verdict::Apart(..) => "WRONG",
        Verdict::Failed(_) => "failed",
        Verdict::Panicked => "panic",
        _ => "left out",
    }
}

/// Joins sizes as in a sentence: `0, 1 and 1,000`.
fn join_sizes(sizes: BTreeSet<usize>) -> String {
    let words: Vec<String> = sizes.into_iter().map(format_count).collect();
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => words.concat(),
    }
}
