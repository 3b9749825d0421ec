//! `cargo xtask figures`: draws the book's tables, plots, stream graphs, diagrams and pictures.

pub mod arguments;
mod card_pictures;
mod chapter;
mod chapter_tables;
mod pictures;
mod table_times;

use crate::{diagrams, pages};
use arguments::FiguresArgs;
use chapter::draw_algorithm;
use gristmill::algorithms::{Algorithm, TABLE};
use gristmill::experiments::{self, Experiment};
use gristmill_command::device_options::{DeviceOptions, open_device};
use gristmill_command::output_files::save_file;
use gristmill_command::terminal::{CommandResult, EarlyExit, print_line, warn};
use std::path::Path;

/// The names of the tables that belong to no algorithm.
const CARDS_NAME: &str = "cards";
const PUZZLES_NAME: &str = "puzzles";
const GPUS_NAME: &str = "gpus";
const WAYS_NAME: &str = "ways";

/// The folder of the kernels whose tables `cards_fit.md` and `cards_vertex.md` are.
const FRAGMENT_KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fragment_kernels");

/// The figures to draw.
#[derive(Default)]
struct FigureChoice<'a> {
    has_cards: bool,
    has_puzzles: bool,
    has_gpus: bool,
    /// True for the table of the ways on the cards before 2006.
    has_ways: bool,
    has_pictures: bool,
    /// True for the pictures of a Radeon 9700.
    has_card_pictures: bool,
    /// True if all diagrams are to be drawn.
    has_diagrams: bool,
    diagrams: Vec<&'a String>,
    experiments: Vec<&'static Experiment>,
    algorithms: Vec<&'static Algorithm>,
}

impl FigureChoice<'_> {
    /// Chooses the figures of the arguments: those that are named, else all of algorithms, and all others too unless
    /// algorithms alone have counters and times.
    ///
    /// # Errors
    /// A name that is none of a figure.
    fn from_args(wanted: &FiguresArgs) -> gristmill::Result<FigureChoice<'_>> {
        if wanted.names.is_empty() {
            let all = !wanted.counters && !wanted.gpu;
            return Ok(FigureChoice {
                has_cards: all,
                has_puzzles: all,
                has_gpus: all,
                has_ways: all,
                has_pictures: all,
                has_card_pictures: all,
                has_diagrams: all,
                diagrams: vec![],
                experiments: if all { experiments::TABLE.iter().collect() } else { vec![] },
                algorithms: TABLE.iter().collect(),
            });
        }
        let mut choice = FigureChoice::default();
        for name in &wanted.names {
            match name.as_str() {
                CARDS_NAME => choice.has_cards = true,
                PUZZLES_NAME => choice.has_puzzles = true,
                GPUS_NAME => choice.has_gpus = true,
                WAYS_NAME => choice.has_ways = true,
                pictures::PICTURES_NAME => choice.has_pictures = true,
                card_pictures::CARD_PICTURES_NAME => choice.has_card_pictures = true,
                diagrams::DIAGRAMS_NAME => choice.has_diagrams = true,
                _ if diagrams::is_diagram_name(name) => choice.diagrams.push(name),
                _ if is_experiment(name) => choice.experiments.push(Experiment::find(name)?),
                _ => choice.algorithms.push(Algorithm::find(name)?),
            }
        }
        Ok(choice)
    }
}

fn is_experiment(name: &str) -> bool {
    experiments::TABLE.iter().any(|experiment| experiment.name == name)
}

/// Draws the figures of the arguments; returns false if a result was wrong.
pub fn draw_figures(options: &DeviceOptions, wanted: &FiguresArgs) -> CommandResult {
    let choice = FigureChoice::from_args(wanted)?;
    let out = &wanted.out;
    if choice.has_cards {
        write_page(out, "cards.md", pages::cards::cards_page())?;
        write_page(out, "cards_memory.md", pages::cards::memory_page())?;
        write_page(out, "cards_fit.md", pages::fit::fit_page(Path::new(FRAGMENT_KERNELS))?)?;
        write_page(out, "cards_vertex.md", pages::fit::vertex_page(Path::new(FRAGMENT_KERNELS))?)?;
    }
    if choice.has_puzzles {
        write_page(out, "puzzles.md", pages::puzzles::puzzles_page())?;
    }
    if choice.has_gpus {
        write_page(out, "gpus.md", pages::gpus::gpus_page(&out.join(GPUS_NAME))?)?;
    }
    if choice.has_ways {
        write_page(out, "cards_ways.md", pages::ways::ways_page()?)?;
    }
    if choice.has_diagrams {
        diagrams::draw_diagrams(out, &[])?;
    } else if !choice.diagrams.is_empty() {
        diagrams::draw_diagrams(out, &choice.diagrams)?;
    }
    if choice.has_pictures {
        pictures::draw_pictures(out)?;
    }
    if choice.has_card_pictures {
        card_pictures::draw_card_pictures(out)?;
    }
    let mut right = true;
    for experiment in choice.experiments {
        right &= pages::experiment::draw_experiment(&open_device(options)?, out, experiment)?;
    }
    for algorithm in choice.algorithms {
        if algorithm.rungs.is_empty() {
            warn(format!("{} has no rungs in this version", algorithm.name));
            continue;
        }
        right &= draw_algorithm(options, wanted, algorithm)?;
        print_line(out.join(format!("{}.md", algorithm.name)).display())?;
    }
    Ok(right)
}

fn write_page(folder: &Path, name: &str, text: String) -> Result<(), EarlyExit> {
    let path = folder.join(name);
    save_file(&path, text)?;
    print_line(path.display())
}
