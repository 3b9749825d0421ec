//! The judge: runs an answer on edge cases, in several orders, on warps of several widths.

use crate::{Host, Input, Mistake, Numbers, Puzzle, Verdict, answer_text, shrinking};
use gristmill::finding::{Finding, FindingKind, LaunchOrder, Listening};
use gristmill::{Device, Era, Error, Kernel, KernelSource, Profile, Result};

/// The step limit of a warp: many times that of a solution.
const MAX_STEPS: u64 = 100_000;

/// The orders and warp widths of a dispatch; passes run in the first one only, because they have no visible order.
const TRIAL_ORDERS: [(LaunchOrder, u32); 7] = [
    (LaunchOrder::InOrder, 32),
    (LaunchOrder::Reversed, 32),
    (LaunchOrder::RoundRobin, 32),
    (LaunchOrder::Random(1), 32),
    (LaunchOrder::Random(2), 32),
    (LaunchOrder::InOrder, 8),
    (LaunchOrder::InOrder, 64),
];

/// Judges an answer to a puzzle, given as the text of the reader's file.
pub fn judge(puzzle: &Puzzle, text: &str) -> Verdict {
    match answer_text::refuse_text(puzzle, text) {
        Some(sentence) => Verdict::Text(sentence),
        None => judge_text(puzzle, text).unwrap_or_else(|error| error_verdict(&error)),
    }
}

/// Judges a text that may be an answer.
fn judge_text(puzzle: &Puzzle, text: &str) -> Result<Verdict> {
    let machine = Device::emulator(Era::Fragment)?;
    let machine = match puzzle.card {
        Some(card) => machine.with_card(Profile::named(card)?)?,
        None => machine,
    };
    let device = machine.with_era(puzzle.era())?;
    device.stop_after(Some(MAX_STEPS))?;
    device.listen(Some(Listening { counters: !puzzle.limits.is_empty(), ..Listening::FAULTS }))?;
    let source = KernelSource::new(puzzle.files.name);
    let kernel = device.kernel(&match (puzzle.era(), puzzle.fragment) {
        (Era::Fragment, None) => source.fragment(text.to_string()),
        (Era::Fragment, Some(fragment)) => source.vertex(text.to_string()).fragment(fragment),
        (Era::Compute, _) => source.compute(text.to_string()),
    })?;
    AnswerTrial { puzzle, text, device: &device, kernel: &kernel }.judge_all_inputs()
}

/// Returns the verdict of an error.
fn error_verdict(error: &Error) -> Verdict {
    match error {
        Error::Source { .. } | Error::NotEmulated { .. } => Verdict::Source(error.to_string()),
        Error::Card { .. } => Verdict::Card(error.to_string()),
        error => Verdict::Call(error.to_string()),
    }
}

/// A compiled answer.
struct AnswerTrial<'t> {
    puzzle: &'t Puzzle,
    text: &'t str,
    device: &'t Device,
    kernel: &'t Kernel,
}

impl AnswerTrial<'_> {
    /// Runs all inputs, the smaller first, so that a fault shows on a small one.
    fn judge_all_inputs(&self) -> Result<Verdict> {
        let mut inputs = (self.puzzle.cases)();
        inputs.sort_by_key(Input::size);
        let orders = if self.puzzle.era() == Era::Compute { &TRIAL_ORDERS[..] } else { &TRIAL_ORDERS[..1] };
        for &order in orders {
            let mut wrong = None;
            for input in &inputs {
                match self.judge_input(input, order) {
                    // A finding explains more, and a larger input may have one.
                    Some(Verdict::Wrong(_)) => wrong = wrong.or(Some(input)),
                    Some(verdict @ Verdict::Fault { .. }) => return Ok(verdict),
                    Some(verdict) if wrong.is_none() => return Ok(verdict),
                    _ => {}
                }
            }
            if let Some(input) = wrong {
                return Ok(self.judge_smallest_input(input.clone(), order));
            }
        }
        Ok(Verdict::Right { inputs: inputs.len(), runs: inputs.len() * orders.len() })
    }

    /// Runs one input; returns a verdict if something is wrong.
    fn judge_input(&self, input: &Input, (order, lanes): (LaunchOrder, u32)) -> Option<Verdict> {
        let ended = self.run_input(input, (order, lanes));
        let findings = self.device.findings().unwrap_or_default();
        let counters = self.device.counters().unwrap_or_default();
        if let Err(error @ (Error::Source { .. } | Error::NotEmulated { .. } | Error::Card { .. })) = &ended {
            return Some(error_verdict(error));
        }
        if let Some(mut finding) = findings.into_iter().find(|finding| finding.kind.is_error()) {
            if finding.kind == FindingKind::Steps {
                finding.mend = format!(
                    "it may never end: check the loop's condition; {MAX_STEPS} steps are enough for a solution"
                );
            }
            let called = self.describe_library_call(&finding);
            return Some(Verdict::Fault { finding: Box::new(finding), input: input.clone(), order, called });
        }
        let given = match ended {
            Ok(given) => given,
            Err(error) => return Some(error_verdict(&error)),
        };
        let wanted = (self.puzzle.reference)(input);
        if let Some(at) = wanted.first_difference(&given, self.puzzle.tolerance) {
            let input = input.clone();
            let lists = self.puzzle.lists;
            return Some(Verdict::Wrong(Box::new(Mistake { input, lists, wanted, given, at, order, lanes })));
        }
        // Counts are of in-order runs with warps of 32 lanes.
        let limits = if (order, lanes) == TRIAL_ORDERS[0] { self.puzzle.limits } else { &[] };
        limits.iter().find_map(|limit| {
            let given = limit.counter.read_from(&counters);
            let most = (limit.most)(input);
            (given > most).then_some(Verdict::Over { counter: limit.counter, given, most, size: input.size() })
        })
    }

    /// Describes the answer's call of the library's function in which a fault was found.
    fn describe_library_call(&self, finding: &Finding) -> Option<String> {
        let witness = finding
            .witnesses
            .iter()
            .find(|witness| witness.line > 0 && witness.file != finding.kernel)?;
        let (function, lines) = answer_text::library_calls(self.text, &witness.file, witness.line)?;
        let lines: Vec<_> = lines
            .iter()
            .map(|&line| format!("line {line}    {}", self.text.lines().nth(line - 1).unwrap_or("").trim()))
            .collect();
        Some(format!("your file calls {function} in {}", lines.join("\n                  and in ")))
    }

    fn run_input(&self, input: &Input, (order, lanes): (LaunchOrder, u32)) -> Result<Numbers> {
        self.device.run_in(order, lanes)?;
        (self.puzzle.run)(&Host { device: self.device, kernel: self.kernel, input })
    }

    /// Returns the verdict of the smallest input that is still wrong.
    fn judge_smallest_input(&self, input: Input, order: (LaunchOrder, u32)) -> Verdict {
        let smallest = shrinking::shrink_input(input, self.puzzle.allows, |input| {
            matches!(self.judge_input(input, order), Some(Verdict::Wrong(_)))
        });
        match self.judge_input(&smallest, order) {
            Some(verdict) => verdict,
            None => Verdict::Call("its result changes from run to run; does it read uninitialised data?".to_string()),
        }
    }
}
