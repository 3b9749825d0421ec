//! `gristmill figures`: the book's tables, plots, stream graphs and pictures of ideas.

use super::arguments::Arguments;
use super::compare::{climb, doubling};
use super::input;
use super::measure::{Effort, Measured, measure};
use super::page::{graphs_of, plot_of};
use super::run::runnable;
use super::say::{Done, progress, save, say, warn};
use super::table::{bytes, count, error, time};
use clap::Args;
use gristmill::Device;
use gristmill::algorithms::{Algorithm, TABLE};
use gristmill::experiments::{self, Experiment};
use std::fmt::Write;
use std::path::PathBuf;

/// Of `figures`.
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
}

pub fn figures(arguments: &Arguments, figures: &Figures) -> Done {
    if figures.algorithms.is_empty() || figures.algorithms.iter().any(|name| name == CARDS) {
        cards(figures)?;
    }
    #[cfg(feature = "emulator")]
    if figures.algorithms.is_empty() || figures.algorithms.iter().any(|name| name == PUZZLES) {
        let path = figures.out.join("puzzles.md");
        save(&path, super::puzzle::page())?;
        say(path.display())?;
    }
    let drawn = drawings(figures)?;
    let asks = |name: &String| experiments::TABLE.iter().any(|experiment| experiment.name == *name);
    let (chosen, asked) = match figures.algorithms.as_slice() {
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

/// The names of the figures that are of no algorithm.
const CARDS: &str = "cards";
const PUZZLES: &str = "puzzles";

/// The tables of the chapter about cards.
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

/// The pictures of ideas and of results, and those names that are of them.
#[cfg(feature = "emulator")]
fn drawings(figures: &Figures) -> Result<Vec<&String>, super::say::Stop> {
    use super::{ideas, pictures};
    let (ideas_named, others): (Vec<&String>, Vec<&String>) =
        figures.algorithms.iter().partition(|name| ideas::has(name));
    let pictures_named: Vec<&String> = others.into_iter().filter(|name| *name == pictures::ALL).collect();
    let all = figures.algorithms.is_empty();
    if all || !ideas_named.is_empty() {
        ideas::draw(&figures.out, &ideas_named)?;
    }
    if all || !pictures_named.is_empty() {
        pictures::draw(&figures.out)?;
    }
    Ok([ideas_named, pictures_named].concat())
}

/// These pictures are drawn on the emulator.
#[cfg(not(feature = "emulator"))]
fn drawings(_: &Figures) -> Result<Vec<&String>, super::say::Stop> {
    Ok(Vec::new())
}

fn draw(arguments: &Arguments, figures: &Figures, algorithm: &'static Algorithm) -> Done {
    let (device, rungs) = runnable(arguments, algorithm.ways().collect())?;
    let workload = input::of_the_tour(algorithm, algorithm.size)?;
    let bar = progress(rungs.len());
    let mut measured = Vec::new();
    for rung in &rungs {
        bar.set_message(format!("{} {}", algorithm.name, rung.name));
        measured.push(measure(&device, algorithm, rung, &workload, Effort::new(500, 11))?.0);
        bar.inc(1);
    }
    bar.finish_and_clear();
    // Every second doubling is enough for a plot.
    let sizes: Vec<usize> = doubling(figures.max)
        .into_iter()
        .rev()
        .step_by(2)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let ladder = climb(&device, algorithm, &rungs, &sizes, 1, Effort::new(100, 7))?;
    let name = algorithm.name;
    let lines = ladder.lines();
    let svg = plot_of(algorithm, &device.info().name, &lines.iter().collect::<Vec<_>>())?;
    save(&figures.out.join(format!("{name}.svg")), svg)?;
    save(&figures.out.join(format!("{name}_graph.svg")), graphs_of(&measured.iter().collect::<Vec<_>>()))?;
    save(&figures.out.join(format!("{name}.md")), page(&device, algorithm, &measured))?;
    Ok(measured.iter().chain(&ladder.measured).all(|measured| measured.check.passed()))
}

/// The table and the pictures of an algorithm, as its chapter includes them.
fn page(device: &Device, algorithm: &Algorithm, measured: &[Measured]) -> String {
    let name = algorithm.name;
    let mut text = String::from(
        "| rung | method | passes | bytes per element | median time | largest error |\n|---|---|---:|---:|---:|---:|\n",
    );
    let size = measured.iter().map(|measured| measured.size).max().unwrap_or(algorithm.size);
    for measured in measured {
        let wrong = if measured.check.passed() { "" } else { " **wrong**" };
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {}{wrong} |",
            measured.rung.name,
            measured.rung.method.replace('|', "\\|"),
            count(measured.trace.passes()),
            an_element(measured),
            time(measured.median()),
            error(measured.check.error),
        );
    }
    let (renderer, (major, minor)) = (&device.info().name, device.info().opengl);
    let _ = write!(
        text,
        "\n{} elements on {renderer}, OpenGL {major}.{minor}. Bytes are those of the streams that a pass reads and writes, each once per \
         pass; times are wall clock. Measure your own machine: `cargo run --release -- compare {name}`.\n\n\
         ![{name}: the time of a run against the number of elements, one line per rung, both axes logarithmic](../figures/{name}.svg)\n\n\
         ![{name}: the stream graphs of both eras, kernels as boxes, streams as ovals](../figures/{name}_graph.svg)\n",
        count(size)
    );
    text
}

fn an_element(measured: &Measured) -> String {
    let each = measured.trace.bytes() as f64 / measured.size.max(1) as f64;
    if each >= 1000.0 {
        bytes(each as usize)
    } else if (each - each.round()).abs() < 0.05 {
        format!("{each:.0}")
    } else {
        format!("{each:.1}")
    }
}
