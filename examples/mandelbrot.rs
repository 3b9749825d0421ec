//! Looks into the seahorse valley of the Mandelbrot set, far deeper than floats of 32 bits can see.
//!
//! Run it with `cargo run --example mandelbrot`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::mandelbrot::{self, PlaneView, mandelbrot};
use gristmill::{Device, Error, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 24, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let side = (arguments.size.unwrap_or(200 * 150) as f64 * 0.75).sqrt() as usize;
        let size = [side * 4 / 3, side];
        // The columns are 100 units of 2^-28 apart; neighbouring floats of 32 bits near -0.74 are 16 such
        // units apart.
        let width = 100.0 * size[0] as f64 / f64::from(1 << 28);
        let view = PlaneView::around([-0.743_643_887, 0.131_825_904], width, size, 2_000)?;
        let rounds = mandelbrot(device, &view)?.read()?;
        // ANCHOR_END: example

        std::fs::create_dir_all(&arguments.out).map_err(|error| Error::data(error.to_string()))?;
        let path = arguments.out.join(format!("mandelbrot_{}.png", device.era()));
        mandelbrot::picture(&rounds, &view)?
            .save(&path)
            .map_err(|error| Error::data(error.to_string()))?;

        let members = rounds.iter().filter(|count| **count == view.rounds).count();
        let sum: u64 = rounds.iter().map(|count| u64::from(*count)).sum();
        println!("  {} numbers, {sum} rounds, {members} stayed for {}", rounds.len(), view.rounds);
        println!("  {}", path.display());
        Ok(rounds == mandelbrot::reference(&view))
    })
}
