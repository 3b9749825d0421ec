//! Judging algorithms: every way, on sizes and inputs at the edge of what it allows, is compared with its reference
//! and the other era; on the emulator every lane is also observed.
//!
//! ```
//! use gristmill::algorithms::Algorithm;
//! use gristmill::judge::{Judge, Verdict, cases};
//! use gristmill::kernels::{self, Edits};
//! use gristmill::{Device, Era};
//! let text = kernels::text("fragment_kernels/streams/saxpy.frag")?.replace("alpha *", "2.0 * alpha *");
//! let judge = Judge::new(Device::emulator(Era::Fragment)?).edited(Edits::default().file("saxpy.frag", text)?);
//! let case = cases(Algorithm::find("saxpy")?).find(|case| case.size == 43).unwrap();
//! assert!(matches!(judge.run(&case).verdict, Verdict::Wrong(_)));
//! # Ok::<(), gristmill::Error>(())
//! ```

mod case;
mod kernel_users;
mod other_era;

pub use case::{Case, cases};
pub use kernel_users::users;

use crate::algorithms::Check;
use crate::device::Device;
use crate::kernel::library::Edits;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_base::finding::{Finding, FindingKind, LaunchOrder, Listening};
use gristmill_base::log::RunBounds;
pub(crate) use other_era::OtherEraResult;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Limits of one case: passes and dispatches, and instructions of a warp. A wrong kernel has the same limits, because
/// it may never end.
const CASE_BOUNDS: RunBounds = RunBounds { launches: 80_000, steps: 1_000_000 };

/// The verdict on one case.
///
/// ```
/// use gristmill::Error;
/// use gristmill::judge::Verdict;
/// assert!(Verdict::Right.is_right());
/// assert!(!Verdict::Failed(Error::data("it has no end; give it one")).is_right());
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Verdict {
    /// The result is right, and nothing was found wrong.
    Right,
    /// The emulator found something wrong or odd, whatever the result is.
    Found(Vec<Finding>),
    /// The result is further from the reference than allowed.
    Wrong(Check),
    /// The result is within its bound, but further from the other era's result than that of the unedited kernels: its
    /// distance, and the distance of the unedited kernels.
    Apart(f64, f64),
    /// It does not compile, or did not run to its end.
    Failed(Error),
    /// The host's code panicked, which is never right, whatever a kernel returns to it.
    Panicked,
    /// The device lacks something that it needs.
    LeftOut(Error),
}

impl Verdict {
    /// Returns true if nothing is wrong; a case that was left out is not right.
    pub fn is_right(&self) -> bool {
        *self == Verdict::Right
    }
}

/// The outcome of a case.
///
/// ```
/// use gristmill::algorithms::Algorithm;
/// use gristmill::judge::{Judge, cases};
/// use gristmill::{Device, Era};
/// let judge = Judge::new(Device::emulator(Era::Fragment)?);
/// let case = cases(Algorithm::find("saxpy")?).find(|case| case.size == 43).unwrap();
/// let outcome = judge.run(&case);
/// assert!(outcome.verdict.is_right());
/// assert!(outcome.files.contains(&(Era::Fragment, "fragment_kernels/streams/saxpy.frag".to_string())));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// The kernel files and include files of the library that ran, and for which era.
    pub files: BTreeSet<(Era, String)>,
    /// Passes and dispatches; the emulator counts them, a driver does not.
    pub launches: u64,
    /// The values that were read to judge the result.
    pub(crate) reads: Vec<f64>,
}

/// A judge of cases on a device.
#[derive(Debug)]
pub struct Judge {
    device: Device,
    edits: Edits,
    bounds: RunBounds,
    others: RefCell<HashMap<Case, Option<Rc<OtherEraResult>>>>,
}

impl Judge {
    /// Creates a judge of the unedited kernels on this device.
    pub fn new(device: Device) -> Judge {
        Judge { device, edits: Edits::default(), bounds: CASE_BOUNDS, others: RefCell::default() }
    }

    /// Replaces files by these texts.
    pub fn edited(self, edits: Edits) -> Judge {
        Judge { edits, ..self }
    }

