//! Adds up the harmonic series from its large end: what floats make of it, and what pairs of floats do.
//!
//! Run it with `cargo run --example double_single`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::double_single::{self, split};
use gristmill::{Device, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 22, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let terms = arguments.size.unwrap_or(100_000);
        let series: Vec<f64> = (1..=terms).map(|n| 1.0 / n as f64).collect();
        let pairs = device.stream(&split(&series))?;
        let ones = device.stream(&split(&vec![1.0; terms]))?;
        let sum = double_single::dot(device, &pairs, &ones)?;
        // ANCHOR_END: example

        let wanted: f64 = series.iter().rev().sum();
        let floats: f32 = series.iter().map(|term| *term as f32).sum();
        println!("  {terms} terms of 1 + 1/2 + 1/3 + ..");
        println!("  in doubles          {wanted:.13}");
        println!("  in pairs of floats  {sum:.13}, off by {:.1e}", (sum - wanted).abs());
        println!("  in floats           {floats:.13}, off by {:.1e}", (f64::from(floats) - wanted).abs());
        Ok((sum - wanted).abs() <= 1e-12 * wanted.max(1.0))
    })
}
