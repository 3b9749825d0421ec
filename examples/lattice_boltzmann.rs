//! Lets a stream flow past a cylinder until its wake swings: a film of how the fluid turns, and how fast the
//! lattice is.
//!
//! Run it with `cargo run --example lattice_boltzmann`; `-- --help` lists what can be changed:
//! `--size` is the lattice's height.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::lattice_boltzmann::{self, Flow, Lattice, lattice_boltzmann};
use gristmill::{Device, Era, Result};
use std::process::ExitCode;
use std::time::Instant;

/// A stream past a cylinder, three times as long as high.
fn street(device: &Device, arguments: &Arguments) -> Result<Lattice> {
    // ANCHOR: example
    let height = arguments.size.unwrap_or(80);
    let flow = Flow::cylinder([height * 3, height], 100.0, 0.15);
    let stream = flow.velocity;
    let start = flow.moving(|_, _| stream);
    Lattice::start(device, flow, &start)
    // ANCHOR_END: example
}

/// Bytes a second that copies of four numbers a cell move, read and written.
fn copying(device: &Device, size: [usize; 2]) -> Result<f64> {
    let (from, mut to) = (device.empty::<[f32; 4]>(size)?, device.empty(size)?);
    to.copy_from(&from)?;
    device.finish()?;
    let (copies, begun) = (500, Instant::now());
    for _ in 0..copies {
        to.copy_from(&from)?;
    }
    device.finish()?;
    Ok((copies * 32 * size[0] * size[1]) as f64 / begun.elapsed().as_secs_f64())
}

fn main() -> ExitCode {
    let scene = |device: &Device, arguments: &Arguments| Ok(Box::new(street(device, arguments)?) as _);
    arguments::show_up_to(1 << 10, [630, 210], scene, |device, arguments| {
        let mut lattice = street(device, arguments)?;
        let cells = lattice.flow().cells.len();

        // ANCHOR: speed
        let (steps, begun) = (2_000, Instant::now());
        lattice.run(steps)?;
        lattice.check()?; // waits, and says where it blew up
        let updates = (steps * cells) as f64 / begun.elapsed().as_secs_f64();
        // ANCHOR_END: speed
        let moved = updates * if device.era() == Era::Fragment { 100.0 } else { 76.0 };
        println!(
            "  {cells} cells, {steps} steps: {:.1} million cells per second, {:.2} GB/s",
            updates / 1e6,
            moved / 1e9
        );
        let copied = copying(device, lattice.flow().size)?;
        println!("  a plain copy: {:.2} GB/s, so a step is at {:.0} % of it", copied / 1e9, 100.0 * moved / copied);

        let picture = arguments.film(device, "lattice_boltzmann", &mut lattice, [360, 120], 32)?;
        lattice.check()?;
        println!("  the fastest cell flows {:.3} cells per step", lattice.fastest()?);
        let alike = arguments.keep(device, "lattice_boltzmann", &picture, 1.0)?;

        // From here some steps on the host too.
        let (start, steps) = (lattice.read()?, 8);
        let given = lattice_boltzmann(device, &lattice, steps)?.read()?;
        let wanted = lattice_boltzmann::reference(lattice.flow(), &start, steps);
        let pairs = given.as_flattened().iter().zip(wanted.as_flattened());
        let error = pairs
            .map(|(given, wanted)| (f64::from(*given) - wanted).abs())
            .fold(0.0, f64::max);
        // Half a unit in the last place of 1/2 for each of 40 operations.
        Ok(alike && error <= steps as f64 * 10.0 * f64::from(f32::EPSILON))
    })
}
