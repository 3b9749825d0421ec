//! Whether the emulator sees a mistake in a kernel: every kernel of both eras, and every file that they
//! include, with one mistake in it must be found wrong, or its result must be. And nothing may be found wrong
//! with any kernel as it is.
#![cfg(feature = "emulator")]

mod driven;
mod harmless;
mod judge;
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

/// What a right kernel may do at these sizes; a wrong one has the same bounds, for it may never end.
const BOUNDS: RunBounds = RunBounds { launches: 20_000, steps: 1_000_000 };

/// What one run on a watching emulator says.
#[derive(Debug, Clone, PartialEq)]
enum Verdict {
    Right,
    /// The host's code ends in a panic, whatever a kernel gives it: that is never right, not even with a
    /// wrong kernel.
    Panic(String),
    /// The first finding.
    Found(String),
    /// An error, or a result that is wrong.
    Wrong(String),
    /// No GLSL.
    Stillborn,
}

impl Verdict {
    fn of(verdict: judging::Verdict, case: &Case) -> Verdict {
        match verdict {
            judging::Verdict::Right => Verdict::Right,
            judging::Verdict::Found(findings) => Verdict::Found(findings[0].to_string()),
            judging::Verdict::Failed(Error::Source { .. } | Error::NotEmulated { .. }) => Verdict::Stillborn,
            judging::Verdict::Panicked => Verdict::Panic(case.name()),
            other => Verdict::Wrong(format!("{other:?}")),
        }
    }
}

fn run(case: &Case, bounds: RunBounds, edits: &Edits) -> Outcome {
    Judge::new(Device::emulator(case.rung.era).unwrap()).run_with(case, edits, bounds)
}

/// A rung of one size as it is: what it says, what it takes, and which files it asks for.
struct Probe {
    case: Case,
    verdict: Verdict,
    files: BTreeSet<(Era, String)>,
    launches: u64,
    time: Duration,
    reads: Arc<Vec<f64>>,
    /// The other era's result of the same trial.
    other_era: Option<Arc<judging::OtherEra>>,
}

impl Probe {
    /// What a run with those texts in the place of files says: also whether it is further from the other era's
    /// result than the right kernel's.
    fn run(&self, edits: &Edits) -> Verdict {
        // A wrong kernel may do more than a right one, but not without end.
        let bounds = RunBounds { launches: 4 * self.launches + 64, ..BOUNDS };
        let Outcome { verdict, reads, .. } = run(&self.case, bounds, edits);
        let apart = self.other_era.as_ref().filter(|_| verdict.is_right());
        let apart = apart.and_then(|other| other.judge(&reads));
        Verdict::of(apart.unwrap_or(verdict), &self.case)
    }

    fn name(&self) -> String {
        format!("{}::{}", self.case.algorithm.name, self.case.name())
    }
}

/// Every case, run once.
fn probes() -> &'static [Probe] {
    static PROBES: OnceLock<Vec<Probe>> = OnceLock::new();
    PROBES.get_or_init(|| {
        let cases: Vec<Case> = TABLE.iter().flat_map(judging::cases).filter(is_chosen).collect();
        let probes = Mutex::new(Vec::new());
        on_all_threads(&cases, |case| {
            let start = Instant::now();
            let Outcome { verdict, files, launches, reads } = run(case, BOUNDS, &Edits::default());
            let (time, reads) = (start.elapsed(), Arc::new(reads));
            let verdict = Verdict::of(verdict, case);
            probes
                .lock()
                .unwrap()
                .push(Probe { case: *case, verdict, files, launches, time, reads, other_era: None });
        });
        with_other_eras(probes.into_inner().unwrap())
    })
}

/// The same, each with the result of the other era's plain rung where both read alike.
fn with_other_eras(mut probes: Vec<Probe>) -> Vec<Probe> {
    let results: std::collections::HashMap<Case, _> =
        probes.iter().map(|probe| (probe.case, probe.reads.clone())).collect();
    for probe in &mut probes {
        let other = probe.case.of_other_era(crate::DeviceKind::Emulator);
        let wanted = other.and_then(|other| results.get(&other));
        let other = wanted.and_then(|wanted| judging::OtherEra::new(&probe.reads, wanted));
        probe.other_era = other.map(Arc::new);
    }
    let judged = probes.iter().filter(|probe| probe.other_era.is_some()).count();
    assert!(judged * 2 > probes.len() || chosen().is_some(), "the other era judges {judged} of {} runs", probes.len());
    probes
}

/// Whether a case is of an algorithm that an environment variable names, for work on one of them.
fn is_chosen(case: &Case) -> bool {
    let named = |name: &str| TABLE.iter().any(|algorithm| name.starts_with(algorithm.name));
    let wanted = |name: &String| name.starts_with(case.algorithm.name) || !named(name);
    chosen().is_none_or(|names| names.iter().any(wanted))
}

/// The files that are to be worked on, where `MUTANTS_OF` names some: `MUTANTS_OF=gather,scan_up.frag`.
fn chosen() -> Option<&'static [String]> {
    static CHOSEN: OnceLock<Option<Vec<String>>> = OnceLock::new();
    let names = || {
        std::env::var("MUTANTS_OF")
            .ok()
            .map(|names| names.split(',').map(str::to_string).collect())
    };
    CHOSEN.get_or_init(names).as_deref()
}

/// Does each piece of work on one of the machine's threads.
fn on_all_threads<T: Sync>(work: &[T], task: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(work.len());
    let turns = || {
        while let Some(piece) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            task(piece);
        }
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(turns))));
}

#[test]
fn kernels_as_they_are_have_no_findings() {
    let faults: Vec<_> = probes().iter().filter(|probe| probe.verdict != Verdict::Right).collect();
    let said: Vec<_> = faults
        .iter()
        .map(|probe| format!("{}: {:?}", probe.name(), probe.verdict))
        .collect();
    assert!(said.is_empty(), "{}", said.join("\n"));
    let most = probes().iter().max_by_key(|probe| probe.launches).unwrap();
    assert!(most.launches * 4 <= BOUNDS.launches, "{}: {} launches; raise the bound", most.name(), most.launches);
}
