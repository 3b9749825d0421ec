//! `gristmill figures`: draws the book's tables, plots, stream graphs and diagrams.

mod table;
mod times;

use super::arguments::Arguments;
use super::compare::{climb, doubling};
use super::input;
use super::measure::{Effort, Measured, measure};
use super::page::{graphs_of, plot_of};
use super::run::runnable;
use super::say::{Done, progress, save, say, warn};
use super::table::count;
use clap::Args;
use gristmill::Device;
use gristmill::algorithms::{Algorithm, Rung, TABLE};
use gristmill::experiments::{self, Experiment};
use std::collections::BTreeMap;
use std::path::PathBuf;
use table::{Row, error_cell, page};
use times::{Measurements, OfAlgorithm, kept, shown};

/// Arguments of `figures`.
#[derive(Args)]
pub struct Figures {
    /// These algorithms and experiments alone; `ideas` are the pictures of ideas, `idea_wrapped` is one of
    /// them; `pictures` are small results
    pub algorithms: Vec<String>,
    /// The folder they go to
    #[arg(long, default_value = "book/src/figures")]
    pub out: PathBuf,
    /// The largest size of the plots
    #[arg(long, default_value = "2^20", value_parser = input::size)]
    pub max: usize,
    /// Keep the times that the tables and plots have: count on the emulator and draw the graphs alone
    #[arg(long, conflicts_with = "gpu")]
    pub counters: bool,
    /// Measure this machine for a column of its own: write its times to a file that later tables take in
    #[arg(long)]
    pub gpu: bool,
}

