//! A photograph out of focus, in both eras: a Gaussian blur of each colour, within its bound of the
//! reference.
//!
//! Run it with `cargo run --example convolve`; it writes `convolve_fragment.png` and
//! `convolve_compute.png`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::Check;
use gristmill::algorithms::convolve::{self, convolve, gaussian};
use gristmill::{Device, Error, Result};
use image::RgbImage;
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments: &Arguments| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/coffee.png"))
            .expect("the photograph is part of the project")
            .to_rgb8();
        let size = [photograph.width() as usize, photograph.height() as usize];
        let weights = gaussian(4.0)?;
        let colour = |lane: usize| photograph.pixels().map(|pixel| f32::from(pixel.0[lane])).collect::<Vec<_>>();

        let mut blurred = Vec::new();
        for colour in [colour(0), colour(1), colour(2)] {
            blurred.push(convolve(device, &device.stream_of(size, &colour)?, &weights)?.read()?);
        }
        // ANCHOR_END: example

        let picture = RgbImage::from_fn(photograph.width(), photograph.height(), |x, y| {
            let i = y as usize * size[0] + x as usize;
            image::Rgb([0, 1, 2].map(|lane: usize| blurred[lane][i].round() as u8))
        });
        let path = arguments.out.join(format!("convolve_{}.png", device.era()));
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| picture.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;

        // The error that rounding allows: see the algorithm's page.
        let bound = 255.0 * 2.0 * (weights.len() + 1) as f64 * 2.0_f64.powi(-24);
        let check =
            |lane: usize| Check::within(&blurred[lane], &convolve::reference(&colour(lane), size, &weights), bound);
        let checks = [0, 1, 2].map(check);
        let error = checks.iter().map(|check| check.error).fold(0.0, f64::max);
        println!("  {} weights along both axes, off by {error:.1e} of 255: {}", weights.len(), path.display());
        Ok(checks.iter().all(Check::passed))
    })
}
