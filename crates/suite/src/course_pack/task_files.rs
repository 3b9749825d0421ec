//! The files of a task's folder: their names, and their texts.

use gristmill_base::error::{Error, Result};
use gristmill_base::files::{decode_text, read_at_most, replace};
use std::io::ErrorKind;
use std::path::Path;

/// The endings of kernels that may be an answer.
pub const KERNEL_ENDINGS: [&str; 5] = ["comp", "frag", "vert", "wgsl", "cg"];
/// The case file of a task.
pub const CASES_FILE: &str = "task.test.toml";
/// The stem by which the cases name the kernel of the answer.
pub const ANSWER_STEM: &str = "answer";
/// The start of the names of near-solutions.
pub const NEAR_START: &str = "near_";
/// The longest text of a pack in bytes.
const MAX_TEXT_BYTES: u64 = 1 << 20;

/// Reads a text that a pack has to have. The end of the sentence about a missing one says what to write.
///
/// # Errors
/// [`Error::Data`] if it cannot be read, [`Error::Limit`] if it is too long.
pub fn read_text(path: &Path, next: &str) -> Result<String> {
    match find_text(path)? {
        Some(text) => Ok(text),
        None => Err(Error::data(format!("{} does not exist; {next}", path.display()))),
    }
}

/// Reads a text; `None` if there is no such file.
///
/// # Errors
/// Those of [`read_text`], but for a missing file.
pub fn find_text(path: &Path) -> Result<Option<String>> {
    let shown = path.display();
    let bytes = match read_at_most(path, MAX_TEXT_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::of_system(format!("{shown} cannot be read"), &error)),
    };
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        let next = "shorten it";
        return Err(Error::limit(format!("bytes of {shown}"), bytes.len() as u128, MAX_TEXT_BYTES.into(), next));
    }
    let text = decode_text(bytes).ok_or_else(|| Error::data(format!("{shown} is not text; save it as UTF-8")))?;
    Ok(Some(text))
}

/// Returns the names of the files and folders in a folder, in their order. Those that begin with a point are left out.
///
/// # Errors
/// [`Error::Data`] if it is not a folder that can be read.
pub fn list_names(folder: &Path) -> Result<Vec<String>> {
    let unread = |error: &std::io::Error| Error::of_system(format!("{} cannot be read", folder.display()), error);
    let mut names = vec![];
    for entry in std::fs::read_dir(folder).map_err(|error| unread(&error))? {
        let name = entry
            .map_err(|error| unread(&error))?
            .file_name()
            .to_string_lossy()
            .into_owned();
        if !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Writes a file, and the folders above it.
///
/// # Errors
/// [`Error::Data`] if it cannot be written.
pub fn write_text(path: &Path, text: &str) -> Result<()> {
    write_bytes(path, text.as_bytes())
}

/// Writes a file of bytes, and the folders above it.
///
/// # Errors
/// [`Error::Data`] if it cannot be written.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder)
        .and_then(|()| replace(path, bytes))
        .map_err(|error| Error::of_system(format!("{} cannot be written", path.display()), &error))
}
