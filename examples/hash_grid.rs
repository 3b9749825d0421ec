//! Counts the neighbours of points in a swarm by a hashed grid, and draws each point the brighter the more it
//! has.
//!
//! Run it with `cargo run --example hash_grid`; it writes `hash_grid_fragment.png` and
//! `hash_grid_compute.png`.

mod arguments;

use gristmill::algorithms::hash_grid::{self, hash_grid};
use gristmill::{Device, Error, Result, random};
use image::{Rgba, RgbaImage};
use nalgebra::Vector4;
use std::process::ExitCode;

const SIDE: u32 = 512;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 20, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        // Eighths: the squares of distances are exact then, and so are the counts.
        let lane =
            |i, draw| (random::uniform(arguments.seed, i, draw) + random::uniform(arguments.seed, i, draw + 1)) / 2.0;
        let swirl = |i| {
            let (angle, distance) = (12.6 * lane(i, 0), 30.0 * lane(i, 2).powi(2) + 4.0 * lane(i, 4));
            let place = [angle.cos() * distance, angle.sin() * distance, 4.0 * lane(i, 6)];
            let [x, y, z] = place.map(|lane| (lane * 8.0).round() / 8.0);
            Vector4::new(x, y, z, 0.0)
        };
        let swarm: Vec<Vector4<f32>> = (0..arguments.size.unwrap_or(8_192) as u32).map(swirl).collect();

        let points = device.stream(&swarm)?;
        let grid = hash_grid(device, &points, 1.0)?;
        let near = grid.neighbours(device, &points)?.read()?;
        // ANCHOR_END: example

        let most = near.iter().map(|[count, _]| *count).max().unwrap_or(1);
        let mut picture = RgbaImage::from_pixel(SIDE, SIDE, Rgba([12, 14, 32, 255]));
        for (point, [count, _]) in swarm.iter().zip(&near) {
            let light = (*count as f32 / most as f32).sqrt();
            let colour = [60.0 + 195.0 * light, 40.0 + 190.0 * light * light, 160.0 - 60.0 * light];
            let [x, y] = [point.x, point.y].map(|lane| SIDE as f32 / 2.0 + lane * 8.0);
            for [right, down] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
                let (x, y) = (x as u32 + right, y as u32 + down);
                if x < SIDE && y < SIDE {
                    picture.put_pixel(x, y, Rgba([colour[0] as u8, colour[1] as u8, colour[2] as u8, 255]));
                }
            }
        }
        let path = arguments.out.join(format!("hash_grid_{}.png", device.era()));
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| picture.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;
        println!("  {} points in {} buckets, {most} neighbours at most", swarm.len(), grid.fold.buckets());
        println!("  {}", path.display());
        Ok(near == hash_grid::reference(&swarm, &swarm, 1.0))
    })
}
