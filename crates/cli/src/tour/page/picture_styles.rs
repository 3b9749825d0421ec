//! The pictures of the page: each is a rule of its style sheet, so that several places can show it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gristmill::{Error, Result};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::imageops::overlay;
use image::{DynamicImage, RgbaImage};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The largest PNG, in bytes; larger pictures are photographs, which are smaller as JPEG.
const MOST_PNG: usize = 16_000;
const PICTURE_QUALITY: u8 = 84;
const FILM_QUALITY: u8 = 66;

/// The rules so far.
#[derive(Default)]
pub struct PictureStyles {
    rules: String,
    /// The classes of pictures, by their bytes: the eras' pictures are often the same.
    known: BTreeMap<Vec<u8>, String>,
}

impl PictureStyles {
    /// Adds a picture, and returns the class that shows it.
    pub fn add_picture(&mut self, picture: &RgbaImage) -> Result<String> {
        let png = encode_png(picture)?;
        if png.len() <= MOST_PNG {
            return Ok(self.add_rule("png", png));
        }
        let jpeg = encode_jpeg(picture, PICTURE_QUALITY)?;
        if jpeg.len() < png.len() { Ok(self.add_rule("jpeg", jpeg)) } else { Ok(self.add_rule("png", png)) }
    }

    /// Adds the frames of a film side by side, and returns the class that shows them.
    pub fn add_film(&mut self, frames: &[RgbaImage]) -> Result<String> {
        let [width, height] = frames.first().map_or([1, 1], |frame| [frame.width(), frame.height()]);
        let mut strip = RgbaImage::new(width * frames.len() as u32, height);
        for (place, frame) in (0_i64..).zip(frames) {
            overlay(&mut strip, frame, place * i64::from(width), 0);
        }
        let jpeg = encode_jpeg(&strip, FILM_QUALITY)?;
        // Cells that live or not are smaller as PNG.
        let png = encode_png(&strip)?;
        if png.len() < jpeg.len() { Ok(self.add_rule("png", png)) } else { Ok(self.add_rule("jpeg", jpeg)) }
    }

    pub fn rules(&self) -> &str {
        &self.rules
    }

    fn add_rule(&mut self, kind: &str, bytes: Vec<u8>) -> String {
        if let Some(class) = self.known.get(&bytes) {
            return class.clone();
        }
        let class = format!("p{}", self.known.len());
        let data = STANDARD.encode(&bytes);
        let _ = writeln!(self.rules, ".{class}{{background-image:url(data:image/{kind};base64,{data})}}");
        self.known.insert(bytes, class.clone());
        class
    }
}

fn encode_png(picture: &RgbaImage) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive);
    let written = DynamicImage::from(picture.clone()).to_rgb8().write_with_encoder(encoder);
    written.map_err(describe_error)?;
    Ok(bytes)
}

fn encode_jpeg(picture: &RgbaImage, quality: u8) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    let written = DynamicImage::from(picture.clone()).to_rgb8().write_with_encoder(encoder);
    written.map_err(describe_error)?;
    Ok(bytes)
}

fn describe_error(error: image::ImageError) -> Error {
    Error::data(format!("a picture of the tour's page cannot be encoded: {error}"))
}
