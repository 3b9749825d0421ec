//! Stretches the contrast of a photograph: the darkest and the brightest hundredth of the pixels become black
//! and white.
//!
//! Run it with `cargo run --example select`; it writes `select_fragment.png` and
//! `select_compute.png`.

mod arguments;

use gristmill::algorithms::select::{self, select};
use gristmill::{Device, Error, Result};
use image::{Rgb, RgbImage};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/coffee.png"))
            .expect("the photograph is part of the project")
            .to_rgb8();
        // ANCHOR: example
        // Light as the eye weighs its colours: not in steps of bytes, so a histogram of 256 places would be
        // coarse.
        let brightness =
            |pixel: &Rgb<u8>| 0.2126 * pixel[0] as f32 + 0.7152 * pixel[1] as f32 + 0.0722 * pixel[2] as f32;
        let keys: Vec<f32> = photograph.pixels().map(brightness).collect();
        let hundredth = keys.len() / 100;

        let stream = device.stream(&keys)?;
        let white = select(device, &stream, hundredth)?;
        let black = select(device, &stream, keys.len() - hundredth)?;
        // ANCHOR_END: example

        let stretched = RgbImage::from_fn(photograph.width(), photograph.height(), |x, y| {
            let stretch = |channel: u8| (f32::from(channel) - black) / (white - black) * 255.0;
            Rgb(photograph.get_pixel(x, y).0.map(|channel| stretch(channel).round() as u8))
        });
        let path = arguments.out.join(format!("select_{}.png", device.era()));
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| stretched.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;
        println!("  {} pixels: from {black} to {white} of 255: {}", keys.len(), path.display());
        let truth = [hundredth, keys.len() - hundredth].map(|k| select::reference(&keys, k));
        Ok([Some(white), Some(black)] == truth)
    })
}
