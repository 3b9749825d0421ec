//! Counts how bright the pixels of a photograph are, in both eras, and draws the counts as bars.
//!
//! Run it with `cargo run --example histogram`; `-- --help` lists what can be changed. The picture
//! goes to `--out`.

mod arguments;

use gristmill::algorithms::histogram::{self, bars, histogram, luminance};
use gristmill::{Device, Error, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/coffee.png"))
            .expect("the photograph is part of the project")
            .to_rgba8();
        let brightness = luminance(&photograph);

        let counts = histogram(device, &device.stream(&brightness)?, 256)?.read()?;
        // ANCHOR_END: example

        let path = arguments.out.join("histogram.png");
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| bars(&counts).save(&path))
            .map_err(|error| Error::data(format!("{} cannot be written: {error}", path.display())))?;

        let fullest = (0..counts.len()).max_by_key(|&bin| counts[bin]).unwrap_or(0);
        let dark: u32 = counts[..64].iter().sum();
        println!(
            "  {} pixels: the most frequent brightness is {fullest} of 255, of {} pixels; {} % are in the darkest quarter",
            brightness.len(),
            counts[fullest],
            100 * dark as usize / brightness.len()
        );
        println!("  written to {}", path.display());
        Ok(counts == histogram::reference(&brightness, 256))
    })
}
