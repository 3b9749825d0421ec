//! The darkest pixel of a photograph, up the ladder of the compute lesson: a dispatch per level, an atomic
//! operation a pixel, one a group.
//!
//! Run it with `cargo run --example minimum`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::reduce::{self, Operation};
use gristmill::{Device, Era, Result, Stream};
use std::process::ExitCode;

type Rung = (&'static str, fn(&Device, Operation, &Stream<f32>) -> Result<Stream<f32>>);

// ANCHOR: ladder
const FRAGMENT: &[Rung] = &[("blocks of 2x2", reduce::fragment), ("blocks of 4x4", reduce::fragment_wide)];
const COMPUTE: &[Rung] = &[
    ("a dispatch per level", reduce::compute_levels),
    ("one cell for all", reduce::compute_atomic),
    ("a cell a group, then one", reduce::compute_atomic_group),
    ("a share a lane", reduce::compute),
];
// ANCHOR_END: ladder

fn main() -> ExitCode {
    arguments::run(|device: &Device, _| -> Result<bool> {
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/coffee.png"))
            .expect("the photograph is part of the project")
            .to_luma32f();
        let brightness: Vec<f32> = photograph.iter().copied().collect();
        let pixels = device.stream(&brightness)?;
        let wanted = reduce::reference(Operation::Min, &brightness);
        // ANCHOR: example
        let mut right = true;
        for (method, rung) in if device.era() == Era::Fragment { FRAGMENT } else { COMPUTE } {
            rung(device, Operation::Min, &pixels)?; // it compiles
            let (darkest, trace) = device.trace(|| rung(device, Operation::Min, &pixels))?;
            let darkest = darkest.read()?[0];
            let (passes, barriers, time) = (trace.passes(), trace.barriers(), trace.time());
            println!("  {method:26} {darkest:.4} in {passes:2} launches, {barriers:2} barriers, {time:9.1?}");
            right &= f64::from(darkest) == wanted;
        }
        // ANCHOR_END: example
        Ok(right)
    })
}
