//! The longest runs of one tone in a photograph, all runs counted at once, in both eras.
//!
//! Run it with `cargo run --example segmented_scan`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::segmented_scan::{self, segmented_scan};
use gristmill::{Device, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, _| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/chelsea.png"))
            .expect("the photograph is part of the project")
            .to_luma8();
        let width = photograph.width() as usize;
        let tones: Vec<u8> = photograph.iter().map(|brightness| brightness / 32).collect(); // eight of them
        // A run begins with each row, and wherever the tone is not that of the pixel before.
        let heads: Vec<u32> = (0..tones.len())
            .map(|i| u32::from(i % width == 0 || tones[i] != tones[i - 1]))
            .collect();
        let ones = vec![1_u32; tones.len()];

        // Counting ones numbers the pixels of every run, whatever its length.
        let numbers = segmented_scan(device, &device.stream(&ones)?, &device.stream(&heads)?)?.read()?;
        // ANCHOR_END: example

        let runs = heads.iter().sum::<u32>();
        let longest = numbers.iter().copied().max().unwrap_or(0);
        let end = numbers.iter().position(|number| *number == longest).unwrap_or(0);
        println!(
            "  {runs} runs in {} pixels, {:.1} pixels long on average",
            tones.len(),
            tones.len() as f64 / f64::from(runs)
        );
        println!("  the longest has {longest} pixels of tone {}, and ends in row {}", tones[end], end / width);
        Ok(numbers == segmented_scan::reference(&ones, &heads))
    })
}
