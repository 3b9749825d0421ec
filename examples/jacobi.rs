//! Fills in a part of a photograph from its border, in both eras: where a square was lost, every pixel
//! becomes the mean of its neighbours.
//!
//! Run it with `cargo run --example jacobi`; `-- --help` lists what can be changed. The picture
//! goes to `--out`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::jacobi::{self, jacobi};
use gristmill::{Device, Error, Result};
use image::{GrayImage, Luma};
use std::process::ExitCode;

/// The lost square: its first column and row, and its side.
const LOST: (u32, u32, u32) = (300, 40, 31);
const SWEEPS: usize = 1000;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments: &Arguments| -> Result<bool> {
        let mut photograph = image::load_from_memory(include_bytes!("../crates/cli/data/coffee.png"))
            .expect("the photograph is part of the project")
            .to_luma8();
        let (left, top, side) = LOST;
        // ANCHOR: example
        // Poisson's equation has zeros around its grid: what is known around the square moves to the
        // right-hand side.
        let mut b = vec![0.0; (side * side) as usize];
        for i in 0..side {
            let known = |x: u32, y: u32| f32::from(photograph.get_pixel(x, y).0[0]);
            b[i as usize] += known(left + i, top - 1);
            b[(i + side * (side - 1)) as usize] += known(left + i, top + side);
            b[(i * side) as usize] += known(left - 1, top + i);
            b[(i * side + side - 1) as usize] += known(left + side, top + i);
        }
        let shape = [side as usize, side as usize];
        let filled = jacobi(device, SWEEPS, &device.stream_of(shape, &b)?, &device.empty(shape)?)?.read()?;
        // ANCHOR_END: example

        for (at, value) in (0_u32..).zip(&filled) {
            photograph.put_pixel(left + at % side, top + at / side, Luma([value.round() as u8]));
        }
        let path = save(&photograph, arguments, device)?;
        let truth = jacobi::reference(shape[0], SWEEPS, &b, &vec![0.0; b.len()]);
        let error = filled
            .iter()
            .zip(&truth)
            .map(|(given, wanted)| (f64::from(*given) - wanted).abs())
            .fold(0.0, f64::max);
        // The change that the next sweep would make is what is left to do.
        let next = jacobi::reference(shape[0], 1, &b, &filled);
        let left = next
            .iter()
            .zip(&filled)
            .map(|(next, now)| (next - f64::from(*now)).abs())
            .fold(0.0, f64::max);
        println!("  after {SWEEPS} sweeps the next one changes a pixel by {left:.1e} at most");
        println!("  written to {path}");
        // Four roundings per sweep of numbers below 1024, each by 2^-24 of it, and a quarter of their sum.
        Ok(left < 0.05 && error <= SWEEPS as f64 * 1024.0 * f64::from(f32::EPSILON) / 2.0)
    })
}

fn save(photograph: &GrayImage, arguments: &Arguments, device: &Device) -> Result<String> {
    let path = arguments.out.join(format!("jacobi_{}.png", device.era()));
    std::fs::create_dir_all(&arguments.out)
        .map_err(image::ImageError::IoError)
        .and_then(|()| photograph.save(&path))
        .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;
    Ok(path.display().to_string())
}
