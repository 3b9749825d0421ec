//! `gristmill figures`: draws the book's tables, plots, stream graphs and diagrams.

mod chapter_tables;
mod table_times;

use super::arguments::Arguments;
use super::compare::{doubling_sizes, measure_ladder};
use super::comparison_table::format_count;
use super::input;
use super::measure::{RungMeasurement, TimingEffort, measure_rung};
use super::run::open_for_rungs;
use super::terminal::{CommandResult, print_line, progress_bar, save_file, warn};
use super::tour_page::{plain_graphs, plot_algorithm};
use chapter_tables::{ChapterRow, chapter_page, error_cell};
use clap::Args;
use gristmill::Device;
use gristmill::algorithms::{Algorithm, Rung, TABLE};
use gristmill::experiments::{self, Experiment};
use std::collections::BTreeMap;
use std::path::PathBuf;
use table_times::{AlgorithmTimes, MachineTimes, format_median, parse_column};

/// Arguments of `figures`.
#[derive(Args)]
pub struct FiguresArgs {
    /// Only these algorithms and experiments; `ideas` are the pictures of ideas, `idea_wrapped` is one of
    /// them; `pictures` are small results
    pub algorithms: Vec<String>,
    /// The folder for the figures
    #[arg(long, default_value = "book/src/figures")]
    pub out: PathBuf,
    /// The largest size of the plots
    #[arg(long, default_value = "2^20", value_parser = input::parse_size)]
    pub max: usize,
    /// Keep the times that the tables and plots have: count on the emulator and draw the graphs alone
    #[arg(long, conflicts_with = "gpu")]
    pub counters: bool,
    /// Measure this machine for a column of its own: write its times to a file that later tables take in
    #[arg(long)]
    pub gpu: bool,
}

pub fn draw_figures(arguments: &Arguments, figures: &FiguresArgs) -> CommandResult {
    let of_algorithms = figures.counters || figures.gpu;
    let everything = figures.algorithms.is_empty() && !of_algorithms;
    if everything || figures.algorithms.iter().any(|name| name == CARDS_NAME) {
        write_card_tables(figures)?;
    }
    #[cfg(feature = "emulator")]
    if everything || figures.algorithms.iter().any(|name| name == PUZZLES_NAME) {
        let path = figures.out.join("puzzles.md");
        save_file(&path, super::puzzle::puzzles_page())?;
        print_line(path.display())?;
    }
    let drawn = draw_named_pictures(figures)?;
    let asks = |name: &String| experiments::TABLE.iter().any(|experiment| experiment.name == *name);
    let (chosen, asked) = match figures.algorithms.as_slice() {
        [] if of_algorithms => (TABLE.iter().collect(), vec![]),
        [] => (TABLE.iter().collect(), experiments::TABLE.iter().collect::<Vec<_>>()),
        names => {
            let algorithms = names
                .iter()
                .filter(|name| *name != CARDS_NAME && *name != PUZZLES_NAME && !asks(name) && !drawn.contains(name));
            let experiments = names.iter().filter(|name| asks(name));
            (
                algorithms
                    .map(|name| Algorithm::find(name))
                    .collect::<gristmill::Result<Vec<_>>>()?,
                experiments
                    .map(|name| Experiment::find(name))
                    .collect::<gristmill::Result<Vec<_>>>()?,
            )
        }
    };
    let mut right = true;
    for experiment in asked {
        right &= super::experiment::draw_experiment(&super::open_device(arguments)?, &figures.out, experiment)?;
    }
    for algorithm in chosen {
        if algorithm.rungs.is_empty() {
            warn(format!("{} has no rungs in this version", algorithm.name));
            continue;
        }
        right &= draw_algorithm(arguments, figures, algorithm)?;
        print_line(figures.out.join(format!("{}.md", algorithm.name)).display())?;
    }
    Ok(right)
}

/// The names of the figures that belong to no algorithm.
const CARDS_NAME: &str = "cards";
const PUZZLES_NAME: &str = "puzzles";

/// Writes the tables of the chapter about cards.
fn write_card_tables(figures: &FiguresArgs) -> Result<(), super::terminal::EarlyExit> {
    let path = figures.out.join("cards.md");
    save_file(&path, super::cards::cards_page())?;
    print_line(path.display())?;
    #[cfg(feature = "emulator")]
    {
        let path = figures.out.join("cards_fit.md");
        save_file(&path, super::fit::fit_page(std::path::Path::new("fragment_kernels"))?)?;
        print_line(path.display())?;
    }
    Ok(())
}

