//! A photograph through a wide open lens, in both eras: what is nearer or farther than the cup is out of
//! focus.
//!
//! Run it with `cargo run --example depth_of_field`; it writes `depth_of_field_fragment.png` and
//! `depth_of_field_compute.png`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::depth_of_field::{self, Lens, depth_of_field};
use gristmill::{Device, Error, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments: &Arguments| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/coffee.png"))
            .expect("the photograph is part of the project")
            .to_rgba8();
        let size = [photograph.width() as usize, photograph.height() as usize];
        // The depth map: a table seen from above its edge. Depth is 1 at the lower border, and 1 / depth
        // falls evenly up to the horizon, which lies as far above the upper border again; so depth is 2
        // there.
        let depths: Vec<f32> = (0..size[0] * size[1])
            .map(|i| 1.0 / (0.5 + 0.5 * (i / size[0]) as f32 / (size[1] - 1) as f32))
            .collect();
        let lens = Lens { focus: 1.3, aperture: 30.0, most: 9.0 };

        let depth = device.stream_of(size, &depths)?;
        let result = depth_of_field(device, &device.image(&photograph)?, &depth, lens)?.to_image()?;
        // ANCHOR_END: example

        let path = arguments.out.join(format!("depth_of_field_{}.png", device.era()));
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| result.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;
        let sharp = depths.iter().filter(|depth| lens.radius(**depth) < 0.5).count();
        println!("  {sharp} of {} pixels are in focus: {}", depths.len(), path.display());

        let pixels: Vec<_> = photograph.pixels().copied().collect();
        let wanted = depth_of_field::reference(&pixels, &depths, size, lens);
        let steps = |(given, wanted): (&u8, u8)| given.abs_diff(wanted);
        let furthest = result
            .as_raw()
            .iter()
            .zip(wanted.iter().flat_map(|pixel| pixel.0))
            .map(steps)
            .max();
        Ok(furthest <= Some(1))
    })
}
