//! Orders the contours of a photograph: each piece of a line knows the next, and learns how far it is from
//! the line's end.
//!
//! Run it with `cargo run --example list_rank`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::list_rank::{self, list_rank};
use gristmill::{Device, Error, Pointer, Result};
use image::{GrayImage, Rgb, RgbImage};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let file = include_bytes!("../crates/cli/data/coffee.png");
        let photograph = image::load_from_memory(file)
            .expect("the photograph is part of the project")
            .to_luma8();
        let (sides, pointers) = contours(&photograph);
        let ranks = list_rank(device, &device.stream(&pointers)?)?.read()?;
        // ANCHOR_END: example

        let endless = list_rank::endless(pointers.len());
        let loops = ranks.iter().filter(|rank| **rank == endless).count();
        let longest = ranks.iter().filter(|rank| **rank != endless).max().copied().unwrap_or(0);
        let mut picture = RgbImage::from_fn(photograph.width(), photograph.height(), |x, y| {
            Rgb([photograph.get_pixel(x, y).0[0] / 4; 3])
        });
        for (side, rank) in sides.iter().zip(&ranks) {
            let shade = (rank * 255 / longest.max(1)) as u8;
            let colour = if *rank == endless { [90; 3] } else { [shade, 160, 255 - shade] };
            picture.put_pixel(side[0] as u32, side[1] as u32, Rgb(colour));
        }
        std::fs::create_dir_all(&arguments.out).map_err(|error| Error::data(error.to_string()))?;
        let path = arguments.out.join(format!("list_rank_{}.png", device.era()));
        picture.save(&path).map_err(|error| Error::data(error.to_string()))?;

        let nodes = pointers.len();
        println!("  {nodes} sides of pixels, {loops} of them in loops, the longest open line has {}", longest + 1);
        println!("  {}", path.display());
        Ok(ranks == list_rank::reference(&pointers))
    })
}

/// East, south, west, north.
const STEPS: [[i32; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/// The sides that part light pixels from dark ones, as `[column, row, direction]` of the light pixel, each
/// walked with the light to its right, and for each the side that goes on from its end. Lines end at the
/// photograph's border.
fn contours(photograph: &GrayImage) -> (Vec<[i32; 3]>, Vec<Pointer>) {
    let (width, height) = (photograph.width() as i32, photograph.height() as i32);
    let inside = |x: i32, y: i32| x >= 0 && y >= 0 && x < width && y < height;
    let light = |x: i32, y: i32| photograph.get_pixel(x as u32, y as u32).0[0] > 110;
    // The pixel across a light pixel's side lies to the left of a walk along it.
    let is_side = |[x, y, direction]: [i32; 3]| {
        let [dx, dy] = STEPS[(direction as usize + 3) % 4];
        inside(x, y) && light(x, y) && inside(x + dx, y + dy) && !light(x + dx, y + dy)
    };
    let place = |[x, y, direction]: [i32; 3]| ((y * width + x) * 4 + direction) as usize;
    let all = (0..width * height * 4).map(|i| [i / 4 % width, i / 4 / width, i % 4]);
    let sides: Vec<[i32; 3]> = all.filter(|side| is_side(*side)).collect();
    let mut numbers = vec![None; (width * height * 4) as usize];
    for (number, side) in sides.iter().enumerate() {
        numbers[place(*side)] = Some(number);
    }
    let next = |[x, y, direction]: &[i32; 3]| {
        let ([dx, dy], [lx, ly]) = (STEPS[*direction as usize], STEPS[(*direction as usize + 3) % 4]);
        // Round the same pixel's corner, on along the next pixel, or round the corner of the one diagonally
        // ahead.
        let turns = [
            [*x, *y, (direction + 1) % 4],
            [x + dx, y + dy, *direction],
            [x + dx + lx, y + dy + ly, (direction + 3) % 4],
        ];
        let on = turns
            .into_iter()
            .find(|side| is_side(*side))
            .and_then(|side| numbers[place(side)]);
        on.map_or(Pointer::NOWHERE, Pointer::to)
    };
    let pointers = sides.iter().map(next).collect();
    (sides, pointers)
}
