//! The darkest, the brightest and the mean brightness of a photograph, in both eras.
//!
//! Run it with `cargo run --example reduce`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::reduce::{self, Operation};
use gristmill::{Device, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, _| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/chelsea.png"))
            .expect("the photograph is part of the project")
            .to_rgb32f();
        let size = [photograph.width() as usize, photograph.height() as usize]; // 451x300: one side is odd
        let weights = [0.2126, 0.7152, 0.0722]; // of red, green and blue in brightness (ITU-R BT.709)
        let brightness: Vec<f32> = photograph
            .pixels()
            .map(|pixel| pixel.0.iter().zip(weights).map(|(lane, weight)| lane * weight).sum())
            .collect();

        let stream = device.stream_of(size, &brightness)?;
        let darkest = reduce::value(device, Operation::Min, &stream)?;
        let brightest = reduce::value(device, Operation::Max, &stream)?;
        let mean = reduce::value(device, Operation::Sum, &stream)? / brightness.len() as f32;
        // ANCHOR_END: example

        println!("  {} pixels, from {darkest:.4} to {brightest:.4}, {mean:.4} on average", brightness.len());
        let truth = |operation| reduce::reference(operation, &brightness);
        let allowed = reduce::bound(brightness.len(), &brightness);
        let error = (f64::from(mean) * brightness.len() as f64 - truth(Operation::Sum)).abs();
        Ok(f64::from(darkest) == truth(Operation::Min)
            && f64::from(brightest) == truth(Operation::Max)
            && error <= allowed)
    })
}
