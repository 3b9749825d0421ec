//! A torus by the sampler.

use super::check_board;
use crate::{Device, Era, KernelSource, PingPong, Result, Sampling, Stream, fragment_kernel};

const REPEAT: KernelSource = fragment_kernel!("simulations/life_repeat");

/// Runs one fragment per cell; the sampler repeats the board, so that the kernel does not compare columns and rows.
///
/// # Errors
/// As [`super::life`].
pub fn fragment_repeat(device: &Device, cells: &Stream<u32>, generations: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    let shape = check_board(cells)?;
    let kernel = device.kernel(&REPEAT)?;
    let torus = Sampling::nearest().repeat();
    let mut boards = PingPong::new(device.copy_of(cells)?, device.uninit(shape)?);
    for _ in 0..generations {
        boards.step(|now, next| kernel.call().sampled("cells", now, torus).output("result", next).run())?;
    }
    Ok(boards.into_now())
}
