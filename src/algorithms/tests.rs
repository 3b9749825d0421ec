//! Whether the emulator sees a mistake in a kernel: every kernel of the compute era with a barrier left out, or a guard weakened or gone, must
//! be found wrong. And it must find nothing wrong with any kernel as it is.
#![cfg(feature = "emulator")]

mod mutations;

use super::scan::exclusive;
use super::{Check, Rung, TABLE, Trial, Workload};
use crate::kernel::swapped;
use crate::{Device, Era, Error, Stream};
use mutations::{Mutant, mutants};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Sizes that end inside a group, inside a four and inside a word; the last has several tiles of scan_lookback.comp.
const SIZES: [usize; 5] = [1_000, 4_097, 255, 1, 16_385];

/// What makes a kernel go ways that it goes on a busy machine alone: a piece of its text, and what stands there instead.
const DRIVEN: [(&str, &[(&str, &str)]); 2] = [
    // The tile before is silent for too long, so it is added up here.
    (
        "scan_lookback",
        &[(
            "bool complete = tile == 0;",
            "bool complete = tile == 0; if (!complete) { before = total_of(nearest, lane); nearest--; complete = nearest == -1; }",
        )],
    ),
    // The tiles before know their totals alone, and there are more of them than are looked at together.
    (
        "scan_lookback",
        &[
            ("const int WINDOW = 32;", "const int WINDOW = 2; "),
            ("atomicExchange(states[tile], PREFIX);", "if (tile == 0) atomicExchange(states[tile], PREFIX);"),
        ],
    ),
];

/// Mutants that compute the same: the kernel, a piece of the line as it is then, and why.
const HARMLESS: &[(&str, &str, &str)] = &[];

/// Ways that the table of algorithms does not go.
const FURTHER: [(&str, Rung); 3] = [
    (
        "scan",
        further("exclusive::compute_blocks", |device, workload| shifted(device, workload, exclusive::compute_blocks)),
    ),
    (
        "scan",
        further("exclusive::compute_chunks", |device, workload| shifted(device, workload, exclusive::compute_chunks)),
    ),
    (
        "scan",
        further("exclusive::compute_lookback", |device, workload| {
            shifted(device, workload, exclusive::compute_lookback)
        }),
    ),
];

const fn further(name: &'static str, prepare: fn(&Device, &Workload) -> crate::Result<Trial>) -> Rung {
    Rung { name, era: Era::Compute, method: "", source: "", prepare }
}

fn shifted(
    device: &Device,
    workload: &Workload,
    rung: fn(&Device, &Stream<u32>) -> crate::Result<Stream<u32>>,
) -> crate::Result<Trial> {
    let numbers = workload.integers(0, 1_000);
    let wanted = exclusive::reference(&numbers);
    let source = device.stream(&numbers)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &source), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

/// What one run on a watching emulator says.
#[derive(Debug, PartialEq)]
enum Verdict {
    Right,
    /// The first finding.
    Found(String),
    /// An error, or a result that is wrong.
    Wrong(String),
    /// No GLSL.
    Stillborn,
}

fn run(rung: &Rung, size: usize) -> Verdict {
    let device = Device::emulator(rung.era).unwrap();
    let check = (rung.prepare)(&device, &Workload::new(size, 7)).and_then(|mut trial| trial.check());
    let findings = device.findings().unwrap();
    match check {
        Err(Error::Source { .. }) => Verdict::Stillborn,
        _ if !findings.is_empty() => Verdict::Found(findings[0].to_string()),
        Err(error) => Verdict::Wrong(error.to_string()),
        Ok(check) if !check.passed() => Verdict::Wrong(format!("off by {}, {} allowed", check.error, check.bound)),
        Ok(_) => Verdict::Right,
    }
}

/// A kernel file of the compute era, and the rungs that run it.
struct Kernel {
    name: String,
    text: String,
    rungs: Vec<&'static Rung>,
}

impl Kernel {
    fn file(&self) -> String {
        format!("{}.comp", self.name)
    }

    /// The text, and as the ways of [`DRIVEN`] have it.
    fn ways(&self, text: &str) -> Vec<String> {
        let mut ways = vec![text.to_string()];
        for (_, pieces) in DRIVEN.iter().filter(|(name, _)| *name == self.name) {
            ways.push(pieces.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to)));
        }
        ways
    }

    /// The first run that goes wrong with that text, or that nothing does.
    fn judge(&self, text: &str) -> Verdict {
        for way in self.ways(text) {
            for size in SIZES {
                // Only the scan's tiles are so large.
                if size > 5_000 && !self.name.starts_with("scan") {
                    continue;
                }
                for rung in &self.rungs {
                    let (verdict, _) = swapped::with(&self.file(), &way, || run(rung, size));
                    if verdict != Verdict::Right {
                        return verdict;
                    }
                }
            }
        }
        Verdict::Right
    }
}

