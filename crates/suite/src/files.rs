//! The files of a case's folder, read once.

use crate::fill_text::is_file_name;
use gristmill_base::error::{Error, Result};
use gristmill_base::files::read_at_most;
use gristmill_check::LaunchOptions;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The longest file in bytes.
const MAX_BYTES: u64 = 512 << 20;

/// The files of a folder that were read.
pub struct FileCache {
    folder: PathBuf,
    files: BTreeMap<String, Vec<u8>>,
}

impl FileCache {
    pub fn of_folder(folder: PathBuf) -> FileCache {
        FileCache { folder, files: BTreeMap::new() }
    }

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// [`Error::Data`] if it cannot be read.
    pub fn read_bytes(&mut self, name: &str) -> Result<Vec<u8>> {
        if let Some(bytes) = self.files.get(name) {
            return Ok(bytes.clone());
        }
        let path = self.folder.join(name);
        let bytes = read_at_most(&path, MAX_BYTES)
            .map_err(|error| Error::of_system(format!("{} cannot be read", path.display()), &error))?;
        if bytes.len() as u64 > MAX_BYTES {
            let thing = format!("bytes of {}", path.display());
            return Err(Error::limit(thing, bytes.len() as u128, MAX_BYTES.into(), "give a shorter one"));
        }
        self.files.insert(name.to_string(), bytes.clone());
        Ok(bytes)
    }

    /// Gives a launch the file that a content names, if it names one.
    ///
    /// # Errors
    /// Those of [`Self::read_bytes`].
    pub fn give_file(&mut self, launch: LaunchOptions, words: &str) -> Result<LaunchOptions> {
        if is_file_name(words) { Ok(launch.file(words, self.read_bytes(words)?)) } else { Ok(launch) }
    }
}

/// Returns the name of a path's file.
pub fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
