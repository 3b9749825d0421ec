//! Lets corals grow in a dish: two substances that spread and react, after Gray and Scott.
//!
//! Run it with `cargo run --example reaction_diffusion`; it writes
//! `reaction_diffusion_fragment.gif` and `reaction_diffusion_compute.gif`, and the last picture of each as a
//! PNG. With `--features window`, `-- --window` shows both eras, and the mouse lets drops fall.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::reaction_diffusion::{self, Dish, GrayScott, reaction_diffusion};
use gristmill::{Device, Result, Scene};
use std::process::ExitCode;

fn scene(device: &Device, arguments: &Arguments) -> Result<Box<dyn Scene>> {
    Ok(Box::new(Dish::new(device, [160, 160], GrayScott::default(), arguments.seed)?))
}

fn main() -> ExitCode {
    arguments::show([512, 512], scene, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let reaction = GrayScott::default();
        let size = [160, 160];
        let start = reaction.drops(size, 6, arguments.seed);
        let steps = 6;
        let given = reaction_diffusion(device, &device.stream_of(size, &start)?, &reaction, steps)?.read()?;
        // ANCHOR_END: example
        let wanted = reaction_diffusion::reference(&start, size, &reaction, steps);
        let pairs = given.as_flattened().iter().zip(wanted.as_flattened());
        let apart = pairs
            .map(|(given, wanted)| (f64::from(*given) - wanted).abs())
            .fold(0.0, f64::max);
        let bound = reaction_diffusion::bound(&reaction, steps);
        println!("  {} cells, {steps} steps: {apart:.1e} from plain Rust, the bound is {bound:.1e}", given.len());

        let mut dish = scene(device, arguments)?;
        let last = arguments.film(device, "reaction_diffusion", dish.as_mut(), [160, 160], 48)?;
        Ok(arguments.keep(device, "reaction_diffusion", &last, 1.0)? && apart <= bound)
    })
}
