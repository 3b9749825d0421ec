//! The fragment era without loops: an entry of every row per pass; the depth test skips rows without further
//! entries.

use super::{Rows, check_vector};
use crate::{
    Blend, Compare, DepthStencilState, Device, Era, Error, KernelSource, Result, Stream, Topology, fragment_kernel,
};

const MARK: KernelSource = fragment_kernel!("linear_algebra/spmv_passes_mark");
const PASSES: KernelSource = fragment_kernel!("linear_algebra/spmv_passes", vertex);

/// Maximum length of a row: a depth must be between two lengths, and lengths relative to the longest are at least
/// 2^-20 apart, which is sixteen steps of a 24-bit depth buffer.
const MOST_ENTRIES: usize = 1 << 20;

/// Adds one entry of every row per pass, by blending; the depth test skips rows without further entries.
///
/// # Errors
/// As [`super::spmv()`]; [`Error::Limit`] for a row of more than 2^20 entries.
pub fn fragment_passes(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_vector(matrix.columns(), x)?;
    let longest = matrix.longest_row();
    if longest > MOST_ENTRIES {
        let thing = "entries of the longest row, each a depth and a pass";
        return Err(Error::limit(thing, longest as u128, MOST_ENTRIES as u128, "use spmv::fragment_blocks"));
    }
    let mut result = device.empty(matrix.rows())?;
    if longest == 0 {
        return Ok(result);
    }
    // ANCHOR: mask
    let [width, height, _] = result.plan().size();
    let mut mask = device.depth_stencil(width, height)?;
    mask.clear(0.0, 0)?; // the padding has no entries
    let write = DepthStencilState { depth: Compare::Always, write_depth: true, ..DepthStencilState::default() };
    device
        .kernel(&MARK)?
        .call()
        .uniform("longest", longest as i32)
        .gather("offsets", &matrix.offsets)
        .output("result", &mut result)
        .depth_stencil(&mut mask, write)
        .run()?;
    // ANCHOR_END: mask

    // ANCHOR: passes
    let pass = device.kernel(&PASSES)?;
    let longer = DepthStencilState { depth: Compare::Less, ..DepthStencilState::default() };
    for step in 0..longest {
        let depth = (step as f32 + 0.5) / longest as f32; // between rows of `step` and of `step + 1` entries
        pass.call()
            .uniform("step", step as i32)
            .uniform("depth", depth)
            .gather("offsets", &matrix.offsets)
            .gather("pointers", &matrix.pointers)
            .gather("values", &matrix.values)
            .gather("x", x)
            .output("result", &mut result)
            .vertices(Topology::Triangles, 3)
            .depth_stencil(&mut mask, longer)
            .blend(Blend::Add)
            .run()?;
    }
    // ANCHOR_END: passes
    Ok(result)
}
