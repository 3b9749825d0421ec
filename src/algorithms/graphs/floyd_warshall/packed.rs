//! The fragment era by fours: four distances in the channels of a texel.

use super::NO_PATH;
use crate::{Device, Era, Error, KernelSource, PingPong, Result, Shape, Stream, fragment_kernel};

const STEP: KernelSource = fragment_kernel!("graphs/floyd_warshall_packed");

/// Processes four distances per texel. `distances` are [`packed`], and so is the result.
///
/// # Errors
/// [`Error::Data`] if the count of texels in a row does not match the count of rows.
pub fn fragment_packed(device: &Device, distances: &Stream<[u32; 4]>) -> Result<Stream<[u32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    let shape = distances.shape();
    let nodes = check_packed(shape)?;
    let mut distances = PingPong::new(device.copy_of(distances)?, device.empty(shape)?);
    let kernel = device.kernel(&STEP)?;
    for k in 0..nodes {
        distances.step(|now, next| {
            kernel
                .call()
                .uniform("k", k as i32)
                .gather("distances", now)
                .output("result", next)
                .run()
        })?;
    }
    Ok(distances.into_now())
}

/// Returns the count of nodes of a packed square.
pub(super) fn check_packed(shape: Shape) -> Result<usize> {
    match *shape.extents() {
        [texels, rows] if texels == rows.div_ceil(4) => Ok(rows),
        _ => Err(Error::data(format!(
            "distances of {shape} texels are not a packed square; give a quarter as many columns as rows"
        ))),
    }
}

/// Packs the distances before the first step, rows by fours; the last four of a row may be partly unused.
///
/// ```
/// use gristmill::algorithms::floyd_warshall::{NO_PATH, packed, unpacked};
/// let texels = packed(&[9, 1, 2, 9], 2);
/// assert_eq!(texels, [[0, 1, NO_PATH, NO_PATH], [2, 0, NO_PATH, NO_PATH]]);
/// assert_eq!(unpacked(&texels, 2), [0, 1, 2, 0]);
/// ```
pub fn packed(weights: &[u32], nodes: usize) -> Vec<[u32; 4]> {
    (0..nodes * nodes.div_ceil(4))
        .map(|i: usize| {
            let row = i / nodes.div_ceil(4);
            let column = (i % nodes.div_ceil(4)) * 4;
            std::array::from_fn(|lane| read_weight(row, column + lane, weights, nodes))
        })
        .collect()
}

/// Returns the weight of an edge: 0 from a node to itself, and no path beyond the matrix.
fn read_weight(row: usize, column: usize, weights: &[u32], nodes: usize) -> u32 {
    match weights.get(row * nodes + column) {
        _ if row == column => 0,
        Some(weight) if column < nodes => *weight.min(&NO_PATH),
        _ => NO_PATH,
    }
}

/// Unpacks the square of [`packed`] texels.
pub fn unpacked(texels: &[[u32; 4]], nodes: usize) -> Vec<u32> {
    let rows = texels.chunks(nodes.div_ceil(4).max(1));
    rows.flat_map(|row| row.as_flattened()[..nodes].iter().copied()).collect()
}
