//! The pixels of a photograph from dark to bright, by eight splits: a radix sort in slow motion, in both
//! eras.
//!
//! Run it with `cargo run --example split`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::split;
use gristmill::{Device, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, _| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/chelsea.png"))
            .expect("the photograph is part of the project")
            .to_luma8();
        // A word for each pixel: its index, and its brightness in the lowest eight bits.
        let pixels: Vec<u32> = photograph
            .iter()
            .zip(0..)
            .map(|(brightness, index)| index << 8 | u32::from(*brightness))
            .collect();

        // The lowest bit comes first: each split keeps what the ones before have put in order.
        let mut sorted = device.stream(&pixels)?;
        for bit in 0..8 {
            sorted = split::by_bit(device, &sorted, bit)?.elements;
        }
        let sorted = sorted.read()?;
        // ANCHOR_END: example

        let brightness = |place: usize| sorted[place] & 255;
        let [dark, median, bright] = [1, 50, 99].map(|percent| brightness(sorted.len() * percent / 100));
        println!("  {} pixels: 1 % are darker than {dark}, half than {median}, 99 % than {bright}", sorted.len());
        let mut wanted = pixels;
        wanted.sort_by_key(|pixel| pixel & 255); // stable, as the splits are
        Ok(sorted == wanted)
    })
}
