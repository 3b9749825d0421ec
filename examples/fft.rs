//! A photograph without its fine detail, and its spectrum, by the Fourier transform of a rectangle, in both
//! eras.
//!
//! Run it with `cargo run --example fft`; `-- --help` lists what can be changed. The pictures go to
//! `--out`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::fft::{self, Direction, fft};
use gristmill::{Device, Error, Result, Shape};
use image::{GrayImage, Luma};
use std::process::ExitCode;

/// Waves across the picture that are kept: those with fewer periods.
const KEPT: f32 = 24.0;

/// The share of a wave that is kept: all of the slow ones, none of the fast ones. The second half of a line has the
/// negative frequencies.
fn share(i: usize, [width, height]: [usize; 2]) -> f32 {
    let periods = |i: usize, n: usize| i.min(n - i) as f32;
    let [across, down] = [periods(i % width, width), periods(i / width, height)];
    (-(across * across + down * down) / (KEPT * KEPT)).exp()
}

fn save(arguments: &Arguments, name: String, size: [usize; 2], gray: impl Fn(usize) -> f32) -> Result<()> {
    let picture = GrayImage::from_fn(size[0] as u32, size[1] as u32, |x, y| {
        Luma([(gray(y as usize * size[0] + x as usize) * 255.0).round().clamp(0.0, 255.0) as u8])
    });
    let path = arguments.out.join(name);
    std::fs::create_dir_all(&arguments.out)
        .map_err(image::ImageError::IoError)
        .and_then(|()| picture.save(&path))
        .map_err(|error| Error::data(format!("{} cannot be written: {error}", path.display())))
}

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments: &Arguments| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/chelsea.png"))
            .expect("the photograph is part of the project")
            .to_luma8();
        let size = [photograph.width() as usize, photograph.height() as usize]; // 451x300: no powers of two
        let pixels: Vec<_> = photograph.pixels().map(|pixel| [f32::from(pixel.0[0]) / 255.0, 0.0]).collect();

        let spectrum = fft(device, Direction::Forward, &device.stream_of(size, &pixels)?)?.read()?;
        let kept = spectrum
            .iter()
            .enumerate()
            .map(|(i, wave)| wave.map(|part| part * share(i, size)));
        let kept = device.stream_of(size, &kept.collect::<Vec<_>>())?;
        let smooth = fft(device, Direction::Inverse, &kept)?.read()?;
        // ANCHOR_END: example

        let [width, height] = size;
        let strength = |i: usize| {
            let (x, y) = (i % width, i / width); // the slowest waves to the middle
            let [real, imaginary] =
                spectrum[(y + height.div_ceil(2)) % height * width + (x + width.div_ceil(2)) % width];
            real.hypot(imaginary).ln_1p() / (width as f32 * height as f32).ln()
        };
        save(arguments, format!("fft_{}.png", device.era()), size, |i| smooth[i][0])?;
        save(arguments, format!("fft_spectrum_{}.png", device.era()), size, strength)?;

        // Relative to the norm of all, as the bound has it.
        let off = |given: &[[f32; 2]], direction, source: &[[f32; 2]]| {
            let wanted = fft::reference(direction, Shape::from(size), source);
            let difference = given
                .iter()
                .zip(&wanted)
                .map(|(&[re, im], wanted)| (f64::from(re) - wanted.re).powi(2) + (f64::from(im) - wanted.im).powi(2));
            (difference.sum::<f64>() / wanted.iter().map(|number| number.norm_sqr()).sum::<f64>()).sqrt()
        };
        let there = off(&spectrum, Direction::Forward, &pixels);
        let back = off(&smooth, Direction::Inverse, &kept.read()?);
        let bound = 1e-6 * (pixels.len() as f64).log2();
        println!("  {} waves there and back, off by {there:.1e} and {back:.1e}, {bound:.1e} allowed", pixels.len());
        println!("  two pictures in {}", arguments.out.display());
        Ok(there <= bound && back <= bound)
    })
}
