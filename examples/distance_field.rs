//! Draws regions around wandering seeds, and the distances to the bright parts of a photograph.
//!
//! Run it with `cargo run --example distance_field`; `-- --help` lists what can be changed.
//! Pictures go to `--out`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::distance_field::{self, Extra, Sites, distances};
use gristmill::{Device, Era, Pointer, Result, Scene, Stream};
use image::{Rgba, RgbaImage};
use std::process::ExitCode;

const SIDE: usize = 256;

fn main() -> ExitCode {
    arguments::show_up_to(
        1 << 16,
        [512, 512],
        |device: &Device, arguments: &Arguments| {
            let count = arguments.size.unwrap_or(48);
            Ok(Box::new(Sites::new(device, SIDE, count, arguments.seed)?) as Box<dyn Scene>)
        },
        |device: &Device, arguments: &Arguments| {
            // Regions around seeds, by jump flooding.
            let mut sites = Sites::new(device, SIDE, arguments.size.unwrap_or(48), arguments.seed)?;
            let last = arguments.film(device, "distance_field", &mut sites, [SIDE, SIDE], 47)?;
            let (seeds, nearest) = sites.streams();
            let wanted = distance_field::flooded(&seeds.read()?, SIDE, Extra::Before);
            let mut right = nearest.read()? == wanted;
            right &= arguments.keep(device, "distance_field", &last, 0.1)?;

            // ANCHOR: example
            // Exact distances to the bright parts of a photograph, and inside them to the dark.
            let file = include_bytes!("../crates/cli/data/astronaut.png");
            let photograph = image::load_from_memory(file)
                .expect("the photograph is part of the project")
                .to_luma8();
            let size = [photograph.width() as usize, photograph.height() as usize];
            let bright: Vec<u32> = photograph.pixels().map(|pixel| u32::from(pixel.0[0] > 110)).collect();
            let dark: Vec<u32> = bright.iter().map(|mark| 1 - mark).collect();
            let field = |marks: &[u32]| -> Result<Vec<f32>> {
                let nearest = exact(device, &device.stream_of(size, marks)?)?;
                distances(device, &nearest)?.read()
            };
            let (outside, inside) = (field(&bright)?, field(&dark)?);
            // ANCHOR_END: example
            let signed: Vec<f32> = outside.iter().zip(&inside).map(|(out, within)| out - within).collect();
            right &= arguments.keep(device, "distance_field_contours", &contours(&signed, size), 0.1)?;
            let wrong = wrong(&outside, &bright, size[0]);
            println!("  {wrong} of the distances looked at are wrong");
            Ok(right && wrong == 0)
        },
    )
}

fn exact(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    match device.era() {
        Era::Fragment => distance_field::fragment_exact(device, seeds),
        Era::Compute => distance_field::compute_exact(device, seeds),
    }
}

/// Every hundred and first distance against all seeds.
fn wrong(distances: &[f32], seeds: &[u32], width: usize) -> usize {
    let place = |cell: usize| [cell % width, cell / width];
    let seeds: Vec<_> = (0..seeds.len()).filter(|cell| seeds[*cell] != 0).map(place).collect();
    let squared = |a: [usize; 2], b: [usize; 2]| a[0].abs_diff(b[0]).pow(2) + a[1].abs_diff(b[1]).pow(2);
    let looked_at = (0..distances.len()).step_by(1_009);
    let exact = |cell: usize| {
        seeds
            .iter()
            .map(|seed| squared(*seed, place(cell)))
            .min()
            .map_or(f32::MAX, |s| (s as f32).sqrt())
    };
    looked_at.filter(|cell| (distances[*cell] - exact(*cell)).abs() > 1e-3).count()
}

/// Lines of the same distance: warm inside, cold outside.
fn contours(signed: &[f32], size: [usize; 2]) -> RgbaImage {
    RgbaImage::from_fn(size[0] as u32, size[1] as u32, |x, y| {
        let distance = signed[y as usize * size[0] + x as usize];
        let line = 0.5 + 0.5 * (distance * 0.9).cos();
        let far = (-distance.abs() * 0.035).exp();
        let [from, to] = if distance < 0.0 {
            [[60.0, 12.0, 40.0], [255.0, 190.0, 90.0]]
        } else {
            [[8.0, 20.0, 52.0], [90.0, 200.0, 235.0]]
        };
        let lane = |i: usize| (from[i] + (to[i] - from[i]) * far * (0.55 + 0.45 * line)) as u8;
        if distance.abs() < 1.1 { Rgba([255; 4]) } else { Rgba([lane(0), lane(1), lane(2), 255]) }
    })
}
