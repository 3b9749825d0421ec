//! A portrait whose surroundings fade into a blur, in both eras: a box blur whose radius grows with the
//! distance from the face.
//!
//! Run it with `cargo run --example box_blur`; it writes `box_blur_fragment.png` and
//! `box_blur_compute.png`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::Check;
use gristmill::algorithms::box_blur::{self, box_blur};
use gristmill::{Device, Error, Result};
use image::{Rgb, RgbImage};
use std::process::ExitCode;

/// The middle of the face in the photograph, and how far around it everything stays sharp, in pixels.
const FACE: [f32; 2] = [223.0, 112.0];
const SHARP: f32 = 80.0;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments: &Arguments| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/astronaut.png"))
            .expect("the photograph is part of the project")
            .to_rgb8();
        let size = [photograph.width() as usize, photograph.height() as usize];
        let radius = |i: usize| {
            let [x, y] = [(i % size[0]) as f32 - FACE[0], (i / size[0]) as f32 - FACE[1]];
            ((x.hypot(y) - SHARP).max(0.0) / 16.0) as u32
        };
        let radii: Vec<u32> = (0..size[0] * size[1]).map(radius).collect();
        let colour = |lane: usize| photograph.pixels().map(|pixel| u32::from(pixel.0[lane])).collect::<Vec<_>>();

        let radius = device.stream_of(size, &radii)?;
        let mut blurred = Vec::new();
        for colour in [colour(0), colour(1), colour(2)] {
            blurred.push(box_blur(device, &device.stream_of(size, &colour)?, &radius)?.read()?);
        }
        // ANCHOR_END: example

        let picture = RgbImage::from_fn(photograph.width(), photograph.height(), |x, y| {
            let i = y as usize * size[0] + x as usize;
            Rgb([0, 1, 2].map(|lane: usize| blurred[lane][i].round() as u8))
        });
        let path = arguments.out.join(format!("box_blur_{}.png", device.era()));
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| picture.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;

        // The sum becomes a float, and a division may be off by two and a half units in the last place.
        let bound = 256.0 * 4.0 * 2.0_f64.powi(-24);
        let check =
            |lane: usize| Check::within(&blurred[lane], &box_blur::reference(&colour(lane), &radii, size), bound);
        let largest = radii.iter().max().copied().unwrap_or(0);
        println!("  squares of 1 to {} pixels a side: {}", 2 * largest + 1, path.display());
        Ok([0, 1, 2].map(check).iter().all(Check::passed))
    })
}
