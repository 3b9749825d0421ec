//! The command line arguments, and the help generated from them.

use super::bench::BenchArgs;
use super::book::BookArgs;
use super::doctor::DoctorArgs;
use super::experiment::{ExperimentArgs, ProbeArgs};
use super::figures::FiguresArgs;
use super::input;
#[cfg(feature = "emulator")]
use super::{audit::AuditArgs, fit::FitArgs, puzzle::PuzzleArgs, reports::ReportFormat, split::SplitArgs};
use clap::{Args, Parser};
use gristmill::{Era, MachineChoice};
use std::path::PathBuf;

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
    /// The device: gl (the first that works), a number of `gristmill doctor`, or emulator
    #[arg(long, global = true, value_name = "gl|N|emulator")]
    pub device: Option<MachineChoice>,
    /// A folder of edited kernel files that override the library's, by their names
    #[arg(long, global = true, value_name = "FOLDER")]
    pub kernels: Option<PathBuf>,
    /// Run again at each save of an edited file
    #[arg(long, global = true)]
    pub on_save: bool,
    /// Run the tour on a sixteenth of the elements, in 45 seconds instead of three minutes
    #[arg(long)]
    pub quick: bool,
    /// The card of `gristmill cards` that the device plays: kernels that it refuses are refused, and the emulator uses
    /// its arithmetic
    #[arg(long, value_name = "NAME")]
    pub card: Option<String>,
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
    #[command(after_help = PROFILING)]
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
    /// Draw the book's tables and figures
    Figures(FiguresArgs),
}

/// Arguments of `list`.
#[derive(Args)]
pub struct ListArgs {
    /// Only this algorithm
    pub algorithm: Option<String>,
    #[arg(long, help = "Print JSON")]
    pub json: bool,
}

/// Arguments of `run`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill run saxpy            both eras, at the size of the tour
  gristmill run saxpy --rung compute_packed --size 2^22
  gristmill run invert --input PHOTO.png --out NEGATIVE.png
  gristmill run transform --input MESH.obj --json

