//! `gristmill profile`: the lines of a user's kernel, each with its cost.

mod library_kernel;
mod line_table;

use crate::check::arguments::LaunchArgs;
use crate::check::kernel_run::{child_compiler, format_counters, has_launch_options, report_to_json, run_kernel};
use crate::include_options::IncludeOptions;
use crate::profile::library_kernel::profile_library_kernel;
use crate::profile::line_table::{annotate_lines, source_lines};
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped};
use clap::Args;
use gristmill::Error;
use gristmill::check::{LaunchOptions, Report};
use gristmill::kernels::Edits;
use std::path::PathBuf;

/// The help of `profile`.
const EXAMPLES: &str = "\
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

/// Arguments of `profile`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ProfileArgs {
    /// The kernel, FILE.comp, .frag, .vert, .fs, .vs, .fp, .vp, .ps, .psh, .glsl, .cg, .hlsl, .fx, .cgfx, .wgsl or .spv
    pub file: PathBuf,
    /// The launch options of the kernel
    #[command(flatten)]
    pub launch: LaunchArgs,
    #[command(flatten)]
    pub includes: IncludeOptions,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn profile_kernel(wanted: &ProfileArgs, edits: &Edits) -> CommandResult {
    wanted.includes.check_folders()?;
    let kernel = wanted.includes.read_kernel(&wanted.file)?;
    let text = kernel.text().to_string();
    if !has_launch_options(&wanted.launch)
        && let Some(own) = profile_library_kernel(&wanted.file, &text, edits)?
    {
        return own.print_profile(wanted.json);
    }
    let counted = LaunchOptions::new().counted();
    let report = run_kernel(&wanted.file, kernel, &wanted.launch, counted, &child_compiler()?)?;
    if wanted.json {
        print_line(format!("{:#}", report_to_json(&report)))?;
        return check_judged(&report);
    }
    if let Some(counters) = &report.counters {
        print_line(format_counters(counters))?;
        print_line(annotate_lines(counters, &source_lines(&text, &report.kernel)))?;
    }
    print_line("")?;
    print_wrapped(report.verdict())?;
    check_judged(&report)
}

/// Returns an error if no lane did anything: such a run shows no costs.
fn check_judged(report: &Report) -> CommandResult {
    if report.is_right() && !report.is_judged() {
        return Err(EarlyExit::Reported(Error::data(report.verdict())));
    }
    Ok(report.is_right())
}