fn all_rungs() -> impl Iterator<Item = (&'static str, &'static Rung)> {
    let further = FURTHER.iter().map(|(name, rung)| (*name, rung));
    TABLE.iter().flat_map(|algorithm| algorithm.rungs.iter().map(|rung| (algorithm.name, rung))).chain(further)
}

fn kernels() -> Vec<Kernel> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("compute_kernels");
    let mut kernels = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "comp") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_string();
            kernels.push(Kernel { name, text: std::fs::read_to_string(path).unwrap(), rungs: Vec::new() });
        }
    }
    kernels.sort_by(|a, b| a.name.cmp(&b.name));
    for kernel in &mut kernels {
        for (algorithm, rung) in all_rungs().filter(|(_, rung)| rung.era == Era::Compute) {
            let ours = kernel.name.starts_with(algorithm);
            if ours && swapped::with(&kernel.file(), &kernel.text, || run(rung, 1_000)).1 > 0 {
                kernel.rungs.push(rung);
            }
        }
        assert!(!kernel.rungs.is_empty(), "no rung runs {}", kernel.file());
    }
    kernels
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

/// What became of a kernel's mutants.
#[derive(Default, Clone)]
struct Tally {
    mutants: usize,
    found: usize,
    wrong: usize,
    harmless: usize,
    unseen: Vec<String>,
}

fn tally(kernel: &Kernel, mutants: &[&Mutant]) -> Tally {
    let mut tally = Tally::default();
    for mutant in mutants {
        let known = HARMLESS.iter().any(|(name, piece, _)| *name == kernel.name && mutant.now.contains(piece));
        let place = format!("{}:{}: {}", kernel.file(), mutant.line, mutant.now);
        match kernel.judge(&mutant.text) {
            Verdict::Stillborn => panic!("{place} is no GLSL"),
            Verdict::Found(_) => tally.found += 1,
            Verdict::Wrong(_) => tally.wrong += 1,
            Verdict::Right if known => tally.harmless += 1,
            Verdict::Right => tally.unseen.push(place),
        }
        tally.mutants += 1;
    }
    tally
}

#[test]
fn mutants_are_seen() {
    let kernels = kernels();
    let tallies = Mutex::new(vec![[Tally::default(), Tally::default()]; kernels.len()]);
    let places: Vec<usize> = (0..kernels.len()).collect();
    on_all_threads(&places, |&at| {
        let kernel = &kernels[at];
        let mutants = mutants(&kernel.text);
        let (barriers, guards): (Vec<&Mutant>, Vec<&Mutant>) = mutants.iter().partition(|mutant| mutant.barrier);
        let counted = [tally(kernel, &barriers), tally(kernel, &guards)];
        tallies.lock().unwrap()[at] = counted;
    });
    let tallies = tallies.into_inner().unwrap();
    let line = |name: &str, what: &str, tally: &Tally| {
        let Tally { mutants, found, wrong, harmless, unseen } = tally;
        println!("{name:24} {what:9} {mutants:7} {found:8} {wrong:6} {harmless:8} {:6}", unseen.len());
    };
    println!("{:24} {:9} mutants findings result harmless unseen", "kernel", "without");
    let mut total = Tally::default();
    for (kernel, of_kernel) in kernels.iter().zip(&tallies) {
        for (what, tally) in ["a barrier", "a guard"].iter().zip(of_kernel) {
            if tally.mutants > 0 {
                line(&kernel.name, what, tally);
            }
            total.mutants += tally.mutants;
            total.found += tally.found;
            total.wrong += tally.wrong;
            total.harmless += tally.harmless;
            total.unseen.extend(tally.unseen.iter().cloned());
        }
    }
    line("all", "", &total);
    total.unseen.iter().for_each(|place| println!("unseen: {place}"));
    assert!(total.mutants >= 150, "{} mutants are too few to say anything", total.mutants);
    let seen = total.mutants - total.unseen.len();
    assert!(seen * 100 >= total.mutants * 98, "{seen} of {} mutants seen or named harmless", total.mutants);
}

#[test]
fn kernels_as_they_are_have_no_findings() {
    let rungs: Vec<_> = all_rungs().collect();
    let faults = Mutex::new(Vec::new());
    on_all_threads(&rungs, |(algorithm, rung)| {
        for size in [0, 1, 3, 255, 1_000, 4_097, 16_385] {
            let verdict = run(rung, size);
            if verdict != Verdict::Right {
                faults.lock().unwrap().push(format!("{algorithm}::{} of {size}: {verdict:?}", rung.name));
            }
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn driven_ways_are_right() {
    for kernel in kernels().iter().filter(|kernel| DRIVEN.iter().any(|(name, _)| *name == kernel.name)) {
        let ways = kernel.ways(&kernel.text);
        assert!(ways.iter().skip(1).all(|way| *way != kernel.text), "{} has changed", kernel.file());
        assert_eq!(kernel.judge(&kernel.text), Verdict::Right);
    }
}
