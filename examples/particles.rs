//! Runs a fountain of particles and draws it: a struct of streams, two outputs a pass.
//!
//! Run it with `cargo run --release --example particles`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::particles::{self, Fountain, Particles, particles};
use gristmill::{Device, Error, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let fountain = Fountain { seed: arguments.seed, ..Fountain::default() };
        let state = fountain.running(arguments.size.unwrap_or(1 << 17));
        let start = Particles::new(device, &state)?;

        let ticks = 32;
        let result = particles(device, &start, &fountain, ticks)?;
        // ANCHOR_END: example

        std::fs::create_dir_all(&arguments.out).map_err(|error| Error::data(error.to_string()))?;
        let path = arguments.out.join(format!("particles_{}.png", device.era()));
        particles::picture(device, &result, [512, 512])?.save(&path).map_err(|error| Error::data(error.to_string()))?;

        let (given, wanted) = (result.read()?, particles::reference(&state, &fountain, ticks));
        let born = wanted.position.iter().filter(|place| place.w > 95.0).count();
        println!("  {} particles, {ticks} ticks, {born} have much of their life before them", wanted.position.len());
        println!("  {}", path.display());
        // Two units in the last place below 16 a tick.
        let bound = particles::bound(ticks) as f32;
        let near = |given: &[_], wanted: &[_]| {
            given.len() == wanted.len()
                && given.iter().zip(wanted).all(|(given, wanted)| approx::abs_diff_eq!(given, wanted, epsilon = bound))
        };
        Ok(near(&given.position, &wanted.position) && near(&given.velocity, &wanted.velocity))
    })
}
