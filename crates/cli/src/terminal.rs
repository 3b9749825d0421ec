//! Printing to the terminal, writing files, and ending a subcommand early.

use super::text_table::{terminal_width, wrap_text};
use gristmill::{Error, files};
use image::{DynamicImage, ImageFormat};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// The reason why a subcommand ended early.
pub enum EarlyExit {
    /// An error, not printed yet.
    Error(Error),
    /// An error that has been printed already.
    Reported(Error),
    /// The reader of the standard output has closed the pipe.
    PipeClosed,
}

impl From<Error> for EarlyExit {
    fn from(error: Error) -> EarlyExit {
        EarlyExit::Error(error)
    }
}

/// The result of a subcommand: true if every result was right.
pub type CommandResult = Result<bool, EarlyExit>;

/// Prints a line. A closed pipe ends the subcommand; it does not panic as `println!` does.
pub fn print_line(line: impl Display) -> Result<(), EarlyExit> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => EarlyExit::PipeClosed,
            _ => EarlyExit::Error(Error::of_system("the output cannot be written", &error)),
        })
}

/// Prints a sentence, wrapped to the width of the terminal.
pub fn print_wrapped(sentence: impl Display) -> Result<(), EarlyExit> {
    print_line(fold_sentence(&sentence.to_string()))
}

/// Prints a line to the standard error.
pub fn warn(line: impl Display) {
    // If the standard error is closed as well, the line is lost.
    let _ = writeln!(io::stderr().lock(), "{}", fold_sentence(&replace_controls(&line.to_string())));
}

/// Wraps a sentence to the terminal; a text of several lines, as a drawing, stays as it is.
fn fold_sentence(sentence: &str) -> String {
    match terminal_width() {
        Some(width) if !sentence.contains('\n') => wrap_text(sentence, width).join("\n"),
        _ => sentence.to_string(),
    }
}

/// Replaces the control characters of a text from outside, so that it cannot steer the terminal.
pub fn replace_controls(text: &str) -> String {
    text.replace('\t', "    ")
        .replace(|letter: char| letter.is_control() && letter != '\n', "?")
}

/// A progress bar of `steps` steps, shown on a terminal only.
pub fn progress_bar(steps: usize) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    bar
}

/// Writes a file, and creates its folder. If the disk is full, the old file stays as it was.
pub fn save_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    create_parent_folder(path)
        .and_then(|()| files::replace(path, bytes.as_ref()))
        .map_err(|error| Error::of_system(format!("{} cannot be written", path.display()), &error))
}

/// Returns an error if the file cannot be written, before any work is done for it.
pub fn ensure_writable(path: &Path) -> Result<(), Error> {
    let known = std::fs::metadata(path);
    if known.as_ref().is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        // Opening a pipe would wait for its reader, and closing it would end that reader.
        return Ok(());
    }
    create_parent_folder(path)
        .and_then(|()| std::fs::OpenOptions::new().append(true).create(true).open(path).map(drop))
        .map_err(|error| {
            Error::of_system(format!("{} cannot be written; choose another path", path.display()), &error)
        })?;
    if known.is_err() {
        // If this fails, an empty file stays, which the result overwrites.
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

fn create_parent_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), std::fs::create_dir_all)
}

/// Returns the format of a picture file by its extension.
///
/// # Errors
/// An extension that is neither PNG's nor JPEG's.
pub fn picture_format(path: &Path) -> Result<ImageFormat, Error> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    match ending.to_ascii_lowercase().as_str() {
        "png" => Ok(ImageFormat::Png),
        "jpg" | "jpeg" => Ok(ImageFormat::Jpeg),
        _ => Err(Error::data(format!("expected a file ending in .png or .jpg, found {}; rename it", path.display()))),
    }
}

/// Writes a picture as PNG or JPEG, by its extension; a JPEG has no alpha.
pub fn save_picture(path: &Path, picture: &image::RgbaImage) -> Result<(), Error> {
    let mut bytes = io::Cursor::new(Vec::new());
    let format = picture_format(path)?;
    let written = match format {
        ImageFormat::Jpeg => DynamicImage::from(picture.clone()).to_rgb8().write_to(&mut bytes, format),
        _ => picture.write_to(&mut bytes, format),
    };
    written.map_err(|error| Error::data(format!("{} cannot be made: {error}", path.display())))?;
    save_file(path, bytes.into_inner())
}

/// Escapes the special characters of HTML.
pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
