//! A photograph as heat: bright places are hot, and it spreads.
//!
//! Run it with `cargo run --example heat`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::heat::{Plate, heat, rate, reference};
use gristmill::{Device, Result};
use std::process::ExitCode;

/// A photograph's brightness, squared, so that its light places stand out: 256 by 256 cells.
fn photograph() -> ([usize; 2], Vec<f32>) {
    let file = include_bytes!("../crates/cli/data/chelsea.png");
    let photograph = image::load_from_memory(file)
        .expect("the photograph is part of the project")
        .to_luma8();
    let size = [256, 256];
    let scale = |axis: u32, of: u32| (axis * of / 256).min(of - 1);
    let bright = |i: u32| {
        photograph
            .get_pixel(scale(i % 256, photograph.width()), scale(i / 256, photograph.height()))
            .0[0]
    };
    (
        size,
        (0..256 * 256)
            .map(|i| (f32::from(bright(i)) / 220.0).powi(2).min(1.0))
            .collect(),
    )
}

fn main() -> ExitCode {
    arguments::show(
        [512, 512],
        |device, _| {
            let (size, cells) = photograph();
            Ok(Box::new(Plate::new(device, size, &cells, 1)?))
        },
        |device: &Device, arguments| -> Result<bool> {
            // ANCHOR: example
            let (size, cells) = photograph();
            // Copper, squared millimetres per second; cells of a millimetre, steps of two thousandths of a
            // second.
            let rate = rate(111.0, 0.002, 1.0)?;
            let result = heat(device, &device.stream_of(size, &cells)?, rate, 50)?.read()?;
            // ANCHOR_END: example

            let wanted = reference(&cells, size, rate, 50);
            let apart = result
                .iter()
                .zip(&wanted)
                .map(|(given, wanted)| (f64::from(*given) - wanted).abs());
            let apart = apart.fold(0.0, f64::max);
            println!("  50 steps of {}x{} cells at a rate of {rate}: {apart:.1e} from the reference", size[0], size[1]);

            let mut plate = Plate::new(device, size, &cells, 1)?;
            let last = arguments.film(device, "heat", &mut plate, [256, 256], 40)?;
            let near = arguments.keep(device, "heat", &last, 0.5)?;
            // Six roundings per step of numbers up to 4.
            Ok(near && apart < 50.0 * 6.0 * 4.0 * f64::from(f32::EPSILON) / 2.0)
        },
    )
}
