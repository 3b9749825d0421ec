//! The longest path of 3n + 1 below a hundred thousand, found by rounds that the device sizes itself, in both
//! eras.
//!
//! Run it with `cargo run --example dispatch_indirect`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::dispatch_indirect::{self, NEVER, STEPS, dispatch_indirect};
use gristmill::{Device, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 24, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let numbers: Vec<u32> = (1..=arguments.size.unwrap_or(100_000) as u32).collect();
        let steps = dispatch_indirect(device, &device.stream(&numbers)?)?.read()?;
        // ANCHOR_END: example

        let ended = || numbers.iter().zip(&steps).filter(|(_, steps)| **steps != NEVER);
        if let Some((number, longest)) = ended().max_by_key(|(number, steps)| (**steps, u32::MAX - **number)) {
            println!("  of {} numbers {number} has the longest path, {longest} steps", numbers.len());
            let left: Vec<String> = (1..=longest / STEPS)
                .map(|round| ended().filter(|(_, steps)| **steps > round * STEPS).count().to_string())
                .collect();
            println!("  on their way after each round of {STEPS} steps: {}", left.join(", "));
        }
        println!("  {} paths leave 32 bits", steps.len() - ended().count());
        Ok(steps == dispatch_indirect::reference(&numbers))
    })
}
