//! A suite under `cargo test` and nextest: each case is a test of its name.

use crate::outcome::{CaseOutcome, CaseState};
use crate::suite::KernelSuite;
use gristmill_check::IncludeFiles;
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;

impl<L: IncludeFiles + 'static> KernelSuite<L> {
    /// Runs the suite as a test program: it reads the arguments of `cargo test`, and each case is a test. It is all that a
    /// test with `harness = false` needs.
    ///
    /// ```no_run
    /// fn main() -> std::process::ExitCode {
    ///     gristmill::test::Suite::folder("kernels").run_tests()
    /// }
    /// ```
    pub fn run_tests(self) -> ExitCode {
        let arguments = Arguments::from_args();
        let cases = match self.find_cases() {
            Ok(cases) => cases,
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(2);
            }
        };
        let trials = cases.into_iter().map(|case| {
            // A suite has no state that two threads could change.
            let suite = self.clone();
            Trial::test(case.name().to_string(), move || {
                let outcomes = suite.run_cases(std::slice::from_ref(&case));
                outcomes.iter().try_for_each(judge_outcome)
            })
        });
        libtest_mimic::run(&arguments, trials.collect()).exit_code()
    }
}

fn judge_outcome(outcome: &CaseOutcome) -> Result<(), Failed> {
    match outcome.state {
        CaseState::Right => Ok(()),
        _ => Err(Failed::from(format!("{}:{}\n{}", outcome.file, outcome.line, outcome.describe_faults()))),
    }
}
