//! The tables, the plot and the stream graphs of an algorithm's chapter.

use super::arguments::FiguresArgs;
use super::chapter_tables::{ChapterRow, chapter_page, error_cell};
use super::table_times::{AlgorithmTimes, MachineTimes, format_median, parse_column};
use gristmill::Device;
use gristmill::algorithms::{Algorithm, Rung, Workload};
use gristmill_command::compare::ladder::{doubling_sizes, measure_ladder};
use gristmill_command::device_options::{DeviceOptions, open_for_rungs};
use gristmill_command::input;
use gristmill_command::measure::cost_table::count_costs_on;
use gristmill_command::measure::{RungMeasurement, TimingEffort, measure_rung};
use gristmill_command::output_files::save_file;
use gristmill_command::plots::algorithm_plots::{plain_graphs, plot_algorithm};
use gristmill_command::terminal::number_format::format_count;
use gristmill_command::terminal::{CommandResult, EarlyExit, print_line, progress_bar};
use std::collections::BTreeMap;
use std::path::Path;

/// Measures an algorithm's rungs, and draws its figures; returns false if a result was wrong.
pub fn draw_algorithm(options: &DeviceOptions, wanted: &FiguresArgs, algorithm: &'static Algorithm) -> CommandResult {
    let (device, rungs) = open_for_rungs(options, algorithm.ways().collect())?;
    let workload = input::tour_workload(algorithm, algorithm.size)?;
    let effort = if wanted.counters { TimingEffort::new(0, 1) } else { TimingEffort::new(500, 11) };
    let measured = measure_rungs(&device, algorithm, &rungs, &workload, effort)?;
    let mut right = measured.iter().all(|measured| measured.check.passed());
    if wanted.gpu {
        save_times(&wanted.out, &device, algorithm, &measured)?;
        return Ok(right);
    }
    if !wanted.counters {
        right &= plot_sizes(wanted, algorithm, &device, &rungs)?;
    }
    let graphs = plain_graphs(&measured.iter().collect::<Vec<_>>());
    save_file(&wanted.out.join(format!("{}_graph.svg", algorithm.name)), graphs)?;
    write_tables(wanted, &device, algorithm, &workload, &measured)?;
    Ok(right)
}

fn measure_rungs(
    device: &Device,
    algorithm: &'static Algorithm,
    rungs: &[&'static Rung],
    workload: &Workload,
    effort: TimingEffort,
) -> gristmill::Result<Vec<RungMeasurement>> {
    let bar = progress_bar(rungs.len());
    let mut measured = Vec::new();
    for rung in rungs {
        bar.set_message(format!("{} {}", algorithm.name, rung.name));
        measured.push(measure_rung(device, algorithm, rung, workload, effort)?.0);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(measured)
}

/// Adds the times to the file of this machine.
fn save_times(
    out: &Path,
    device: &Device,
    algorithm: &Algorithm,
    measured: &[RungMeasurement],
) -> Result<(), EarlyExit> {
    let mut known = MachineTimes::read_machine(out, &device.info().name);
    let size = measured.iter().map(|measured| measured.size).max().unwrap_or(algorithm.size);
    let mut times = BTreeMap::new();
    for rung in measured {
        times.insert(rung.rung.name.to_string(), format_median(&rung.times));
    }
    known
        .algorithms
        .insert(algorithm.name.to_string(), AlgorithmTimes { size, times });
    print_line(known.save(out)?.display())
}

/// Writes the tables; with `--counters` they keep the cells of the clock that they have.
fn write_tables(
    wanted: &FiguresArgs,
    device: &Device,
    algorithm: &'static Algorithm,
    workload: &Workload,
    measured: &[RungMeasurement],
) -> Result<(), EarlyExit> {
    let table = wanted.out.join(format!("{}.md", algorithm.name));
    let old = if wanted.counters { std::fs::read_to_string(&table).unwrap_or_default() } else { String::new() };
    let passes = parse_column(&old, "passes");
    let times = parse_column(&old, "median time");
    let errors = parse_column(&old, "largest error");
    let rungs: Vec<&'static Rung> = measured.iter().map(|measured| measured.rung).collect();
    let counted = count_costs_on(algorithm, &rungs, workload)?;
    let mut rows = Vec::new();
    for (at, measured) in measured.iter().enumerate() {
        let name = measured.rung.name;
        let new_time = if wanted.counters { "-".to_string() } else { format_median(&measured.times) };
        rows.push(ChapterRow {
            measured,
            passes: passes
                .get(name)
                .cloned()
                .unwrap_or_else(|| format_count(measured.trace.passes())),
            time: times.get(name).cloned().unwrap_or(new_time),
            error: errors.get(name).cloned().unwrap_or_else(|| error_cell(measured)),
            counters: counted.get(at),
        });
    }
    let machine = machine_of_table(&old).unwrap_or_else(|| describe_machine(device));
    save_file(&table, chapter_page(algorithm, &machine, &rows, &MachineTimes::read_all(&wanted.out)?))?;
    Ok(())
}

/// Draws the plot of time against size.
fn plot_sizes(
    wanted: &FiguresArgs,
    algorithm: &'static Algorithm,
    device: &Device,
    rungs: &[&'static Rung],
) -> CommandResult {
    // Every second doubling is enough for a plot; the largest is one of them.
    let mut sizes: Vec<usize> = doubling_sizes(wanted.max).into_iter().rev().step_by(2).collect();
    sizes.reverse();
    let ladder = measure_ladder(device, algorithm, rungs, &sizes, 1, TimingEffort::new(100, 7))?;
    let lines = ladder.rung_lines();
    let svg = plot_algorithm(algorithm, &device.info().name, &lines.iter().collect::<Vec<_>>())?;
    save_file(&wanted.out.join(format!("{}.svg", algorithm.name)), svg)?;
    Ok(ladder.measured.iter().all(|measured| measured.check.passed()))
}

fn describe_machine(device: &Device) -> String {
    format!("{}, {}", device.info().name, device.info().describe_interface())
}

/// Returns the name of the machine of an older table's times.
fn machine_of_table(page: &str) -> Option<String> {
    let (_, rest) = page.split_once(" elements on ")?;
    let (machine, _) = rest.split_once(". Bytes")?;
    Some(machine.to_string())
}
