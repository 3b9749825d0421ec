//! The results that pages of the book show: small pictures, made on the emulator.

use gristmill::algorithms::{Algorithm, summed_area};
use gristmill::{Device, Era, Error, Result};
use gristmill_command::input;
use gristmill_command::output_files::save_file;
use gristmill_command::terminal::{EarlyExit, print_line};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, RgbaImage};
use std::path::Path;

/// The algorithms whose results are shown.
const SHOWN_ALGORITHMS: &[&str] =
    &["workgroups", "mandelbrot", "invert", "grayscale", "convolve", "summed_area", "box_blur", "depth_of_field"];

/// The name of all of them for `cargo xtask figures`.
pub const PICTURES_NAME: &str = "pictures";

/// Pixels along a side of a picture, so that a PNG has less than 60 KB.
const PICTURE_SIDE: u32 = 160;

/// Draws all of them into a folder.
pub fn draw_pictures(folder: &Path) -> std::result::Result<(), EarlyExit> {
    let device = Device::emulator(Era::Fragment)?;
    for name in SHOWN_ALGORITHMS {
        let path = folder.join(format!("{name}.png"));
        save_file(&path, encode_png(result_picture(&device, Algorithm::find(name)?)?)?)?;
        print_line(path.display())?;
    }
    Ok(())
}

/// Returns the picture of an algorithm's result in the fragment era.
fn result_picture(device: &Device, algorithm: &'static Algorithm) -> Result<RgbaImage> {
    let workload = input::small_workload(algorithm, PICTURE_SIDE)?;
    if let ("summed_area", Some(photograph)) = (algorithm.name, &workload.photograph) {
        return summed_area_picture(device, photograph);
    }
    let none = || Error::data(format!("{} makes no picture", algorithm.name));
    let rung = algorithm.of_era(Era::Fragment).next().ok_or_else(none)?;
    let mut trial = (rung.prepare)(device, &workload)?;
    trial.run()?;
    trial.picture()?.ok_or_else(none)
}

/// Returns the summed-area table of a photograph as a picture, with its last entry white: the algorithm has no picture
/// of its table.
fn summed_area_picture(device: &Device, photograph: &RgbaImage) -> Result<RgbaImage> {
    let (width, height) = photograph.dimensions();
    let pixels: Vec<u32> = DynamicImage::from(photograph.clone())
        .to_luma8()
        .pixels()
        .map(|pixel| pixel.0[0].into())
        .collect();
    let shape = [width as usize, height as usize];
    let sums = summed_area::fragment(device, &device.stream_of(shape, &pixels)?)?.read()?;
    let last = u64::from(sums.last().copied().unwrap_or(0)).max(1);
    let grey = |x: u32, y: u32| (u64::from(sums[x as usize + y as usize * shape[0]]) * 255 / last) as u8;
    Ok(RgbaImage::from_fn(width, height, |x, y| [grey(x, y), grey(x, y), grey(x, y), 255].into()))
}

/// Encodes a picture as PNG, with the best compression.
pub fn encode_png(picture: RgbaImage) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive);
    let written = DynamicImage::from(picture).to_rgb8().write_with_encoder(encoder);
    written.map_err(|error| Error::data(format!("a picture cannot be made: {error}")))?;
    Ok(bytes)
}
