//! Walks over a photograph as over mountains: the effort of every way between any two places of a coarse map.
//!
//! Run it with `cargo run --example floyd_warshall`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::floyd_warshall::{self, NO_PATH, floyd_warshall};
use gristmill::{Device, Error, Result};
use image::imageops::{FilterType, resize};
use image::{GrayImage, Luma, Rgb, RgbImage};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 10, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let file = include_bytes!("../crates/cli/data/astronaut.png");
        let photograph = image::load_from_memory(file)
            .expect("the photograph is part of the project")
            .to_luma8();
        let side = arguments.size.map_or(14, usize::isqrt).clamp(1, 32);
        let map = resize(&photograph, side as u32, side as u32, FilterType::Triangle);
        let (weights, nodes) = (steps(&map), side * side);

        let distances = floyd_warshall(device, &device.stream_of([nodes, nodes], &weights)?)?.read()?;
        // ANCHOR_END: example

        std::fs::create_dir_all(&arguments.out).map_err(|error| Error::data(error.to_string()))?;
        let path = arguments.out.join(format!("floyd_warshall_{}.png", device.era()));
        let farthest = distances.iter().copied().max().unwrap_or(0).max(1);
        let shade =
            |x: u32, y: u32| (u64::from(distances[y as usize * nodes + x as usize]) * 255 / u64::from(farthest)) as u8;
        let picture = RgbImage::from_fn(nodes as u32, nodes as u32, |x, y| Rgb([shade(x, y), 80, 255 - shade(x, y)]));
        picture.save(&path).map_err(|error| Error::data(error.to_string()))?;
        println!("  {nodes} places, {} ways, the hardest is {farthest}", nodes * nodes);
        println!("  {}", path.display());
        Ok(distances == floyd_warshall::reference(&weights, nodes))
    })
}

/// The weights of steps between pixels side by side: 1, and what the second one is brighter.
fn steps(map: &GrayImage) -> Vec<u32> {
    let (width, height) = map.dimensions();
    let nodes = (width * height) as usize;
    let mut weights = vec![NO_PATH; nodes * nodes];
    let height_of = |x: u32, y: u32| {
        let Luma([height]) = *map.get_pixel(x, y);
        u32::from(height)
    };
    for from in 0..nodes as u32 {
        let (x, y) = (from % width, from / width);
        let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        for (x_to, y_to) in beside.into_iter().filter(|(x_to, y_to)| *x_to < width && *y_to < height) {
            let rise = height_of(x_to, y_to).saturating_sub(height_of(x, y));
            weights[from as usize * nodes + (y_to * width + x_to) as usize] = 1 + rise;
        }
    }
    weights
}
