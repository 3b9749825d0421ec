//! Four cells of a row per texel.

use super::{check_plate, effective_steps};
use crate::{Device, Era, Error, KernelSource, PingPong, Result, Stream, fragment_kernel};

const PACKED: KernelSource = fragment_kernel!("simulations/heat_packed");

/// Runs one fragment per texel of four cells of a row, one pass per step. `cells` are rows of `width` cells, packed
/// by [`jacobi::packed`](crate::algorithms::jacobi::packed).
///
/// # Errors
/// As [`super::heat`]; and [`Error::Call`] if the elements of a row are not those of `width` cells.
pub fn fragment_packed(
    device: &Device,
    width: usize,
    cells: &Stream<[f32; 4]>,
    rate: f32,
    steps: usize,
) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    check_plate(cells, rate)?;
    if width.div_ceil(4) != cells.shape().extent(0) {
        let fours = width.div_ceil(4);
        let given = cells.shape();
        return Err(Error::call(
            "heat",
            format!("rows of {width} cells are {fours} fours, the stream is {given}; pack it again"),
        ));
    }
    let kernel = device.kernel(&PACKED)?;
    let mut plate = PingPong::new(device.copy_of(cells)?, device.uninit(cells.shape())?);
    for _ in 0..effective_steps(cells, steps) {
        plate.step(|now, next| {
            kernel
                .call()
                .uniform("rate", rate)
                .uniform("width", width as i32)
                .gather("cells", now)
                .output("result", next)
                .run()
        })?;
    }
    Ok(plate.into_now())
}
