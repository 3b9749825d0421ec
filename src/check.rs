//! One kernel file judged, with the library's include files; see [`gristmill_check`].

use crate::kernel::include_file_text;
use gristmill_shader::Stage;
use std::borrow::Cow;

pub use gristmill_check::*;

/// A kernel to be checked, which may include the library's files as well as those of its folder.
///
/// ```
/// use gristmill::check::{KernelCheck, LaunchOptions};
/// let text = "#version 430 core
/// #include \"random.glsl\"
/// layout(local_size_x = 1) in;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { result[0] = 7u; }";
/// let report = KernelCheck::source("seven.comp", text).run(&LaunchOptions::new())?;
/// assert!(report.is_right());
/// # Ok::<(), gristmill::Error>(())
/// ```
pub type KernelCheck = KernelFileCheck<LibraryIncludes>;

/// The include files of this library: `stream.glsl`, `random.glsl` and the others of `kernel_includes`.
#[derive(Debug, Clone)]
pub struct LibraryIncludes;

impl IncludeFiles for LibraryIncludes {
    fn find(stage: Stage, name: &str) -> Option<Cow<'static, str>> {
        include_file_text(stage, name)
    }
}
