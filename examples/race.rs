//! A race: each of 1,024 invocations takes what its neighbour has put into shared memory, and nobody waits.
//! On the driver it is nearly right; the emulator says what is wrong.
//!
//! Run it with `cargo run --example race`; it writes `race.svg` and `race_mended.svg`, the
//! timelines of four invocations.

mod arguments;
#[path = "race/drawing.rs"]
mod drawing;
#[path = "race/kernels.rs"]
mod kernels;

use gristmill::check::LaunchOptions;
use gristmill::finding::FindingKind;
use gristmill::{Device, Era, Error, KernelSource, Result};
use kernels::{MENDED, RACE, numbers, pictures, result, watch, wrong};
use std::process::ExitCode;

const COUNT: u32 = 1024;

/// The result of a kernel on a device.
fn on_device(device: &Device, name: &'static str, text: &'static str) -> Result<Vec<u32>> {
    // ANCHOR: device
    let source = device.stream(&numbers(COUNT))?;
    let mut moved = device.empty::<u32>(COUNT as usize)?;
    let kernel = device.kernel(&KernelSource::new(name).compute(text))?;
    kernel
        .call()
        .gather("source", &source)
        .output("result", &mut moved)
        .groups([1, 1, 1])
        .run()?;
    // ANCHOR_END: device
    moved.read()
}

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        if device.era() == Era::Fragment {
            println!("  fragments share no memory, so there is nothing to race for");
            return Ok(true);
        }
        let lucky = on_device(device, "race", RACE)?;
        println!("  race.comp:        {} of {COUNT} elements are wrong", wrong(&lucky, COUNT));
        let mended = on_device(device, "race_mended", MENDED)?;
        println!("  race_mended.comp: {} of {COUNT} elements are wrong", wrong(&mended, COUNT));

        println!("\nthe emulator, under several orders of the warps:");
        // ANCHOR: orders
        for order in ["in-order", "reversed", "round-robin", "random:0", "random:1"] {
            let report = watch("race.comp", RACE, COUNT, LaunchOptions::new().option("schedule", order)?)?;
            println!("  {order:12} {:4} of {COUNT} elements are wrong", wrong(result(&report)?, COUNT));
        }
        // ANCHOR_END: orders

        // ANCHOR: finding
        let report = watch("race.comp", RACE, COUNT, LaunchOptions::new().schedules(8))?;
        for finding in &report.findings {
            println!("\n{finding}");
        }
        // ANCHOR_END: finding
        println!("\n{}", report.verdict());
        let found = report.findings.iter().any(|finding| {
            let lines = finding.witnesses.iter().map(|witness| witness.text.as_str());
            finding.kind == FindingKind::Race && lines.eq(["board[me] = source[me];", "result[me] = board[left];"])
        });

        let silent = watch("race_mended.comp", MENDED, COUNT, LaunchOptions::new().schedules(8))?;
        println!("{}", silent.verdict());
        for (name, picture) in pictures()? {
            let path = arguments.out.join(name);
            std::fs::create_dir_all(&arguments.out)
                .and_then(|()| std::fs::write(&path, picture))
                .map_err(|error| Error::data(format!("{} cannot be written: {error}", path.display())))?;
            println!("written to {}", path.display());
        }
        let right = wrong(&mended, COUNT) == 0 && wrong(result(&silent)?, COUNT) == 0;
        Ok(found && right && silent.findings.is_empty())
    })
}
