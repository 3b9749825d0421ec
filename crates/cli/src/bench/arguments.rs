//! The arguments of `gristmill bench`.

use crate::input;
use clap::Args;
use gristmill::Era;
use std::path::PathBuf;

/// Arguments of `bench`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill bench                        every rung of every algorithm
  gristmill bench scan sort --size 2^20  those two, on 1,048,576 elements
  gristmill bench jacobi --out .         with a picture of the quartiles
  gristmill bench scan --growth          times against the number of elements
  gristmill bench --report card.json     a file to send in, as the book's page of all algorithms saves it

The rungs of an algorithm run in turn, A B C A B C, so that a slow moment of the system slows all of them. `best` is \
the shortest run, followed by the quartiles; `first` is the first run, in which drivers compile. On a GPU times are \
from the driver's timer if it measured a draw of 50 ms within a fifth of the host's time, else from the host's \
clock; the first line says which. `first` is by the host's clock. `of copy` is the rung's bytes per second divided \
by those of the best copy that this run measured; more than 1 means that a cache helped. The exit code is 1 if a \
result is wrong.")]
pub struct BenchArgs {
    /// Algorithms of `gristmill list`; all without a name
    pub names: Vec<String>,
    /// Only this era: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// Elements to work on, as 1000, 1_000_000 or 2^20
    #[arg(long, value_parser = input::parse_size)]
    pub size: Option<usize>,
    /// Measure how times grow with the elements, compared with the work that the emulator counts
    #[arg(long)]
    pub growth: bool,
    /// Seconds for each algorithm
    #[arg(long, default_value_t = 1.0)]
    pub seconds: f64,
    /// A folder for a picture of each algorithm, as SVG
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// A file for the least time of every rung, in the form of the book's page of all algorithms
    #[arg(long, value_name = "FILE", conflicts_with = "growth")]
    pub report: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
