//! Smooths a scan of a head in every layout that a volume can have, and reads it between its cells.
//!
//! Run it with `cargo run --example volume`; `-- --help` lists what can be changed. Pictures go to
//! `--out`.

mod arguments;

use gristmill::algorithms::volume::{self, volume};
use gristmill::{Device, Era, Layout, Result};
use image::{Rgba, RgbaImage};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let (shape, scan) =
            volume::of_file(include_bytes!("../crates/cli/data/anatomical_33x41x25.raw"), [33, 41, 25])?;
        let layouts: &[Layout] = match device.era() {
            Era::Fragment => &[Layout::BySlice, Layout::Packed, Layout::Slices, Layout::Volume],
            Era::Compute => &[Layout::Linear],
        };
        let (rate, steps) = (0.15, 8);
        let wanted = volume::reference(&scan, shape, rate, steps);
        let mut right = true;
        for layout in layouts {
            let cells = device.stream_in(*layout, shape, &scan)?;
            let (result, trace) = device.trace(|| volume(device, &cells, rate, steps))?;
            let error = result
                .read()?
                .iter()
                .zip(&wanted)
                .map(|(a, b)| (f64::from(*a) - b).abs())
                .fold(0.0, f64::max);
            println!("  {layout:?}: {} passes, off by {error:.1e} of 30393", trace.passes());
            right &= error < 0.1; // the largest cell has a unit in the last place of 0.002
        }
        // ANCHOR_END: example

        // A slice across all the others, read eight times as finely; half a cell further than the cells, as a
        // sampler would.
        let zoom = 8;
        let size = [shape[1] * zoom, shape[2] * zoom];
        let place = |i: usize, of: usize| ((i as f32 + 0.5) / of as f32 - 0.5 / zoom as f32) * (of / zoom) as f32;
        let points: Vec<[f32; 4]> = (0..size[0] * size[1])
            .map(|i| [-0.4, place(i % size[0], size[0]), place(size[1] - 1 - i / size[0], size[1]), 0.0])
            .collect();
        let points = device.stream_of(size, &points)?;
        let cells = device.stream_in(layouts[0], shape, &scan)?;
        let sampled = volume::sample(device, &cells, &points)?.read()?;
        for (point, value) in points.read()?.iter().zip(&sampled).step_by(97) {
            let exact = volume::sample_reference(&scan, shape, [point[0], point[1], point[2]].map(f64::from));
            right &= (f64::from(*value) - exact).abs() < 0.1;
        }
        right &= arguments.keep(device, "volume_wall", &grey(size, &sampled), 0.01)?;
        if device.era() == Era::Fragment {
            let bled = volume::sample_bleeding(device, &cells, &points)?.read()?;
            let apart = bled.iter().zip(&sampled).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            println!(
                "  a bilinear sampler would be off by {apart:.0} at the first column: it blends in the slice beside"
            );
            right &= arguments.keep(device, "volume_bleeding", &grey(size, &bled), 0.0)?;
            // The flat texture as it lies on the device.
            let flat = cells.plan().size();
            let mut picture = RgbaImage::from_pixel(flat[0] as u32, flat[1] as u32, Rgba([0, 0, 0, 255]));
            for (i, cell) in scan.iter().enumerate() {
                let at = cells.plan().address(i);
                picture.put_pixel(at.x as u32, at.y as u32, tone(*cell));
            }
            right &= arguments.keep(device, "volume_slices", &picture, 0.0)?;
        }
        Ok(right)
    })
}

fn tone(cell: f32) -> Rgba<u8> {
    let grey = (cell / 100.0).clamp(0.0, 255.0) as u8;
    Rgba([grey, grey, grey, 255])
}

fn grey(size: [usize; 2], cells: &[f32]) -> RgbaImage {
    RgbaImage::from_fn(size[0] as u32, size[1] as u32, |x, y| tone(cells[y as usize * size[0] + x as usize]))
}
