//! The command line of the command, and the help generated from it.

#[cfg(all(test, feature = "emulator"))]
mod tests;

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
#[cfg(feature = "emulator")]
use crate::report::ReportArgs;
use crate::run::{RunArgs, trace::TraceArgs};
#[cfg(feature = "emulator")]
use crate::test::arguments::TestArgs;
use clap::Parser;

const EXAMPLES: &str = "\
Examples:
  gristmill                      the tour: all of it checked, timed, drawn
  gristmill --quick              the same on small sizes
  gristmill list                 the algorithms and their rungs
  gristmill run invert --input PHOTO.jpg --out NEGATIVE.png
  gristmill run scan --era fragment --size 1000
  gristmill compare reduce       every rung, on growing sizes
  gristmill bench scan           its rungs in turn, compared with the limits of the device
  gristmill trace scan           each pass, dispatch, barrier and transfer
  gristmill check scan           every rung on awkward input, each lane watched
  gristmill check KERNEL.comp    your own kernel: its races, its barriers
  gristmill test FOLDER          the tests of your kernels, in files beside them
  gristmill run scan --kernels EDITED --on-save   again at each save of a kernel in EDITED
  gristmill fit KERNEL.frag      the cards of 2002 to 2008 that accept it
  gristmill split KERNEL.frag    a kernel that is too long for a card, in passes
  gristmill audit                the range in which addresses in floats are exact
  gristmill profile KERNEL.comp  the cost of each of its lines
  gristmill experiment           experiments on the device, answered in numbers
  gristmill probe                the cost of a read and a write of each kind
  gristmill puzzle               kernels with a hole to fill, judged at once
  gristmill book                 the book, whose kernels run in the browser
  gristmill doctor               the devices, and what to install

Each algorithm exists in two eras: as fragment shaders, as from 2002 to 2006 (arrays are textures, computing is \
drawing), and as compute shaders of 2012 on (arrays are buffers). Its rungs are the ways to compute it, from the \
simplest to the fastest. Fragment kernels are GLSL 3.30; those of the rungs named 2005 are GLSL 1.10, which a card \
of the time accepts.

Exit codes: 0 right, 1 a wrong result, 2 usage, bad input or nothing judged, 3 no device, 4 the system is short of \
memory, threads, files or disk.
Environment: GRISTMILL_DEVICE, GRISTMILL_KERNELS and GRISTMILL_CARD set --device, --kernels and --card; \
GRISTMILL_SUITED=cpu or gpu chooses the shape of kernels; NO_COLOR turns colours off.";

/// Runs the same algorithms as fragment shaders, as one computed in 2005, and as compute shaders of today:
/// checked, timed, counted, drawn.
///
/// Without a subcommand it runs the tour: every algorithm in both eras on real input, with one table and a page of
/// results.
#[derive(Parser)]
#[command(name = "gristmill", version, after_help = EXAMPLES, subcommand_required = false)]
pub struct Arguments {
    #[command(flatten)]
    pub global: GlobalOptions,
    /// Run the tour on a sixteenth of the elements, in less than a minute instead of three
    #[arg(long)]
    pub quick: bool,
    /// The subcommand
    #[command(subcommand)]
    pub subcommand: Option<Subcommand>,
}

/// The subcommands.
#[derive(clap::Subcommand)]
pub enum Subcommand {
    /// List every algorithm: what it computes, its rungs, methods and sources
    List(ListArgs),
    /// Run one algorithm, check it against its reference and time it
    Run(RunArgs),
    /// Measure time against size, every rung of both eras: a table and a plot
    Compare(CompareArgs),
    /// Time the rungs of algorithms in turn, and compare them with the limits of the device
    Bench(BenchArgs),
    /// Trace every pass, dispatch, barrier and transfer of a run, and draw its stream graph
    Trace(TraceArgs),
    #[cfg(feature = "emulator")]
    /// Check an algorithm or kernel files of your own on the emulator, and show what is wrong
    Check(CheckArgs),
    #[cfg(feature = "emulator")]
    /// Run the tests of kernels that lie beside them in case files
    Test(TestArgs),
    #[cfg(feature = "emulator")]
    /// Join the reports of shards of tests
    Report(ReportArgs),
    #[cfg(feature = "emulator")]
    /// Count the cost of each line of a kernel file
    Profile(ProfileArgs),
    #[cfg(feature = "emulator")]
    /// List and judge puzzles: kernels with a hole to fill
    Puzzle(PuzzleArgs),
    /// List the graphics cards of 2002 to 2008: their limits, and the sources of these
    Cards(CardsArgs),
    #[cfg(feature = "emulator")]
    /// List the cards that accept a kernel, and the limits that the others miss
    Fit(FitArgs),
    #[cfg(feature = "emulator")]
    /// Cut a kernel that is too long for a card into passes that fit
    Split(SplitArgs),
    #[cfg(feature = "emulator")]
    /// Find the element up to which a kernel's addresses are exact on a card
    Audit(AuditArgs),
    #[cfg(feature = "emulator")]
    /// Compiles for `check`
    #[command(hide = true)]
    CompileOnly,
    /// Run an experiment on the device, and print its answer in numbers
    Experiment(ExperimentArgs),
    /// Measure the cost of each kind of read and write, and choose the shape of kernels for the device
    Probe(ProbeArgs),
    /// List the devices and their limits, test them, and say what to install
    Doctor(DoctorArgs),
    /// Build the book and open it: its kernels run in the browser
    Book(BookArgs),
}
