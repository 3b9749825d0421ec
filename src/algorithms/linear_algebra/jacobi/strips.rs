//! Several sweeps in one dispatch.

use super::fours::check_width;
use crate::{Device, DeviceKind, Era, KernelSource, Layout, Result, Stream, compute_kernel};

const STRIPS: KernelSource = compute_kernel!("linear_algebra/jacobi_strips");

/// Work of a lane: the size of its group, the sweeps it computes, the fours side by side and the rows of them.
struct SweepWork {
    lanes: usize,
    sweeps: usize,
    fours: usize,
    rows: usize,
}

/// A CPU needs few lanes, and has room for state that does not fit a GPU's registers.
const CPU_WORK: SweepWork = SweepWork { lanes: 8, sweeps: 8, fours: 4, rows: 128 };
const GPU_WORK: SweepWork = SweepWork { lanes: 64, sweeps: 2, fours: 1, rows: 16 };

/// Runs several sweeps per dispatch, on a CPU up to eight: a lane walks down a strip of fours with three rows of
/// every sweep in its registers, and computes the rim of its neighbours' strips that it needs itself. Streams as in
/// [`super::fragment_packed`].
///
/// Source: Nguyen, Satish, Chhugani, Kim and Dubey, 3.5-D Blocking Optimization for Stencil Computations on
/// Modern CPUs and GPUs, SC 2010.
///
/// # Errors
/// As [`super::fragment_packed`].
pub fn compute_strips(
    device: &Device,
    sweeps: usize,
    width: usize,
    b: &Stream<[f32; 4]>,
    x: &Stream<[f32; 4]>,
) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Compute)?;
    check_width(width, x)?;
    if sweeps == 0 || x.is_empty() {
        return device.copy_of(x);
    }
    let share = match device.suited_to() {
        DeviceKind::Cpu => CPU_WORK,
        _ => GPU_WORK,
    };
    let [fours, height] = [x.shape().extent(0), x.shape().extent(1)];
    let strips = fours.div_ceil(share.fours);
    let b = copy_to_image(b, &device)?;
    let mut from = copy_to_image(x, &device)?;
    let mut result = device.uninit(x.shape())?;
    // ANCHOR: strips
    let dispatches = sweeps.div_ceil(share.sweeps);
    for dispatch in 0..dispatches {
        let some = sweeps * (dispatch + 1) / dispatches - sweeps * dispatch / dispatches; // as equal as can be
        if dispatch > 0 {
            from.copy_from(&result)?;
        }
        let kernel = STRIPS.define("SWEEPS", some).define("OWN", share.fours);
        device
            .kernel(&kernel.define("LANES", share.lanes))?
            .call()
            .uniform("width", width as i32)
            .uniform("rows", share.rows as i32)
            .uniform("strips", strips as i32)
            .gather("x", &from)
            .gather("b", &b)
            .output("result", &mut result)
            .elements(strips * height.div_ceil(share.rows))
            .run()?;
    }
    // ANCHOR_END: strips
    Ok(result)
}

fn copy_to_image(stream: &Stream<[f32; 4]>, device: &Device) -> Result<Stream<[f32; 4]>> {
    let mut image = device.uninit_in(Layout::Packed, stream.shape())?;
    image.copy_from(stream)?;
    Ok(image)
}
