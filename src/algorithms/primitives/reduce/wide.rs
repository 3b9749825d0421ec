//! The fragment era with larger blocks, and with four elements per texel.

use super::{BLOCK_SIDES, Operation, identity_stream, result_shape, run_passes, texture_size};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

pub(super) const WIDE: KernelSource = fragment_kernel!("primitives/reduce_wide");
const PACKED: KernelSource = fragment_kernel!("primitives/reduce_packed");

/// Blocks of 4x4 texels into one: half the passes.
///
/// # Errors
/// As [`super::reduce`].
pub fn fragment_wide(device: &Device, operation: Operation, source: &Stream<f32>) -> Result<Stream<f32>> {
    run_passes(
        device,
        operation,
        source,
        &operation.specialise_kernel(WIDE).define("FACTOR", BLOCK_SIDES[1]),
        BLOCK_SIDES[1],
    )
}

/// Blocks of 8x8 texels of four elements each, channel by channel; the last pass combines the channels too.
///
/// Channels of the last texel that have no element hold the [identity](Operation::identity):
/// [`fours(elements, operation.identity())`](crate::algorithms::fours) makes such a stream.
///
/// # Errors
/// As [`super::reduce`].
pub fn fragment_packed(device: &Device, operation: Operation, source: &Stream<[f32; 4]>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    if source.is_empty() {
        return identity_stream(&device, operation);
    }
    let lanes = operation.specialise_kernel(PACKED).define("FACTOR", BLOCK_SIDES[2]);
    let mut size = texture_size(source)?;
    let mut now: Option<Stream<[f32; 4]>> = None;
    loop {
        size = size.map(|side| side.div_ceil(BLOCK_SIDES[2]));
        let source = now.as_ref().unwrap_or(source);
        if size == [1, 1] {
            let mut result = device.uninit(1)?;
            device
                .kernel(&lanes.define("LAST", 1))?
                .call()
                .gather("source", source)
                .output("result", &mut result)
                .run()?;
            return Ok(result);
        }
        let mut next = device.empty(result_shape(size))?;
        device
            .kernel(&lanes)?
            .call()
            .gather("source", source)
            .output("result", &mut next)
            .run()?;
        now = Some(next);
    }
}
