//! Lets two galaxies pass through each other: every star pulls every other.
//!
//! Run it with `cargo run --example nbody`; it writes `nbody_fragment.gif` and `nbody_compute.gif`,
//! and the last picture of each as a PNG. With `--features window`, `-- --window` shows both eras, and the
//! mouse turns the eye.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::nbody::{self, Bodies, Galaxies, HostBodies, nbody};
use gristmill::{Device, Result, Scene};
use std::process::ExitCode;

fn scene(device: &Device, arguments: &Arguments) -> Result<Box<dyn Scene>> {
    let start = HostBodies::galaxies(arguments.size.unwrap_or(2_560), arguments.seed);
    Ok(Box::new(Galaxies::new(device, &start)?))
}

fn main() -> ExitCode {
    arguments::show_up_to(1 << 20, [512, 512], scene, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let motion = Galaxies::motion();
        let start = HostBodies::galaxies(arguments.size.unwrap_or(2_560).min(1_000), arguments.seed);
        let ticks = 2;
        let given = nbody(device, &Bodies::new(device, &start)?, &motion, ticks)?.read()?;
        // ANCHOR_END: example
        let apart = nbody::apart(&given, &nbody::reference(&start, &motion, ticks));
        // Two galaxies have more than twice the mass that the bound is for.
        let bound = 2.2 * nbody::bound(&motion, start.position.len(), ticks);
        println!(
            "  {} bodies, {ticks} ticks: {apart:.1e} from plain Rust, the bound is {bound:.1e}",
            start.position.len()
        );

        let mut galaxies = scene(device, arguments)?;
        let last = arguments.film(device, "nbody", galaxies.as_mut(), [256, 256], 48)?;
        Ok(arguments.keep(device, "nbody", &last, 8.0)? && apart <= bound)
    })
}
