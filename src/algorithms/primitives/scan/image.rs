//! The compute era's chunks from a texture.

use super::chunks::FEW_CHUNKS;
use super::{build_sixteenths, reference};
use crate::algorithms::primitives::in_rows;
use crate::algorithms::{Check, Trial, Workload, check_turns, fours};
use crate::{Device, Era, KernelSource, Layout, Result, Stream, compute_kernel};

const TOTALS: KernelSource = compute_kernel!("primitives/scan_image_totals");
const IMAGE: KernelSource = compute_kernel!("primitives/scan_image");

/// Returns the number of texels in a chunk: whole 64-byte lines, and an odd number of them, as
/// [`super::chunks::chunk_length`].
fn chunk_texels(texels: usize) -> usize {
    (texels.div_ceil(FEW_CHUNKS).div_ceil(4) | 1) * 4
}

/// Returns the largest number of turns that a lane's loops take: one loop reads its chunk two texels at a time, the
/// other the totals of the chunks before it.
pub(super) fn turns_of(elements: usize) -> usize {
    chunk_texels(elements.div_ceil(4)) / 2 + FEW_CHUNKS + 1
}

/// As [`super::compute_chunks`], but from a texture read as an image, four numbers per texel; the sums continue from
/// the last number of a texel to the first of the next.
///
/// The source has [`Layout::Packed`]: a stream of the fragment era, or one built by [`Device::stream_in`]. Zeros must
/// fill up its last texel.
///
/// # Errors
/// As [`super::scan`].
pub fn compute_image(device: &Device, source: &Stream<[f32; 4]>) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Compute)?;
    in_rows("scan", "source", source)?;
    let mut result = device.uninit(source.shape())?;
    if source.is_empty() {
        return Ok(result);
    }
    let chunk = chunk_texels(source.len());
    check_turns(&device, "scan of a chunk", turns_of(4 * source.len()), "use scan::compute_lookback")?;
    let mut totals = device.uninit::<f32>(FEW_CHUNKS)?;
    device
        .kernel(&TOTALS)?
        .call()
        .uniform("chunk", chunk as i32)
        .gather("source", source)
        .output("totals", &mut totals)
        .run()?;
    device
        .kernel(&IMAGE)?
        .call()
        .uniform("chunk", chunk as i32)
        .gather("source", source)
        .gather("totals", &totals)
        .output("result", &mut result)
        .elements(FEW_CHUNKS)
        .run()?;
    Ok(result)
}

/// Tries the other rungs' numbers, packed by fours.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers = build_sixteenths(workload);
    let wanted = reference(&numbers);
    let texels = fours(&numbers, 0.0);
    // In a short source, rows of seven end within chunks; a long one has enough rows by itself.
    let layout = if texels.len() < 4096 { Layout::PackedAt(7) } else { Layout::Packed };
    let source = device.stream_in(layout, texels.len(), &texels)?;
    let device = device.clone();
    Ok(Trial::new(
        move || compute_image(&device, &source),
        move |result| {
            let sums = result.read()?.concat();
            Ok(Check::within(sums.get(..wanted.len()).unwrap_or(&sums), &wanted, 0.0))
        },
    ))
}
