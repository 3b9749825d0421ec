//! The precision of summed-area tables of a photograph, in both eras: means over squares at the far corner,
//! from floats, floats around zero and words.
//!
//! Run it with `cargo run --example summed_area`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::summed_area::{self, mean_of, summed_area};
use gristmill::{Device, Result};
use std::process::ExitCode;

/// The copies of the photograph in each direction: the larger the picture, the less exact the floats.
const TILES: u32 = 2;

fn main() -> ExitCode {
    arguments::run(|device: &Device, _| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/astronaut.png"))
            .expect("the photograph is part of the project")
            .to_luma8();
        let (width, height) = (photograph.width() * TILES, photograph.height() * TILES);
        let tiled = |x: u32, y: u32| photograph.get_pixel(x % photograph.width(), y % photograph.height()).0[0];
        let bytes: Vec<u32> = (0..width * height).map(|i| u32::from(tiled(i % width, i / width))).collect();
        let shape = [width as usize, height as usize];

        let floats = |bias: f32| bytes.iter().map(|byte| *byte as f32 / 255.0 - bias).collect::<Vec<_>>();
        let plain = summed_area(device, &device.stream_of(shape, &floats(0.0))?)?.read()?;
        let biased = summed_area(device, &device.stream_of(shape, &floats(0.5))?)?.read()?;
        let words = summed_area(device, &device.stream_of(shape, &bytes)?)?.read()?;
        // ANCHOR_END: example

        // The largest error of the means over all squares of that side in the last 64 columns and rows, in
        // steps of 1/255.
        let largest = |side: usize, mean: &dyn Fn(usize, usize) -> f32| {
            let (last_x, last_y) = (shape[0] - side, shape[1] - side);
            let squares = (last_y - 63..=last_y).flat_map(|y| (last_x - 63..=last_x).map(move |x| (x, y)));
            let exact = |x: usize, y: usize| {
                let rows = (y..y + side).map(|y| &bytes[y * shape[0] + x..][..side]);
                f64::from(rows.flatten().sum::<u32>()) / (side * side) as f64
            };
            let error = |(x, y)| (f64::from(mean(x, y)) * 255.0 - exact(x, y)).abs();
            squares.map(error).fold(0.0, f64::max)
        };
        let of_words = |x: usize, y: usize, side: usize| {
            let up_to = |x: usize, y: usize| words[(y - 1) * shape[0] + x - 1];
            let sum = up_to(x + side, y + side).wrapping_sub(up_to(x, y + side));
            let sum = sum.wrapping_sub(up_to(x + side, y)).wrapping_add(up_to(x, y));
            (f64::from(sum) / (side * side) as f64 / 255.0) as f32
        };
        println!("  {width}x{height} pixels; the largest error of a mean in the far corner, in steps of 1/255:");
        println!("  side of the square   floats   floats - 0.5   words");
        let mut right = words == summed_area::reference(&bytes, shape[0]);
        for side in [1, 2, 4, 16, 64] {
            let floats =
                |table: &[f32], bias| largest(side, &|x, y| mean_of(table, shape[0], x..x + side, y..y + side, bias));
            let (plain, biased) = (floats(&plain, 0.0), floats(&biased, 0.5));
            let exact = largest(side, &|x, y| of_words(x, y, side));
            println!("  {side:18}   {plain:6.3}   {biased:12.3}   {exact:5.3}");
            right &= exact < 1e-4 && biased < 8.0 && (side > 1 || biased < plain);
        }
        Ok(right)
    })
}
