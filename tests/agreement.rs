//! Every rung of every algorithm against its reference, in both eras, on awkward sizes: one test a rung, by the table in `algorithms`.
//!
//! A row is one rung at one size. The rows are counted at the end; what a machine cannot run is said, not passed over.

mod machine;

use gristmill::algorithms::{Algorithm, Rung, TABLE, Workload};
use libtest_mimic::{Arguments, Failed, Trial};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const SIZES: [usize; 18] =
    [0, 1, 2, 3, 5, 7, 31, 32, 33, 255, 256, 257, 1_000, 1_023, 4_095, 4_097, 65_537, 1_000_003];

/// A size whose forerunner took so long is left out, and counted as such.
const PATIENCE: Duration = Duration::from_secs(2);

static ROWS: AtomicUsize = AtomicUsize::new(0);
static LEFT_OUT: AtomicUsize = AtomicUsize::new(0);
static WITHOUT_MACHINE: AtomicUsize = AtomicUsize::new(0);

fn main() {
    let arguments = Arguments::from_args();
    let rungs = TABLE.iter().flat_map(|algorithm| algorithm.rungs.iter().map(move |rung| (algorithm, rung)));
    let tests = rungs.map(|(algorithm, rung)| {
        Trial::test(format!("{}::{}", algorithm.name, rung.name), move || agree(algorithm, rung))
    });
    let mut tests: Vec<Trial> = tests.collect();
    tests.push(Trial::test("every_algorithm_is_in_both_eras", every_algorithm_is_in_both_eras));
    tests.push(Trial::test("a_wrong_result_is_seen", a_wrong_result_is_seen));
    let conclusion = libtest_mimic::run(&arguments, tests);
    let [rows, left_out, without] = [&ROWS, &LEFT_OUT, &WITHOUT_MACHINE].map(|count| count.load(Ordering::Relaxed));
    println!("agreement: {rows} rows agree with the reference, {left_out} left out for time, {without} rungs without a machine");
    conclusion.exit();
}

fn agree(algorithm: &'static Algorithm, rung: &'static Rung) -> Result<(), Failed> {
    let Some(device) = machine::device(rung.era) else {
        WITHOUT_MACHINE.fetch_add(1, Ordering::Relaxed);
        return Ok(());
    };
    let mut slowest = Duration::ZERO;
    for (at, size) in SIZES.into_iter().enumerate() {
        let growth = if at == 0 { 1 } else { size / SIZES[at - 1].max(1) };
        if slowest * growth as u32 > PATIENCE * 8 || slowest > PATIENCE {
            LEFT_OUT.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        let start = Instant::now();
        let workload = Workload::new(size, 1 + at as u32);
        let check = (rung.prepare)(&device, &workload).and_then(|mut trial| trial.check());
        let check = check.map_err(|error| format!("{} of {size}: {error}", algorithm.name))?;
        if !check.passed() {
            return Err(format!("{} of {size}: off by {}, {} allowed", algorithm.name, check.error, check.bound).into());
        }
        if check.elements == 0 && size > 3 {
            return Err(format!("{} of {size}: nothing was compared", algorithm.name).into());
        }
        device.finish().map_err(|error| error.to_string())?;
        ROWS.fetch_add(1, Ordering::Relaxed);
        slowest = slowest.max(start.elapsed());
    }
    Ok(())
}

fn every_algorithm_is_in_both_eras() -> Result<(), Failed> {
    for algorithm in TABLE {
        for era in gristmill::Era::ALL {
            if algorithm.of_era(era).all(|rung| rung.name != era.to_string()) {
                return Err(format!("{} has no rung named {era}", algorithm.name).into());
            }
        }
    }
    Ok(())
}

fn a_wrong_result_is_seen() -> Result<(), Failed> {
    use gristmill::algorithms::Check;
    let wrong = [
        Check::exact(&[1, 2, 3], &[1, 2]),
        Check::exact(&[1.0, f32::NAN], &[1.0, 1.0]),
        Check::within(&[1.0, f32::NAN], &[1.0, 1.0], 1e9),
        Check::within(&[1.0], &[1.0, 1.0], 1e9),
        Check::within(&[f32::INFINITY], &[1.0], 1e9),
        Check::within(&[1.25], &[1.0], 0.125),
    ];
    if wrong.iter().any(Check::passed) { Err("a wrong result passed".into()) } else { Ok(()) }
}
