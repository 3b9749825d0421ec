//! Tests of kernels in files, with the library's include files; see [`gristmill_suite`].
//!
//! A test of `cargo test` that runs every case of a folder has `harness = false` in `Cargo.toml` and one line:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     gristmill::test::Suite::folder("kernels").run_tests()
//! }
//! ```

use crate::check::LibraryIncludes;

pub use gristmill_suite::*;

/// The cases of folders and files, whose kernels may include the library's files as well as their own.
///
/// ```
/// use gristmill::test::Suite;
/// let folder = std::env::temp_dir().join(format!("gristmill_test_{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// assert!(Suite::folder(&folder).find_cases()?.is_empty());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Suite = KernelSuite<LibraryIncludes>;
