//! Lets a flock of paper birds fly: each looks at those around it, which it finds by a grid.
//!
//! Run it with `cargo run --example boids`; it writes `boids_fragment.gif` and `boids_compute.gif`,
//! and the last picture of each as a PNG. With `--features window`, `-- --window` shows both eras, and the
//! flock follows the mouse.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::boids::{self, Birds, Flock, HostBirds, Rules, boids};
use gristmill::{Device, Result, Scene};
use std::process::ExitCode;

fn scene(device: &Device, arguments: &Arguments) -> Result<Box<dyn Scene>> {
    let start = HostBirds::new(arguments.size.unwrap_or(1 << 14), arguments.seed);
    Ok(Box::new(Flock::new(device, &start, Rules::default())?))
}

fn main() -> ExitCode {
    arguments::show_up_to(1 << 20, [512, 512], scene, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let rules = Rules::default();
        let start = HostBirds::new(arguments.size.unwrap_or(1 << 14).min(2_000), arguments.seed);
        let ticks = 2;
        let given = boids(device, &Birds::new(device, &start)?, &rules, ticks)?.read()?;
        // ANCHOR_END: example
        let wanted = boids::reference(&start, &rules, ticks);
        let apart = boids::apart(&given, &wanted);
        let bound = boids::bound(&rules, ticks);
        println!(
            "  {} birds, {ticks} ticks: {apart:.1e} from all pairs in plain Rust, the bound is {bound:.1e}",
            start.position.len()
        );

        let mut flock = scene(device, arguments)?;
        let last = arguments.film(device, "boids", flock.as_mut(), [256, 256], 48)?;
        // A flock is chaos: after so many ticks birds of both eras are pixels apart, the flock is not.
        Ok(arguments.keep(device, "boids", &last, 12.0)? && apart <= bound)
    })
}