/// Draws diagrams and result pictures; returns those of the given names that are theirs.
#[cfg(feature = "emulator")]
fn draw_named_pictures(figures: &FiguresArgs) -> Result<Vec<&String>, super::terminal::EarlyExit> {
    use super::{diagrams, pictures};
    let (ideas_named, others): (Vec<&String>, Vec<&String>) =
        figures.algorithms.iter().partition(|name| diagrams::is_diagram_name(name));
    let pictures_named: Vec<&String> = others.into_iter().filter(|name| *name == pictures::PICTURES_NAME).collect();
    let all = figures.algorithms.is_empty() && !figures.counters && !figures.gpu;
    if all || !ideas_named.is_empty() {
        diagrams::draw_diagrams(&figures.out, &ideas_named)?;
    }
    if all || !pictures_named.is_empty() {
        pictures::draw_pictures(&figures.out)?;
    }
    Ok([ideas_named, pictures_named].concat())
}

/// Without the emulator there are no such pictures.
#[cfg(not(feature = "emulator"))]
fn draw_named_pictures(_: &FiguresArgs) -> Result<Vec<&String>, super::terminal::EarlyExit> {
    Ok(Vec::new())
}

fn draw_algorithm(arguments: &Arguments, figures: &FiguresArgs, algorithm: &'static Algorithm) -> CommandResult {
    let (device, rungs) = open_for_rungs(arguments, algorithm.ways().collect())?;
    let workload = input::tour_workload(algorithm, algorithm.size)?;
    let effort = if figures.counters { TimingEffort::new(0, 1) } else { TimingEffort::new(500, 11) };
    let bar = progress_bar(rungs.len());
    let mut measured = Vec::new();
    for rung in &rungs {
        bar.set_message(format!("{} {}", algorithm.name, rung.name));
        measured.push(measure_rung(&device, algorithm, rung, &workload, effort)?.0);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let name = algorithm.name;
    let mut right = measured.iter().all(|measured| measured.check.passed());
    if figures.gpu {
        let mut known = MachineTimes::read_machine(&figures.out, &device.info().name);
        let size = measured.iter().map(|measured| measured.size).max().unwrap_or(algorithm.size);
        let times = measured
            .iter()
            .map(|measured| (measured.rung.name.to_string(), format_median(&measured.times)));
        known
            .algorithms
            .insert(name.to_string(), AlgorithmTimes { size, times: times.collect() });
        print_line(known.save(&figures.out)?.display())?;
        return Ok(right);
    }
    if !figures.counters {
        right &= plot_sizes(figures, algorithm, &device, &rungs)?;
    }
    let table = figures.out.join(format!("{name}.md"));
    let old = if figures.counters { std::fs::read_to_string(&table).unwrap_or_default() } else { String::new() };
    let [passes, times, errors] = ["passes", "median time", "largest error"].map(|heading| parse_column(&old, heading));
    let counted = super::cost_table::count_costs_on(algorithm, &rungs, &workload)?;
    let row = |(at, measured): (usize, &'_ RungMeasurement)| {
        let cell = |old: &BTreeMap<String, String>| old.get(measured.rung.name).cloned();
        let time =
            cell(&times).unwrap_or_else(|| if figures.counters { "-".into() } else { format_median(&measured.times) });
        let passes = cell(&passes).unwrap_or_else(|| format_count(measured.trace.passes()));
        (at, passes, time, cell(&errors).unwrap_or_else(|| error_cell(measured)))
    };
    let cells: Vec<_> = measured.iter().enumerate().map(row).collect();
    let rows: Vec<ChapterRow> = measured
        .iter()
        .zip(cells)
        .map(|(measured, (at, passes, time, error))| ChapterRow {
            measured,
            passes,
            time,
            error,
            counters: counted.get(at),
        })
        .collect();
    let machine = machine_of_table(&old).unwrap_or_else(|| {
        let (major, minor) = device.info().opengl;
        format!("{}, OpenGL {major}.{minor}", device.info().name)
    });
    save_file(&figures.out.join(format!("{name}_graph.svg")), plain_graphs(&measured.iter().collect::<Vec<_>>()))?;
    save_file(&table, chapter_page(algorithm, &machine, &rows, &MachineTimes::read_all(&figures.out)?))?;
    Ok(right)
}

/// Draws the plot of time against size.
fn plot_sizes(
    figures: &FiguresArgs,
    algorithm: &'static Algorithm,
    device: &Device,
    rungs: &[&'static Rung],
) -> CommandResult {
    // Every second doubling is enough for a plot.
    let sizes: Vec<usize> = doubling_sizes(figures.max)
        .into_iter()
        .rev()
        .step_by(2)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let ladder = measure_ladder(device, algorithm, rungs, &sizes, 1, TimingEffort::new(100, 7))?;
    let lines = ladder.rung_lines();
    let svg = plot_algorithm(algorithm, &device.info().name, &lines.iter().collect::<Vec<_>>())?;
    save_file(&figures.out.join(format!("{}.svg", algorithm.name)), svg)?;
    Ok(ladder.measured.iter().all(|measured| measured.check.passed()))
}

/// Returns the name of the machine of an older table's times.
fn machine_of_table(page: &str) -> Option<String> {
    let (_, told) = page.split_once(" elements on ")?;
    let (machine, _) = told.split_once(". Bytes")?;
    Some(machine.to_string())
}
