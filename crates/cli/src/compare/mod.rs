//! `gristmill compare`: measures time against size, for every rung.

mod curves;
pub mod ladder;

use crate::compare::curves::{RungCurves, group_curves};
use crate::compare::ladder::{doubling_sizes, measure_ladder};
use crate::device_options::DeviceOptions;
use crate::device_options::open_for_rungs;
use crate::input;
use crate::measure::cost_table::count_costs;
use crate::measure::{RungMeasurement, TimingEffort, select_rungs};
use crate::output_files::{ensure_writable, save_file};
use crate::plots::algorithm_plots::plot_algorithm;
use crate::terminal::{CommandResult, print_line, print_wrapped};
use clap::Args;
use gristmill::Era;
use gristmill::algorithms::Algorithm;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Arguments of `compare`.
#[derive(Args)]
#[command(after_help = "\
Example:
  gristmill compare scan --max 2^20       sizes 16, 32, ... 1,048,576

A rung that takes more than two seconds per run is left out of larger sizes. Every size is checked against the \
reference.")]
pub struct CompareArgs {
    /// One of `gristmill list`
    pub algorithm: String,
    /// The largest size, as 1000000 or 2^20
    #[arg(long, default_value = "2^22", value_parser = input::parse_size)]
    pub max: usize,
    /// Only this era: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// The folder for the plot
    #[arg(long, default_value = "target/gristmill")]
    pub out: PathBuf,
    /// The seed of the generated numbers
    #[arg(long, default_value_t = 1, value_parser = input::parse_seed)]
    pub seed: u32,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn compare_rungs(options: &DeviceOptions, compare: &CompareArgs) -> CommandResult {
    let algorithm = Algorithm::find(&compare.algorithm)?;
    let (device, rungs) = open_for_rungs(options, select_rungs(algorithm, compare.era, None, true)?)?;
    let path = compare.out.join(format!("compare_{}.svg", algorithm.name));
    ensure_writable(&path)?;
    let name = &device.info().name;
    let sizes = doubling_sizes(compare.max);
    let ladder = measure_ladder(&device, algorithm, &rungs, &sizes, compare.seed, TimingEffort::new(150, 9))?;
    let counted = count_costs(algorithm, &rungs, compare.max, compare.seed)?;
    let right = ladder.measured.iter().all(|measured| measured.check.passed());

    let lines = ladder.rung_lines();
    let svg = plot_algorithm(algorithm, name, &lines.iter().collect::<Vec<_>>())?;
    save_file(&path, svg)?;
    if compare.json {
        let points: Vec<_> = ladder.measured.iter().map(RungMeasurement::to_json).collect();
        print_line(format!(
            "{:#}",
            json!({
                "device": name, "algorithm": algorithm.name, "right": right, "points": points, "notes": ladder.notes,
                "counters": counted.map(|counted| counted.to_json()), "curves": curves_json(&ladder.told), "plot": path.display().to_string(),
            })
        ))?;
        return Ok(right);
    }
    print_wrapped(format!("{}: {}, on {name}", algorithm.name, algorithm.summary))?;
    print_line(ladder.sizes_table(&rungs, &sizes))?;
    print_wrapped("times are medians; the last column is the plain fragment rung's over the plain compute rung's")?;
    for note in &ladder.notes {
        print_wrapped(note)?;
    }
    if let Some(counted) = counted {
        print_line(counted.format_costs())?;
    }
    for sheet in group_curves(&ladder.told) {
        print_line(sheet.points_table())?;
        let path = compare.out.join(format!("compare_{}_{}.svg", algorithm.name, sheet.slug()));
        save_file(&path, sheet.plot(algorithm.name, name)?)?;
        print_line(format!("plot: {}", path.display()))?;
    }
    print_line(if right { "every result is right" } else { "wrong results are marked" })?;
    print_line(format!("plot: {}", path.display()))?;
    Ok(right)
}

fn curves_json(told: &[RungCurves]) -> Value {
    let curves = told
        .iter()
        .flat_map(|told| told.curves.iter().map(|curve| (told.rung.name, curve)));
    curves
        .map(|(rung, curve)| {
            json!({
                "rung": rung, "curve": curve.name, "across": curve.across, "up": curve.up, "points": curve.points,
            })
        })
        .collect()
}
