//! Runs the cases of an algorithm: every way of it, on edge cases too, with every lane watched.

use crate::check::algorithm_results::{AlgorithmResult, WayResult};
use crate::check::worker_pool::worker_count;
use crate::terminal::progress_bar;
use gristmill::algorithms::Algorithm;
use gristmill::judge::{Case, Judge, Verdict, cases};
use gristmill::kernels::Edits;
use gristmill::{Device, DeviceKind, Era, MachineChoice, Result};
use indicatif::ProgressBar;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Judges the wanted cases of an algorithm; a way ends at its first wrong case.
///
/// The ways are judged in parallel on the emulator, each thread with a device of its own; the results do not depend on
/// the number of threads. A driver is one device, so its ways run one after another.
///
/// # Errors
/// There is no such device, or a case did not run for a shortage: [`Error::Shortage`](gristmill::Error::Shortage).
pub fn judge_cases(
    choice: MachineChoice,
    algorithm: &'static Algorithm,
    edits: &Edits,
    wanted: impl Fn(&Case) -> bool,
) -> Result<AlgorithmResult> {
    let all: Vec<Case> = cases(algorithm).filter(wanted).collect();
    let ways: Vec<&[Case]> = all.chunk_by(is_same_way).collect();
    let done: Vec<Mutex<Option<WayResult>>> = ways.iter().map(|_| Mutex::default()).collect();
    let bar = progress_bar(all.len());
    let next = AtomicUsize::new(0);
    let work = |device: Device| {
        let judge = Judge::new(device).edited(edits.clone());
        while let Some((cases, done)) = take_next_way(&ways, &done, &next) {
            let way = judge_way(&judge, cases, &bar);
            *done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = way;
        }
    };
    let first = Device::choose(Era::Fragment, choice)?;
    let threads = match first.info().kind {
        DeviceKind::Emulator => worker_count(ways.len())?,
        _ => 1,
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If a thread does not start, or gets no device, the others do its work.
            let _ = thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, || Device::choose(Era::Fragment, choice).map(work).unwrap_or_default());
        }
        work(first);
    });
    bar.finish_and_clear();
    let ways: Vec<WayResult> = done
        .into_iter()
        .filter_map(|done| done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()))
        .collect();
    if let Some(shortage) = ways.iter().find_map(WayResult::shortage) {
        return Err(shortage.clone());
    }
    ways.iter().for_each(|way| Edits::note(&way.files));
    Ok(AlgorithmResult { algorithm, ways, edits: edits.clone() })
}

/// Bytes of stack, as many as the main thread has; only used pages take memory.
const STACK_BYTES: usize = 8 << 20;

/// Takes the next way that no thread has begun, with the slot for its result.
fn take_next_way<'w, C, D>(ways: &'w [C], done: &'w [D], next: &AtomicUsize) -> Option<(&'w C, &'w D)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    ways.get(at).zip(done.get(at))
}

/// Returns true if two cases belong to one way.
fn is_same_way(a: &Case, b: &Case) -> bool {
    a.rung.name == b.rung.name && a.rung.era == b.rung.era && a.at_the_edge == b.at_the_edge
}

/// Judges the cases of one way.
fn judge_way(judge: &Judge, cases: &[Case], bar: &ProgressBar) -> Option<WayResult> {
    let &Case { rung, at_the_edge, .. } = cases.first()?;
    let (files, wrong, left_out) = Default::default();
    let mut way = WayResult {
        rung,
        at_the_edge,
        cases: 0,
        launches: 0,
        sizes: BTreeSet::new(),
        files,
        wrong,
        left_out,
        known: false,
    };
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

/// The most elements of a small case.
const SMALL_CASE_ELEMENTS: usize = 1_000;

/// Judges an algorithm's ways of an era, or one way, on few elements and on edge cases. Runs on the emulator, whatever
/// the device is.
///
/// # Errors
/// Those of [`judge_cases`].
pub fn judge_small_cases(
    algorithm: &'static Algorithm,
    era: Option<Era>,
    rung: Option<&str>,
    edits: &Edits,
) -> Result<AlgorithmResult> {
    let wanted = |case: &Case| {
        let way = case.rung.name.split(", ").next().unwrap_or(case.rung.name);
        let named = rung.is_none_or(|rung| way == rung);
        case.size <= SMALL_CASE_ELEMENTS && named && era.is_none_or(|era| case.rung.era == era)
    };
    judge_cases(MachineChoice::Emulator, algorithm, edits, wanted)
}
