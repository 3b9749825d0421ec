//! Boundary conditions by the sampler.

use super::{check_plate, effective_steps};
use crate::{Device, Era, KernelSource, PingPong, Result, Sampling, Stream, fragment_kernel};

const SAMPLED: KernelSource = fragment_kernel!("simulations/heat_sampled");

/// Runs one fragment per cell; the sampler sets the temperature beyond the plate. Clamped or mirrored, no heat
/// leaves; repeated, the plate is a torus; with a border, the outside keeps the border's temperature.
///
/// ```
/// use gristmill::{Sampling, algorithms::heat::fragment_sampled};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let cells = device.stream_of([3, 1], &[8.0, 0.0, 0.0])?;
/// let torus = fragment_sampled(&device, &cells, 0.25, 1, Sampling::nearest().repeat())?;
/// assert_eq!(torus.read()?, [4.0, 2.0, 2.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`super::heat`].
pub fn fragment_sampled(
    device: &Device,
    cells: &Stream<f32>,
    rate: f32,
    steps: usize,
    beyond: Sampling,
) -> Result<Stream<f32>> {
    check_plate(cells, rate)?;
    let device = device.with_era(Era::Fragment)?;
    let kernel = device.kernel(&SAMPLED)?;
    let mut plate = PingPong::new(device.copy_of(cells)?, device.uninit(cells.shape())?);
    for _ in 0..effective_steps(cells, steps) {
        plate.step(|now, next| {
            kernel
                .call()
                .uniform("rate", rate)
                .sampled("cells", now, beyond)
                .output("result", next)
                .run()
        })?;
    }
    Ok(plate.into_now())
}
