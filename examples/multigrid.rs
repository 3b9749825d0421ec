//! Pastes a part of one photograph into another without a seam, in both eras: the gradients of the one, the
//! border of the other.
//!
//! Run it with `cargo run --example multigrid`; `-- --help` lists what can be changed. The picture
//! goes to `--out`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::multigrid::{self, multigrid};
use gristmill::{Device, Error, Result};
use image::{GrayImage, Luma};
use std::process::ExitCode;

/// Cells along a side of the part that is pasted.
const SIDE: u32 = 127;
/// The place of the part in the source, and in the target.
const FROM: (u32, u32) = (165, 60);
const TO: (u32, u32) = (420, 20);
const CYCLES: usize = 8;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments: &Arguments| -> Result<bool> {
        let open = |file: &[u8]| {
            image::load_from_memory(file)
                .expect("the photographs are part of the project")
                .to_luma8()
        };
        let source = open(include_bytes!("../crates/cli/data/astronaut.png"));
        let mut picture = open(include_bytes!("../crates/cli/data/coffee.png"));
        // ANCHOR: example
        // Each cell minus its neighbours is to be as in the source (Pérez, Gangnet and Blake, Poisson Image
        // Editing, 2003).
        let in_source = |x: u32, y: u32| f32::from(source.get_pixel(FROM.0 + x - 1, FROM.1 + y - 1).0[0]);
        let known = |x: u32, y: u32| f32::from(picture.get_pixel(TO.0 + x - 1, TO.1 + y - 1).0[0]);
        let inside = |x: u32, y: u32| (1..=SIDE).contains(&x) && (1..=SIDE).contains(&y);
        let right = |x: u32, y: u32| {
            let neighbours = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            let difference = neighbours
                .iter()
                .map(|&(x_, y_)| in_source(x, y) - in_source(x_, y_))
                .sum::<f32>();
            difference
                + neighbours
                    .iter()
                    .filter(|(x, y)| !inside(*x, *y))
                    .map(|&(x, y)| known(x, y))
                    .sum::<f32>()
        };
        let cells = (0..SIDE * SIDE).map(|at| (at % SIDE + 1, at / SIDE + 1));
        let b: Vec<f32> = cells.map(|(x, y)| right(x, y)).collect();

        let shape = [SIDE as usize, SIDE as usize];
        let pasted = multigrid(device, CYCLES, &device.stream_of(shape, &b)?)?.read()?;
        // ANCHOR_END: example

        for (at, value) in (0_u32..).zip(&pasted) {
            let pixel = Luma([value.round().clamp(0.0, 255.0) as u8]);
            picture.put_pixel(TO.0 + at % SIDE, TO.1 + at / SIDE, pixel);
        }
        let path = save(&picture, arguments, device)?;
        let truth = multigrid::reference(shape[0], &b);
        let error = pasted
            .iter()
            .zip(&truth)
            .map(|(given, wanted)| (f64::from(*given) - wanted).abs())
            .fold(0.0, f64::max);
        println!("  {SIDE}x{SIDE} cells after {CYCLES} cycles: off by {error:.1e} at most, of brightness 255");
        println!("  written to {path}");
        Ok(error < 0.1)
    })
}

fn save(picture: &GrayImage, arguments: &Arguments, device: &Device) -> Result<String> {
    let path = arguments.out.join(format!("multigrid_{}.png", device.era()));
    std::fs::create_dir_all(&arguments.out)
        .map_err(image::ImageError::IoError)
        .and_then(|()| picture.save(&path))
        .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;
    Ok(path.display().to_string())
}
