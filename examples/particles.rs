//! Runs a fountain of particles and draws it: a struct of streams, two outputs per pass.
//!
//! Run it with `cargo run --example particles`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::particles::{self, Fountain, Particles, Running, particles};
use gristmill::{Device, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::show_up_to(
        1 << 22,
        [512, 512],
        |device, arguments| Ok(Box::new(running(device, arguments)?)),
        |device, arguments| -> Result<bool> {
            // ANCHOR: example
            let fountain = Fountain { seed: arguments.seed, ..Fountain::default() };
            let state = fountain.running(arguments.size.unwrap_or(1 << 17));
            let start = Particles::new(device, &state)?;

            let ticks = 32;
            let result = particles(device, &start, &fountain, ticks)?;
            // ANCHOR_END: example

            let picture = arguments.film(device, "particles", &mut running(device, arguments)?, [256, 256], ticks)?;
            let alike = arguments.keep(device, "particles", &picture, 0.5)?;

            let (given, wanted) = (result.read()?, particles::reference(&state, &fountain, ticks));
            let born = wanted.position.iter().filter(|place| place.w > 95.0).count();
            println!(
                "  {} particles, {ticks} ticks, {born} have much of their life before them",
                wanted.position.len()
            );
            // Two units in the last place below 16 a tick.
            let bound = particles::bound(ticks) as f32;
            let near = |given: &[_], wanted: &[_]| {
                given.len() == wanted.len()
                    && given
                        .iter()
                        .zip(wanted)
                        .all(|(given, wanted)| approx::abs_diff_eq!(given, wanted, epsilon = bound))
            };
            Ok(alike && near(&given.position, &wanted.position) && near(&given.velocity, &wanted.velocity))
        },
    )
}

// ANCHOR: scene
fn running(device: &Device, arguments: &arguments::Arguments) -> Result<Running> {
    let fountain = Fountain { seed: arguments.seed, ..Fountain::default() };
    Running::new(device, &fountain, arguments.size.unwrap_or(1 << 17))
}
// ANCHOR_END: scene
