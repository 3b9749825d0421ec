//! A photograph from a sixteenth of its numbers, by four matrix products, in both eras: the cosine transform
//! that JPEG is made of.
//!
//! Run it with `cargo run --example matmul`; `-- --help` lists what can be changed. The picture
//! goes to `--out`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::matmul::{self, matmul};
use gristmill::{Device, Error, Result};
use image::{GrayImage, Luma};
use std::f64::consts::PI;
use std::process::ExitCode;

/// The slowest `waves` cosines, each sampled at `samples` places; a row each, or a column each. Their
/// products with themselves are 1, with each other 0.
fn cosines(waves: usize, samples: usize, in_rows: bool) -> Vec<f32> {
    let at = |wave: usize, sample: usize| {
        let length = if wave == 0 { 1.0 / samples as f64 } else { 2.0 / samples as f64 };
        (length.sqrt() * (PI * wave as f64 * (sample as f64 + 0.5) / samples as f64).cos()) as f32
    };
    if in_rows {
        (0..waves * samples).map(|i| at(i / samples, i % samples)).collect()
    } else {
        (0..waves * samples).map(|i| at(i % waves, i / waves)).collect()
    }
}

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments: &Arguments| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/chelsea.png"))
            .expect("the photograph is part of the project")
            .to_luma8();
        let (width, height) = (photograph.width() as usize, photograph.height() as usize);
        let pixels: Vec<f32> = photograph.pixels().map(|pixel| f32::from(pixel.0[0]) / 255.0).collect();
        let (across, down) = (width / 4, height / 4); // of the waves, a quarter along each axis

        let picture = device.stream_of([width, height], &pixels)?;
        let down_rows = device.stream_of([height, down], &cosines(down, height, true))?;
        let down_columns = device.stream_of([down, height], &cosines(down, height, false))?;
        let across_rows = device.stream_of([width, across], &cosines(across, width, true))?;
        let across_columns = device.stream_of([across, width], &cosines(across, width, false))?;

        // The amount of each wave, down and across; then the sum of those waves.
        let waves = matmul(device, &matmul(device, &down_rows, &picture)?, &across_columns)?;
        let restored = matmul(device, &matmul(device, &down_columns, &waves)?, &across_rows)?;
        // ANCHOR_END: example

        let restored = restored.read()?;
        let path = arguments.out.join(format!("matmul_{}.png", device.era()));
        let image = GrayImage::from_fn(width as u32, height as u32, |x, y| {
            Luma([(restored[y as usize * width + x as usize] * 255.0).round().clamp(0.0, 255.0) as u8])
        });
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| image.save(&path))
            .map_err(|error| Error::data(format!("{} cannot be written: {error}", path.display())))?;

        let product = |sizes, a: &[f32], b: &[f32]| -> Vec<f32> {
            matmul::reference(sizes, a, b).into_iter().map(|sum| sum as f32).collect()
        };
        let truth = product([down, height, width], &cosines(down, height, true), &pixels);
        let truth = product([down, width, across], &truth, &cosines(across, width, false));
        let truth = product([height, down, across], &cosines(down, height, false), &truth);
        let truth = product([height, across, width], &truth, &cosines(across, width, true));
        let difference = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        let lost = pixels.iter().zip(&restored).map(|(a, b)| (a - b).powi(2)).sum::<f32>() / pixels.len() as f32;
        println!(
            "  {} of {} numbers give the photograph back to {:.1} of 255 on average: {}",
            waves.len(),
            pixels.len(),
            255.0 * lost.sqrt(),
            path.display()
        );
        Ok(difference(&restored, &truth) < 0.1 / 255.0) // a tenth of a byte's step
    })
}
