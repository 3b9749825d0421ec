//! The negative of a photograph, in both eras, equal to the reference byte for byte.
//!
//! Run it with `cargo run --example invert`; it writes `invert_fragment.png` and
//! `invert_compute.png`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::invert::{self, invert};
use gristmill::{Device, Error, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments: &Arguments| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/chelsea.png"))
            .expect("the photograph is part of the project")
            .to_rgba8();

        let negative = invert(device, &device.image(&photograph)?)?.to_image()?;
        // ANCHOR_END: example

        let path = arguments.out.join(format!("invert_{}.png", device.era()));
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| negative.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;
        let [first, inverse] = [&photograph, &negative].map(|picture| picture.get_pixel(0, 0).0);
        println!("  {} pixels, the first {first:?} became {inverse:?}: {}", negative.len() / 4, path.display());

        let pixels: Vec<_> = photograph.pixels().copied().collect();
        Ok(negative.pixels().eq(&invert::reference(&pixels)))
    })
}
