//! Checks users' kernels: compiles their text, runs it on the emulator with all observers, and reports the findings.
//!
//! Comments in a kernel set its launch; a [`LaunchOptions`] may override them:
//!
//! ```
//! use gristmill::check::{KernelCheck, LaunchOptions};
//! let text = "#version 430 core
//! // run: groups 4
//! // run: buffer Result=zero:128
//! layout(local_size_x = 32) in;
//! layout(std430) buffer Result { uint result[]; };
//! void main() { result[gl_GlobalInvocationID.x] = gl_WorkGroupID.x; }
//! ";
//! let checked = KernelCheck::source("groups.comp", text).compile()?;
//! let report = checked.launch(&LaunchOptions::new())?;
//! # Ok::<(), gristmill::Error>(())
//! ```
//!
//! Nothing that a kernel does can harm the program that checks it: its memory is limited before it
//! is taken, every run ends, and with [`KernelCheck::in_child`](KernelFileCheck::in_child) the
//! compiler runs in a process of its own.

mod abnormal_end;
mod address_strides;
mod arithmetic_note;
mod attributes;
mod blocks;
mod budget;
mod card;
mod child_compiler;
mod compiled;
mod confirm;
mod content;
mod coverage;
mod default_fill;
mod default_groups;
mod defaults;
mod difference;
mod entry_points;
mod expansion;
mod expectation_findings;
mod expected;
mod explored_launches;
mod explored_run;
mod feed_back;
mod fill;
mod first_guard;
mod group_constants;
mod guaranteed_limits;
mod images;
mod integer_members;
mod interface;
mod kernel_files;
mod language_words;
mod launch;
mod launch_run;
mod messages;
mod module_source;
mod numpy;
mod open_values;
mod order;
mod pass;
mod plan;
mod questions;
mod report;
mod request;
mod result_array;
mod result_comparison;
mod result_places;
mod run;
mod samplers;
mod sandbox;
mod schedule_turns;
mod schedules;
mod settings;
mod shapes;
mod shared_bindings;
mod shrink;
mod source;
mod stage;
mod target_formats;
#[cfg(test)]
mod tests;
mod texels;
mod tolerance;
mod uniforms;
mod unused;
mod value_search;

pub use child_compiler::ChildCompiler;
pub use compiled::Checked;
/// The bytes of address space that the system still allows this process, if there is a limit, such as by `ulimit -v`.
pub use gristmill_base::address_space::left as addresses_left;
pub use gristmill_base::timeline::TimelineSpan;
pub use launch::LaunchOptions;
pub use report::Report;
pub use result_array::{ResultArray, ResultNumber};
pub use result_comparison::ExpectedResult;
pub use sandbox::compile_only;
pub use shapes::OutputShape;
pub use shrink::{ShrunkSchedule, ShrunkTurn};
pub use source::{BareKernelCheck, IncludeFiles, KernelFileCheck, NoIncludes};
pub use texels::Texels;

/// Resources that a program in assembly uses.
pub use gristmill_shader::{ProgramCounts, without_comments};

use gristmill_base::error::Result;
use gristmill_shader::{self as shader, ExpandedKernel, SourceFile, Stage};

/// Builds a kernel from the words of a SPIR-V module, whose stage is that of the name's ending. All of it is lowered.
///
/// # Errors
/// [`Error::Source`](gristmill_base::error::Error::Source) draws the errors, or the features that the emulator lacks.
///
/// ```
/// assert!(gristmill::check::spirv("noise.comp", &[0x0723_0203, 1, 2, 3]).is_err());
/// ```
pub fn spirv(name: &str, words: &[u32]) -> Result<Checked> {
    let stage = stage::find_stage(name, "", None)?;
    let nothing = SourceFile { name: name.to_string(), text: "".into() };
    let expanded =
        ExpandedKernel { name: name.to_string(), stage, text: String::new(), lines: vec![], files: vec![nothing] };
    let modules = vec![(stage, words.to_vec())];
    let mut checked = Checked::new(name.to_string(), vec![expanded], modules, vec![], vec![], None)?;
    checked.check_lowering()?;
    // Words that lower can also be parsed.
    if stage != Stage::Compute {
        checked.outputs = shader::stage_outputs(name, words)?;
    }
    Ok(checked)
}

/// Compiles a kernel to the SPIR-V of its stages, the main one last: the input of [`spirv`].
///
/// ```
/// use gristmill::check::{KernelCheck, spirv, to_spirv};
/// let text = "#version 430 core
/// layout(local_size_x = 1) in;
/// void main() {}";
/// let stages = to_spirv(&KernelCheck::source("nothing.comp", text))?;
/// assert_eq!(stages.len(), 1);
/// assert_eq!(spirv("nothing.comp", &stages[0])?.name(), "nothing.comp");
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// Those of [`KernelCheck::compile`](KernelFileCheck::compile).
pub fn to_spirv<L: IncludeFiles>(check: &KernelFileCheck<L>) -> Result<Vec<Vec<u32>>> {
    Ok(check.compile()?.stages.into_iter().map(|stage| stage.spirv).collect())
}

/// Counts the resources of a program in assembly: a text that begins with `!!ARBfp1.0`, `!!ARBvp1.0`, `!!FP1.0`,
/// `!!VP1.0`, `!!VP1.1` or `!!VP2.0`.
///
/// # Errors
/// [`Error::Source`](gristmill_base::error::Error::Source) draws the first error, and reports
/// `PROGRAM_ERROR_POSITION_ARB`: the bytes before the error, or the length of the text if only the
/// whole text shows it.
///
/// ```
/// use gristmill::check::program_counts;
/// let counts = program_counts("white.fp", "!!ARBfp1.0\nMOV result.color, 1.0;\nEND")?;
/// assert_eq!((counts.instructions, counts.parameters), (1, 1));
/// let error = program_counts("white.fp", "!!ARBfp1.0\nMOV result.color, R0;\nEND").unwrap_err().to_string();
/// assert!(error.contains("'R0' is not declared") && error.ends_with("PROGRAM_ERROR_POSITION_ARB is 29"));
/// # Ok::<(), gristmill::Error>(())
/// ```
pub fn program_counts(name: &str, text: &str) -> Result<ProgramCounts> {
    shader::counts(name, text)
}

/// Reads the `// run:` comments of a text and returns their number.
///
/// # Errors
/// [`Error::Data`](gristmill_base::error::Error::Data) explains the mistake and its line.
///
/// ```
/// let error = gristmill::check::comments("a.comp", "// run: size 5").unwrap_err();
/// assert_eq!(error.to_string(), "a.comp:1: size 5: it has one side; write it as size 64x48");
/// ```
pub fn comments(name: &str, text: &str) -> Result<usize> {
    settings::parse_comments(name, text).map(|settings| settings.len())
}
