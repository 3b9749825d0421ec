//! Jets of dye around a wall: stable fluids, in a window where the mouse stirs.
//!
//! Run it with `cargo run --example fluid`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::fluid::{Conditions, Fields, Fluid, Pressure, reference};
use gristmill::{Device, Result, Scene, image_of};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::show_up_to(
        1 << 22,
        [512, 512],
        |device, arguments| {
            // ANCHOR: scene
            let side = arguments.size.map_or(256, usize::isqrt).max(16);
            let (start, conditions) = Fields::jets([side, side]);
            let scene = Fluid::new(device, &start, conditions)?;
            // ANCHOR_END: scene
            Ok(Box::new(scene))
        },
        |device, arguments| {
            // A small fluid beside the loops on one thread, with either pressure.
            let (start, conditions) = Fields::jets([48, 40]);
            let mut right = true;
            for pressure in [Pressure::Jacobi { sweeps: 40 }, Pressure::Multigrid { cycles: 1 }] {
                let conditions = Conditions { pressure, ..conditions.clone() };
                // ANCHOR: example
                let mut fluid = Fluid::new(device, &start, conditions.clone())?;
                fluid.steps(8)?;
                let given = fluid.read()?;
                let wanted = reference(&start, &conditions, 8)?;
                // ANCHOR_END: example
                let apart = given.velocity.iter().zip(&wanted.velocity);
                let apart = apart.map(|(given, wanted)| (given - wanted).amax()).fold(0.0, f32::max);
                let [before, after] = fluid.divergence()?;
                println!(
                    "  {pressure:?}: divergence {before:.3} before, {after:.5} after; {apart:.1e} from the reference"
                );
                // Velocities are about 100 cells per second: a hundred thousandth of that, for eight steps'
                // roundings.
                right &= apart < 1e-3;
            }
            Ok(right && pictures(device, arguments)?)
        },
    )
}

fn pictures(device: &Device, arguments: &arguments::Arguments) -> Result<bool> {
    let side = arguments.size.map_or(256, usize::isqrt).max(16);
    let (start, conditions) = Fields::jets([side, side]);
    let mut fluid = Fluid::new(device, &start, conditions)?;
    fluid.steps(120)?;
    let first = image_of(&fluid.picture([side, side])?)?;
    // Eddies pull roundings apart: the pictures are compared here, and the film goes on.
    let near = arguments.keep(device, "fluid", &first, 1.0)?;
    arguments.film(device, "fluid", &mut Every(fluid, 4), [256, 256], 40)?;
    Ok(near)
}

/// A scene that goes several steps per frame.
struct Every(Fluid, usize);

impl Scene for Every {
    fn advance(&mut self, mouse: Option<gristmill::Mouse>) -> Result<()> {
        self.0.steps(self.1 - 1)?;
        self.0.advance(mouse)
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<gristmill::Stream<nalgebra::Vector4<f32>>> {
        self.0.picture(size)
    }
}
