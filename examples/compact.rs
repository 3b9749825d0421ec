//! The highlights of a photograph: the few pixels that are nearly white, with their places, in both eras.
//!
//! Run it with `cargo run --example compact`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::compact::{self, compact};
use gristmill::{Device, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, _| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/astronaut.png"))
            .expect("the photograph is part of the project")
            .to_luma8();
        let width = photograph.width() as usize;
        // A word for each pixel: its brightness in the upper eight bits, its index below them.
        let pixels: Vec<u32> = photograph
            .iter()
            .zip(0..)
            .map(|(brightness, index)| u32::from(*brightness) << 24 | index)
            .collect();

        let stream = device.stream(&pixels)?;
        let highlights = compact(device, &stream, "(value >> 24) >= 240u")?.read()?;
        // ANCHOR_END: example

        let places = || highlights.iter().map(|pixel| (pixel & 0xff_ffff) as usize);
        let share = 100.0 * highlights.len() as f64 / pixels.len() as f64;
        let (rows, columns) = (places().map(|place| place / width), places().map(|place| place % width));
        println!("  {} of {} pixels are nearly white: {share:.1} %", highlights.len(), pixels.len());
        if let (Some(top), Some(bottom), Some(left), Some(right)) =
            (rows.clone().min(), rows.max(), columns.clone().min(), columns.max())
        {
            println!("  the first is in row {top}, the last in row {bottom}; they lie in columns {left} to {right}");
        }
        Ok(highlights == compact::reference(&pixels, |pixel| pixel >> 24 >= 240))
    })
}
