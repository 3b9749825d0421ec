//! The bunny and the teapot in the room of Cornell University, by rays through a grid, with shadows and
//! mirrors; in both eras.
//!
//! Run it with `cargo run --example ray_grid`; it writes `ray_grid_fragment.png` and
//! `ray_grid_compute.png`. `--size` is in pixels.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::ray_grid::{self, Camera, Grid, Mesh, Surface, ray_grid};
use gristmill::{Device, Result};
use nalgebra::Point3;
use std::process::ExitCode;

/// Pictures whose mean is shown: each has other corners of the pixels, and another corner of the lamp.
const SAMPLES: u32 = 4;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 22, |device: &Device, arguments: &Arguments| -> Result<bool> {
        // ANCHOR: example
        let silver = Surface::mirror([180, 196, 214], 150);
        let ivory = Surface::mirror([242, 190, 96], 16);
        let teapot = Mesh::from_obj(include_str!("../crates/cli/data/teapot.obj"), silver)?;
        let bunny = Mesh::from_obj(include_str!("../crates/cli/data/bunny.obj"), ivory)?;
        let teapot = teapot.standing([-0.38, -1.0, -0.12], 0.68, 0.25);
        let bunny = bunny.standing([0.56, -1.0, 0.34], 0.74, -0.45);
        let room = Mesh::cornell_box()?.with(teapot).with(bunny);

        let grid = Grid::new(device, &room)?;
        let side = arguments.size.unwrap_or(256 * 256).isqrt();
        let view = Camera { size: [side, side], ..Camera::default() };
        let mut lights = Vec::new();
        for sample in 0..SAMPLES {
            let picture = ray_grid(device, &grid, &view.jittered(sample, SAMPLES, 0.2))?;
            lights.push(picture.light.read()?);
        }
        let image = ray_grid::image(&lights, view.size);
        // ANCHOR_END: example

        let [x, y, z] = grid.sides();
        println!("  {} triangles in {x}x{y}x{z} cells, {} entries", room.triangles().len(), grid.entries());
        let checked = Camera { size: [64, 64], eye: Point3::new(0.2, 0.1, 3.5), ..view };
        let picture = ray_grid(device, &grid, &checked)?;
        let (light, seen) = (picture.light.read()?, picture.seen.read()?);
        let apart = ray_grid::difference(&light, &seen, &room, &checked, grid.start());
        println!("  4,096 pixels differ by {apart:.1e} from those without a grid; {:.1e} is allowed", ray_grid::BOUND);
        Ok(arguments.keep(device, "ray_grid", &image, 0.05)? && apart <= ray_grid::BOUND)
    })
}
