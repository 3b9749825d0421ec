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
use crate::backend::reads;
use crate::kernel::swapped::{self, Bounds, Swap, Told};
use crate::{Device, DeviceKind, Era, Error};
use further::FURTHER;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Sizes that end inside a group, inside a four and inside a word; one that ends with a row of its texture,
/// which is no square; the last has several tiles of scan_lookback.comp.
const SIZES: [usize; 9] = [0, 1, 3, 43, 255, 992, 1_000, 4_097, 16_385];

/// Algorithms whose work grows faster than their size, and the sizes that they are asked for instead: the others would take more time than
/// all algorithms together.
const DEAR: [(&str, &[usize]); 5] = [
    ("boids", &[0, 1, 3, 43, 255, 992, 1_000, 4_097]),
    ("nbody", &[0, 1, 3, 43, 255, 992, 1_000, 4_097]),
    ("photon_map", &[0, 3, 43, 1_000]),
    ("ray_grid", &[0, 1, 43, 255, 1_000]),
    ("level_set", &[0, 1, 43, 255, 1_000]),
];

/// Results of two eras that are further apart than this do not judge each other.
const FAR_APART: f64 = 1e-2;

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

/// What one run gave.
struct Ran {
    verdict: Verdict,
    told: Told,
    /// The lanes that were read to judge the result.
    reads: Vec<f64>,
}

fn run(rung: &Rung, size: usize, bounds: Bounds, swap: Option<Swap>) -> Ran {
    reads::record(false);
    let (verdict, told) = swapped::with(swap, bounds, || {
        let device = Device::emulator(rung.era).unwrap();
        let checked = || {
            let mut trial = (rung.prepare)(&device, &Workload::new(size, 7))?;
            trial.run()?;
            reads::record(true);
            trial.check()
        };
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
    });
    Ran { verdict, told, reads: reads::record(false) }
}

/// How far two results are apart, in parts of the largest number of the second that is one.
fn apart(given: &[f64], wanted: &[f64]) -> f64 {
    if given.len() != wanted.len() {
        return f64::INFINITY;
    }
    let largest = wanted
        .iter()
        .copied()
        .filter(|lane| lane.is_finite())
        .fold(0.0, |most, lane| lane.abs().max(most));
    let distance = |(given, wanted): (&f64, &f64)| match (given == wanted, given.is_nan() && wanted.is_nan()) {
        (false, false) if given.is_finite() && wanted.is_finite() => (given - wanted).abs() / largest,
        (false, false) => f64::INFINITY,
        _ => 0.0,
    };
    given.iter().zip(wanted).map(distance).fold(0.0, f64::max)
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
    reads: Arc<Vec<f64>>,
    /// The other era's result of the same trial, and how far this one is from it.
    other_era: Option<(Arc<Vec<f64>>, f64)>,
}

impl Probe {
    /// What a run with that text in a file's place says: also whether it is further from the other era's result than the right kernel's.
    fn run(&self, swap: Swap) -> Verdict {
        // A wrong kernel may do more than a right one, but not without end.
        let bounds = Bounds { launches: 4 * self.launches + 64, ..BOUNDS };
        let Ran { verdict, reads, .. } = run(self.rung, self.size, bounds, Some(swap));
        match &self.other_era {
            Some((other, off)) if verdict == Verdict::Right && apart(&reads, other) > 1.5 * off + 1e-6 => {
                Verdict::Wrong("it is further from the other era's result than the right one".to_string())
            }
            _ => verdict,
        }
    }

    fn name(&self) -> String {
        format!("{}::{} of {}", self.algorithm, self.rung.name, self.size)
    }
}

/// Every rung of every size, run once.
fn probes() -> &'static [Probe] {
    static PROBES: OnceLock<Vec<Probe>> = OnceLock::new();
    PROBES.get_or_init(|| {
        let sizes = |rung: (&'static str, &'static Rung)| {
            let dear = DEAR.iter().find(|(dear, _)| *dear == rung.0);
            let sizes = dear.map_or(&SIZES[..], |(_, sizes)| sizes);
            sizes.iter().map(move |size| (rung, *size))
        };
        let rungs: Vec<_> = all_rungs().flat_map(sizes).collect();
        let probes = Mutex::new(Vec::new());
        on_all_threads(&rungs, |&((algorithm, rung), size)| {
            let start = Instant::now();
            let Ran { verdict, told: Told { files, launches }, reads } = run(rung, size, BOUNDS, None);
            let (time, reads) = (start.elapsed(), Arc::new(reads));
            let probe = Probe { algorithm, rung, size, verdict, files, launches, time, reads, other_era: None };
            probes.lock().unwrap().push(probe);
        });
        with_other_eras(probes.into_inner().unwrap())
    })
}

/// The same, each with the result of the other era's plain rung where both read alike. Eras that are far apart, for their random numbers
/// or their order of things, tell nothing.
fn with_other_eras(mut probes: Vec<Probe>) -> Vec<Probe> {
    let plain = |probe: &&Probe| {
        let algorithm = TABLE.iter().find(|algorithm| algorithm.name == probe.algorithm);
        let plain = algorithm.and_then(|algorithm| algorithm.plain(probe.rung.era, DeviceKind::Emulator));
        plain.is_some_and(|plain| plain.name == probe.rung.name)
    };
    let results: HashMap<_, _> = probes
        .iter()
        .filter(plain)
        .map(|probe| ((probe.algorithm, probe.rung.era, probe.size), probe.reads.clone()))
        .collect();
    for probe in &mut probes {
        let other = if probe.rung.era == Era::Fragment { Era::Compute } else { Era::Fragment };
        let wanted = results.get(&(probe.algorithm, other, probe.size));
        let off = |wanted: &Arc<Vec<f64>>| (wanted.clone(), apart(&probe.reads, wanted));
        probe.other_era = wanted.map(off).filter(|(_, off)| *off <= FAR_APART);
    }
    let judged = probes.iter().filter(|probe| probe.other_era.is_some()).count();
    assert!(judged * 2 > probes.len() || chosen().is_some(), "the other era judges {judged} of {} runs", probes.len());
    probes
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
