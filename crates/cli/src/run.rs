//! `gristmill run`: runs one algorithm, checks and times it.

use super::arguments::{Arguments, RunArgs};
use super::comparison_table::{
    RATIO_LEGEND, comparison_row, describe_difference, format_bytes, format_count, format_time, new_comparison,
};
use super::input::{self, InputSource};
use super::measure::{RungMeasurement, TimingEffort, measure_rung, select_rungs};
use super::open_device;
use super::terminal::{
    CommandResult, EarlyExit, ensure_writable, picture_format, print_line, print_wrapped, save_picture, warn,
};
use super::text_table::format_table;
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::kernels::Edits;
use gristmill::{Device, Era, Error, Result};
use serde_json::{Value, json};

pub fn run_algorithm(arguments: &Arguments, run: &RunArgs, edits: &Edits) -> CommandResult {
    let algorithm = Algorithm::find(&run.algorithm)?;
    let rungs = select_rungs(algorithm, run.era, run.rung.as_deref(), false)?;
    let source = InputSource::inspect(algorithm, run.input.as_deref(), run.size)?;
    if let Some(path) = &run.out {
        picture_format(path)?;
        ensure_writable(path)?;
    }
    let (device, rungs) = open_for_rungs(arguments, rungs)?;
    let rungs = rungs_for_card(&device, algorithm, run, rungs);
    if run.out.is_some() && !can_make_picture(&device, algorithm, &rungs) {
        return Err(Error::data(format!("{} makes no picture; leave out --out", algorithm.name)).into());
    }
    let mut left_out = SkippedRungs::default();
    let fits = |rung: &&Rung| match source.limit_error(algorithm, rung.era, device.limits()) {
        Some(error) => left_out.add_skipped(rung, error),
        None => true,
    };
    let rungs: Vec<_> = rungs.into_iter().filter(fits).collect();
    if rungs.is_empty() {
        return Err(left_out.into_error().into());
    }
    let workload = source.load_workload(algorithm, run.size, run.seed)?;
    if !run.json {
        print_wrapped(format!("{} on {}", algorithm.summary, device.info().name))?;
    }
    let mut all: Vec<RungMeasurement> = Vec::new();
    let mut picture = None;
    for rung in rungs {
        // A rung may fit after another did not.
        let (measured, mut trial) = match measure_rung(&device, algorithm, rung, &workload, TimingEffort::new(500, 9)) {
            Err(error @ (Error::Limit { .. } | Error::Card { .. })) => {
                left_out.add_skipped(rung, error);
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
    left_out.warn_skipped();
    let mut right = all.iter().all(|measured| measured.check.passed());
    let watched = judge_on_emulator(run, algorithm, edits)?;
    right &= watched.as_ref().is_none_or(|watched| watched.right);
    if run.json {
        let runs: Vec<_> = all.iter().map(RungMeasurement::to_json).collect();
        let watched = watched.as_ref().map(|watched| &watched.json);
        print_line(format!(
            "{:#}",
            json!({"device": device.info().name, "right": right, "runs": runs, "watched": watched})
        ))?;
    } else {
        print_results(&all)?;
        if let Some(watched) = watched {
            print_wrapped(watched.told)?;
        }
    }
    if let (Some(path), Some((rung, picture))) = (&run.out, picture) {
        save_picture(path, &picture)?;
        if !run.json {
            print_line(format!("the picture of {rung}: {}", path.display()))?;
        }
    }
    Ok(right)
}

/// Replaces the rungs by those that the card can run, if it is too old for all of these; a rung asked for by name
/// stays.
fn rungs_for_card(
    device: &Device,
    algorithm: &'static Algorithm,
    run: &RunArgs,
    rungs: Vec<&'static Rung>,
) -> Vec<&'static Rung> {
    let Some(card) = device.card().filter(|_| run.rung.is_none()) else { return rungs };
    let of_its_time: Vec<_> = algorithm.of_era(Era::Fragment).filter(|rung| rung.is_for(card)).collect();
    if rungs.iter().any(|rung| rung.is_for(card)) || of_its_time.is_empty() { rungs } else { of_its_time }
}

/// Judges the same rungs on the emulator, on few elements and edge cases, with every lane watched; `None` in a build
/// without the emulator.
#[cfg(feature = "emulator")]
fn judge_on_emulator(run: &RunArgs, algorithm: &'static Algorithm, edits: &Edits) -> Result<Option<EmulatorVerdict>> {
    let judged = super::run_cases::judge_small_cases(algorithm, run.era, run.rung.as_deref(), edits)?;
    Ok(Some(EmulatorVerdict {
        right: judged.is_right(),
        json: judged.to_json(),
        told: judged.describe_faults() + &judged.verdict_line(),
    }))
}

#[cfg(not(feature = "emulator"))]
fn judge_on_emulator(_: &RunArgs, _: &'static Algorithm, _: &Edits) -> Result<Option<EmulatorVerdict>> {
    Ok(None)
}

/// The result of the emulator's judgement.
struct EmulatorVerdict {
    right: bool,
    json: Value,
    told: String,
}

/// The rungs that do not run on this input, with their errors.
#[derive(Default)]
struct SkippedRungs(Vec<(&'static str, Error)>);

impl SkippedRungs {
    /// Adds a rung; returns false, as a filter for rungs that run.
    fn add_skipped(&mut self, rung: &Rung, error: Error) -> bool {
        self.0.push((rung.name, error));
        false
    }

    /// Returns the error of the first rung, if all were skipped.
    fn into_error(self) -> Error {
        let first = self.0.into_iter().next();
        first.map_or_else(|| Error::data("no rung runs here; use another device"), |(_, error)| error)
    }

    fn warn_skipped(&self) {
        for (rung, error) in &self.0 {
            warn(format!("{rung} is left out: {error}"));
        }
    }
}

/// Returns true if one of these rungs makes a picture. It is tried on few elements, before the work.
fn can_make_picture(device: &Device, algorithm: &Algorithm, rungs: &[&'static Rung]) -> bool {
    let few = |rung: &Rung| -> Result<bool> {
        let workload = input::generate_workload(algorithm, 64, 1)?;
        Ok((rung.prepare)(&device.with_era(rung.era)?, &workload)?.has_picture())
    };
    // A rung that fails on few elements may run on many.
    rungs.iter().any(|rung| few(rung).unwrap_or(true))
}

fn print_results(all: &[RungMeasurement]) -> Result<(), EarlyExit> {
    let mut summary = new_comparison();
    for (place, measured) in all.iter().enumerate() {
        summary.add_row(comparison_row(measured, all, place == 0));
    }
    print_line(format_table(&summary))?;
    if all.len() > 1 {
        print_wrapped(RATIO_LEGEND)?;
    }
    for measured in all {
        let RungMeasurement { rung, size, first, times, check, .. } = measured;
        print_wrapped(format!(
            "{}: {}; {} values compared, {} runs, the first (it compiles) {}{}",
            rung.name,
            rung.method,
            format_count(check.elements),
            times.len() + 2,
            format_time(*first),
            match size {
                0 => String::new(),
                size => format!(", {} per element", format_bytes(measured.trace.bytes().div_ceil(*size))),
            }
        ))?;
        if !check.passed() {
            warn(format!("wrong: {} {}", rung.name, describe_difference(check)));
        }
    }
    Ok(())
}

/// Opens the device, and keeps the rungs that it runs. Prints a warning if one era is left out.
///
/// # Errors
/// There is no device, or it runs none of these rungs.
pub fn open_for_rungs(
    arguments: &Arguments,
    rungs: Vec<&'static Rung>,
) -> Result<(Device, Vec<&'static Rung>), EarlyExit> {
    let device = open_device(arguments)?;
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
