//! Mutants of every file, and the checks that found them.

use super::judge::{File, files};
use super::mutations::{Mistake, Mutant, of_compute, of_fragment};
use super::{Verdict, chosen, driven, harmless, on_all_threads};
use std::sync::Mutex;
use std::time::Instant;

/// Number of runs that judge a mutant on the harmless list. All runs judged it when it was added, and all do again if
/// `MUTANTS_OF` names files to work on; `MUTANTS_OF=` names every file.
const HARMLESS_RUNS: usize = 8;

/// Counts of mutants by outcome.
#[derive(Default, Clone)]
struct Tally {
    mutants: usize,
    found: usize,
    wrong: usize,
    harmless: usize,
    unseen: Vec<String>,
    panics: Vec<String>,
    seconds: f64,
}

impl Tally {
    fn print(&self, name: &str) {
        let Tally { mutants, found, wrong, harmless, unseen, seconds, .. } = self;
        println!("{name:32} {mutants:7} {found:8} {wrong:6} {harmless:8} {:6} {seconds:8.1}", unseen.len());
    }

    fn add(&mut self, other: &Tally) {
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
struct Judged {
    file: String,
    tallies: Vec<(Mistake, Tally)>,
    needed: Vec<&'static harmless::Harmless>,
}

fn judge(mut file: File) -> Judged {
    let mutants = if file.compute { of_compute(&file.text) } else { of_fragment(&file.text) };
    let mut tallies: Vec<_> = Mistake::ALL.map(|mistake| (mistake, Tally::default())).into();
    let mut needed = Vec::new();
    for Mutant { line, now, text, mistake } in &mutants {
        let start = Instant::now();
        let Some((_, tally)) = tallies.iter_mut().find(|(kind, _)| kind == mistake) else { continue };
        let place = format!("{}:{line}: {now}", file.name);
        let known = harmless::of(&file.name, now);
        let most = if known.is_some() && chosen().is_none() { HARMLESS_RUNS } else { usize::MAX };
        match file.judge(text, most) {
            // The mutation does not always compile: not every word is a vector with such a component, or a number.
            Verdict::Stillborn if !file.compute => continue,
            Verdict::Stillborn => panic!("{place} is no GLSL"),
            Verdict::Panic(rung) => tally.panics.push(format!("{rung}, with {place}")),
            Verdict::Found(_) => tally.found += 1,
            Verdict::Wrong(_) => tally.wrong += 1,
            Verdict::Right => match known {
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
    Judged { file: file.name, tallies, needed }
}

#[test]
fn mutants_are_seen() {
    let mut files = files();
    let idle: Vec<_> = files.iter().filter(|file| !file.is_used()).map(|file| &file.name).collect();
    assert!(idle.is_empty(), "no rung runs {idle:?}");
    // The slowest first, so that no thread is left with one at the end.
    files.sort_by(|a, b| (b.time() * b.text.len() as f64).total_cmp(&(a.time() * a.text.len() as f64)));
    let files: Vec<_> = files.into_iter().map(|file| Mutex::new(Some(file))).collect();
    let judged = Mutex::new(Vec::new());
    println!("{:32} mutants findings result harmless unseen  seconds", "file");
    on_all_threads(&files, |file| {
        let file = file.lock().unwrap().take().unwrap();
        let of_file = judge(file);
        let mut tally = Tally::default();
        of_file.tallies.iter().for_each(|(_, of_mistake)| tally.add(of_mistake));
        tally.print(&of_file.file);
        tally.unseen.iter().for_each(|place| println!("  unseen: {place}"));
        judged.lock().unwrap().push(of_file);
    });
    let judged = judged.into_inner().unwrap();
    let mut total = Tally::default();
    for ending in ["vert", "frag", "glsl", "comp"] {
        for mistake in Mistake::ALL {
            let mut tally = Tally::default();
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

    assert!(total.mutants >= 2_000 || chosen().is_some(), "{} mutants are too few to say anything", total.mutants);
    let needed: Vec<_> = judged.iter().flat_map(|of_file| of_file.needed.iter().copied()).collect();
    let judged = |entry: &&harmless::Harmless| judged.iter().any(|of_file| of_file.file == entry.file);
    let idle: Vec<_> = harmless::all()
        .iter()
        .filter(|entry| !needed.contains(entry))
        .filter(judged)
        .collect();
    assert!(idle.is_empty(), "no mutant that is unseen needs these: {idle:#?}");
}

#[test]
fn driven_ways_are_right() {
    let driven = |file: &File| driven::DRIVEN.iter().any(|(name, _)| *name == file.name);
    for mut file in files().into_iter().filter(driven) {
        let text = file.text.clone();
        assert!(file.ways(&text).iter().skip(1).all(|way| *way != text), "{} has changed", file.name);
        assert_eq!(file.judge(&text, usize::MAX), Verdict::Right);
    }
}
