//! Turns a photograph by sending each pixel where it goes, in both eras, and counts the holes where none
//! arrived.
//!
//! Run it with `cargo run --example scatter`; `-- --help` lists what can be changed. The picture
//! goes to `--out`.

mod arguments;

use gristmill::algorithms::scatter::{self, scatter};
use gristmill::{Device, Error, Pointer, Result};
use image::{Rgba, RgbaImage};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/chelsea.png"))
            .expect("the photograph is part of the project")
            .to_rgba8();
        // ANCHOR: example
        let pixels: Vec<Rgba<u8>> = photograph.pixels().copied().collect();
        let places = turned(&photograph, 20.0);

        let turned = scatter(device, &device.stream(&pixels)?, &device.stream(&places)?, pixels.len())?.read()?;
        // ANCHOR_END: example

        let mut arrivals: Vec<Pointer> = places.iter().copied().filter(|place| *place != Pointer::NOWHERE).collect();
        let sent = arrivals.len();
        arrivals.sort_unstable();
        arrivals.dedup();
        println!("  {} pixels: {sent} stay in the picture, {} meet another there", pixels.len(), sent - arrivals.len());

        let [width, height] = [photograph.width(), photograph.height()];
        let picture = RgbaImage::from_fn(width, height, |x, y| turned[(y * width + x) as usize]);
        let path = arguments.out.join("scatter.png");
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| picture.save(&path))
            .map_err(|error| Error::data(format!("{} cannot be written: {error}", path.display())))?;
        println!("  written to {}: places that no pixel reached are transparent", path.display());
        Ok(turned == scatter::reference(&pixels, &places, pixels.len(), Rgba([0; 4])))
    })
}

/// Returns the place of each pixel after a turn of `degrees` degrees around the middle, or no place
/// if that is outside the picture.
fn turned(photograph: &RgbaImage, degrees: f64) -> Vec<Pointer> {
    let [width, height] = [photograph.width(), photograph.height()].map(f64::from);
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let place = |(x, y, _): (u32, u32, _)| {
        let [x, y] = [f64::from(x) - width / 2.0, f64::from(y) - height / 2.0];
        let [x, y] = [cosine * x - sine * y + width / 2.0, sine * x + cosine * y + height / 2.0].map(f64::round);
        let inside = (0.0..width).contains(&x) && (0.0..height).contains(&y);
        if inside { Pointer::to(y as usize * width as usize + x as usize) } else { Pointer::NOWHERE }
    };
    photograph.enumerate_pixels().map(place).collect()
}
