//! The arguments of `cargo xtask figures`.

use clap::Args;
use gristmill_command::input::parse_size;
use std::path::PathBuf;

/// Arguments of `figures`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask figures                  all of them, on the device of --device
  cargo xtask figures scan --counters  the tables of a chapter, with the times that they have
  cargo xtask figures --gpu            this machine's times, for a column of its own
  cargo xtask figures ideas pictures   what is drawn from small runs on the emulator")]
pub struct FiguresArgs {
    /// Only these algorithms and experiments; `ideas` are the diagrams, `idea_wrapped` is one of them; `pictures` are
    /// small results, `radeon` are those of a Radeon 9700; `cards`, `ways`, `puzzles` and `gpus` are tables
    pub names: Vec<String>,
    /// The folder for the figures
    #[arg(long, default_value = "book/src/figures")]
    pub out: PathBuf,
    /// The largest size of the plots
    #[arg(long, default_value = "2^20", value_parser = parse_size)]
    pub max: usize,
    /// Keep the times that the tables and plots have: count on the emulator and draw the graphs alone
    #[arg(long, conflicts_with = "gpu")]
    pub counters: bool,
    /// Measure this machine for a column of its own: write its times to a file that later tables take in
    #[arg(long)]
    pub gpu: bool,
}
