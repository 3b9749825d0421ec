//! Photographs of the user's: what the header says, before any pixel is read; then the pixels.

use super::say::warn;
use gristmill::{Error, Result, files};
use image::codecs::{jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder};
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageFormat, ImageReader, RgbaImage};
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// More elements than this are not worked on: a few gigabytes here and on the device. A pixel is one.
pub const MOST: usize = 1 << 26;

/// Bytes of a file; nothing larger is opened.
pub const LARGEST: u64 = 1 << 29;

/// A photograph of which the header was read.
pub struct Photograph<'a> {
    path: &'a Path,
    format: ImageFormat,
    orientation: Orientation,
    /// Pixels from left to right and from top to bottom, as it is to be looked at.
    pub size: [usize; 2],
}

fn unreadable(path: &Path, why: impl Display) -> Error {
    // Decoders give reasons of several lines.
    let why = why.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    Error::data(format!("{} is no readable photograph: {why}; give a whole one", path.display()))
}

impl Photograph<'_> {
    /// Reads the header. Says what of the file is not taken as it is.
    ///
    /// # Errors
    /// A file that is no PNG, JPEG or WebP, that has no pixels, or that is too large.
    pub fn open(path: &Path) -> Result<Photograph<'_>> {
        let name = path.display();
        let about = std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
        if about.is_file() && about.len() > LARGEST {
            let thing = format!("{name}, bytes of a file");
            return Err(Error::limit(thing, about.len().into(), LARGEST.into(), "make it smaller"));
        }
        let guessed = ImageReader::new(file(path)?)
            .with_guessed_format()
            .map_err(|error| unreadable(path, error))?;
        let Some(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) = guessed.format() else {
            return Err(Error::data(format!(
                "{name} is neither a photograph (PNG, JPEG or WebP) nor an .obj mesh; give one of these"
            )));
        };
        if moves(path, format)? {
            warn(format!("{name} is animated; its first picture is taken"));
        }
        let mut decoder = decoder(path, format)?;
        let (width, height) = decoder.dimensions();
        let pixels = u128::from(width) * u128::from(height);
        if pixels == 0 {
            return Err(Error::data(format!("{name} has no pixels: it is {width}x{height}; give one that has")));
        }
        if pixels > MOST as u128 {
            let thing = format!("{name}, pixels of {width}x{height}");
            return Err(Error::limit(thing, pixels, MOST as u128, "make it smaller"));
        }
        use ExtendedColorType::{L16, La16, Rgb16, Rgba16};
        if matches!(decoder.original_color_type(), L16 | La16 | Rgb16 | Rgba16) {
            warn(format!("{name} has 16 bits per channel; they are rounded to 8"));
        }
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
        let turned = matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH);
        let (width, height) = if turned { (height, width) } else { (width, height) };
        Ok(Photograph { path, format, orientation, size: [width as usize, height as usize] })
    }

    /// The pixels, turned as the camera was.
    ///
    /// # Errors
    /// A file that ends too early, or has something else inside than its header says.
    pub fn pixels(&self) -> Result<RgbaImage> {
        if self.format == ImageFormat::Jpeg {
            // Its decoder takes what is missing for grey.
            let bytes = files::read_at_most(self.path, LARGEST).map_err(|error| unreadable(self.path, error))?;
            if !ends(&bytes) {
                return Err(unreadable(self.path, "it ends before its last pixel"));
            }
        }
        let decoder = decoder(self.path, self.format)?;
        let mut pixels = DynamicImage::from_decoder(decoder).map_err(|error| unreadable(self.path, error))?;
        pixels.apply_orientation(self.orientation);
        Ok(pixels.into_rgba8())
    }
}

fn file(path: &Path) -> Result<BufReader<File>> {
    files::open_regular(path)
        .map(BufReader::new)
        .map_err(|error| unreadable(path, error))
}

/// Whether it has several pictures.
fn moves(path: &Path, format: ImageFormat) -> Result<bool> {
    let file = file(path)?;
    Ok(match format {
        ImageFormat::Png => PngDecoder::new(file)
            .and_then(|png| png.is_apng())
            .map_err(|e| unreadable(path, e))?,
        ImageFormat::WebP => WebPDecoder::new(file).map_err(|e| unreadable(path, e))?.has_animation(),
        _ => false,
    })
}

/// What reads it; of several pictures the first.
fn decoder(path: &Path, format: ImageFormat) -> Result<Box<dyn ImageDecoder>> {
    let file = file(path)?;
    let unreadable = |error| unreadable(path, error);
    Ok(match format {
        ImageFormat::Jpeg => Box::new(JpegDecoder::new(file).map_err(unreadable)?),
        ImageFormat::WebP => Box::new(WebPDecoder::new(file).map_err(unreadable)?),
        _ => Box::new(PngDecoder::new(file).map_err(unreadable)?),
    })
}

/// Whether a JPEG has the mark of its end behind the beginning of its pixels.
fn ends(bytes: &[u8]) -> bool {
    let mut at = 2; // behind the mark of its beginning
    while let Some([0xff, kind, high, low]) = bytes.get(at..at + 4) {
        if *kind == 0xda {
            return bytes
                .get(at..)
                .is_some_and(|rest| rest.windows(2).any(|two| two == [0xff, 0xd9]));
        }
        // 0xff may be repeated before a mark.
        at += if *kind == 0xff { 1 } else { 2 + usize::from(u16::from_be_bytes([*high, *low])) };
    }
    false
}
