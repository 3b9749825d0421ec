//! The file that stores the puzzles a reader has solved.

use crate::terminal::warn;
use gristmill::files;
use gristmill_puzzles::Progress;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The most bytes that are read from it.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// The reader's progress, and its file.
pub struct ProgressFile {
    pub progress: Progress,
    /// `None` if the environment names no path.
    path: Option<PathBuf>,
}

impl ProgressFile {
    /// Reads the file. If it cannot be read, a warning is printed and no puzzle counts as solved.
    pub fn open() -> ProgressFile {
        let path = progress_path();
        let progress = path.as_deref().map(read_progress).unwrap_or_default();
        ProgressFile { progress, path }
    }

    /// Saves the progress. A program that reads meanwhile sees the old file or the new one, never a half-written one.
    pub fn save(&self) {
        let Some(path) = &self.path else {
            warn("progress is not saved, because there is no home directory; set GRISTMILL_PROGRESS to a file");
            return;
        };
        if let Err(error) = write_progress(path, &self.progress.json()) {
            warn(format!(
                "progress is not saved, because {} cannot be written: {error}; set GRISTMILL_PROGRESS to another file",
                path.display()
            ));
        }
    }
}

/// Returns the path of the file.
fn progress_path() -> Option<PathBuf> {
    if let Some(path) = env_path("GRISTMILL_PROGRESS") {
        return Some(path);
    }
    let data = env_path("XDG_DATA_HOME").or_else(|| Some(env_path("HOME")?.join(".local/share")))?;
    Some(data.join("gristmill/puzzles.json"))
}

/// Returns the path in a variable of the environment, unless it is empty.
fn env_path(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn read_progress(path: &Path) -> Progress {
    let shown = path.display();
    let bytes = match files::read_at_most(path, MAX_FILE_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Progress::default(),
        Err(error) => {
            warn(format!("what is solved cannot be read from {shown}: {error}; nothing counts as solved"));
            return Progress::default();
        }
    };
    let known = std::str::from_utf8(&bytes).ok().and_then(Progress::of_json);
    known.unwrap_or_else(|| {
        let aside = files::with_ending(path, ".damaged");
        let kept = match std::fs::rename(path, &aside) {
            Ok(()) => format!("it is {} now, and a new one begins", aside.display()),
            Err(error) => format!("it cannot be moved aside: {error}"),
        };
        warn(format!("{shown} is damaged, so nothing counts as solved; {kept}"));
        Progress::default()
    })
}

fn write_progress(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    files::replace(path, text.as_bytes())
}
