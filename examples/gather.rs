//! Twists a photograph: every pixel of the result has a pointer to the pixel it comes from, or to nowhere.
//!
//! Run it with `cargo run --example gather`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::gather::{self, gather};
use gristmill::{Device, Error, Pointer, Result};
use image::Rgba;
use nalgebra::{Rotation2, Vector2};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let file = include_bytes!("../crates/cli/data/astronaut.png");
        let photograph = image::load_from_memory(file)
            .expect("the photograph is part of the project")
            .to_rgba8();
        let size = [photograph.width() as usize, photograph.height() as usize];
        let pointers: Vec<Pointer> = (0..size[0] * size[1]).map(|i| twisted(i, size)).collect();

        let table = device.image(&photograph)?;
        let result = gather(device, &table, &device.stream_of(size, &pointers)?)?;
        // ANCHOR_END: example

        std::fs::create_dir_all(&arguments.out).map_err(|error| Error::data(error.to_string()))?;
        let path = arguments.out.join(format!("gather_{}.png", device.era()));
        result.to_image()?.save(&path).map_err(|error| Error::data(error.to_string()))?;

        let null = pointers.iter().filter(|pointer| pointer.target().is_none()).count();
        println!("  {} pointers, {null} of them to nowhere: {}", pointers.len(), path.display());
        Ok(result.read()? == gather::reference(&table.read()?, &pointers, Rgba([0; 4])))
    })
}

/// The pixel that comes to place `i`: turned about the centre, the more the nearer it is.
fn twisted(i: usize, [width, height]: [usize; 2]) -> Pointer {
    let centre = Vector2::new(width as f32, height as f32) / 2.0;
    let arm = Vector2::new((i % width) as f32, (i / width) as f32) - centre;
    let from = centre + Rotation2::new(2.0 * (-arm.norm() / 150.0).exp()) * arm * 1.1;
    let inside = from.x >= 0.0 && from.y >= 0.0 && from.x < width as f32 && from.y < height as f32;
    if inside { Pointer::to(from.y as usize * width + from.x as usize) } else { Pointer::NOWHERE }
}
