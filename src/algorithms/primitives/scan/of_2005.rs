//! Doubling strides by a kernel of GLSL 1.10.

use super::super::{in_rows, rows::column_and_row};
use super::run_doubling_passes;
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

const OF_2005: KernelSource = fragment_kernel!("primitives/scan_2005");

/// Doubling strides by a kernel of GLSL 1.10, for any card that calculates in floats.
///
/// The floats do not limit the length, but they limit sums: a Radeon 9700 has integers up to 2^17.
///
/// Source: Horn, Stream Reduction Operations for GPGPU Applications, GPU Gems 2, chapter 36, 2005.
///
/// # Errors
/// [`crate::Error::Call`] if the stream is not in one texture, row after row.
pub fn fragment_2005(device: &Device, source: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    in_rows("scan", "source", source)?;
    let kernel = device.kernel(&OF_2005)?;
    run_doubling_passes(&device, source, |stride, source, result| {
        kernel
            .call()
            .uniform("stride", column_and_row(stride, source))
            .input("source", source)
            .output("gl_FragColor", result)
            .run()
    })
}
