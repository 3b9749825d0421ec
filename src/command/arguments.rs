//! The arguments, and the help made of them.

use super::input;
use clap::{Args, Parser};
use gristmill::{Choice, Era};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  gristmill                                    the tour: everything in both eras, checked, timed, drawn
  gristmill list                               what there is
  gristmill run invert --input PHOTO.png --out NEGATIVE.png
  gristmill run scan --era fragment --size 1000
  gristmill compare reduce                     every way to do it, from 16 elements to four million
  gristmill trace scan                         each pass, dispatch, barrier and transfer
  gristmill doctor                             which devices there are, and what to install

Each algorithm exists in two eras: as fragment shaders of 2002 to 2006 (arrays are textures, computing is drawing) and as
compute shaders of 2012 on (arrays are buffers). Its rungs are the ways to compute it, from the plain to the clever.

Exit codes: 0 right, 1 a wrong result, 2 usage or bad input, 3 no device.
Environment: GRISTMILL_DEVICE takes what --device takes; NO_COLOR turns colours off.";

/// Runs the same algorithms as fragment shaders of 2005 and as compute shaders of today: checked, timed, counted, drawn.
///
/// Without a subcommand it is the tour: every algorithm in both eras on real input, one table, and a page to look at.
#[derive(Parser)]
#[command(name = "gristmill", version, after_help = EXAMPLES, subcommand_required = false)]
pub struct Arguments {
    /// The device: gl (the first that works), a number of `gristmill doctor`, or emulator
    #[arg(long, global = true, value_name = "gl|N|emulator")]
    pub device: Option<Choice>,
    /// What to do
    #[command(subcommand)]
    pub subcommand: Option<Subcommand>,
}

/// What to do.
#[derive(clap::Subcommand)]
pub enum Subcommand {
    /// Every algorithm: what it computes, its rungs, methods and sources
    List(List),
    /// Run one algorithm, check it against its reference and time it
    Run(Run),
    /// Time against size, every rung of both eras: a table and a plot
    Compare(Compare),
    /// Every pass, dispatch, barrier and transfer of a run, and its stream graph
    Trace(Trace),
    /// The devices there are, what they allow, whether they compute right, what to install
    Doctor(Doctor),
    /// Draw the book's tables and figures
    Figures(Figures),
}

/// Of `list`.
#[derive(Args)]
pub struct List {
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Of `run`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill run saxpy                          both eras, at the size of the tour
  gristmill run saxpy --rung compute_packed --size 2^22
  gristmill run invert --input PHOTO.png --out NEGATIVE.png
  gristmill run transform --input MESH.obj --json

Without --rung it runs the rungs named fragment and compute. It ends with 1 if a result is wrong, with 2 if the input is unusable.")]
pub struct Run {
    /// One of `gristmill list`
    pub algorithm: String,
    /// One era alone: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// One rung alone, by its name in `gristmill list`
    #[arg(long)]
    pub rung: Option<String>,
    /// Elements to work on, as 1000, 1_000_000 or 2^20
    #[arg(long, value_parser = input::size)]
    pub size: Option<usize>,
    /// A photograph or a mesh to work on
    #[arg(long, value_name = "PHOTO.png|MESH.obj")]
    pub input: Option<PathBuf>,
    /// Where the picture of the result goes
    #[arg(long, value_name = "FILE.png")]
    pub out: Option<PathBuf>,
    /// What the made-up numbers follow from
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Of `compare`.
#[derive(Args)]
#[command(after_help = "\
Example:
  gristmill compare scan --max 2^20            sizes 16, 32, ... 1,048,576

A rung that takes more than two seconds a run takes no part in larger sizes. Every size is checked against the reference.")]
pub struct Compare {
    /// One of `gristmill list`
    pub algorithm: String,
    /// The largest size, as 1000000 or 2^20
    #[arg(long, default_value = "2^22", value_parser = input::size)]
    pub max: usize,
    /// One era alone: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// The folder that the plot goes to
    #[arg(long, default_value = "target/gristmill")]
    pub out: PathBuf,
    /// What the made-up numbers follow from
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Of `trace`.
#[derive(Args)]
#[command(after_help = "\
Example:
  gristmill trace scan --size 1000             ten passes in the fragment era: log2 of 1000, rounded up")]
pub struct Trace {
    /// One of `gristmill list`
    pub algorithm: String,
    /// One era alone: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// One rung alone, by its name in `gristmill list`
    #[arg(long)]
    pub rung: Option<String>,
    /// Elements to work on, as 1000, 1_000_000 or 2^20
    #[arg(long, value_parser = input::size)]
    pub size: Option<usize>,
    /// The folder that the stream graphs go to
    #[arg(long, default_value = "target/gristmill")]
    pub out: PathBuf,
    /// What the made-up numbers follow from
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Of `doctor`.
#[derive(Args)]
pub struct Doctor {
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Of `figures`.
#[derive(Args)]
pub struct Figures {
    /// These algorithms alone
    pub algorithms: Vec<String>,
    /// The folder they go to
    #[arg(long, default_value = "book/src/figures")]
    pub out: PathBuf,
    /// The largest size of the plots
    #[arg(long, default_value = "2^20", value_parser = input::size)]
    pub max: usize,
}
