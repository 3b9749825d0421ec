//! The fragment era by fours: texels of four columns, and eight render targets of them.

use super::{PACK, check_sizes};
use crate::algorithms::check_turns;
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};

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

/// Loop turns of matmul_packed.frag for sums of `inner` products: one for each four, four within, and those that
/// end the loops.
pub(super) fn packed_turns(inner: usize) -> usize {
    inner.div_ceil(4) * (1 + 5) + 1
}

/// Loop turns of matmul_wide.frag: one for each four, four and eight within, and those that end the loops.
pub(super) fn wide_turns(inner: usize) -> usize {
    inner.div_ceil(4) * (1 + 5 + TARGETS.len() + 1) + 1
}

/// Computes four columns of the result per fragment: packs both matrices by fours, multiplies, unpacks.
///
/// Source: Fatahalian, Sugerman and Hanrahan, Understanding the Efficiency of GPU Algorithms for
/// Matrix-Matrix Multiplication, Graphics Hardware 2004, which compares it with squares of 2 x 2 in a texel.
///
/// # Errors
/// As [`super::matmul()`].
pub fn fragment_packed(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let [rows, inner, columns] = check_sizes(&device, a, b)?;
    check_turns(&device, "a sum of packed matmul", packed_turns(inner), "use matmul::fragment_blocked")?;
    let mut result = device.empty([columns, rows])?;
    if inner == 0 {
        return Ok(result); // zeros
    }
    // ANCHOR: packed
    let fours = inner.div_ceil(4);
    let across = columns.div_ceil(4);
    let a = pack_texels(&device, a, fours, rows)?;
    let b = pack_texels(&device, b, across, 4 * fours)?;
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

/// Computes eight rows of four columns per fragment, one row per render target.
///
/// # Errors
/// As [`super::matmul()`].
pub fn fragment_wide(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let [rows, inner, columns] = check_sizes(&device, a, b)?;
    check_turns(&device, "a sum of wide matmul", wide_turns(inner), "use matmul::fragment_blocked")?;
    let mut result = device.empty([columns, rows])?;
    if inner == 0 {
        return Ok(result); // zeros
    }
    let fours = inner.div_ceil(4);
    let across = columns.div_ceil(4);
    let down = rows.div_ceil(TARGETS.len());
    // ANCHOR: wide
    let a = pack_texels(&device, a, fours, TARGETS.len() * down)?;
    let b = pack_texels(&device, b, across, 4 * fours)?;
    let targets = TARGETS.map(|_| device.empty::<[f32; 4]>([across, down]));
    let mut targets = targets.into_iter().collect::<Result<Vec<_>>>()?;
    let wide = device.kernel(&WIDE)?;
    let unpack = device.kernel(&UNPACK_WIDE)?;
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

/// Packs four neighbours of a row in a texel, with `texels` texels per row.
fn pack_texels(device: &Device, source: &Stream<f32>, texels: usize, rows: usize) -> Result<Stream<[f32; 4]>> {
    let mut packed = device.empty([texels, rows])?;
    device
        .kernel(&PACK)?
        .call()
        .gather("source", source)
        .output("result", &mut packed)
        .run()?;
    Ok(packed)
}
