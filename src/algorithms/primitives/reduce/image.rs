//! The compute era's shares from a texture.

use super::{Operation, Shares, in_rows, reduce_shares};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

pub(super) const IMAGE: KernelSource = compute_kernel!("primitives/reduce_image");

/// As [`super::compute`], but from a texture read as an image, four elements per texel.
///
/// Lanes of the last texel that have no element must hold the [identity](Operation::identity). The stream has
/// [`crate::Layout::Packed`]: one of the fragment era, or one built by [`Device::stream_in`].
///
/// # Errors
/// As [`super::reduce`].
pub fn compute_image(device: &Device, operation: Operation, source: &Stream<[f32; 4]>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    in_rows("reduce", "source", source)?;
    reduce_shares(&device, operation, source, IMAGE, Shares::for_device(&device, source.len()))
}
