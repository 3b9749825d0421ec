//! The rung of 2005 without loops: as many weights as fit in a pass, unrolled.

use super::check_inputs;
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};

const OF_2005: KernelSource = fragment_kernel!("images/convolve_2005");

/// Weights per pass: each needs a coordinate and a product, of 64 instructions, and a constant, of 32.
const WEIGHTS_PER_PASS: usize = 17;

/// Runs one fragment per pixel by a kernel of GLSL 1.10, for any card that computes in floats:
/// along the rows, then along the columns, 17 weights per pass.
///
/// # Errors
/// As [`super::convolve`].
pub fn fragment_2005(device: &Device, source: &Stream<f32>, weights: &[f32]) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_inputs(source.shape(), weights)?;
    let [width, height] = source.texel();
    let rows = run_passes(&device, source, weights, [width, 0.0])?;
    run_passes(&device, &rows, weights, [0.0, height])
}

/// Sums along one axis: `along` is the distance between neighbours in texture coordinates.
fn run_passes(device: &Device, source: &Stream<f32>, weights: &[f32], along: [f32; 2]) -> Result<Stream<f32>> {
    // Full passes of one kernel, with at least three weights: drivers differ in the name of an array of one element.
    let length = weights.len().clamp(3, WEIGHTS_PER_PASS);
    let begun = OF_2005.define("LENGTH", length);
    let mut sums = PingPong::new(device.uninit(source.shape())?, device.uninit(source.shape())?);
    for (number, some) in weights.chunks(length).enumerate() {
        let mut some = some.to_vec();
        some.resize(length, 0.0);
        let first = (number * length) as f32 - (weights.len() / 2) as f32;
        let kernel = device.kernel(&if number == 0 { begun.clone() } else { begun.clone().define("FURTHER", 1) })?;
        sums.step(|so_far, result| {
            let call = kernel
                .call()
                .uniforms("weights", &some)
                .uniform("first", along.map(|step| first * step))
                .uniform("along", along)
                .input("source", source)
                .output("gl_FragColor", result);
            if number == 0 { call.run() } else { call.input("so_far", so_far).run() }
        })?;
    }
    Ok(sums.into_now())
}