pub fn figures(arguments: &Arguments, figures: &Figures) -> Done {
    let of_algorithms = figures.counters || figures.gpu;
    let everything = figures.algorithms.is_empty() && !of_algorithms;
    if everything || figures.algorithms.iter().any(|name| name == CARDS) {
        cards(figures)?;
    }
    #[cfg(feature = "emulator")]
    if everything || figures.algorithms.iter().any(|name| name == PUZZLES) {
        let path = figures.out.join("puzzles.md");
        save(&path, super::puzzle::page())?;
        say(path.display())?;
    }
    let drawn = drawings(figures)?;
    let asks = |name: &String| experiments::TABLE.iter().any(|experiment| experiment.name == *name);
    let (chosen, asked) = match figures.algorithms.as_slice() {
        [] if of_algorithms => (TABLE.iter().collect(), vec![]),
        [] => (TABLE.iter().collect(), experiments::TABLE.iter().collect::<Vec<_>>()),
        names => {
            let algorithms = names
                .iter()
                .filter(|name| *name != CARDS && *name != PUZZLES && !asks(name) && !drawn.contains(name));
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
        right &= super::experiment::draw(&super::open(arguments)?, &figures.out, experiment)?;
    }
    for algorithm in chosen {
        if algorithm.rungs.is_empty() {
            warn(format!("{} has no rungs in this version", algorithm.name));
            continue;
        }
        right &= draw(arguments, figures, algorithm)?;
        say(figures.out.join(format!("{}.md", algorithm.name)).display())?;
    }
    Ok(right)
}

/// The names of the figures that belong to no algorithm.
const CARDS: &str = "cards";
const PUZZLES: &str = "puzzles";

/// Writes the tables of the chapter about cards.
fn cards(figures: &Figures) -> Result<(), super::say::Stop> {
    let path = figures.out.join("cards.md");
    save(&path, super::cards::page())?;
    say(path.display())?;
    #[cfg(feature = "emulator")]
    {
        let path = figures.out.join("cards_fit.md");
        save(&path, super::fit::page(std::path::Path::new("fragment_kernels"))?)?;
        say(path.display())?;
    }
    Ok(())
}

/// Draws diagrams and result pictures; returns those of the given names that are theirs.
#[cfg(feature = "emulator")]
fn drawings(figures: &Figures) -> Result<Vec<&String>, super::say::Stop> {
    use super::{ideas, pictures};
    let (ideas_named, others): (Vec<&String>, Vec<&String>) =
        figures.algorithms.iter().partition(|name| ideas::has(name));
    let pictures_named: Vec<&String> = others.into_iter().filter(|name| *name == pictures::ALL).collect();
    let all = figures.algorithms.is_empty() && !figures.counters && !figures.gpu;
    if all || !ideas_named.is_empty() {
        ideas::draw(&figures.out, &ideas_named)?;
    }
    if all || !pictures_named.is_empty() {
        pictures::draw(&figures.out)?;
    }
    Ok([ideas_named, pictures_named].concat())
}

/// Without the emulator there are no such pictures.
#[cfg(not(feature = "emulator"))]
fn drawings(_: &Figures) -> Result<Vec<&String>, super::say::Stop> {
    Ok(Vec::new())
}

fn draw(arguments: &Arguments, figures: &Figures, algorithm: &'static Algorithm) -> Done {
    let (device, rungs) = runnable(arguments, algorithm.ways().collect())?;
    let workload = input::of_the_tour(algorithm, algorithm.size)?;
    let effort = if figures.counters { Effort::new(0, 1) } else { Effort::new(500, 11) };
    let bar = progress(rungs.len());
    let mut measured = Vec::new();
    for rung in &rungs {
        bar.set_message(format!("{} {}", algorithm.name, rung.name));
        measured.push(measure(&device, algorithm, rung, &workload, effort)?.0);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let name = algorithm.name;
    let mut right = measured.iter().all(|measured| measured.check.passed());
    if figures.gpu {
        let mut known = Measurements::of(&figures.out, &device.info().name);
        let size = measured.iter().map(|measured| measured.size).max().unwrap_or(algorithm.size);
        let times = measured
            .iter()
            .map(|measured| (measured.rung.name.to_string(), shown(&measured.times)));
        known
            .algorithms
            .insert(name.to_string(), OfAlgorithm { size, times: times.collect() });
        say(known.save(&figures.out)?.display())?;
        return Ok(right);
    }
    if !figures.counters {
        right &= plotted(figures, algorithm, &device, &rungs)?;
    }
    let table = figures.out.join(format!("{name}.md"));
    let old = if figures.counters { std::fs::read_to_string(&table).unwrap_or_default() } else { String::new() };
    let [passes, times, errors] = ["passes", "median time", "largest error"].map(|heading| kept(&old, heading));
    let counted = super::counted::counted_on(algorithm, &rungs, &workload)?;
    let row = |(at, measured): (usize, &'_ Measured)| {
        let cell = |old: &BTreeMap<String, String>| old.get(measured.rung.name).cloned();
        let time = cell(&times).unwrap_or_else(|| if figures.counters { "-".into() } else { shown(&measured.times) });
        let passes = cell(&passes).unwrap_or_else(|| count(measured.trace.passes()));
        (at, passes, time, cell(&errors).unwrap_or_else(|| error_cell(measured)))
    };
    let cells: Vec<_> = measured.iter().enumerate().map(row).collect();
    let rows: Vec<Row> = measured
        .iter()
        .zip(cells)
        .map(|(measured, (at, passes, time, error))| Row { measured, passes, time, error, counters: counted.get(at) })
        .collect();
    let machine = kept_machine(&old).unwrap_or_else(|| {
        let (major, minor) = device.info().opengl;
        format!("{}, OpenGL {major}.{minor}", device.info().name)
    });
    save(&figures.out.join(format!("{name}_graph.svg")), graphs_of(&measured.iter().collect::<Vec<_>>()))?;
    save(&table, page(algorithm, &machine, &rows, &Measurements::all(&figures.out)?))?;
    Ok(right)
}

/// Draws the plot of time against size.
fn plotted(figures: &Figures, algorithm: &'static Algorithm, device: &Device, rungs: &[&'static Rung]) -> Done {
    // Every second doubling is enough for a plot.
    let sizes: Vec<usize> = doubling(figures.max)
        .into_iter()
        .rev()
        .step_by(2)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let ladder = climb(device, algorithm, rungs, &sizes, 1, Effort::new(100, 7))?;
    let lines = ladder.lines();
    let svg = plot_of(algorithm, &device.info().name, &lines.iter().collect::<Vec<_>>())?;
    save(&figures.out.join(format!("{}.svg", algorithm.name)), svg)?;
    Ok(ladder.measured.iter().all(|measured| measured.check.passed()))
}

/// Returns the name of the machine of an older table's times.
fn kept_machine(page: &str) -> Option<String> {
    let (_, told) = page.split_once(" elements on ")?;
    let (machine, _) = told.split_once(". Bytes")?;
    Some(machine.to_string())
}
