//! Prints a photograph with black and white grains: a pixel is white where its brightness beats a random
//! number.
//!
//! Run it with `cargo run --example random`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::random::{self, random};
use gristmill::{Device, Error, Result};
use image::{GrayImage, Luma};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let file = include_bytes!("../crates/cli/data/chelsea.png");
        let photograph = image::load_from_memory(file)
            .expect("the photograph is part of the project")
            .to_luma8();
        let pixels = photograph.as_raw();
        let key = [arguments.seed, 0];

        let blocks = random(device, key, pixels.len().div_ceil(4))?.read()?;
        let words = blocks.as_flattened();
        let grains = pixels
            .iter()
            .zip(words)
            .map(|(pixel, word)| u64::from(*pixel) * 0x0101_0101 > u64::from(*word));
        // ANCHOR_END: example
        let grains: Vec<bool> = grains.collect();

        let picture = GrayImage::from_fn(photograph.width(), photograph.height(), |x, y| {
            Luma([if grains[(y * photograph.width() + x) as usize] { 255 } else { 0 }])
        });
        std::fs::create_dir_all(&arguments.out).map_err(|error| Error::data(error.to_string()))?;
        let path = arguments.out.join(format!("random_{}.png", device.era()));
        picture.save(&path).map_err(|error| Error::data(error.to_string()))?;

        let mean = pixels.iter().map(|pixel| f64::from(*pixel)).sum::<f64>() / 255.0 / pixels.len() as f64;
        let white = grains.iter().filter(|grain| **grain).count() as f64 / pixels.len() as f64;
        println!("  {} words, brightness {mean:.4} before, {white:.4} after", words.len());
        println!("  {}", path.display());
        // Each grain is a throw of a coin of its own, so the share of white ones is off by 0.5 / sqrt(n) at
        // most.
        let close = (white - mean).abs() < 4.0 * 0.5 / (pixels.len() as f64).sqrt();
        Ok(close && blocks == random::reference(key, blocks.len()))
    })
}
