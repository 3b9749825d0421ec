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
    /// The device: gl (the first that works), a number of `gristmill doctor`, or emulator
    #[arg(long, global = true, value_name = "gl|N|emulator")]
    pub device: Option<MachineChoice>,
    /// Edited kernel files in the place of the library's: those of this folder, by their names
    #[arg(long, global = true, value_name = "FOLDER")]
    pub kernels: Option<PathBuf>,
    /// Again at each save of an edited file
    #[arg(long, global = true)]
    pub on_save: bool,
    /// The tour on a sixteenth of the elements, within 45 seconds instead of three minutes
    #[arg(long)]
    pub quick: bool,
    /// The card of 2002 to 2008 that the device plays, of `gristmill cards`: what it refuses is refused, and the emulator calculates in its
    /// numbers
    #[arg(long, value_name = "NAME")]
    pub card: Option<String>,
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
    #[command(after_help = PROFILING)]
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
    /// Draw the book's tables and figures
    Figures(FiguresArgs),
}

/// Arguments of `list`.
#[derive(Args)]
pub struct ListArgs {
    /// Only this algorithm
    pub algorithm: Option<String>,
    #[arg(long, help = "For programs")]
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

Without --rung it runs the rungs named fragment and compute. It ends with 1 if a result is wrong, with 2 if the input is unusable.")]
pub struct RunArgs {
    /// One of `gristmill list`
    pub algorithm: String,
    /// One era alone: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// One rung alone, by its name in `gristmill list`
    #[arg(long)]
    pub rung: Option<String>,
    /// Elements to work on, as 1000, 1_000_000 or 2^20
    #[arg(long, value_parser = input::parse_size)]
    pub size: Option<usize>,
    /// A photograph or a mesh to work on
    #[arg(long, value_name = "PHOTO.png|PHOTO.jpg|PHOTO.webp|MESH.obj")]
    pub input: Option<PathBuf>,
    /// Where the picture of the result goes
    #[arg(long, value_name = "FILE.png|FILE.jpg")]
    pub out: Option<PathBuf>,
    /// What the made-up numbers follow from
    #[arg(long, default_value_t = 1, value_parser = input::parse_seed)]
    pub seed: u32,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `compare`.
#[derive(Args)]
#[command(after_help = "\
Example:
  gristmill compare scan --max 2^20       sizes 16, 32, ... 1,048,576

A rung that takes more than two seconds per run takes no part in larger sizes. Every size is checked against the reference.")]
pub struct CompareArgs {
    /// One of `gristmill list`
    pub algorithm: String,
    /// The largest size, as 1000000 or 2^20
    #[arg(long, default_value = "2^22", value_parser = input::parse_size)]
    pub max: usize,
    /// One era alone: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// The folder that the plot goes to
    #[arg(long, default_value = "target/gristmill")]
    pub out: PathBuf,
    /// What the made-up numbers follow from
    #[arg(long, default_value_t = 1, value_parser = input::parse_seed)]
    pub seed: u32,
    /// For programs
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
    /// One era alone: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// One rung alone, by its name in `gristmill list`
    #[arg(long)]
    pub rung: Option<String>,
    /// Elements to work on, as 1000, 1_000_000 or 2^20
    #[arg(long, value_parser = input::parse_size)]
    pub size: Option<usize>,
    /// The folder that the stream graphs go to
    #[arg(long, default_value = "target/gristmill")]
    pub out: PathBuf,
    /// What the made-up numbers follow from
    #[arg(long, default_value_t = 1, value_parser = input::parse_seed)]
    pub seed: u32,
    /// For programs
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

Lines marked > have the most instructions. Sectors are those of 32 bytes that one request of a warp touches: 4 is the least for 32 \
neighbouring floats. Conflicts are passes lost in shared memory. Hits are texels that a cache of 16 KiB had, in tiles of 4x4.

What a kernel is run on it says itself, as for `check`; what has the name, the streams and the uniforms of one of the library's is run as \
its algorithm does. Exit codes: 0 right, 1 something is wrong with it, 2 it does not compile or \
fits not what it is given, did nothing, or did not come to its end, 4 this machine is short of something.";

/// Arguments of `check`.
#[cfg(feature = "emulator")]
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill check scan                   every way of it, on sizes and inputs at the edge
  gristmill check scan --kernels EDITED  the same with the kernels of a folder
  gristmill check EDITED/scan.frag       the same with that file in the place of the library's
  gristmill check race.comp --buffer Source=random:1024 --schedules 64
  gristmill check blur.frag --size 640x480 --image photo=PHOTO.png
  gristmill check sums.comp --schedule random:3     this order again
  gristmill check sums.comp --schedule turns:1.0x5  these turns first
  gristmill check sums.comp --buffer A=in.npy --expect 'B=out.npy ~1e-5'
  gristmill check step.comp --runs STEPS.txt     several dispatches
  gristmill check sums.wgsl --entry add          WGSL, one of its entry points
  gristmill check sums.spv --constant STEPS=8    SPIR-V of any compiler
  gristmill check blur.frag --card radeon-9700   what that card refuses as well
  gristmill check FOLDER --format github --report kernels.sarif
  gristmill check FOLDER --baseline known.json   what is new alone

A kernel says the same in comments of its own, as `// run: groups 4`; an option replaces the comment of the same thing. What neither \
says is made up, and listed: one work group, buffers of 1024 zeros, textures of zeros. Sizes of buffers are in words of 32 bits.

NAME is a block's or a member's. FILL is zero:N, one:N, index:N, 0.5:N, 0..N, random:N, random:N:SEED, [1,2,3], an array of NumPy's as \
FILE.npy, whose numbers must fit exactly, or FILE.bin, bytes as they lie in the buffer. Images take WxH in the place of N, FILE.npy or \
FILE.png. Files that a comment names lie beside the kernel.

A line of --runs is a dispatch, as `groups 4 uniform n=1000`, with what it has another way than the first; buffers keep their contents \
between. In the kernel it is a comment for each further one: `// run: then uniform n=500`, or of a pass, `// run: then image state=gl_FragColor`.

A baseline knows a finding by its file, its observer, its variable and the text of its lines; lines may move. --write-baseline makes one.

A file that has the name, the streams and the uniforms of a kernel of the library is judged by the algorithms that run it, unless \
an option or a comment says what it is to be run on.

The compiler runs in a process of its own with 512 MiB and 4 seconds of a processor, a launch has as much memory (--memory), and every run ends: after --steps, which \
are counted, so that a busy machine says the same; a comment may ask for 100 million. Files of a folder are judged side by side and told in order; none is read that is a pipe or a device. \
Exit codes: 0 right, 1 something is wrong with it, 2 it does not compile, fits not what it is given, did nothing, or did not come to its end, 4 this machine is short of something.")]
pub struct CheckArgs {
    /// Algorithms of `gristmill list`, kernels as FILE.comp, .frag, .vert, .fs, .vs, .fsh, .vsh, .fp, .vp, .vfp, .glsl, .wgsl or .spv, folders of them; none: what --kernels edits
    #[arg(value_name = "NAME|FILE|FOLDER")]
    pub what: Vec<String>,
    /// What a kernel of a file is run on
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// What is printed
    #[arg(
        long,
        value_enum,
        default_value = "text",
        hide_possible_values = true,
        value_name = "text|json|sarif|junit|github"
    )]
    pub format: ReportFormat,
    /// For programs: short for --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// A report as a file besides, by its ending: SARIF, JUnit's XML or JSON
    #[arg(long, value_name = "FILE.sarif|FILE.xml|FILE.json")]
    pub report: Vec<PathBuf>,
    /// Findings of this file are known: counted, and no reason to fail
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write what is found to this file, for --baseline
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
}

/// Arguments of `profile`.
#[cfg(feature = "emulator")]
#[derive(Args)]
pub struct ProfileArgs {
    /// The kernel, FILE.comp, .frag, .vert, .fs, .vs, .fp, .vp, .glsl, .wgsl or .spv
    pub file: PathBuf,
    /// What it is run on
    #[command(flatten)]
    pub launch: LaunchArgs,
    /// For programs
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
    /// What a fragment kernel draws on
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
    /// The format of an output's target: NAME=r32f, rgba8, rg16f .. as GLSL names those of images
    #[arg(long, value_name = "NAME=FORMAT")]
    pub target: Vec<String>,
    /// The stage of a kernel whose file's ending does not say it, or says another
    #[arg(long, value_name = "fragment|vertex|compute")]
    pub stage: Option<String>,
    /// How a sampler reads: NAME=linear,repeat; nearest, levels, mirror, border, less-equal ..
    #[arg(long, value_name = "NAME=HOW")]
    pub sampler: Vec<String>,
    /// Hold a fragment kernel against a card of `gristmill cards` as well
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
    /// What a buffer, an image or an output must hold then, floats within 1e-5 if that is said
    #[arg(long, value_name = "NAME=FILL [~1e-5]")]
    pub expect: Vec<String>,
    /// Several dispatches one after another, a line of this file for each
    #[arg(long, value_name = "FILE")]
    pub runs: Option<PathBuf>,
    /// Lanes of a warp, which is the subgroup, 1 to 64
    #[arg(long, value_name = "LANES")]
    pub warp: Option<String>,
    /// Run it under so many orders of its groups, warps and lanes, and sizes of its subgroups if it uses them
    #[arg(long, value_name = "N", conflicts_with = "schedule")]
    pub schedules: Option<String>,
    /// Run it in one order: in-order, reversed, round-robin, dealt, warps:LANES, random:SEED, or turns:GROUP.WARPxSTEPS,..
    #[arg(long, value_name = "ORDER")]
    pub schedule: Option<String>,
    /// Watch more: non-finite, same-value, order (a result that depends on it is an error)
    #[arg(long, value_name = "WHAT")]
    pub watch: Vec<String>,
    /// Instructions after which a warp is stopped, and with 20 times as many of all
    #[arg(long, value_name = "N")]
    pub steps: Option<String>,
    /// MiB that it may take, 512 if nothing is said
    #[arg(long, value_name = "MIB")]
    pub memory: Option<String>,
    /// Seconds that all of it may take; without it steps are counted, and no clock is read
    #[arg(long, value_name = "SECONDS")]
    pub deadline: Option<String>,
}

/// Arguments of `cards`.
#[derive(Args)]
pub struct CardsArgs {
    /// One of them: radeon-9700, geforce-6800, ps-2-0, webgl-1 .. or this-machine
    pub name: Option<String>,
    /// For programs
    #[arg(long)]
    pub json: bool,
}
