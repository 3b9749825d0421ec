//! The rung of 2005: rays in the loops of a GeForce 6800, 250 samples per pass.

use super::{View, check_slopes_input};
use crate::algorithms::structures::volume::check_by_slice;
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};
use nalgebra::Vector4;

const SLOPES: KernelSource = fragment_kernel!("structures/volume_render_slopes_2005");
const RENDER: KernelSource = fragment_kernel!("structures/volume_render_2005");
const WALL: KernelSource = fragment_kernel!("structures/volume_render_wall_2005");

/// Samples per pass and per cell along a ray, as in volume_render_2005.frag.
const SAMPLES_PER_PASS: usize = 250;
const SAMPLES_PER_CELL: f32 = 2.0;

/// Computes the slopes and values of a volume as [`super::slopes`] does, for slices side by side
/// ([`crate::Layout::BySlice`]), by a kernel of GLSL 1.10.
///
/// # Errors
/// As [`super::slopes`]; [`crate::Error::Data`] for other layouts.
pub fn slopes_2005(device: &Device, cells: &Stream<f32>, white: f32) -> Result<Stream<Vector4<f32>>> {
    let device = device.with_era(Era::Fragment)?;
    check_slopes_input(cells, white)?;
    check_by_slice(cells)?;
    let mut slopes = device.empty_in(cells.layout(), cells.shape())?;
    let call = device.kernel(&SLOPES)?;
    let call = call.call().uniform("scale", 1.0 / white);
    let call = call.uniform("share", [0, 1].map(|axis| 1.0 / cells.shape().extent(axis) as f32));
    call.gather("source", cells).output("gl_FragColor", &mut slopes).run()?;
    Ok(slopes)
}

/// One fragment per pixel, whose ray takes 250 samples per pass, by kernels of GLSL 1.10 for a GeForce 6800. `slopes` is
/// a result of [`slopes_2005`].
///
/// Source: Krüger and Westermann, Acceleration Techniques for GPU-based Volume Rendering, 2003.
///
/// # Errors
/// As [`super::volume_render`]; [`crate::Error::Data`] if the slices are not side by side.
pub fn fragment_2005(
    device: &Device,
    slopes: &Stream<Vector4<f32>>,
    view: &View,
    size: [usize; 2],
) -> Result<Stream<Vector4<f32>>> {
    let device = device.with_era(Era::Fragment)?;
    check_by_slice(slopes)?;
    view.check(slopes.shape())?;
    // ANCHOR: of_2005
    let start = vec![Vector4::new(0.0, 0.0, 0.0, 1.0); size[0] * size[1]];
    let mut light = PingPong::new(device.stream_of(size, &start)?, device.uninit(size)?);
    let kernel = device.kernel(&RENDER)?;
    for skipped in (0..longest_ray(slopes)).step_by(SAMPLES_PER_PASS) {
        light.step(|so_far, next| {
            let call = view.set_uniforms(kernel.call()).uniform("skipped", skipped as f32);
            let call = call.gather("source", slopes).input("so_far", so_far);
            call.output("gl_FragColor", next).run()
        })?;
    }
    let mut picture = device.empty(size)?;
    let call = device.kernel(&WALL)?;
    let call = call.call().input("light", light.now());
    call.output("gl_FragColor", &mut picture).run()?;
    // ANCHOR_END: of_2005
    Ok(picture)
}

/// Returns the largest number of samples of a ray in the volume: those along its diagonal, and one more at each end.
fn longest_ray(slopes: &Stream<Vector4<f32>>) -> usize {
    let sides = (0..3).map(|axis| slopes.shape().extent(axis).saturating_sub(1) as f32);
    let diagonal = sides.map(|side| side * side).sum::<f32>().sqrt();
    (SAMPLES_PER_CELL * diagonal).ceil() as usize + 2
}
