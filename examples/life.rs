//! Plays the Game of Life on a photograph: its bright places are full of life at first.
//!
//! Run it with `cargo run --release --example life`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::life::{self, life};
use gristmill::{Device, Error, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let file = include_bytes!("../data/chelsea.png");
        let photograph = image::load_from_memory(file).expect("the photograph is part of the project").to_rgba8();
        let size = [photograph.width() as usize, photograph.height() as usize];
        let board = life::board_of(&photograph, arguments.seed);

        let generations = 24;
        let result = life(device, &device.stream_of(size, &board)?, generations)?.read()?;
        // ANCHOR_END: example

        std::fs::create_dir_all(&arguments.out).map_err(|error| Error::data(error.to_string()))?;
        let path = arguments.out.join(format!("life_{}.png", device.era()));
        life::picture(&result, size)?.save(&path).map_err(|error| Error::data(error.to_string()))?;

        let alive = |cells: &[u32]| cells.iter().sum::<u32>();
        let [width, height] = size;
        println!(
            "  {width}x{height} cells: {} alive, {generations} generations later {}",
            alive(&board),
            alive(&result)
        );
        println!("  {}", path.display());
        Ok(result == life::reference(&board, size, generations))
    })
}
