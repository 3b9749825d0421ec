//! `gristmill run`: one algorithm, checked and timed.

use super::arguments::{Arguments, Run};
use super::measure::{Effort, Measured, measure, rungs};
use super::say::{Done, Stop, save_picture, say, warn};
use super::table::{COLUMNS, RATIO, bytes, count, row, table, text, time};
use super::{input, open};
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::{Device, Era, Error};
use serde_json::json;

pub fn run(arguments: &Arguments, run: &Run) -> Done {
    let algorithm = Algorithm::find(&run.algorithm)?;
    let rungs = rungs(algorithm, run.era, run.rung.as_deref(), false)?;
    let workload = match &run.input {
        Some(path) => input::of_file(algorithm, path, run.size, run.seed)?,
        None => input::made_up(algorithm, run.size.unwrap_or(algorithm.size), run.seed)?,
    };
    let (device, rungs) = runnable(arguments, rungs)?;
    if !run.json {
        say(format!("{} on {}", algorithm.summary, device.info().name))?;
    }
    let mut all: Vec<Measured> = Vec::new();
    let mut picture = None;
    for rung in rungs {
        let (measured, mut trial) = measure(&device, algorithm, rung, &workload, Effort::new(500, 9))?;
        if picture.is_none() && run.out.is_some() {
            picture = trial.picture()?.map(|picture| (rung.name, picture));
        }
        all.push(measured);
    }
    let right = all.iter().all(|measured| measured.check.passed());
    if run.json {
        let runs: Vec<_> = all.iter().map(Measured::json).collect();
        say(format!("{:#}", json!({"device": device.info().name, "right": right, "runs": runs})))?;
    } else {
        told(&all)?;
    }
    if let Some(path) = &run.out {
        let Some((rung, picture)) = picture else {
            return Err(Error::data(format!("{} makes no picture; leave out --out", algorithm.name)).into());
        };
        save_picture(path, &picture)?;
        if !run.json {
            say(format!("the picture of {rung}: {}", path.display()))?;
        }
    }
    Ok(right)
}

fn told(all: &[Measured]) -> Result<(), Stop> {
    let mut summary = table(&COLUMNS);
    for (place, measured) in all.iter().enumerate() {
        summary.add_row(row(measured, all, place == 0));
    }
    say(text(&summary))?;
    if all.len() > 1 {
        say(RATIO)?;
    }
    for measured in all {
        let Measured { rung, size, first, times, check, .. } = measured;
        say(format!(
            "{}: {}; {} values compared, {} runs, the first (it compiles) {}{}",
            rung.name,
            rung.method,
            count(check.elements),
            times.len() + 2,
            time(*first),
            match size {
                0 => String::new(),
                size => format!(", {} an element", bytes(measured.trace.bytes().div_ceil(*size))),
            }
        ))?;
        if !check.passed() {
            warn(format!("wrong: {} differs by {}, {} is allowed", rung.name, check.error, check.bound));
        }
    }
    Ok(())
}

/// The device, and those of the rungs that it runs; a sentence for whoever asked for no era and gets one
/// alone.
///
/// # Errors
/// No device, or none that runs any of these.
pub fn runnable(arguments: &Arguments, rungs: Vec<&'static Rung>) -> Result<(Device, Vec<&'static Rung>), Stop> {
    let device = open(arguments.device, Era::Fragment)?;
    let Err(error) = device.with_era(Era::Compute) else { return Ok((device, rungs)) };
    let (kept, lost): (Vec<_>, Vec<_>) = rungs.into_iter().partition(|rung| rung.era == Era::Fragment);
    if kept.is_empty() {
        return Err(error.into());
    }
    if !lost.is_empty() {
        warn(error);
    }
    Ok((device, kept))
}
