//! Writing of files: texts and pictures.

use gristmill::{Error, files};
use image::{DynamicImage, ImageFormat};
use std::io;
use std::path::Path;

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
