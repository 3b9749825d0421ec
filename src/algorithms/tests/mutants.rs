//! Mutants of every file, and the checks that found them.

use super::kernel_file::{KernelFile, kernel_files};
use super::mutations::{Mutant, MutationKind, mutate_compute, mutate_fragment};
use super::{MutantVerdict, for_each_in_parallel, forced_paths, harmless, selected_names};
use std::sync::Mutex;
use std::time::Instant;

/// Number of runs that judge a mutant on the harmless list. All runs judged it when it was added, and all do again if
/// `MUTANTS_OF` names files to work on; `MUTANTS_OF=` names every file.
const HARMLESS_RUNS: usize = 8;

/// One of so many mutants is judged, always the same ones; all of them, which take minutes, if `MUTANTS_OF` is set.
const SAMPLE_SHARE: u32 = 5;

/// Returns true if the mutant at this place is one of those that are judged.
fn is_sampled(place: &str) -> bool {
    // The hash of Fowler, Noll and Vo is the same on every machine.
    let hash = place
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    selected_names().is_some() || (hash >> 16).is_multiple_of(SAMPLE_SHARE)
}

/// Counts of mutants by outcome.
#[derive(Default, Clone)]
struct MutantTally {
    mutants: usize,
    found: usize,
    wrong: usize,
    harmless: usize,
    unseen: Vec<String>,
    panics: Vec<String>,
    seconds: f64,
}

impl MutantTally {
    fn print(&self, name: &str) {
        let MutantTally { mutants, found, wrong, harmless, unseen, seconds, .. } = self;
        println!("{name:32} {mutants:7} {found:8} {wrong:6} {harmless:8} {:6} {seconds:8.1}", unseen.len());
    }

    fn add(&mut self, other: &MutantTally) {
        self.mutants += other.mutants;
        self.found += other.found;
        self.wrong += other.wrong;
        self.harmless += other.harmless;
        self.unseen.extend(other.unseen.iter().cloned());
        self.panics.extend(other.panics.iter().cloned());
        self.seconds += other.seconds;
    }
}

/// A tally of a file's mutants by kind of mistake, and the entries of the harmless list that it needed.
struct FileReport {
    file: String,
    tallies: Vec<(MutationKind, MutantTally)>,
    needed: Vec<&'static harmless::HarmlessMutants>,
}

fn judge_mutants(mut file: KernelFile) -> FileReport {
    let mutants = if file.compute { mutate_compute(&file.text) } else { mutate_fragment(&file.text) };
    let mut tallies: Vec<_> = MutationKind::ALL.map(|mistake| (mistake, MutantTally::default())).into();
    let mut needed = Vec::new();
    for Mutant { line, now, text, mistake } in &mutants {
        let start = Instant::now();
        let Some((_, tally)) = tallies.iter_mut().find(|(kind, _)| kind == mistake) else { continue };
        let place = format!("{}:{line}: {now}", file.name);
        if !is_sampled(&place) {
            continue;
        }
        let known = harmless::find_harmless(&file.name, now);
        let most = if known.is_some() && selected_names().is_none() { HARMLESS_RUNS } else { usize::MAX };
        match file.judge_text(text, most) {
            // The mutation does not always compile: not every word is a vector with such a component, or a number.
            MutantVerdict::DoesNotCompile if !file.compute => continue,
            MutantVerdict::DoesNotCompile => panic!("{place} is no GLSL"),
            MutantVerdict::Panic(rung) => tally.panics.push(format!("{rung}, with {place}")),
            MutantVerdict::Found(_) => tally.found += 1,
            MutantVerdict::Wrong(_) => tally.wrong += 1,
            MutantVerdict::Right => match known {
                Some(known) => {
                    needed.push(known);
                    tally.harmless += 1;
                }
                None => tally.unseen.push(place),
            },
        }
        tally.mutants += 1;
        tally.seconds += start.elapsed().as_secs_f64();
    }
    FileReport { file: file.name, tallies, needed }
}

#[test]
fn mutants_are_seen() {
    let mut files = kernel_files();
    let idle: Vec<_> = files.iter().filter(|file| !file.is_used()).map(|file| &file.name).collect();
    assert!(idle.is_empty(), "no rung runs {idle:?}");
    // The slowest first, so that no thread is left with one at the end.
    files.sort_by(|a, b| {
        (b.total_seconds() * b.text.len() as f64).total_cmp(&(a.total_seconds() * a.text.len() as f64))
    });
    let files: Vec<_> = files.into_iter().map(|file| Mutex::new(Some(file))).collect();
    let judged = Mutex::new(Vec::new());
    println!("{:32} mutants findings result harmless unseen  seconds", "file");
    for_each_in_parallel(&files, |file| {
        let file = file.lock().unwrap().take().unwrap();
        let of_file = judge_mutants(file);
        let mut tally = MutantTally::default();
        of_file.tallies.iter().for_each(|(_, of_mistake)| tally.add(of_mistake));
        tally.print(&of_file.file);
        tally.unseen.iter().for_each(|place| println!("  unseen: {place}"));
        judged.lock().unwrap().push(of_file);
    });
    let judged = judged.into_inner().unwrap();
    let mut total = MutantTally::default();
    for ending in ["vert", "frag", "glsl", "comp"] {
        for mistake in MutationKind::ALL {
            let mut tally = MutantTally::default();
            let of_kind = judged.iter().filter(|of_file| of_file.file.ends_with(ending));
            let tallies = of_kind
                .flat_map(|of_file| &of_file.tallies)
                .filter(|(kind, _)| *kind == mistake);
            tallies.for_each(|(_, of_file)| tally.add(of_file));
            if tally.mutants > 0 {
                tally.print(&format!(".{ending} {mistake:?}"));
            }
            total.add(&tally);
        }
    }
    total.print("all");
    assert!(total.panics.is_empty(), "the host panics:\n{}", total.panics.join("\n"));
    let unseen = total.unseen.join("\n");
    assert!(unseen.is_empty(), "{} mutants are unseen:\n{unseen}", total.unseen.len());

    assert!(
        total.mutants >= 1_000 || selected_names().is_some(),
        "{} mutants are too few to say anything",
        total.mutants
    );
    if selected_names().is_none() {
        return; // a mutant that is left out may be the one that needs an entry
    }
    let needed: Vec<_> = judged.iter().flat_map(|of_file| of_file.needed.iter().copied()).collect();
    let idle: Vec<_> = harmless::harmless_mutants()
        .iter()
        .filter(|entry| !needed.contains(entry))
        .filter(|entry: &&harmless::HarmlessMutants| judged.iter().any(|of_file| of_file.file == entry.file))
        .collect();
    assert!(idle.is_empty(), "no mutant that is unseen needs these: {idle:#?}");
}

#[test]
fn driven_ways_are_right() {
    let driven = kernel_files()
        .into_iter()
        .filter(|file| forced_paths::FORCED_PATHS.iter().any(|(name, _)| *name == file.name));
    for mut file in driven {
        let text = file.text.clone();
        assert!(file.text_variants(&text).iter().skip(1).all(|way| *way != text), "{} has changed", file.name);
        assert_eq!(file.judge_text(&text, usize::MAX), MutantVerdict::Right);
    }
}
