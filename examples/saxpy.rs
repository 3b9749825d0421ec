//! Mixes two photographs, `alpha * x + y`, in both eras: the smallest program of the stream model.
//!
//! Run it with `cargo run --example saxpy`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::saxpy::{self, saxpy};
use gristmill::{Device, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, _| -> Result<bool> {
        // ANCHOR: example
        let [first, second] = [
            include_bytes!("../crates/cli/data/astronaut.png").as_slice(),
            include_bytes!("../crates/cli/data/coffee.png"),
        ]
        .map(|file| {
            image::load_from_memory(file)
                .expect("the photographs are part of the project")
                .to_rgb32f()
                .into_raw()
        });
        let count = first.len().min(second.len());
        let (x, y) = (&first[..count], &second[..count]);

        let result = saxpy(device, 0.5, &device.stream(x)?, &device.stream(y)?)?.read()?;
        // ANCHOR_END: example

        println!("  {count} values mixed, the first is {:.4} = 0.5 * {:.4} + {:.4}", result[0], x[0], y[0]);
        let truth = saxpy::reference(0.5, x, y);
        Ok(result
            .iter()
            .zip(&truth)
            .all(|(given, wanted)| approx::abs_diff_eq!(given, wanted, epsilon = 1e-6)))
    })
}
