//! The fragment era: dot products in one pass or in several, and packed matrices.

use super::{MATMUL, PACK};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};

const PACKED: KernelSource = fragment_kernel!("linear_algebra/matmul_packed");
const UNPACK: KernelSource = fragment_kernel!("linear_algebra/matmul_unpack");
const WIDE: KernelSource = fragment_kernel!("linear_algebra/matmul_wide");
const UNPACK_WIDE: KernelSource = fragment_kernel!("linear_algebra/matmul_unpack_wide");

/// The targets of matmul_wide.frag, and the names by which matmul_unpack_wide.frag reads them.
const TARGETS: [(&str, &str); 8] = [
    ("result_0", "rows_0"),
    ("result_1", "rows_1"),
    ("result_2", "rows_2"),
    ("result_3", "rows_3"),
    ("result_4", "rows_4"),
    ("result_5", "rows_5"),
    ("result_6", "rows_6"),
    ("result_7", "rows_7"),
];

/// So many products of each sum a pass, added to those of the passes before.
pub(super) fn ranges(device: &Device, a: &Stream<f32>, b: &Stream<f32>, range: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let [rows, inner, columns] = super::sizes(&device, a, b)?;
    let kernel = device.kernel(&MATMUL)?;
    // ANCHOR: ranges
    let mut sums = PingPong::new(device.empty([columns, rows])?, device.empty([columns, rows])?);
    for first in (0..inner).step_by(range) {
        let last = first.saturating_add(range).min(inner);
        sums.step(|sums, result| {
            let call = kernel.call().uniform("first", first as i32).uniform("last", last as i32);
            call.gather("a", a)
                .gather("b", b)
                .input("sums", sums)
                .output("result", result)
                .run()
        })?;
    }
    // ANCHOR_END: ranges
    Ok(sums.into_now())
}

/// Four neighbours of a row in a texel, so many texels and rows.
fn pack(device: &Device, source: &Stream<f32>, texels: usize, rows: usize) -> Result<Stream<[f32; 4]>> {
    let mut packed = device.empty([texels, rows])?;
    device
        .kernel(&PACK)?
        .call()
        .gather("source", source)
        .output("result", &mut packed)
        .run()?;
    Ok(packed)
}

/// Four columns a fragment.
pub(super) fn packed(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let [rows, inner, columns] = super::sizes(&device, a, b)?;
    let mut result = device.empty([columns, rows])?;
    if inner == 0 {
        return Ok(result); // zeros
    }
    // ANCHOR: packed
    let (fours, across) = (inner.div_ceil(4), columns.div_ceil(4));
    let (a, b) = (pack(&device, a, fours, rows)?, pack(&device, b, across, 4 * fours)?);
    let mut product = device.empty::<[f32; 4]>([across, rows])?;
    device
        .kernel(&PACKED)?
        .call()
        .gather("a", &a)
        .gather("b", &b)
        .output("result", &mut product)
        .run()?;
    device
        .kernel(&UNPACK)?
        .call()
        .gather("source", &product)
        .output("result", &mut result)
        .run()?;
    // ANCHOR_END: packed
    Ok(result)
}

/// Eight rows of four columns a fragment.
pub(super) fn wide(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let [rows, inner, columns] = super::sizes(&device, a, b)?;
    let mut result = device.empty([columns, rows])?;
    if inner == 0 {
        return Ok(result); // zeros
    }
    let (fours, across, down) = (inner.div_ceil(4), columns.div_ceil(4), rows.div_ceil(TARGETS.len()));
    // ANCHOR: wide
    let (a, b) = (pack(&device, a, fours, TARGETS.len() * down)?, pack(&device, b, across, 4 * fours)?);
    let targets = TARGETS.map(|_| device.empty::<[f32; 4]>([across, down]));
    let mut targets = targets.into_iter().collect::<Result<Vec<_>>>()?;
    let (wide, unpack) = (device.kernel(&WIDE)?, device.kernel(&UNPACK_WIDE)?);
    let call = wide.call().gather("a", &a).gather("b", &b);
    TARGETS
        .iter()
        .zip(&mut targets)
        .fold(call, |call, ((name, _), target)| call.output(name, target))
        .run()?;
    let call = unpack.call().output("result", &mut result);
    TARGETS
        .iter()
        .zip(&targets)
        .fold(call, |call, ((_, name), target)| call.gather(name, target))
        .run()?;
    // ANCHOR_END: wide
    Ok(result)
}
