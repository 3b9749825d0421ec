//! The best rung of a ladder against its textbook rung: the same algorithm on the same data, run in turn in
//! one process.

use super::{Outcome, race, table};
use gristmill::algorithms::{Algorithm, Rung, Trial, Workload};
use gristmill::{Device, Era, Error};
use std::time::Duration;

/// Two rungs of one algorithm, and how many times faster the first is to be on a software driver.
struct Ladder {
    algorithm: &'static str,
    best: &'static str,
    textbook: &'static str,
    size: usize,
    goal: f64,
}

const LADDERS: [Ladder; 8] = [
    Ladder { algorithm: "reduce", best: "compute", textbook: "compute_shared", size: 1 << 22, goal: 50.0 },
    Ladder { algorithm: "scan", best: "compute", textbook: "compute_blocks", size: 1 << 22, goal: 10.0 },
    Ladder { algorithm: "matmul", best: "compute", textbook: "compute_tiled", size: 1 << 18, goal: 10.0 },
    Ladder { algorithm: "histogram", best: "compute_shared", textbook: "compute_global", size: 1 << 22, goal: 4.0 },
    Ladder { algorithm: "sort", best: "compute_radix", textbook: "compute_bitonic", size: 1 << 20, goal: 4.0 },
    Ladder { algorithm: "saxpy", best: "fragment_packed", textbook: "fragment", size: 1 << 22, goal: 2.5 },
    Ladder { algorithm: "jacobi", best: "fragment_packed", textbook: "fragment", size: 1 << 20, goal: 2.5 },
    Ladder { algorithm: "convolve", best: "fragment_packed", textbook: "fragment", size: 1 << 20, goal: 2.5 },
];

/// Prints the ratios; those picked, or all.
pub fn ladders(picked: &[String], missed: &mut Vec<String>) -> Outcome {
    let device = Device::open(Era::Compute)?;
    println!("{}, the best rung against the textbook's, minima in turn", device.info().name);
    let mut rows = table(&["algorithm", "size", "best rung", "time", "textbook rung", "time", "ratio", "goal"]);
    for ladder in LADDERS
        .iter()
        .filter(|ladder| picked.is_empty() || picked.iter().any(|name| name == ladder.algorithm))
    {
        let [mut best, mut textbook] =
            [prepared(&device, ladder, ladder.best)?, prepared(&device, ladder, ladder.textbook)?];
        let run = |trial: &mut Trial| -> Outcome {
            trial.run()?;
            Ok(device.finish()?)
        };
        let (fast, slow) = race(|| run(&mut best), || run(&mut textbook))?;
        for (trial, rung) in [(&mut best, ladder.best), (&mut textbook, ladder.textbook)] {
            let check = trial.check()?;
            if !check.passed() {
                return Err(format!("{} {rung}: off by {}", ladder.algorithm, check.error).into());
            }
        }
        let ratio = slow.as_secs_f64() / fast.as_secs_f64();
        if ratio < ladder.goal {
            missed.push(format!("{} {} {ratio:.1} of {:.1}", ladder.algorithm, ladder.best, ladder.goal));
        }
        rows.add_row([
            ladder.algorithm.to_string(),
            ladder.size.to_string(),
            ladder.best.to_string(),
            milliseconds(fast),
            ladder.textbook.to_string(),
            milliseconds(slow),
            format!("{ratio:.1}"),
            format!("{:.1}", ladder.goal),
        ]);
    }
    println!("{rows}\n");
    Ok(())
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// Prepares that rung on the ladder's data.
fn prepared(device: &Device, ladder: &Ladder, name: &str) -> Result<Trial, Error> {
    let algorithm = Algorithm::find(ladder.algorithm)?;
    let rung: &Rung = algorithm
        .rungs
        .iter()
        .find(|rung| rung.name == name)
        .ok_or_else(|| Error::data(format!("{} has no rung {name}", ladder.algorithm)))?;
    (rung.prepare)(&device.with_era(rung.era)?, &Workload::new(ladder.size, 1))
}
