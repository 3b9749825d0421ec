//! The fragment era with a mask: a loop of unknown length becomes passes of a known one.

use super::PlaneView;
use crate::{
    Compare, DepthStencilState, Device, Era, KernelSource, PingPong, Result, StencilUpdate, Stream, fragment_kernel,
};

const MASKED: KernelSource = fragment_kernel!("numbers/mandelbrot_masked");
const MARK: KernelSource = fragment_kernel!("numbers/mandelbrot_mark");

/// Rounds of a pass.
const ROUNDS_PER_PASS: u32 = 16;

/// Passes of 16 rounds: after each, a second pass masks the fragments that have ended, and counts them.
///
/// # Errors
/// As [`super::mandelbrot()`].
pub fn fragment_masked(device: &Device, view: &PlaneView) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    view.check()?;
    let mut result = device.empty(view.size)?;
    let [columns, rows] = view.size;
    if result.is_empty() {
        return Ok(result);
    }
    // ANCHOR: mask
    let mut z = PingPong::new(device.empty::<[i32; 2]>(view.size)?, device.empty(view.size)?);
    let mut ended = device.empty::<u32>(view.size)?;
    let mut mask = device.depth_stencil(columns, rows)?;
    let mut query = device.query()?;
    let mut sum = 0;
    let going = DepthStencilState { stencil: Compare::NotEqual, reference: 1, ..DepthStencilState::default() };
    let marking = DepthStencilState { on_pass: StencilUpdate::Replace, ..going };
    // ANCHOR_END: mask
    let kernel = device.kernel(&MASKED)?;
    let mark = device.kernel(&MARK)?;
    // ANCHOR: masked
    let mut before = 0;
    while before < view.rounds && sum < result.len() {
        let most = ROUNDS_PER_PASS.min(view.rounds - before);
        z.step(|now, next| {
            view.set_uniforms(kernel.call())
                .uniform("before", before as i32)
                .uniform("most", most as i32)
                .input("z", now)
                .output("new_z", next)
                .output("result", &mut result)
                .depth_stencil(&mut mask, going)
                .run()
        })?;
        before += most;
        mark.call()
            .uniform("most", before)
            .input("rounds", &result)
            .output("ended", &mut ended)
            .depth_stencil(&mut mask, marking)
            .count(&mut query)
            .run()?;
        sum += query.fragments()? as usize;
    }
    // ANCHOR_END: masked
    Ok(result)
}
