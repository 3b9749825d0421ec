//! The compute era on a GPU: one dispatch, whose tiles look back over those before them.

use super::{Compacted, with_condition};
use crate::algorithms::scan::Number;
use crate::{Device, Era, Error, KernelSource, Result, Stream, compute_kernel};

const LOOKBACK: KernelSource = compute_kernel!("primitives/compact_lookback");

/// Elements of a tile of compact_lookback.comp, and invocations of its groups.
const TILE: usize = 4096;
const GROUP: usize = 256;

/// Tile states hold numbers below this limit.
const NUMBER_LIMIT: usize = 1 << 30;

/// One dispatch: each group compacts a tile, and looks back over the tiles before to find where its elements go.
///
/// Source: Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016.
///
/// # Errors
/// As [`super::compact`]; [`crate::Error::Limit`] for 2^30 elements or more.
pub fn compute_lookback<T: Number>(device: &Device, source: &Stream<T>, condition: &str) -> Result<Compacted<T>> {
    if source.len() >= NUMBER_LIMIT {
        let given = source.len() as u128;
        let most = NUMBER_LIMIT as u128 - 1;
        return Err(Error::limit("elements counted by look-back", given, most, "use compact::compute_scan"));
    }
    let device = device.with_era(Era::Compute)?;
    let kernel = device.kernel(&with_condition::<T>(&LOOKBACK, condition)?)?;
    // ANCHOR: lookback
    let tiles = source.len().div_ceil(TILE);
    let mut elements = device.empty(source.len())?;
    let mut count = device.empty(1)?;
    let mut ticket = device.empty::<u32>(1)?; // zeros: no tile is taken,
    let mut states = device.empty::<u32>(tiles)?; // and none has published a count
    kernel
        .call()
        .gather("source", source)
        .output("result", &mut elements)
        .output("count", &mut count)
        .update("ticket", &mut ticket)
        .update("states", &mut states)
        .elements(tiles * GROUP)
        .run()?;
    // ANCHOR_END: lookback
    Ok(Compacted { elements, count })
}
