//! Smoke from a chimney in a volume, seen from the front.
//!
//! Run it with `cargo run --example fluid_volume`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::fluid_volume::{Smoke, Volume, reference};
use std::process::ExitCode;

fn main() -> ExitCode {
    let side = |size: Option<usize>| size.map_or(24, |size| (size as f64).cbrt() as usize).max(4);
    arguments::show_up_to(
        1 << 21,
        [512, 512],
        |device, arguments| {
            let (start, chimney) = Smoke::chimney([side(arguments.size); 3]);
            Ok(Box::new(Volume::new(device, &start, chimney)?))
        },
        |device, arguments| {
            let (start, chimney) = Smoke::chimney([12, 16, 10]);
            // ANCHOR: example
            let mut volume = Volume::new(device, &start, chimney.clone())?;
            volume.steps(6)?;
            let given = volume.read()?;
            let wanted = reference(&start, &chimney, 6)?;
            // ANCHOR_END: example
            let apart = given.cells.iter().zip(&wanted.cells);
            let apart = apart.map(|(given, wanted)| (given - wanted).amax()).fold(0.0, f32::max);
            let [before, after] = volume.divergence()?;
            println!(
                "  12x16x10 cells: divergence {before:.3} before, {after:.4} after; {apart:.1e} from the reference"
            );

            let (start, chimney) = Smoke::chimney([side(arguments.size); 3]);
            let mut volume = Volume::new(device, &start, chimney)?;
            let last = arguments.film(device, "fluid_volume", &mut volume, [256, 256], 40)?;
            let near = arguments.keep(device, "fluid_volume", &last, 1.0)?;
            // Velocities are about 10 cells a unit of time: a hundred thousandth of that, for six steps'
            // roundings.
            Ok(near && apart < 1e-4)
        },
    )
}
