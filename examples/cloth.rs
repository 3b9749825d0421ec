//! Lets a cloth fall over a ball.
//!
//! Run it with `cargo run --example cloth`; `-- --help` lists what can be changed. Pictures go to
//! `--out`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::cloth::{self, Draping, Fabric, cloth};
use gristmill::algorithms::particles::Particles;
use gristmill::{Device, Result, Scene};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::show_up_to(
        1 << 20,
        [512, 512],
        |device: &Device, arguments: &Arguments| {
            Ok(Box::new(Draping::new(device, arguments.size.map_or(48, usize::isqrt))?) as Box<dyn Scene>)
        },
        |device: &Device, arguments: &Arguments| -> Result<bool> {
            // ANCHOR: example
            // A few steps, against the reference.
            let fabric = Fabric::default();
            let flat = fabric.flat(32, 32, 0.851); // a millimetre above the ball
            let start = Particles::in_rows(device, 32, &flat)?;
            let given = cloth(device, &start, &fabric, 30)?.read()?;
            let wanted = cloth::reference(&flat, 32, &fabric, 30);
            // ANCHOR_END: example
            let apart = given
                .position
                .iter()
                .zip(&wanted.position)
                .map(|(a, b)| (a - b).amax())
                .fold(0.0, f32::max);
            println!("  after 30 steps a particle is {:.4} mm from the reference's at most", apart * 1e3);

            // Two seconds of falling.
            let mut draping = Draping::new(device, arguments.size.map_or(48, usize::isqrt))?;
            let last = arguments.film(device, "cloth", &mut draping, [256, 256], 63)?;
            let (cloth, _) = draping.parts();
            let lowest = cloth.position.read()?.iter().map(|place| place.y).fold(f32::MAX, f32::min);
            println!("  the lowest corner hangs {lowest:.2} m above the ground");
            // The folds of a second are chaotic: the eras' pictures are alike, not the same.
            Ok(arguments.keep(device, "cloth", &last, 8.0)? && apart < 1e-4 && lowest >= 0.0)
        },
    )
}
