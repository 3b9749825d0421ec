//! The library's kernel files: their texts inside the program, or, in a development build of this tree, the files on
//! disk.
//!
//! A release build, and a build as part of another crate, contains the texts. For a development
//! build in this tree `build.rs` sets the cfg `kernels_from_files`; it then contains paths and
//! reads a file when a kernel is created. So an edited kernel can be tested without a rebuild.

use super::kernel_table::find_library_file;
use gristmill_base::error::{Error, Result};
use gristmill_shader::Stage;
use std::borrow::Cow;

/// True if [`kernel_file!`](crate::kernel_file) is the file's path instead of its text.
const READ_AT_RUN_TIME: bool = cfg!(kernels_from_files);

/// A file of this crate: its text, or its path if it is read at run time.
#[doc(hidden)]
#[cfg(not(kernels_from_files))]
#[macro_export]
macro_rules! kernel_file {
    ($($path:expr),*) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $($path),*))
    };
}

/// A file of this crate: its text, or its path if it is read at run time.
#[doc(hidden)]
#[cfg(kernels_from_files)]
#[macro_export]
macro_rules! kernel_file {
    ($($path:expr),*) => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/", $($path),*)
    };
}

/// Returns the text of a [`kernel_file!`](crate::kernel_file).
///
/// # Errors
/// [`Error::Data`] if a development build finds no such file.
pub(super) fn kernel_text(file: &'static str) -> Result<Cow<'static, str>> {
    if !READ_AT_RUN_TIME {
        return Ok(Cow::Borrowed(file));
    }
    std::fs::read_to_string(file).map(Cow::Owned).map_err(|error| {
        Error::data(format!(
            "{file}: {error}; a development build reads its kernels from its tree, so build with --release to move it"
        ))
    })
}

/// Returns the folders whose files a stage can include.
fn include_folders(stage: Stage) -> [&'static str; 2] {
    match stage {
        Stage::Vertex | Stage::Fragment => ["kernel_includes", "fragment_kernels/include"],
        Stage::Compute => ["kernel_includes", "compute_kernels/include"],
    }
}

/// Returns the include file of this name for a stage: its path from the root of the crate, and its text.
pub(super) fn include_file(stage: Stage, name: &str) -> Option<(String, Cow<'static, str>)> {
    include_folders(stage).iter().find_map(|folder| {
        let path = format!("{folder}/{name}");
        let text = kernel_text(find_library_file(&path)?).ok()?;
        Some((path, text))
    })
}

/// Returns the text of this include file.
#[cfg(feature = "emulator")]
pub(crate) fn include_file_text(stage: Stage, name: &str) -> Option<Cow<'static, str>> {
    include_file(stage, name).map(|(_, text)| text)
}

/// The vertex kernel of a pass that covers its whole target; a file, as [`kernel_text`] accepts it.
pub(super) const COVER_VERTEX_KERNEL: &str = crate::kernel_file!("fragment_kernels/include/cover.vert");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_era_has_its_own_stream_model() {
        assert_ne!(
            include_file_text(Stage::Fragment, "stream.glsl").unwrap(),
            include_file_text(Stage::Compute, "stream.glsl").unwrap()
        );
        assert!(include_file_text(Stage::Compute, "points.glsl").is_none());
    }
}
