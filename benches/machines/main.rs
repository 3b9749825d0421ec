//! `cargo bench --bench machines`: every way of every algorithm on the emulator, with nobody watching, beside the same
//! way on the OpenGL machine.
//!
//! Sizes are small and the same on both; each time is the least of several runs with all the device's work done, and
//! results are judged by the way's own reference. `cargo bench --bench machines -- mandelbrot` takes the ways whose
//! names have that word alone.

use gristmill::algorithms::{Rung, TABLE, Workload};
use gristmill::{Device, Era, Result};
use std::time::{Duration, Instant};

/// Elements, where the algorithm takes as many.
const SIZE: usize = 2048;
/// Runs of a way last about so long.
const PATIENCE: Duration = Duration::from_millis(30);

fn main() -> Result<()> {
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let mut rows: Vec<(f64, Era, String)> = Vec::new();
    for era in [Era::Fragment, Era::Compute] {
        let emulator = Device::emulator(era)?;
        let driver = Device::open(era)?;
        emulator.listen(None)?;
        for algorithm in TABLE {
            let work = Workload::new(SIZE.min(algorithm.size), 7);
            for rung in algorithm.of_era(era).filter(|rung| rung.alias.is_none()) {
                let name = format!("{} {}", algorithm.name, rung.name);
                if !name.contains(&word) {
                    continue;
                }
                match (fastest(&emulator, rung, &work), fastest(&driver, rung, &work)) {
                    (Ok(ours), Ok(theirs)) => {
                        let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
                        rows.push((ratio, era, format!("{name}: {ours:.1?}, {theirs:.1?}: {ratio:.2}")));
                    }
                    (Err(error), _) | (_, Err(error)) => println!("{name}: {error}"),
                }
            }
        }
    }
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    rows.iter().for_each(|(.., line)| println!("{line}"));
    for (of, what) in [(Some(Era::Fragment), "of fragments"), (Some(Era::Compute), "of compute"), (None, "of both")] {
        let ratios = rows.iter().filter(|(_, era, _)| of.is_none_or(|of| of == *era));
        let logs: Vec<f64> = ratios.map(|(ratio, ..)| ratio.ln()).collect();
        let mean = (logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp();
        println!("{} ways {what}, the emulator's time over the driver's: {mean:.2} (geometric mean)", logs.len());
    }
    Ok(())
}

/// The least time of a way.
fn fastest(device: &Device, rung: &Rung, work: &Workload) -> Result<Duration> {
    let mut trial = (rung.prepare)(device, work)?;
    let begin = Instant::now();
    let mut best = Duration::MAX;
    for run in 0..20 {
        let start = Instant::now();
        trial.run()?;
        device.finish()?;
        best = best.min(start.elapsed());
        if run > 1 && begin.elapsed() > PATIENCE {
            break;
        }
    }
    let check = trial.check()?;
    if check.passed() { Ok(best) } else { Err(gristmill::Error::data(format!("wrong: {check:?}"))) }
}
