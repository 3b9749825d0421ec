//! A hot plate whose edges are cold, to ten digits from a solver that works in floats.
//!
//! Run it with `cargo run --example refine`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::conjugate_gradient::Goal;
use gristmill::algorithms::double_single::joined;
use gristmill::algorithms::refine::{self, refine};
use gristmill::algorithms::spmv::{Rows, SparseMatrix};
use gristmill::{Device, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 16, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let side = arguments.size.map_or(48, usize::isqrt);
        let plate = SparseMatrix::poisson(side, side)?;
        let heating = device.stream(&vec![1.0; side * side])?;
        let goal = Goal { tolerance: 1e-10, iterations: 5_000 };
        let refined = refine(device, &Rows::new(device, &plate)?, &heating, goal)?;
        let heat = joined(&refined.x.read()?);
        // ANCHOR_END: example

        let wanted = refine::reference(&plate, &vec![1.0; side * side])?;
        let middle = side * side / 2 + side / 2;
        let most = wanted.iter().fold(0.0, |most: f64, heat| most.max(heat.abs()));
        let error = heat
            .iter()
            .zip(&wanted)
            .fold(0.0, |most: f64, (heat, wanted)| most.max((heat - wanted).abs()));
        if let (Some(heat), Some(wanted)) = (heat.get(middle), wanted.get(middle)) {
            println!("  {side} x {side} cells; in the middle {heat:.10}, by doubles {wanted:.10}");
        }
        println!(
            "  {} corrections of {} iterations together leave {:.1e} of the heating",
            refined.corrections, refined.iterations, refined.residual
        );
        Ok(error <= 1e-9 * most)
    })
}
