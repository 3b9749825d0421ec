//! `gristmill run`: runs one algorithm, checks and times it.

use super::arguments::{Arguments, Run};
use super::columns::text;
use super::input::{self, Source};
use super::measure::{Effort, Measured, measure, rungs};
use super::open;
use super::say::{Done, Stop, format_of, save_picture, say, tell, warn, writable};
use super::table::{RATIO, bytes, comparison, count, differs, row, time};
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::kernels::Edits;
use gristmill::{Device, Era, Error, Result};
use serde_json::{Value, json};

pub fn run(arguments: &Arguments, run: &Run, edits: &Edits) -> Done {
    let algorithm = Algorithm::find(&run.algorithm)?;
    let rungs = rungs(algorithm, run.era, run.rung.as_deref(), false)?;
    let source = Source::of(algorithm, run.input.as_deref(), run.size)?;
    if let Some(path) = &run.out {
        format_of(path)?;
        writable(path)?;
    }
    let (device, rungs) = runnable(arguments, rungs)?;
    let rungs = for_card(&device, algorithm, run, rungs);
    if run.out.is_some() && !makes_picture(&device, algorithm, &rungs) {
        return Err(Error::data(format!("{} makes no picture; leave out --out", algorithm.name)).into());
    }
    let mut left_out = LeftOut::default();
    let fits = |rung: &&Rung| match source.too_large(algorithm, rung.era, device.limits()) {
        Some(error) => left_out.keep(rung, error),
        None => true,
    };
    let rungs: Vec<_> = rungs.into_iter().filter(fits).collect();
    if rungs.is_empty() {
        return Err(left_out.into_error().into());
    }
    let workload = source.workload(algorithm, run.size, run.seed)?;
    if !run.json {
        tell(format!("{} on {}", algorithm.summary, device.info().name))?;
    }
    let mut all: Vec<Measured> = Vec::new();
    let mut picture = None;
    for rung in rungs {
        // A rung may fit after another did not.
        let (measured, mut trial) = match measure(&device, algorithm, rung, &workload, Effort::new(500, 9)) {
            Err(error @ (Error::Limit { .. } | Error::Card { .. })) => {
                left_out.keep(rung, error);
                continue;
            }
            measured => measured?,
        };
        if picture.is_none() && run.out.is_some() {
            picture = trial.picture()?.map(|picture| (rung.name, picture));
        }
        all.push(measured);
    }
    if all.is_empty() {
        return Err(left_out.into_error().into());
    }
    left_out.told();
    let mut right = all.iter().all(|measured| measured.check.passed());
    let watched = watched(run, algorithm, edits)?;
    right &= watched.as_ref().is_none_or(|watched| watched.right);
    if run.json {
        let runs: Vec<_> = all.iter().map(Measured::json).collect();
        let watched = watched.as_ref().map(|watched| &watched.json);
        say(format!("{:#}", json!({"device": device.info().name, "right": right, "runs": runs, "watched": watched})))?;
    } else {
        told(&all)?;
        if let Some(watched) = watched {
            tell(watched.told)?;
        }
    }
    if let (Some(path), Some((rung, picture))) = (&run.out, picture) {
        save_picture(path, &picture)?;
        if !run.json {
            say(format!("the picture of {rung}: {}", path.display()))?;
        }
    }
    Ok(right)
}

/// Replaces the rungs by those that the card can run, if it is too old for all of these; a rung asked for by name
/// stays.
fn for_card(
    device: &Device,
    algorithm: &'static Algorithm,
    run: &Run,
    rungs: Vec<&'static Rung>,
) -> Vec<&'static Rung> {
    let Some(card) = device.card().filter(|_| run.rung.is_none()) else { return rungs };
    let of_its_time: Vec<_> = algorithm.of_era(Era::Fragment).filter(|rung| rung.is_for(card)).collect();
    if rungs.iter().any(|rung| rung.is_for(card)) || of_its_time.is_empty() { rungs } else { of_its_time }
}

/// Judges the same rungs on the emulator, on few elements and edge cases, with every lane watched; `None` in a build
/// without the emulator.
#[cfg(feature = "emulator")]
fn watched(run: &Run, algorithm: &'static Algorithm, edits: &Edits) -> Result<Option<Watched>> {
    let judged = super::judging::small(algorithm, run.era, run.rung.as_deref(), edits)?;
    Ok(Some(Watched { right: judged.is_right(), json: judged.json(), told: judged.faults() + &judged.verdict() }))
}

#[cfg(not(feature = "emulator"))]
fn watched(_: &Run, _: &'static Algorithm, _: &Edits) -> Result<Option<Watched>> {
    Ok(None)
}

/// The result of the emulator's judgement.
struct Watched {
    right: bool,
    json: Value,
    told: String,
}

/// The rungs that do not run on this input, with their errors.
#[derive(Default)]
struct LeftOut(Vec<(&'static str, Error)>);

impl LeftOut {
    /// Adds a rung; returns false, as a filter for rungs that run.
    fn keep(&mut self, rung: &Rung, error: Error) -> bool {
        self.0.push((rung.name, error));
        false
    }

    /// Returns the error of the first rung, if all were skipped.
    fn into_error(self) -> Error {
        let first = self.0.into_iter().next();
        first.map_or_else(|| Error::data("no rung runs here; take another device"), |(_, error)| error)
    }

    fn told(&self) {
        for (rung, error) in &self.0 {
            warn(format!("{rung} is left out: {error}"));
        }
    }
}

/// Returns true if one of these rungs makes a picture. It is tried on few elements, before the work.
fn makes_picture(device: &Device, algorithm: &Algorithm, rungs: &[&'static Rung]) -> bool {
    let few = |rung: &Rung| -> Result<bool> {
        let workload = input::made_up(algorithm, 64, 1)?;
        Ok((rung.prepare)(&device.with_era(rung.era)?, &workload)?.has_picture())
    };
    // A rung that fails on few elements may run on many.
    rungs.iter().any(|rung| few(rung).unwrap_or(true))
}

fn told(all: &[Measured]) -> Result<(), Stop> {
    let mut summary = comparison();
    for (place, measured) in all.iter().enumerate() {
        summary.add_row(row(measured, all, place == 0));
    }
    say(text(&summary))?;
    if all.len() > 1 {
        tell(RATIO)?;
    }
    for measured in all {
        let Measured { rung, size, first, times, check, .. } = measured;
        tell(format!(
            "{}: {}; {} values compared, {} runs, the first (it compiles) {}{}",
            rung.name,
            rung.method,
            count(check.elements),
            times.len() + 2,
            time(*first),
            match size {
                0 => String::new(),
                size => format!(", {} per element", bytes(measured.trace.bytes().div_ceil(*size))),
            }
        ))?;
        if !check.passed() {
            warn(format!("wrong: {} {}", rung.name, differs(check)));
        }
    }
    Ok(())
}

/// Opens the device, and keeps the rungs that it runs. Prints a warning if one era is left out.
///
/// # Errors
/// There is no device, or it runs none of these rungs.
pub fn runnable(arguments: &Arguments, rungs: Vec<&'static Rung>) -> Result<(Device, Vec<&'static Rung>), Stop> {
    let device = open(arguments)?;
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
