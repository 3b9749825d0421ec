//! What the command prints, and how it stops early.

use super::columns::{width, wrapped};
use gristmill::{Error, files};
use image::{DynamicImage, ImageFormat};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Why a subcommand ended before its end.
pub enum Stop {
    /// Something must be mended; its sentence goes to the user.
    Error(Error),
    /// The same, but the user has been told.
    Told(Error),
    /// Nobody reads what it prints any more.
    Closed,
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Error(error)
    }
}

/// What a subcommand gives: whether every result was right.
pub type Done = Result<bool, Stop>;

/// Prints a line. A closed pipe is no panic, as with `println!`, but an end.
pub fn say(line: impl Display) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::Error(Error::of_system("the output cannot be written", &error)),
        })
}

/// Prints a sentence, on as many lines as it takes in the terminal.
pub fn tell(sentence: impl Display) -> Result<(), Stop> {
    say(folded(&sentence.to_string()))
}

/// Prints a line for whoever watches, not for the pipe.
pub fn warn(line: impl Display) {
    // Where even that is closed there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "{}", folded(&harmless(&line.to_string())));
}

/// A sentence on lines that fit; what has lines of its own, as a drawing, keeps them.
fn folded(sentence: &str) -> String {
    match width() {
        Some(width) if !sentence.contains('\n') => wrapped(sentence, width).join("\n"),
        _ => sentence.to_string(),
    }
}

/// A text that others wrote, without what a terminal would obey.
pub fn harmless(text: &str) -> String {
    text.replace('\t', "    ")
        .replace(|letter: char| letter.is_control() && letter != '\n', "?")
}

/// A bar for work of so many steps, on the terminal alone.
pub fn progress(steps: usize) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    bar
}

/// Writes a file, and the folder it lies in. Where there is no room, a file that was there stays as it was.
pub fn save(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    make_folder_of(path)
        .and_then(|()| files::replace(path, bytes.as_ref()))
        .map_err(|error| Error::of_system(format!("{} cannot be written", path.display()), &error))
}

/// Refuses a file that could not be written, before there is work for it.
pub fn writable(path: &Path) -> Result<(), Error> {
    let known = std::fs::metadata(path);
    if known.as_ref().is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        // Opening a pipe would wait for its reader, and closing it end that one.
        return Ok(());
    }
    make_folder_of(path)
        .and_then(|()| std::fs::OpenOptions::new().append(true).create(true).open(path).map(drop))
        .map_err(|error| {
            Error::of_system(format!("{} cannot be written; name another place", path.display()), &error)
        })?;
    if known.is_err() {
        // Where that fails, an empty file is left that the work fills.
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

fn make_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), std::fs::create_dir_all)
}

/// What a picture is written as: what its name ends with.
///
/// # Errors
/// An ending that is neither PNG's nor JPEG's.
pub fn format_of(path: &Path) -> Result<ImageFormat, Error> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    match ending.to_ascii_lowercase().as_str() {
        "png" => Ok(ImageFormat::Png),
        "jpg" | "jpeg" => Ok(ImageFormat::Jpeg),
        _ => Err(Error::data(format!(
            "{} ends neither with .png nor with .jpg, and pictures are written as these; name it so",
            path.display()
        ))),
    }
}

/// Writes a picture, as PNG or JPEG by its name; a JPEG has no alpha.
pub fn save_picture(path: &Path, picture: &image::RgbaImage) -> Result<(), Error> {
    let mut bytes = io::Cursor::new(Vec::new());
    let format = format_of(path)?;
    let written = match format {
        ImageFormat::Jpeg => DynamicImage::from(picture.clone()).to_rgb8().write_to(&mut bytes, format),
        _ => picture.write_to(&mut bytes, format),
    };
    written.map_err(|error| Error::data(format!("{} cannot be made: {error}", path.display())))?;
    save(path, bytes.into_inner())
}

/// The text with the characters of HTML replaced.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
