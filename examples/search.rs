//! Draws a photograph by dots: the darker a pixel, the likelier it gets the next one. A binary search says
//! which pixel that is.
//!
//! Run it with `cargo run --example search`; it writes `search_fragment.png` and
//! `search_compute.png`.

mod arguments;

use gristmill::algorithms::{
    scan,
    search::{self, search},
};
use gristmill::{Device, Error, Result, random};
use image::{GrayImage, Luma};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 22, |device: &Device, arguments| -> Result<bool> {
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/chelsea.png"))
            .expect("the photograph is part of the project")
            .to_luma8();
        let dots = arguments.size.unwrap_or(40_000);
        // ANCHOR: example
        // The running total of darkness: a pixel's share of the total is as long as the pixel is dark.
        let darkness: Vec<u32> = photograph.pixels().map(|pixel| u32::from(255 - pixel[0]).pow(2) / 16).collect();
        let totals = scan::scan(device, &device.stream(&darkness)?)?;
        let total = totals.read_range(darkness.len() - 1..darkness.len())?[0];

        // A random number up to the total lies in the share of the pixel whose total is the first that is not
        // less.
        let numbers: Vec<u32> = (0..dots as u32)
            .map(|i| 1 + random::word(arguments.seed, i, 0) % total)
            .collect();
        let pixels = search(device, &totals, &device.stream(&numbers)?)?.read()?;
        // ANCHOR_END: example

        let mut picture = GrayImage::from_pixel(photograph.width(), photograph.height(), Luma([255]));
        for pixel in &pixels {
            picture.put_pixel(pixel % photograph.width(), pixel / photograph.width(), Luma([0]));
        }
        let path = arguments.out.join(format!("search_{}.png", device.era()));
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| picture.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;
        println!("  {dots} dots on {} pixels: {}", darkness.len(), path.display());
        Ok(pixels == search::reference(&scan::reference(&darkness), &numbers))
    })
}
