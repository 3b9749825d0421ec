//! Whether the emulator sees a mistake in a kernel: every kernel of both eras, and every file that they
//! include, with one mistake in it must be found wrong, or its result must be. And nothing may be found wrong
//! with any kernel as it is.
#![cfg(feature = "emulator")]

mod driven;
mod further;
mod harmless;
mod judge;
mod mistakes;
mod mutants;
mod mutations;

use super::{Rung, TABLE, Workload};
use crate::kernel::swapped::{self, Bounds, Swap, Told};
use crate::{Device, Era, Error};
use further::FURTHER;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Sizes that end inside a group, inside a four and inside a word; one that ends with a row of its texture,
/// which is no square; the last has several tiles of scan_lookback.comp.
const SIZES: [usize; 9] = [0, 1, 3, 43, 255, 992, 1_000, 4_097, 16_385];

/// Where every element looks at every other: the largest size would take more steps than the others take
/// together.
const ALL_PAIRS: [&str; 2] = ["boids", "nbody"];

/// What a right kernel may do at these sizes; a wrong one has the same bounds, for it may never end.
const BOUNDS: Bounds = Bounds { launches: 20_000, steps: 1_000_000 };

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

fn run(rung: &Rung, size: usize, bounds: Bounds, swap: Option<Swap>) -> (Verdict, Told) {
    swapped::with(swap, bounds, || {
        let device = Device::emulator(rung.era).unwrap();
        let checked = || (rung.prepare)(&device, &Workload::new(size, 7)).and_then(|mut trial| trial.check());
        let Ok(check) = catch_unwind(AssertUnwindSafe(checked)) else {
            return Verdict::Panic(format!("{} of {size}", rung.name));
        };
        let findings = device.findings().unwrap();
        match check {
            Err(Error::Source { .. }) => Verdict::Stillborn,
            _ if !findings.is_empty() => Verdict::Found(findings[0].to_string()),
            Err(error) => Verdict::Wrong(error.to_string()),
            Ok(check) if !check.passed() => Verdict::Wrong(format!("off by {}, {} allowed", check.error, check.bound)),
            Ok(_) => Verdict::Right,
        }
    })
}

/// A rung of one size as it is: what it says, what it takes, and which files it asks for.
struct Probe {
    algorithm: &'static str,
    rung: &'static Rung,
    size: usize,
    verdict: Verdict,
    files: HashSet<(Era, String)>,
    launches: u64,
    time: Duration,
}

impl Probe {
    fn name(&self) -> String {
        format!("{}::{} of {}", self.algorithm, self.rung.name, self.size)
    }
}

/// Every rung of every size, run once.
fn probes() -> &'static [Probe] {
    static PROBES: OnceLock<Vec<Probe>> = OnceLock::new();
    PROBES.get_or_init(|| {
        let fits = |name: &str, size: usize| size <= 5_000 || !ALL_PAIRS.contains(&name);
        let sizes = |rung: (&'static str, _)| {
            SIZES
                .into_iter()
                .filter(move |size| fits(rung.0, *size))
                .map(move |size| (rung, size))
        };
        let rungs: Vec<_> = all_rungs().flat_map(sizes).collect();
        let probes = Mutex::new(Vec::new());
        on_all_threads(&rungs, |&((algorithm, rung), size)| {
            let start = Instant::now();
            let (verdict, Told { files, launches }) = run(rung, size, BOUNDS, None);
            let time = start.elapsed();
            probes
                .lock()
                .unwrap()
                .push(Probe { algorithm, rung, size, verdict, files, launches, time });
        });
        probes.into_inner().unwrap()
    })
}

/// The rungs of the table, and those that no tool shows; of those that an environment variable names, for
/// work on one of them.
fn all_rungs() -> impl Iterator<Item = (&'static str, &'static Rung)> {
    let further = FURTHER.iter().flat_map(|part| part.iter()).map(|(name, rung)| (*name, rung));
    let table = TABLE
        .iter()
        .flat_map(|algorithm| algorithm.ways().map(|rung| (algorithm.name, rung)));
    let named = |name: &str| TABLE.iter().any(|algorithm| name.starts_with(algorithm.name));
    let wanted = move |algorithm: &str, name: &String| name.starts_with(algorithm) || !named(name);
    table
        .chain(further)
        .filter(move |(algorithm, _)| chosen().is_none_or(|names| names.iter().any(|name| wanted(algorithm, name))))
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
