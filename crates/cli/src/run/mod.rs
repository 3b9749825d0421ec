//! `gristmill run`: runs one algorithm, checks and times it.

pub mod trace;

use crate::brook::{is_brook_file, run_brook};
use crate::device_options::DeviceOptions;
use crate::device_options::open_for_rungs;
use crate::include_options::IncludeOptions;
use crate::input::{self, InputSource};
use crate::measure::comparison_table::{RATIO_LEGEND, comparison_row, describe_difference, new_comparison};
use crate::measure::{RungMeasurement, TimingEffort, is_refusal, measure_rung, select_rungs};
use crate::output_files::{ensure_writable, picture_format, save_picture};
use crate::terminal::number_format::{format_bytes, format_count, format_time};
use crate::terminal::text_table::format_table;
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped, warn};
use clap::Args;
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::kernels::Edits;
use gristmill::{Device, Era, Error, Result};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Arguments of `run`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill run saxpy            both eras, at the size of the tour
  gristmill run saxpy --rung compute_packed --size 2^22
  gristmill run invert --input PHOTO.png --out NEGATIVE.png
  gristmill run transform --input MESH.obj --json
  gristmill run PROGRAM.br --era compute -- 10 20    a program in Brook, with its own arguments

Without --rung it runs the rungs named fragment and compute. The exit code is 1 if a result is wrong, 2 if the input \
is unusable.")]
pub struct RunArgs {
    /// One of `gristmill list`, or a program in Brook: FILE.br
    pub algorithm: String,
    /// Only this era: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// Only this rung, by its name in `gristmill list`
    #[arg(long)]
    pub rung: Option<String>,
    /// Elements to work on, as 1000, 1_000_000 or 2^20
    #[arg(long, value_parser = input::parse_size)]
    pub size: Option<usize>,
    /// A photograph or a mesh to work on
    #[arg(long, value_name = "PHOTO.png|PHOTO.jpg|PHOTO.webp|MESH.obj")]
    pub input: Option<PathBuf>,
    /// The file for the picture of the result
    #[arg(long, value_name = "FILE.png|FILE.jpg")]
    pub out: Option<PathBuf>,
    /// The seed of the generated numbers
    #[arg(long, default_value_t = 1, value_parser = input::parse_seed)]
    pub seed: u32,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub includes: IncludeOptions,
    /// The arguments of a program in Brook
    #[arg(last = true, value_name = "ARGUMENT")]
    pub arguments: Vec<String>,
}

pub fn run_algorithm(options: &DeviceOptions, run: &RunArgs, edits: &Edits) -> CommandResult {
    if is_brook_file(&run.algorithm) {
        return run_brook(options, Path::new(&run.algorithm), &run.includes, run.era, &run.arguments);
    }
    if !run.includes.include.is_empty() {
        return Err(Error::data("--include is for programs in Brook; leave it out, or name a FILE.br").into());
    }
    if !run.arguments.is_empty() {
        return Err(
            Error::data("arguments after -- are for programs in Brook; leave them out, or name a FILE.br").into()
        );
    }
    let algorithm = Algorithm::find(&run.algorithm)?;
    let rungs = select_rungs(algorithm, run.era, run.rung.as_deref(), false)?;
    let source = InputSource::inspect(algorithm, run.input.as_deref(), run.size)?;
    if let Some(path) = &run.out {
        picture_format(path)?;
        ensure_writable(path)?;
    }
    let (device, rungs) = open_for_rungs(options, rungs)?;
    let rungs = rungs_for_card(&device, algorithm, run, rungs);
    if run.out.is_some() && !can_make_picture(&device, algorithm, &rungs) {
        return Err(Error::data(format!("{} makes no picture; leave out --out", algorithm.name)).into());
    }
    let mut left_out = SkippedRungs::default();
    let rungs: Vec<_> = rungs
        .into_iter()
        .filter(|rung: &&Rung| match source.limit_error(algorithm, rung.era, device.limits()) {
            Some(error) => left_out.add_skipped(rung, error),
            None => true,
        })
        .collect();
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
            Err(error) if is_refusal(&error) => {
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
    let judged = crate::check::run_cases::judge_small_cases(algorithm, run.era, run.rung.as_deref(), edits)?;
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
