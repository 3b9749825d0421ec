//! Steps on a single copy of the lattice.

use super::Lattice;
use super::memory::LatticeMemory;
use crate::{Device, Era, Error, KernelSource, Result, compute_kernel};

const IN_PLACE: KernelSource = compute_kernel!("simulations/lattice_boltzmann_in_place");

/// Runs one invocation per cell, on a single copy of the lattice.
///
/// # Errors
/// As [`super::lattice_boltzmann`], and for an odd count of steps: the two of a pair differ.
pub fn compute_in_place(device: &Device, start: &Lattice, steps: usize) -> Result<Lattice> {
    let device = &device.with_era(Era::Compute)?;
    start.check_era(device)?;
    if !steps.is_multiple_of(2) {
        return Err(Error::call(
            "lattice_boltzmann_in_place.comp",
            format!("{steps} steps given, the rung runs them in pairs; give an even number"),
        ));
    }
    let kernel = device.kernel(&IN_PLACE)?;
    let mut now = start.now.copy(device)?;
    if let LatticeMemory::Buffer(distributions) = &mut now {
        for step in 0..steps {
            start
                .prepare_call(&kernel)
                .uniform("second", (step % 2) as i32)
                .update("distributions", distributions)
                .groups(start.count_groups(&kernel, 1))
                .run()?;
        }
    }
    start.with_memory(device, steps, now)
}
