//! The arguments of `gristmill check`, and those that say what a user's kernel runs on.

use crate::check::reports::ReportFormat;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `check`.
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

/// Options that say what a user's kernel runs on.
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
