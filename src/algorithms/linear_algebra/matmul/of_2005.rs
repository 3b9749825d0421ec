//! The rung of 2005: texels of four columns, some steps per pass, no loop in any kernel.

use super::check_sizes;
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};

const PRODUCT: KernelSource = fragment_kernel!("linear_algebra/matmul_2005");
const PACK: KernelSource = fragment_kernel!("linear_algebra/matmul_pack_2005");
const UNPACK: KernelSource = fragment_kernel!("linear_algebra/matmul_unpack_2005");

/// Fours of each sum that one pass adds: the rounds of matmul_2005.frag.
const ROUNDS: usize = 5;

/// Computes four columns per fragment, twenty products per pass, by kernels of GLSL 1.10 for a Radeon 9700.
///
/// Sources: Hall, Carr and Hart, Cache and Bandwidth Aware Matrix Multiplication on the GPU, 2003 (some
/// products per pass); Fatahalian, Sugerman and Hanrahan, Graphics Hardware 2004 (four neighbours of a row in
/// a texel).
///
/// # Errors
/// As [`super::matmul()`].
pub fn fragment_2005(device: &Device, a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let [rows, inner, columns] = check_sizes(&device, a, b)?;
    let mut result = device.empty([columns, rows])?;
    if [rows, inner, columns].contains(&0) {
        return Ok(result); // zeros
    }
    // ANCHOR: of_2005
    let fours = inner.div_ceil(4).next_multiple_of(ROUNDS);
    let across = columns.div_ceil(4);
    let a = pack_texels(&device, a, [fours, rows])?;
    let b = pack_texels(&device, b, [across, 4 * fours])?;
    let multiply = device.kernel(&PRODUCT)?;
    let [now, next] = [device.empty::<[f32; 4]>([across, rows])?, device.empty([across, rows])?]; // zeros
    let mut sums = PingPong::new(now, next);
    for first in (0..fours).step_by(ROUNDS) {
        sums.step(|sums, next| {
            multiply
                .call()
                .uniform("first", first as f32)
                .gather("a", &a)
                .gather("b", &b)
                .input("sums", sums)
                .output("gl_FragColor", next)
                .run()
        })?;
    }
    device
        .kernel(&UNPACK)?
        .call()
        .gather("source", sums.now())
        .output("gl_FragColor", &mut result)
        .run()?;
    // ANCHOR_END: of_2005
    Ok(result)
}

/// Packs four neighbours of a row in a texel; `shape` is the texels per row and the rows.
fn pack_texels(device: &Device, source: &Stream<f32>, shape: [usize; 2]) -> Result<Stream<[f32; 4]>> {
    let mut packed = device.empty(shape)?;
    device
        .kernel(&PACK)?
        .call()
        .gather("source", source)
        .output("gl_FragColor", &mut packed)
        .run()?;
    Ok(packed)
}
