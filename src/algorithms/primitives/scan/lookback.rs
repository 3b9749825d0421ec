//! The compute era on a GPU: one dispatch, whose tiles look back over those before them.

use super::number::{Number, for_number_type};
use super::{BLOCK, ScanKind};
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const LOOKBACK: KernelSource = compute_kernel!("primitives/scan_lookback");

/// Elements of a tile of scan_lookback.comp.
const TILE: usize = 4096;

/// One dispatch: each group scans a tile, and looks back over the tiles before for the sum to add.
///
/// Sources: Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016; with a decoupled
/// fallback, so that no group waits for another forever.
///
/// # Errors
/// As [`super::scan`].
pub fn compute_lookback<T: Number>(device: &Device, source: &Stream<T>) -> Result<Stream<T>> {
    scan_by_lookback(device, source, ScanKind::Inclusive)
}

/// Scans in one dispatch whose tiles look back.
pub(super) fn scan_by_lookback<T: Number>(device: &Device, source: &Stream<T>, kind: ScanKind) -> Result<Stream<T>> {
    let device = device.with_era(Era::Compute)?;
    let kernel = device.kernel(&kind.specialise_kernel(for_number_type::<T>(&LOOKBACK)))?;
    // ANCHOR: lookback
    let mut result = device.uninit(source.shape())?;
    let tiles = source.len().div_ceil(TILE);
    let mut ticket = device.empty::<u32>(1)?; // zeros: no tile is taken,
    let mut states = device.empty::<u32>(tiles)?; // and none has published a sum
    let mut totals = device.empty::<T>(tiles)?;
    let mut prefixes = device.empty::<T>(tiles)?;
    kernel
        .call()
        .gather("source", source)
        .output("result", &mut result)
        .update("ticket", &mut ticket)
        .update("states", &mut states)
        .update("totals", &mut totals)
        .update("prefixes", &mut prefixes)
        .elements(tiles * BLOCK)
        .run()?;
    // ANCHOR_END: lookback
    Ok(result)
}
