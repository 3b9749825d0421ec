//! The arguments of `gristmill check`, and those that say what a user's kernel runs on.

use crate::check::reports::ReportFormat;
use crate::include_options::{DefineOptions, IncludeOptions};
use clap::Args;
use std::path::PathBuf;

/// Arguments of `check`.
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
  gristmill check sums.comp --print 'B[0..8]' --out B=FILE.npy   its numbers
  gristmill check step.comp --runs STEPS.txt     several dispatches
  gristmill check sums.wgsl --entry add          WGSL, one of its entry points
  gristmill check sums.spv --constant STEPS=8    SPIR-V of any compiler
  gristmill check sums.comp --define SIDE=16     for its preprocessor
  gristmill check blur.frag --card radeon-9700   and what that card refuses
  gristmill check mine.cg --include FOLDER       files of another folder
  gristmill check sums.comp --questions          what nobody set, to be completed in a file
  gristmill check sums.comp --answers MINE.txt
  gristmill check FOLDER --format github --report kernels.sarif
  gristmill check FOLDER --baseline known.json   only what is new

A kernel can set the same in its comments, as `// run: groups 4`; an option overrides the comment. What neither sets \
is made up, and listed: three work groups, buffers of distinct numbers as long as the kernel reaches. Integers are \
tried until the most lines are reached, kernels with atomics run in four orders, and the verdict says how many lines \
ran. A fault that only made-up values show is a note. --questions prints what is open; complete it, and give it \
with --answers. Sizes of buffers are in words of 32 bits.

NAME is the name of a block or a member. FILL is zero:N, one:N, index:N, 0.5:N, 0..N, random:N, random:N:SEED, \
[1,2,3], a NumPy array as FILE.npy, whose numbers must fit exactly, or FILE.bin, the bytes of the buffer with its \
padding. Images \
accept WxH instead of N, FILE.npy or FILE.png. Files named by a comment are in the folder of the kernel.

A line of --runs is a dispatch, as `groups 4 uniform n=1000`, with what differs from the first; buffers keep their \
contents between them. In a kernel each further dispatch is a comment: `// run: then uniform n=500`, or for a pass, \
`// run: then image state=gl_FragColor`.

--json has the numbers of every result: all of them up to 256, else the first 16 and how many there are.

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
    /// Algorithms of `gristmill list`, kernels as FILE.comp, .frag, .vert, .fs, .vs, .fsh, .vsh, .fp, .vp, .vfp, .ps,
    /// .psh, .glsl, .cg, .hlsl, .fx, .cgfx, .wgsl or .spv, programs in Brook as FILE.br, folders of kernels; without
    /// any, the algorithms that --kernels edits
    #[arg(value_name = "NAME|FILE|FOLDER")]
    pub what: Vec<String>,
    /// The launch options of a kernel file
    #[command(flatten)]
    pub launch: LaunchArgs,
    #[command(flatten)]
    pub includes: IncludeOptions,
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
    /// Write a result of a kernel file to a file: a buffer, a member of one, an image or an output
    #[arg(long, value_name = "NAME=FILE.npy|.png|.csv")]
    pub out: Vec<String>,
    /// Print the first numbers of a result of a kernel file, or those of a range
    #[arg(long, value_name = "NAME[0..8]")]
    pub print: Vec<String>,
    /// Findings in this file are known: they are counted, and do not fail the check
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the findings to this file, for --baseline
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
    /// Print what nobody set as comments to complete, with the values that were used
    #[arg(long)]
    pub questions: bool,
    /// Print the counters of a kernel that is wrong, too
    #[arg(long)]
    pub counters: bool,
}

/// Options that say what a user's kernel runs on.
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
    /// The entry point of a .wgsl or .spv that has several, which are all checked otherwise, or of a .cg or .hlsl;
    /// TECHNIQUE.PASS of a .fx or .cgfx
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    #[command(flatten)]
    pub defines: DefineOptions,
    /// A specialisation constant, by its name or its number, or an override of WGSL
    #[arg(long, value_name = "NAME=VALUE")]
    pub constant: Vec<String>,
    /// An output that is drawn to a texture which the kernel also reads
    #[arg(long, value_name = "OUTPUT=NAME")]
    pub output: Vec<String>,
    /// The expected content of a buffer, an image or an output after the run; floats within 1e-5, 0.1 abs or 2 ulp if given
    #[arg(long, value_name = "NAME=FILL [~1e-5]")]
    pub expect: Vec<String>,
    /// Several dispatches one after another, a line of this file for each
    #[arg(long, value_name = "FILE")]
    pub runs: Option<PathBuf>,
    /// Lanes of a warp, which is the subgroup, 1 to 64
    #[arg(long, value_name = "LANES")]
    pub warp: Option<String>,
    /// Lines as in a kernel's comments, in a file: what --questions prints, completed
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// Run it under N orders of its groups, warps and lanes, and sizes of its subgroups if it uses them
    #[arg(long, value_name = "N", conflicts_with = "schedule")]
    pub schedules: Option<String>,
    /// Run it in one order: in-order, reversed, round-robin, dealt, warps:LANES, random:SEED, or
    /// turns:GROUP.WARPxSTEPS,..
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
