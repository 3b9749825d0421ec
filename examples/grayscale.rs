//! A photograph without its colours, in both eras, at most one step of a byte from the reference.
//!
//! Run it with `cargo run --example grayscale`; it writes `grayscale_fragment.png` and
//! `grayscale_compute.png`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::grayscale::{self, grayscale};
use gristmill::{Device, Error, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments: &Arguments| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/coffee.png"))
            .expect("the photograph is part of the project")
            .to_rgba8();

        let gray = grayscale(device, &device.image(&photograph)?)?.to_image()?;
        // ANCHOR_END: example

        let path = arguments.out.join(format!("grayscale_{}.png", device.era()));
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| gray.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;

        let pixels: Vec<_> = photograph.pixels().copied().collect();
        let truth = grayscale::reference(&pixels);
        let steps = |(given, wanted): (&image::Rgba<u8>, &image::Rgba<u8>)| {
            given
                .0
                .iter()
                .zip(&wanted.0)
                .map(|(given, wanted)| given.abs_diff(*wanted))
                .max()
        };
        let largest = gray.pixels().zip(&truth).filter_map(steps).max().unwrap_or(0);
        println!("  {} pixels, the largest error {largest} of 255: {}", truth.len(), path.display());
        Ok(gray.pixels().len() == truth.len() && largest <= 1)
    })
}
