//! The command line of the command, and the help generated from it.

#[cfg(all(test, feature = "emulator"))]
mod typed_commands;

use crate::bench::arguments::BenchArgs;
use crate::book::BookArgs;
use crate::cards::CardsArgs;
#[cfg(feature = "emulator")]
use crate::cards::{audit::AuditArgs, fit::FitArgs, split::SplitArgs};
#[cfg(feature = "emulator")]
use crate::check::arguments::CheckArgs;
use crate::compare::CompareArgs;
use crate::doctor::DoctorArgs;
use crate::experiment::{ExperimentArgs, ProbeArgs};
use crate::global_options::GlobalOptions;
use crate::list::ListArgs;
#[cfg(feature = "emulator")]
use crate::profile::ProfileArgs;
#[cfg(feature = "emulator")]
use crate::puzzle::PuzzleArgs;
use crate::run::{RunArgs, trace::TraceArgs};
use clap::Parser;

const EXAMPLES: &str = "\
Examples:
  gristmill                      the tour: all of it checked, timed, drawn
  gristmill --quick              the same on small sizes
  gristmill list                 what there is
  gristmill run invert --input PHOTO.jpg --out NEGATIVE.png
  gristmill run scan --era fragment --size 1000
  gristmill compare reduce       every way to do it, on growing sizes
  gristmill bench scan           its ways in turn, beside what the machine can do
  gristmill trace scan           each pass, dispatch, barrier and transfer
  gristmill check scan           every way of it, each lane watched, on awkward input
  gristmill check KERNEL.comp    a kernel of yours: its races, its barriers
  gristmill run scan --kernels EDITED --on-save   with the kernels that you edit in EDITED
  gristmill fit KERNEL.frag      which cards of 2002 to 2008 take it
  gristmill split KERNEL.frag    a kernel too long for a card, in passes
  gristmill audit                how far addresses in floats are right
  gristmill profile KERNEL.comp  its lines, with what each of them costs
  gristmill experiment           what one can ask the machine, and its answers in numbers
  gristmill probe                what a read and a write of each kind cost here
  gristmill puzzle               kernels with a hole to fill, and a judge
  gristmill book                 the book, whose kernels run in the browser
  gristmill doctor               which devices there are, what to install

Each algorithm exists in two eras: as fragment shaders, as from 2002 to 2006 (arrays are textures, computing is drawing), and as \
compute shaders of 2012 on (arrays are buffers). Its rungs are the ways to compute it, from the plain to the clever. Fragment kernels are \
GLSL 3.30; those of the rungs named 2005 are GLSL 1.10, and a card of the time takes them.

Exit codes: 0 right, 1 a wrong result, 2 usage, bad input or nothing judged, 3 no device, 4 this machine is short of memory, threads, files or disk.
Environment: GRISTMILL_DEVICE takes what --device takes, GRISTMILL_KERNELS what --kernels takes, GRISTMILL_CARD what --card takes; GRISTMILL_SUITED with cpu or gpu decides which shapes of kernels are taken; NO_COLOR turns colours off.";

/// Runs the same algorithms as fragment shaders, as one computed in 2005, and as compute shaders of today:
/// checked, timed, counted, drawn.
///
/// Without a subcommand it is the tour: every algorithm in both eras on real input, one table, and a page to
/// look at.
#[derive(Parser)]
#[command(name = "gristmill", version, after_help = EXAMPLES, subcommand_required = false)]
pub struct Arguments {
    #[command(flatten)]
    pub global: GlobalOptions,
    /// The tour on a sixteenth of the elements, within 45 seconds instead of three minutes
    #[arg(long)]
    pub quick: bool,
    /// What to do
    #[command(subcommand)]
    pub subcommand: Option<Subcommand>,
}

/// The subcommands.
#[derive(clap::Subcommand)]
pub enum Subcommand {
    /// Every algorithm: what it computes, its rungs, methods and sources
    List(ListArgs),
    /// Run one algorithm, check it against its reference and time it
    Run(RunArgs),
    /// Time against size, every rung of both eras: a table and a plot
    Compare(CompareArgs),
    /// The rungs of algorithms in turn, and what they reach of what the machine can do
    Bench(BenchArgs),
    /// Every pass, dispatch, barrier and transfer of a run, and its stream graph
    Trace(TraceArgs),
    #[cfg(feature = "emulator")]
    /// An algorithm, or kernel files of anybody's: run on the emulator, watched, and what is wrong drawn
    Check(CheckArgs),
    #[cfg(feature = "emulator")]
    /// A kernel file of anybody's: what each of its lines costs
    Profile(ProfileArgs),
    #[cfg(feature = "emulator")]
    /// Kernels with a hole to fill, judged at once
    Puzzle(PuzzleArgs),
    /// The graphics cards of 2002 to 2008: what each takes of a kernel, and who says so
    Cards(CardsArgs),
    #[cfg(feature = "emulator")]
    /// Which cards take a kernel, and what stops the others
    Fit(FitArgs),
    #[cfg(feature = "emulator")]
    /// A kernel too long for a card, cut into passes that it takes
    Split(SplitArgs),
    #[cfg(feature = "emulator")]
    /// How far a kernel's addresses are right in a card's numbers
    Audit(AuditArgs),
    #[cfg(feature = "emulator")]
    /// Compiles for `check`
    #[command(hide = true)]
    CompileOnly,
    /// A question to the machine, and what it answers in numbers
    Experiment(ExperimentArgs),
    /// What reads and writes of each kind cost here, and which shape of kernels suits the machine
    Probe(ProbeArgs),
    /// The devices there are, what they allow, whether they compute right, what to install
    Doctor(DoctorArgs),
    /// Build the book and open it: its kernels run in the browser
    Book(BookArgs),
}
