//! `gristmill check NAME`: every way of an algorithm judged, on inputs at the edge too, each lane watched.

use super::judged::{Judged, Way};
use super::say::progress;
use super::side_by_side::workers;
use gristmill::algorithms::Algorithm;
use gristmill::judge::{Case, Judge, Verdict, cases};
use gristmill::kernels::Edits;
use gristmill::{Device, DeviceKind, Era, MachineChoice, Result};
use indicatif::ProgressBar;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Judges the cases of an algorithm that are wanted; a way ends at the first that is wrong.
///
/// The emulator's ways are judged side by side, each thread with a machine of its own; what is said of them is the same
/// on any number of threads. A driver is one machine, and its ways follow each other.
///
/// # Errors
/// Where there is no such machine, and [`Error::Shortage`](gristmill::Error::Shortage) where a case did not run for want of
/// something.
pub fn judge(
    choice: MachineChoice,
    algorithm: &'static Algorithm,
    edits: &Edits,
    wanted: impl Fn(&Case) -> bool,
) -> Result<Judged> {
    let all: Vec<Case> = cases(algorithm).filter(wanted).collect();
    let ways: Vec<&[Case]> = all.chunk_by(is_same_way).collect();
    let done: Vec<Mutex<Option<Way>>> = ways.iter().map(|_| Mutex::default()).collect();
    let bar = progress(all.len());
    let next = AtomicUsize::new(0);
    let open = || Device::choose(Era::Fragment, choice);
    let work = |device: Device| {
        let judge = Judge::new(device).edited(edits.clone());
        while let Some((cases, done)) = next_of(&ways, &done, &next) {
            let way = judge_way(&judge, cases, &bar);
            *done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = way;
        }
    };
    let first = open()?;
    let threads = match first.info().kind {
        DeviceKind::Emulator => workers(ways.len())?,
        _ => 1,
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where no thread starts, or it has no machine, the others do its work.
            let beside = || open().map(work).unwrap_or_default();
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, beside);
        }
        work(first);
    });
    bar.finish_and_clear();
    let way = |done: Mutex<Option<Way>>| done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let ways: Vec<Way> = done.into_iter().filter_map(way).collect();
    if let Some(shortage) = ways.iter().find_map(Way::shortage) {
        return Err(shortage.clone());
    }
    ways.iter().for_each(|way| Edits::note(&way.files));
    Ok(Judged { algorithm, ways, edits: edits.clone() })
}

/// Bytes of stack, as many as the first thread has; only what is used takes memory.
const STACK: usize = 8 << 20;

/// The next way that nobody has begun, and where what comes of it is put.
fn next_of<'w, C, D>(ways: &'w [C], done: &'w [D], next: &AtomicUsize) -> Option<(&'w C, &'w D)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    ways.get(at).zip(done.get(at))
}

/// Whether two cases are of one way.
fn is_same_way(a: &Case, b: &Case) -> bool {
    let way = |case: &Case| (case.rung.name, case.rung.era, case.at_the_edge);
    way(a) == way(b)
}

/// Judges the cases of one way.
fn judge_way(judge: &Judge, cases: &[Case], bar: &ProgressBar) -> Option<Way> {
    let &Case { rung, at_the_edge, .. } = cases.first()?;
    let (files, wrong, left_out) = Default::default();
    let mut way =
        Way { rung, at_the_edge, cases: 0, launches: 0, sizes: BTreeSet::new(), files, wrong, left_out, known: false };
    for case in cases {
        bar.inc(1);
        if way.wrong.is_some() || way.left_out.is_some() {
            continue;
        }
        bar.set_message(format!("{} {}", case.algorithm.name, case.name()));
        let outcome = judge.run(case);
        way.files.extend(outcome.files);
        match outcome.verdict {
            verdict @ Verdict::LeftOut(_) => {
                way.left_out = Some(verdict);
                continue;
            }
            Verdict::Right => (),
            verdict => way.wrong = Some((*case, verdict)),
        }
        way.cases += 1;
        way.launches += outcome.launches;
        way.sizes.insert(case.size);
    }
    Some(way)
}

/// Elements of the largest of the small cases.
const SMALL: usize = 1_000;

/// Judges an algorithm's ways of an era, or one, on few elements and on inputs at the edge: on the emulator,
/// whatever device the rest takes.
///
/// # Errors
/// As [`judge`].
pub fn small(algorithm: &'static Algorithm, era: Option<Era>, rung: Option<&str>, edits: &Edits) -> Result<Judged> {
    let wanted = |case: &Case| {
        let way = case.rung.name.split(", ").next().unwrap_or(case.rung.name);
        let named = rung.is_none_or(|rung| way == rung);
        case.size <= SMALL && named && era.is_none_or(|era| case.rung.era == era)
    };
    judge(MachineChoice::Emulator, algorithm, edits, wanted)
}
