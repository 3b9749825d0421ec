//! `--kernels` and `--on-save`: edited kernel files that override the library's, run again at each save.

use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped, warn};
#[cfg(feature = "emulator")]
use gristmill::check::comments;
#[cfg(feature = "emulator")]
use gristmill::kernels;
use gristmill::kernels::{Edits, files_of};
use gristmill::{Era, Error, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Polling interval for saved files.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Returns the folder of `--kernels`, else that of `GRISTMILL_KERNELS`, if there is one.
pub fn overrides_folder(named: Option<&Path>) -> Option<PathBuf> {
    named.map(Path::to_path_buf).or_else(|| {
        std::env::var_os("GRISTMILL_KERNELS")
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from)
    })
}

/// Reads the overriding files of a folder; none if no folder is given.
pub fn read_overrides(folder: Option<&Path>) -> Result<Edits> {
    folder.map_or(Ok(Edits::default()), Edits::folder)
}

/// Adds a file to the overrides, and returns them with the library's path of the kernel that it overrides: it has the
/// same name, streams and uniforms. Returns `None` for a user's kernel, and for one that says itself what it runs on.
#[cfg(feature = "emulator")]
pub fn override_library_kernel(edits: &Edits, name: &str, text: &str) -> Result<Option<(Edits, String)>> {
    let Ok(edits) = edits.clone().file(name, text.to_string()) else { return Ok(None) };
    let path = kernels::path_of(name)?;
    let says_itself = comments(name, text).is_ok_and(|comments| comments > 0);
    Ok((!says_itself && kernels::fits(&path, text)?).then_some((edits, path)))
}

/// Runs `work` with the overrides, and warns of those that it did not use.
pub fn run_with_overrides(edits: &Edits, work: impl FnOnce() -> CommandResult) -> CommandResult {
    let (done, used) = edits.run(work);
    // Work that ended early, as for a kernel that does not compile, has not reached all of them.
    if done.is_ok() {
        warn_unused(edits, &used);
    }
    done
}

/// Warns of overrides that nothing has used.
pub fn warn_unused(edits: &Edits, used: &BTreeSet<(Era, String)>) {
    for path in edits.paths().filter(|path| used.iter().all(|(_, used)| used != path)) {
        warn(format!("{path} is edited, but nothing that ran uses it"));
    }
}

/// Runs `work`, and again whenever one of these files, or one in these folders, is saved, until the program is stopped.
/// An error is printed, and the next save starts a new run.
pub fn rerun_on_save(watched: &[PathBuf], mut work: impl FnMut() -> CommandResult) -> CommandResult {
    if watched.is_empty() {
        return Err(Error::data("--on-save has no file to watch; name one, or a folder by --kernels").into());
    }
    loop {
        let before = modification_times(watched);
        match work() {
            Ok(_) => (),
            Err(EarlyExit::PipeClosed) => return Err(EarlyExit::PipeClosed),
            Err(EarlyExit::Reported(_)) => (),
            Err(EarlyExit::Error(error)) => warn(error),
        }
        print_wrapped("-- waiting for the next save; Ctrl-C ends --")?;
        while modification_times(watched) == before {
            std::thread::sleep(POLL_INTERVAL);
        }
        print_line("")?;
    }
}

fn modification_time(file: &Path) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|data| data.modified()).ok()
}

/// Returns the modification time of each file.
fn modification_times(watched: &[PathBuf]) -> BTreeMap<PathBuf, Option<SystemTime>> {
    // A file that is being replaced is missing for a moment, and a new file counts as a save.
    let all = watched
        .iter()
        .flat_map(|path: &PathBuf| if path.is_dir() { files_of(path).unwrap_or_default() } else { vec![path.clone()] });
    all.map(|file| (file.clone(), modification_time(&file))).collect()
}
