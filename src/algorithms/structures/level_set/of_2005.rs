//! The whole volume as slices side by side in a texture, as it was done before the band.

use super::{SurfaceMotion, WIDTH};
use crate::{Device, Era, KernelSource, Layout, PingPong, Result, Stream, TexelRect, fragment_kernel};

const DENSE: KernelSource = fragment_kernel!("structures/level_set_dense_2005");

/// Every cell of the volume in each step, a rectangle drawn for each slice, by a kernel of GLSL 1.10 for a
/// Radeon 9700.
///
/// # Errors
/// As [`super::level_set`].
pub fn fragment_dense_2005(
    device: &Device,
    motion: &SurfaceMotion,
    start: &[f32],
    steps: usize,
) -> Result<Stream<f32>> {
    motion.check(start)?;
    let device = device.with_era(Era::Fragment)?;
    let start: Vec<f32> = start.iter().map(|distance| distance.clamp(-WIDTH, WIDTH)).collect();
    if start.is_empty() {
        return device.stream(&start);
    }
    let speeds = upload_volume(&motion.speeds, &device, motion.extent)?;
    let kernel = device.kernel(&DENSE)?;
    let mut memory =
        PingPong::new(upload_volume(&start, &device, motion.extent)?, upload_volume(&start, &device, motion.extent)?);
    // ANCHOR: dense_2005
    let [width, height, depth] = motion.extent;
    let plan = *memory.now().plan();
    let corner = |slice: usize| {
        let address = plan.address(slice * width * height);
        [address.x as f32, address.y as f32]
    };
    for _ in 0..steps {
        memory.step(|now, next| {
            for slice in 0..depth {
                let [x, y] = corner(slice);
                let to = |other: usize| [corner(other)[0] - x, corner(other)[1] - y];
                let region = [TexelRect { x: x as usize, y: y as usize, width, height }];
                kernel
                    .call()
                    .uniform("interval", motion.interval)
                    .uniform("smoothing", motion.smoothing)
                    .uniform("rescale", motion.rescale_rate())
                    .uniform("first", [x + 0.5, y + 0.5])
                    .uniform("last", [x + width as f32 - 0.5, y + height as f32 - 0.5])
                    .uniform("before", to(slice.saturating_sub(1)))
                    .uniform("after", to((slice + 1).min(depth - 1)))
                    .gather("memory", now)
                    .input("speeds", &speeds)
                    .output("gl_FragColor", next)
                    .regions(&region)
                    .run()?;
            }
            Ok(())
        })?;
    }
    // ANCHOR_END: dense_2005
    Ok(memory.into_now())
}

pub(super) fn upload_volume(cells: &[f32], device: &Device, extent: [usize; 3]) -> Result<Stream<f32>> {
    device.stream_in(Layout::BySlice, extent, cells)
}