Without --rung it runs the rungs named fragment and compute. The exit code is 1 if a result is wrong, 2 if the input \
is unusable.")]
pub struct RunArgs {
    /// One of `gristmill list`
    pub algorithm: String,
    /// Only this era: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// Only this rung, by its name in `gristmill list`
    #[arg(long)]
    pub rung: Option<String>,
    /// Elements to work on, as 1000, 1_000_000 or 2^20
    #[arg(long, value_parser = input::parse_size)]
    pub size: Option<usize>,
    /// A photograph or a mesh to work on
    #[arg(long, value_name = "PHOTO.png|PHOTO.jpg|PHOTO.webp|MESH.obj")]
    pub input: Option<PathBuf>,
    /// The file for the picture of the result
    #[arg(long, value_name = "FILE.png|FILE.jpg")]
    pub out: Option<PathBuf>,
    /// The seed of the generated numbers
    #[arg(long, default_value_t = 1, value_parser = input::parse_seed)]
    pub seed: u32,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `compare`.
#[derive(Args)]
#[command(after_help = "\
Example:
  gristmill compare scan --max 2^20       sizes 16, 32, ... 1,048,576

A rung that takes more than two seconds per run is left out of larger sizes. Every size is checked against the \
reference.")]
pub struct CompareArgs {
    /// One of `gristmill list`
    pub algorithm: String,
    /// The largest size, as 1000000 or 2^20
    #[arg(long, default_value = "2^22", value_parser = input::parse_size)]
    pub max: usize,
    /// Only this era: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// The folder for the plot
    #[arg(long, default_value = "target/gristmill")]
    pub out: PathBuf,
    /// The seed of the generated numbers
    #[arg(long, default_value_t = 1, value_parser = input::parse_seed)]
    pub seed: u32,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `trace`.
#[derive(Args)]
#[command(after_help = "\
Example:
  gristmill trace scan --size 1000        ten passes: log2 of 1000, rounded up")]
pub struct TraceArgs {
    /// One of `gristmill list`
    pub algorithm: String,
    /// Only this era: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// Only this rung, by its name in `gristmill list`
    #[arg(long)]
    pub rung: Option<String>,
    /// Elements to work on, as 1000, 1_000_000 or 2^20
    #[arg(long, value_parser = input::parse_size)]
    pub size: Option<usize>,
    /// The folder for the stream graphs
    #[arg(long, default_value = "target/gristmill")]
    pub out: PathBuf,
    /// The seed of the generated numbers
    #[arg(long, default_value_t = 1, value_parser = input::parse_seed)]
    pub seed: u32,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The help of `profile`.
#[cfg(feature = "emulator")]
const PROFILING: &str = "\
Examples:
  gristmill profile sums.comp            instructions and memory by line
  gristmill profile sums.comp --warp 64  the same on warps of 64 lanes
  gristmill profile blur.frag --size 640x480 --image photo=PHOTO.png
  gristmill profile sums.comp --json     every count of every line
  gristmill profile EDITED/scan.frag     as the scan of the library launches it

Lines marked > have the most instructions. Sectors are those of 32 bytes that one request of a warp touches: 4 is \
the least for 32 neighbouring floats. Conflicts are passes lost in shared memory. Hits are texels found in a cache \
of 16 KiB, in tiles of 4x4.

The comments of a kernel set its launch options, as for `check`; a file with the name, the streams and the uniforms \
of a kernel of the library is launched as its algorithm does. Exit codes: 0 right, 1 something is wrong with it, 2 \
it does not compile, does not fit its inputs, did nothing, or did not end, 4 the system is short of a resource.";

/// Arguments of `check`.
#[cfg(feature = "emulator")]
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill check scan                   every rung, on edge cases of sizes and inputs
  gristmill check scan --kernels EDITED  the same with the kernels of a folder
  gristmill check EDITED/scan.frag       the same with that file instead of the library's
  gristmill check race.comp --buffer Source=random:1024 --schedules 64
  gristmill check blur.frag --size 640x480 --image photo=PHOTO.png
  gristmill check sums.comp --schedule random:3     replays this order
  gristmill check sums.comp --schedule turns:1.0x5  these turns first
  gristmill check sums.comp --buffer A=in.npy --expect 'B=out.npy ~1e-5'
  gristmill check step.comp --runs STEPS.txt     several dispatches
  gristmill check sums.wgsl --entry add          WGSL, one of its entry points
  gristmill check sums.spv --constant STEPS=8    SPIR-V of any compiler
  gristmill check blur.frag --card radeon-9700   and what that card refuses
  gristmill check FOLDER --format github --report kernels.sarif
  gristmill check FOLDER --baseline known.json   only what is new

A kernel can set the same in its comments, as `// run: groups 4`; an option overrides the comment. What neither sets \
has defaults, which are listed: one work group, buffers of 1024 zeros, textures of zeros. Sizes of buffers are in \
words of 32 bits.

NAME is the name of a block or a member. FILL is zero:N, one:N, index:N, 0.5:N, 0..N, random:N, random:N:SEED, \
[1,2,3], a NumPy array as FILE.npy, whose numbers must fit exactly, or FILE.bin, the bytes of the buffer. Images \
accept WxH instead of N, FILE.npy or FILE.png. Files named by a comment are in the folder of the kernel.

A line of --runs is a dispatch, as `groups 4 uniform n=1000`, with what differs from the first; buffers keep their \
contents between them. In a kernel each further dispatch is a comment: `// run: then uniform n=500`, or for a pass, \
`// run: then image state=gl_FragColor`.

A baseline identifies a finding by its file, its observer, its variable and the text of its lines; lines may move. \
--write-baseline writes one.

A file with the name, the streams and the uniforms of a kernel of the library is judged by the algorithms that run \
it, unless an option or a comment sets its launch.

The compiler runs in its own process with 512 MiB and 4 seconds of CPU time, a launch has the same memory limit \
(--memory), and every run ends after --steps: instructions are counted, so the result does not depend on the load of \
the system; a comment may ask for 100 million. Files of a folder are judged in parallel and reported in order; pipes \
and devices are not read. Exit codes: 0 right, 1 something is wrong with it, 2 it does not compile, does not fit its \
inputs, did nothing, or did not end, 4 the system is short of a resource.")]
pub struct CheckArgs {
    /// Algorithms of `gristmill list`, kernels as FILE.comp, .frag, .vert, .fs, .vs, .fsh, .vsh, .fp, .vp, .vfp, .glsl,
    /// .wgsl or .spv, folders of them; without any, the algorithms that --kernels edits
    #[arg(value_name = "NAME|FILE|FOLDER")]
    pub what: Vec<String>,
    /// The launch options of a kernel file
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// The output format
    #[arg(
        long,
        value_enum,
        default_value = "text",
        hide_possible_values = true,
        value_name = "text|json|sarif|junit|github"
    )]
    pub format: ReportFormat,
    /// Print JSON: short for --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Also write a report to this file: SARIF, JUnit's XML or JSON, by its ending
    #[arg(long, value_name = "FILE.sarif|FILE.xml|FILE.json")]
    pub report: Vec<PathBuf>,
    /// Findings in this file are known: they are counted, and do not fail the check
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the findings to this file, for --baseline
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
}

/// Arguments of `profile`.
#[cfg(feature = "emulator")]
#[derive(Args)]
pub struct ProfileArgs {
    /// The kernel, FILE.comp, .frag, .vert, .fs, .vs, .fp, .vp, .glsl, .wgsl or .spv
    pub file: PathBuf,
    /// The launch options of the kernel
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Options that say what a user's kernel runs on.
#[cfg(feature = "emulator")]
#[derive(Args)]
pub struct LaunchArgs {
    /// Work groups along x, y and z
    #[arg(long, value_name = "X,Y,Z")]
    pub groups: Option<String>,
    /// The size of a fragment kernel's targets
    #[arg(long, value_name = "WxH")]
    pub size: Option<String>,
    /// The content of a buffer or a vertex stream: NAME=0.5:N, 0..N, random:N, [3,1,2], FILE.npy or FILE.bin
    #[arg(long, value_name = "NAME=FILL")]
    pub buffer: Vec<String>,
    /// A uniform's numbers: NAME=1.5,2 or any FILL
    #[arg(long, value_name = "NAME=NUMBERS")]
    pub uniform: Vec<String>,
    /// A sampler's or image's texels: NAME=FILE.png, FILE.npy or random:WxH
    #[arg(long, value_name = "NAME=IMAGE")]
    pub image: Vec<String>,
    /// The format of an output's target: NAME=r32f, rgba8, rg16f .., the names of GLSL's image formats
    #[arg(long, value_name = "NAME=FORMAT")]
    pub target: Vec<String>,
    /// The stage of a kernel, if the ending of its file does not name it
    #[arg(long, value_name = "fragment|vertex|compute")]
    pub stage: Option<String>,
    /// The state of a sampler: NAME=linear,repeat; nearest, levels, mirror, border, less-equal ..
    #[arg(long, value_name = "NAME=HOW")]
    pub sampler: Vec<String>,
    /// Check a fragment kernel against a card of `gristmill cards` as well
    #[arg(long, value_name = "NAME")]
    pub card: Option<String>,
    /// The entry point of a .wgsl or .spv that has several
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// A specialisation constant, by its name or its number, or an override of WGSL
    #[arg(long, value_name = "NAME=VALUE")]
    pub constant: Vec<String>,
    /// An output that is drawn to a texture which the kernel also reads
    #[arg(long, value_name = "OUTPUT=NAME")]
    pub output: Vec<String>,
    /// The expected content of a buffer, an image or an output after the run, floats within 1e-5 if given
    #[arg(long, value_name = "NAME=FILL [~1e-5]")]
    pub expect: Vec<String>,
    /// Several dispatches one after another, a line of this file for each
    #[arg(long, value_name = "FILE")]
    pub runs: Option<PathBuf>,
    /// Lanes of a warp, which is the subgroup, 1 to 64
    #[arg(long, value_name = "LANES")]
    pub warp: Option<String>,
    /// Run it under N orders of its groups, warps and lanes, and sizes of its subgroups if it uses them
    #[arg(long, value_name = "N", conflicts_with = "schedule")]
    pub schedules: Option<String>,
    /// Run it in one order: in-order, reversed, round-robin, dealt, warps:LANES, random:SEED, or turns:GROUP.WARPxSTEPS,..
    #[arg(long, value_name = "ORDER")]
    pub schedule: Option<String>,
    /// Also watch for: non-finite, same-value, order (a result that depends on it is an error)
    #[arg(long, value_name = "WHAT")]
    pub watch: Vec<String>,
    /// Instructions after which a warp is stopped; the whole launch is stopped after 20 times as many
    #[arg(long, value_name = "N")]
    pub steps: Option<String>,
    /// Memory limit in MiB; 512 by default
    #[arg(long, value_name = "MIB")]
    pub memory: Option<String>,
    /// Time limit in seconds for all of it; by default only steps are limited
    #[arg(long, value_name = "SECONDS")]
    pub deadline: Option<String>,
}

/// Arguments of `cards`.
#[derive(Args)]
pub struct CardsArgs {
    /// One of them: radeon-9700, geforce-6800, ps-2-0, webgl-1 .. or this-machine
    pub name: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
