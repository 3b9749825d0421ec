//! The fragment era without integers.

use super::check_board;
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};

const OF_2005: KernelSource = fragment_kernel!("simulations/life_2005");

/// Runs one fragment per cell by a kernel of GLSL 1.10, for any card that computes in floats. Cells are 1 or 0.
///
/// # Errors
/// As [`super::life`].
pub fn fragment_2005(device: &Device, cells: &Stream<f32>, generations: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let shape = check_board(cells)?;
    let kernel = device.kernel(&OF_2005)?;
    let mut boards = PingPong::new(device.copy_of(cells)?, device.uninit(shape)?);
    for _ in 0..generations {
        boards.step(|now, next| kernel.call().input("cells", now).output("gl_FragColor", next).run())?;
    }
    Ok(boards.into_now())
}
