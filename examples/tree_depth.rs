//! Finds the valleys of a photograph: from each pixel water runs to its darkest neighbour, and on, until it
//! stands.
//!
//! Run it with `cargo run --example tree_depth`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::tree_depth::{self, tree_depth};
use gristmill::{Device, Error, Pointer, Result, random};
use image::imageops::blur;
use image::{GrayImage, Rgb, RgbImage};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let file = include_bytes!("../crates/cli/data/coffee.png");
        let photograph = image::load_from_memory(file)
            .expect("the photograph is part of the project")
            .to_luma8();
        let parents = downhill(&blur(&photograph, 3.0));

        let forest = tree_depth(device, &device.stream(&parents)?)?;
        let (depth, root) = (forest.depth.read()?, forest.root.read()?);
        // ANCHOR_END: example

        let picture = RgbImage::from_fn(photograph.width(), photograph.height(), |x, y| {
            let root = root[(y * photograph.width() + x) as usize].target().unwrap_or(0);
            let [red, green, blue, _] = random::word(arguments.seed, root as u32, 0).to_le_bytes();
            Rgb([red, green, blue].map(|part| part / 2 + photograph.get_pixel(x, y).0[0] / 2))
        });
        std::fs::create_dir_all(&arguments.out).map_err(|error| Error::data(error.to_string()))?;
        let path = arguments.out.join(format!("tree_depth_{}.png", device.era()));
        picture.save(&path).map_err(|error| Error::data(error.to_string()))?;

        let valleys = depth.iter().filter(|depth| **depth == 0).count();
        let longest = depth.iter().max().copied().unwrap_or(0);
        println!("  {} pixels in {valleys} valleys, the longest way down has {longest} steps", depth.len());
        println!("  {}", path.display());
        Ok((depth, root) == tree_depth::reference(&parents))
    })
}

/// Each pixel's darkest neighbour, if that one is darker; among equals the one that comes first, so that no
/// ways are circles.
fn downhill(photograph: &GrayImage) -> Vec<Pointer> {
    let (width, height) = (photograph.width() as i32, photograph.height() as i32);
    let place = |x: i32, y: i32| (y * width + x) as usize;
    let level = |x: i32, y: i32| (photograph.get_pixel(x as u32, y as u32).0[0], place(x, y));
    let all = (0..width * height).map(|i| (i % width, i / width));
    let lowest = all.map(|(x, y)| {
        let around = (0..9).map(|i| (x + i % 3 - 1, y + i / 3 - 1));
        let inside = around.filter(|(x, y)| *x >= 0 && *y >= 0 && *x < width && *y < height);
        inside
            .map(|(x, y)| level(x, y))
            .min()
            .map_or(Pointer::NOWHERE, |(_, place)| Pointer::to(place))
    });
    lowest.collect()
}
