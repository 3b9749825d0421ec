//! Plays the Game of Life on a photograph: its bright places are full of life at first.
//!
//! Run it with `cargo run --example life`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::life::{self, Board, life};
use image::RgbaImage;
use image::imageops::{FilterType, resize};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::show_up_to(
        1 << 22,
        [512, 512],
        |device, arguments| {
            let (board, size) = start(arguments);
            Ok(Box::new(Board::new(device, device.stream_of(size, &board)?)?))
        },
        |device, arguments| {
            let (board, size) = start(arguments);
            // ANCHOR: example
            let generations = 24;
            let result = life(device, &device.stream_of(size, &board)?, generations)?.read()?;
            // ANCHOR_END: example

            let mut scene = Board::new(device, device.stream_of(size, &board)?)?;
            let picture = arguments.film(device, "life", &mut scene, size, generations)?;
            let alike = arguments.keep(device, "life", &picture, 0.0)?;

            let alive = |cells: &[u32]| cells.iter().sum::<u32>();
            let [width, height] = size;
            println!(
                "  {width}x{height} cells: {} alive, {generations} generations later {}",
                alive(&board),
                alive(&result)
            );
            Ok(alike && result == life::reference(&board, size, generations))
        },
    )
}

/// The board of a photograph, whose brighter places are the fuller ones; as large as the
/// photograph, or with about so many cells.
fn start(arguments: &arguments::Arguments) -> (Vec<u32>, [usize; 2]) {
    let file = include_bytes!("../crates/cli/data/chelsea.png");
    let photograph = image::load_from_memory(file)
        .expect("the photograph is part of the project")
        .to_rgba8();
    let photograph = match arguments.size {
        Some(cells) => resized(&photograph, cells),
        None => photograph,
    };
    let size = [photograph.width() as usize, photograph.height() as usize];
    (life::board_of(&photograph, arguments.seed), size)
}

/// The photograph with about so many pixels.
fn resized(photograph: &RgbaImage, pixels: usize) -> RgbaImage {
    let (width, height) = photograph.dimensions();
    let scale = (pixels as f64 / (f64::from(width) * f64::from(height))).sqrt();
    let [width, height] = [width, height].map(|side| (f64::from(side) * scale).round().max(1.0) as u32);
    resize(photograph, width, height, FilterType::Triangle)
}
