//! Brings out what is dark in a photograph by a running total, in both eras: histogram equalisation.
//!
//! Run it with `cargo run --example scan`; `-- --help` lists what can be changed. The picture goes
//! to `--out`.

mod arguments;

use gristmill::algorithms::scan::{self, scan};
use gristmill::{Device, Error, Result};
use image::{Rgb, RgbImage};
use std::process::ExitCode;

/// Brightness in steps of 1/256 of a byte's: green counts most, as in the eye.
fn brightness(pixel: Rgb<u8>) -> usize {
    let [red, green, blue] = pixel.0.map(usize::from);
    54 * red + 183 * green + 19 * blue
}

/// One more than the brightness of white.
const LEVELS: usize = 256 * 255 + 1;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/coffee.png"))
            .expect("the photograph is part of the project")
            .to_rgb8();
        let mut histogram = vec![0_u32; LEVELS];
        for pixel in photograph.pixels() {
            histogram[brightness(*pixel)] += 1;
        }

        // The number of pixels as dark as this, or darker: the running total of the histogram.
        let as_dark = scan(device, &device.stream(&histogram)?)?.read()?;
        // ANCHOR_END: example

        // A pixel that outshines a third of all pixels gets a third of the full brightness; its colour keeps
        // its proportions.
        let pixels = photograph.width() * photograph.height();
        let equalised = RgbImage::from_fn(photograph.width(), photograph.height(), |x, y| {
            let pixel = *photograph.get_pixel(x, y);
            let (now, wanted) =
                (brightness(pixel), 255.0 * 256.0 * f64::from(as_dark[brightness(pixel)]) / f64::from(pixels));
            Rgb(pixel
                .0
                .map(|channel| (f64::from(channel) * wanted / now.max(1) as f64).round() as u8))
        });
        let path = arguments.out.join("scan.png");
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| equalised.save(&path))
            .map_err(|error| Error::data(format!("{} cannot be written: {error}", path.display())))?;

        let median = |as_dark: &[u32]| as_dark.partition_point(|&count| count < pixels / 2) / 256;
        let mut histogram_after = vec![0; LEVELS];
        equalised.pixels().for_each(|pixel| histogram_after[brightness(*pixel)] += 1);
        let after = median(&scan::reference(&histogram_after));
        println!("  {pixels} pixels: half are darker than {} of 255, after it than {after}", median(&as_dark));
        println!("  written to {}", path.display());
        Ok(as_dark == scan::reference(&histogram))
    })
}