    /// Runs a case and judges it. An edited file that both eras include is edited only in the case's era; the other
    /// era runs unedited.
    pub fn run(&self, case: &Case) -> Outcome {
        let edits = self.edits.clone().of_era(case.rung.era);
        let mut outcome = self.run_with(case, &edits, self.bounds);
        let edited = outcome
            .files
            .iter()
            .any(|(era, path)| *era == case.rung.era && edits.paths().any(|edited| edited == path));
        if outcome.verdict.is_right()
            && edited
            && let Some(other) = self.other_era_result(case)
            && let Some(verdict) = other.judge_result(&outcome.reads)
        {
            outcome.verdict = verdict;
        }
        outcome
    }

    /// Returns the other era's result, with every file unedited.
    fn other_era_result(&self, case: &Case) -> Option<Rc<OtherEraResult>> {
        if let Some(known) = self.others.borrow().get(case) {
            return known.clone();
        }
        let none = Edits::default();
        let other = case.in_other_era(self.device.info().kind).and_then(|other| {
            let own = self.run_with(case, &none, self.bounds);
            let other = self.run_with(&other, &none, self.bounds);
            (own.verdict.is_right() && other.verdict.is_right())
                .then(|| OtherEraResult::new(&own.reads, &other.reads))?
        });
        let other = other.map(Rc::new);
        self.others.borrow_mut().insert(*case, other.clone());
        other
    }

    /// Runs a case with these texts, within these limits.
    pub(crate) fn run_with(&self, case: &Case, edits: &Edits, bounds: RunBounds) -> Outcome {
        let log = self.device.findings_log().ok();
        if let Some(log) = log {
            log.listening.set(Some(Listening::FAULTS));
            log.bounds.set(Some(bounds));
            log.order.set(case.turns.map_or(LaunchOrder::InOrder, LaunchOrder::Random));
            log.findings.take();
        }
        let (ended, files) = edits.run(|| catch_unwind(AssertUnwindSafe(|| self.check_case(case))));
        let reads = self.device.note_reads(false);
        let left = log.and_then(|log| {
            log.order.take();
            log.bounds.take()
        });
        let findings = log.map(|log| log.findings.take()).unwrap_or_default();
        let verdict = match ended {
            Err(_) => Verdict::Panicked,
            Ok(Err(error @ (Error::Source { .. } | Error::NotEmulated { .. } | Error::Shortage { .. }))) => {
                Verdict::Failed(error)
            }
            Ok(_) if findings.iter().any(|finding| makes_case_wrong(finding, edits)) => Verdict::Found(findings),
            Ok(Err(error @ Error::NoDevice { .. })) => Verdict::LeftOut(error),
            Ok(Err(error)) => Verdict::Failed(error),
            Ok(Ok(check)) if check.passed() => Verdict::Right,
            Ok(Ok(check)) => Verdict::Wrong(check),
        };
        Outcome { verdict, files, launches: left.map_or(0, |left| bounds.launches - left.launches), reads }
    }

    fn check_case(&self, case: &Case) -> Result<Check> {
        let device = self.device.with_era(case.rung.era)?;
        let mut trial = (case.rung.prepare)(&device, &case.workload())?;
        trial.run()?;
        self.device.note_reads(true);
        trial.check()
    }
}

/// Returns true if a finding makes a case wrong. The library's unedited kernels must have none, not even odd ones. In
/// an edited kernel an undefined operation without a memory place is not an error if no result depends on it.
fn makes_case_wrong(finding: &Finding, edits: &Edits) -> bool {
    let as_they_are = edits.paths().next().is_none();
    as_they_are || finding.kind != FindingKind::Note || !finding.place.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::Algorithm;

    #[test]
    fn a_kernel_that_is_compiled_already_is_known_to_have_run() -> Result<()> {
        let judge = Judge::new(Device::emulator(Era::Fragment)?);
        let case = cases(Algorithm::find("scan")?).find(|case| case.size == 43).unwrap();
        let first = judge.run(&case);
        let again = judge.run(&case);
        assert!(first.files.iter().any(|(_, path)| path.ends_with("/scan.frag")));
        assert_eq!(first.files, again.files);
        Ok(())
    }
}
