//! A showpiece in both eras, and how much its pictures differ.

use super::Showpiece;
use gristmill::{Device, Era, Error, Result};
use image::{Rgba, RgbaImage};

/// The pictures that each era drew of one showpiece.
pub struct EraPictures {
    pub piece: &'static Showpiece,
    /// The frames of each era, one of a picture that stands still; or the error.
    pub fragment: Result<Vec<RgbaImage>>,
    pub compute: Result<Vec<RgbaImage>>,
}

/// The difference of two pictures.
pub struct Likeness {
    pub pixels: usize,
    /// The number of pixels that differ.
    pub different: usize,
    /// The largest difference of a channel, of 255 levels.
    pub most: u8,
    /// The factor of the picture of differences.
    pub factor: u8,
    /// The differences times the factor, light on dark; none where every pixel is the same.
    pub picture: Option<RgbaImage>,
}

/// Runs a showpiece in both eras.
pub fn run_showpiece(device: &Device, piece: &'static Showpiece) -> EraPictures {
    let draw = |era: Era| {
        let frames = (piece.draw)(&device.with_era(era)?)?;
        if frames.is_empty() {
            return Err(Error::data(format!("the picture of {} has no frame", piece.name)));
        }
        Ok(frames)
    };
    EraPictures { piece, fragment: draw(Era::Fragment), compute: draw(Era::Compute) }
}

impl EraPictures {
    /// Returns an era's frames, if it drew them.
    pub fn frames(&self, era: Era) -> Option<&[RgbaImage]> {
        match era {
            Era::Fragment => self.fragment.as_deref().ok(),
            Era::Compute => self.compute.as_deref().ok(),
        }
    }

    /// Compares the last pictures of the eras, if both drew one.
    pub fn compare(&self) -> Option<Likeness> {
        let [fragment, compute] = Era::ALL.map(|era| self.frames(era).and_then(<[RgbaImage]>::last));
        Some(compare_pictures(fragment?, compute?))
    }

    /// Joins the eras' frames: the left half of each is the fragment era's, the right half the compute era's. Where one
    /// era drew nothing, the other's are whole.
    pub fn joined_frames(&self) -> Vec<RgbaImage> {
        match (self.frames(Era::Fragment), self.frames(Era::Compute)) {
            (Some(left), Some(right)) => left.iter().zip(right).map(|(left, right)| join_halves(left, right)).collect(),
            (Some(only), None) | (None, Some(only)) => only.to_vec(),
            (None, None) => Vec::new(),
        }
    }
}

fn join_halves(left: &RgbaImage, right: &RgbaImage) -> RgbaImage {
    let mut joined = left.clone();
    for (x, y, pixel) in joined.enumerate_pixels_mut() {
        if x >= left.width() / 2 && x < right.width() && y < right.height() {
            *pixel = *right.get_pixel(x, y);
        }
    }
    joined
}

fn compare_pictures(one: &RgbaImage, other: &RgbaImage) -> Likeness {
    let pixels = (one.width() * one.height()) as usize;
    if one.dimensions() != other.dimensions() {
        return Likeness { pixels, different: pixels, most: u8::MAX, factor: 1, picture: None };
    }
    let apart = |one: &Rgba<u8>, other: &Rgba<u8>| [0, 1, 2].map(|lane| one[lane].abs_diff(other[lane]));
    let differences: Vec<[u8; 3]> = one.pixels().zip(other.pixels()).map(|(one, other)| apart(one, other)).collect();
    let different = differences.iter().filter(|lanes| **lanes != [0; 3]).count();
    let most = differences.as_flattened().iter().copied().max().unwrap_or(0);
    let factor = 255_u8.checked_div(most).unwrap_or(1).max(1);
    let mut picture = RgbaImage::new(one.width(), one.height());
    for (pixel, lanes) in picture.pixels_mut().zip(&differences) {
        let [red, green, blue] = lanes.map(|lane| lane.saturating_mul(factor));
        *pixel = Rgba([red, green, blue, 255]);
    }
    Likeness { pixels, different, most, factor, picture: (different > 0).then_some(picture) }
}
