//! Mutation tests of the emulator: every kernel of both eras, and every file that they include, is run with one mistake
//! in it, and either a finding or a wrong result must reveal it. Unchanged kernels must have no findings.
#![cfg(feature = "emulator")]

mod forced_paths;
mod harmless;
mod kernel_file;
mod mistakes;
mod mutants;
mod mutations;

use super::TABLE;
use crate::judge::{self as judging, Case, Judge, Outcome};
use crate::kernels::Edits;
use crate::{Device, Era, Error};
use gristmill_base::log::RunBounds;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Bounds for a right kernel at these sizes; a wrong one has the same bounds, because it may never end.
const BOUNDS: RunBounds = RunBounds { launches: 30_000, steps: 1_000_000 };

/// The verdict on one run on an emulator that reports findings.
#[derive(Debug, Clone, PartialEq)]
enum MutantVerdict {
    Right,
    /// The host's code panics. That is a fault even if a kernel is wrong.
    Panic(String),
    /// The first finding.
    Found(String),
    /// An error, or a result that is wrong.
    Wrong(String),
    /// The text does not compile.
    DoesNotCompile,
}

impl MutantVerdict {
    fn from_judged(verdict: judging::Verdict, case: &Case) -> MutantVerdict {
        match verdict {
            judging::Verdict::Right => MutantVerdict::Right,
            judging::Verdict::Found(findings) => MutantVerdict::Found(findings[0].to_string()),
            judging::Verdict::Failed(Error::Source { .. } | Error::NotEmulated { .. }) => MutantVerdict::DoesNotCompile,
            judging::Verdict::Panicked => MutantVerdict::Panic(case.name()),
            other => MutantVerdict::Wrong(format!("{other:?}")),
        }
    }
}

fn run_case(case: &Case, bounds: RunBounds, edits: &Edits) -> Outcome {
    Judge::new(Device::emulator(case.rung.era).unwrap()).run_with(case, edits, bounds)
}

/// A rung of one size with unchanged kernels: its verdict, its cost, and the files that it uses.
struct BaselineRun {
    case: Case,
    verdict: MutantVerdict,
    files: BTreeSet<(Era, String)>,
    launches: u64,
    time: Duration,
    reads: Arc<Vec<f64>>,
    /// The other era's result of the same trial.
    other_era: Option<Arc<judging::OtherEraResult>>,
}

impl BaselineRun {
    /// Runs the case with edited files. A result further from the other era's than the right kernel's is wrong, too.
    fn run_with_edits(&self, edits: &Edits) -> MutantVerdict {
        // A wrong kernel may do more than a right one, but within limits.
        let bounds = RunBounds { launches: 4 * self.launches + 64, ..BOUNDS };
        let Outcome { verdict, reads, .. } = run_case(&self.case, bounds, edits);
        let apart = self.other_era.as_ref().filter(|_| verdict.is_right());
        let apart = apart.and_then(|other| other.judge_result(&reads));
        MutantVerdict::from_judged(apart.unwrap_or(verdict), &self.case)
    }

    fn name(&self) -> String {
        format!("{}::{}", self.case.algorithm.name, self.case.name())
    }
}

/// Every case, run once.
fn baseline_runs() -> &'static [BaselineRun] {
    static BASELINES: OnceLock<Vec<BaselineRun>> = OnceLock::new();
    BASELINES.get_or_init(|| {
        let cases: Vec<Case> = TABLE.iter().flat_map(judging::cases).filter(is_selected).collect();
        let probes = Mutex::new(Vec::new());
        for_each_in_parallel(&cases, |case| {
            let start = Instant::now();
            let Outcome { verdict, files, launches, reads } = run_case(case, BOUNDS, &Edits::default());
            let time = start.elapsed();
            let reads = Arc::new(reads);
            let verdict = MutantVerdict::from_judged(verdict, case);
            probes.lock().unwrap().push(BaselineRun {
                case: *case,
                verdict,
                files,
                launches,
                time,
                reads,
                other_era: None,
            });
        });
        attach_other_eras(probes.into_inner().unwrap())
    })
}

/// Attaches to each run the result of the other era's default rung, if both read back the same values.
fn attach_other_eras(mut probes: Vec<BaselineRun>) -> Vec<BaselineRun> {
    let results: std::collections::HashMap<Case, _> =
        probes.iter().map(|probe| (probe.case, probe.reads.clone())).collect();
    for probe in &mut probes {
        let other = probe.case.in_other_era(crate::DeviceKind::Emulator);
        let wanted = other.and_then(|other| results.get(&other));
        let other = wanted.and_then(|wanted| judging::OtherEraResult::new(&probe.reads, wanted));
        probe.other_era = other.map(Arc::new);
    }
    let judged = probes.iter().filter(|probe| probe.other_era.is_some()).count();
    assert!(
        judged * 2 > probes.len() || selected_names().is_some(),
        "the other era judges {judged} of {} runs",
        probes.len()
    );
    probes
}

/// True if the case belongs to an algorithm that `MUTANTS_OF` names.
fn is_selected(case: &Case) -> bool {
    selected_names().is_none_or(|names| {
        names
            .iter()
            .any(|name: &String| name.starts_with(case.algorithm.name) || !is_algorithm(name))
    })
}

fn is_algorithm(name: &str) -> bool {
    TABLE.iter().any(|algorithm| name.starts_with(algorithm.name))
}

/// Names of the files to work on, from `MUTANTS_OF`, as in `MUTANTS_OF=gather,scan_up.frag`; `None` if it is not set.
fn selected_names() -> Option<&'static [String]> {
    static SELECTED: OnceLock<Option<Vec<String>>> = OnceLock::new();
    SELECTED
        .get_or_init(|| {
            std::env::var("MUTANTS_OF")
                .ok()
                .map(|names| names.split(',').map(str::to_string).collect())
        })
        .as_deref()
}

/// Runs `task` on each piece of work, on all threads of this computer.
fn for_each_in_parallel<T: Sync>(work: &[T], task: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(work.len());
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| {
            drop(scope.spawn(|| {
                while let Some(piece) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                    task(piece);
                }
            }))
        })
    });
}

#[test]
fn kernels_as_they_are_have_no_findings() {
    let faults: Vec<_> = baseline_runs()
        .iter()
        .filter(|probe| probe.verdict != MutantVerdict::Right)
        .collect();
    let said: Vec<_> = faults
        .iter()
        .map(|probe| format!("{}: {:?}", probe.name(), probe.verdict))
        .collect();
    assert!(said.is_empty(), "{}", said.join("\n"));
    let most = baseline_runs().iter().max_by_key(|probe| probe.launches).unwrap();
    assert!(most.launches * 4 <= BOUNDS.launches, "{}: {} launches; raise the bound", most.name(), most.launches);
}
