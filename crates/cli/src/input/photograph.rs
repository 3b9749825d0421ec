//! The user's photographs: the header is checked before any pixel is read.

use crate::terminal::warn;
use gristmill::{Error, Result, files};
use image::codecs::{jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder};
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageFormat, ImageReader, RgbaImage};
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The most elements of a workload, which take a few gigabytes on host and device. A pixel is one element.
pub const MAX_ELEMENTS: usize = 1 << 26;

/// The largest input file, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 29;

/// A photograph whose header was read.
pub struct PhotographFile<'a> {
    path: &'a Path,
    format: ImageFormat,
    orientation: Orientation,
    /// Pixels from left to right and from top to bottom, after its orientation is applied.
    pub size: [usize; 2],
}

fn unreadable_error(path: &Path, why: impl Display) -> Error {
    // Decoders return reasons of several lines.
    let why = why.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    Error::data(format!("{} is not a readable photograph: {why}; give a complete one", path.display()))
}

impl PhotographFile<'_> {
    /// Reads the header, and warns of properties that are not kept.
    ///
    /// # Errors
    /// A file that is not a PNG, JPEG or WebP, that has no pixels, or that is too large.
    pub fn open(path: &Path) -> Result<PhotographFile<'_>> {
        let name = path.display();
        let about = std::fs::metadata(path).map_err(|error| unreadable_error(path, error))?;
        if about.is_file() && about.len() > MAX_FILE_BYTES {
            let thing = format!("{name}, bytes of a file");
            return Err(Error::limit(thing, about.len().into(), MAX_FILE_BYTES.into(), "make it smaller"));
        }
        let guessed = ImageReader::new(open_file(path)?)
            .with_guessed_format()
            .map_err(|error| unreadable_error(path, error))?;
        let Some(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) = guessed.format() else {
            return Err(Error::data(format!(
                "{name} is neither a photograph (PNG, JPEG or WebP) nor an .obj mesh; give one of these"
            )));
        };
        if is_animated(path, format)? {
            warn(format!("{name} is animated; its first picture is taken"));
        }
        let mut decoder = open_decoder(path, format)?;
        let (width, height) = decoder.dimensions();
        let pixels = u128::from(width) * u128::from(height);
        if pixels == 0 {
            return Err(Error::data(format!("{name} has no pixels: it is {width}x{height}; give one that has")));
        }
        if pixels > MAX_ELEMENTS as u128 {
            let thing = format!("{name}, pixels of {width}x{height}");
            return Err(Error::limit(thing, pixels, MAX_ELEMENTS as u128, "make it smaller"));
        }
        use ExtendedColorType::{L16, La16, Rgb16, Rgba16};
        if matches!(decoder.original_color_type(), L16 | La16 | Rgb16 | Rgba16) {
            warn(format!("{name} has 16 bits per channel; they are rounded to 8"));
        }
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
        let turned = matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH);
        let (width, height) = if turned { (height, width) } else { (width, height) };
        Ok(PhotographFile { path, format, orientation, size: [width as usize, height as usize] })
    }

    /// Reads the pixels, and applies the camera's orientation.
    ///
    /// # Errors
    /// A file that ends too early, or whose content does not match its header.
    pub fn read_pixels(&self) -> Result<RgbaImage> {
        if self.format == ImageFormat::Jpeg {
            // Its decoder fills missing pixels with grey.
            let bytes =
                files::read_at_most(self.path, MAX_FILE_BYTES).map_err(|error| unreadable_error(self.path, error))?;
            if !has_end_marker(&bytes) {
                return Err(unreadable_error(self.path, "it ends before its last pixel"));
            }
        }
        let decoder = open_decoder(self.path, self.format)?;
        let mut pixels = DynamicImage::from_decoder(decoder).map_err(|error| unreadable_error(self.path, error))?;
        pixels.apply_orientation(self.orientation);
        Ok(pixels.into_rgba8())
    }
}

fn open_file(path: &Path) -> Result<BufReader<File>> {
    files::open_regular(path)
        .map(BufReader::new)
        .map_err(|error| unreadable_error(path, error))
}

/// Returns true if the file has several pictures.
fn is_animated(path: &Path, format: ImageFormat) -> Result<bool> {
    let file = open_file(path)?;
    Ok(match format {
        ImageFormat::Png => PngDecoder::new(file)
            .and_then(|png| png.is_apng())
            .map_err(|e| unreadable_error(path, e))?,
        ImageFormat::WebP => WebPDecoder::new(file).map_err(|e| unreadable_error(path, e))?.has_animation(),
        _ => false,
    })
}

/// Opens the decoder of a file; it reads the first of several pictures.
fn open_decoder(path: &Path, format: ImageFormat) -> Result<Box<dyn ImageDecoder>> {
    let file = open_file(path)?;
    let unreadable = |error| unreadable_error(path, error);
    Ok(match format {
        ImageFormat::Jpeg => Box::new(JpegDecoder::new(file).map_err(unreadable)?),
        ImageFormat::WebP => Box::new(WebPDecoder::new(file).map_err(unreadable)?),
        _ => Box::new(PngDecoder::new(file).map_err(unreadable)?),
    })
}

/// Returns true if a JPEG has an end marker after the start of its pixels.
fn has_end_marker(bytes: &[u8]) -> bool {
    let mut at = 2; // after its start marker
    while let Some([0xff, kind, high, low]) = bytes.get(at..at + 4) {
        if *kind == 0xda {
            return bytes
                .get(at..)
                .is_some_and(|rest| rest.windows(2).any(|two| two == [0xff, 0xd9]));
        }
        // 0xff may be repeated before a marker.
        at += if *kind == 0xff { 1 } else { 2 + usize::from(u16::from_be_bytes([*high, *low])) };
    }
    false
}
