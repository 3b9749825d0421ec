//! Volume rendering: a picture of a volume, by rays that accumulate light along their way.
//!
#![doc = table!()]
//!
//! The slopes that shade it are computed once per volume: one pass, or one per slice of a 3D texture. They have the
//! volume's layout, and [`fragment`] accepts either texture.
//!
//! Sources: Levoy, Display of Surfaces from Volume Data, 1988 (transfer function, shading by the gradient,
//! front to back); Krüger and Westermann, Acceleration Techniques for GPU-based Volume Rendering, 2003 (rays
//! in a fragment kernel, ended early).
//!
//! [`fragment_volume`]: fragment
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::volume_render::{self, BOUND, Turning, View, slopes, slopes_2005};
//! use gristmill::{Device, Era, Layout};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (shape, cells) = ([4, 4, 4], vec![1.0; 64]);
//! let turning = Turning::new(&compute, shape, &cells, 1.0)?; // a scene of it
//! let view: View = turning.view();
//! let wanted = volume_render::reference(&cells, shape, 1.0, &view, [3, 3]);
//! let old = slopes(&fragment, &fragment.stream_in(Layout::BySlice, shape, &cells)?, 1.0)?;
//! let early = slopes_2005(&fragment, &fragment.stream_in(Layout::BySlice, shape, &cells)?, 1.0)?;
//! let new = slopes(&compute, &compute.stream_of(shape, &cells)?, 1.0)?;
//! for picture in [
//!     volume_render::fragment(&fragment, &old, &view, [3, 3])?,
//!     volume_render::fragment_2005(&fragment, &early, &view, [3, 3])?,
//!     volume_render::compute(&compute, &new, &view, [3, 3])?,
//! ] {
//!     assert!(
//!         picture
//!             .read()?
//!             .iter()
//!             .zip(&wanted)
//!             .all(|(given, wanted)| f64::from((given - wanted).amax()) <= BOUND)
//!     );
//! }
//! assert_eq!(volume_render::fragment(&fragment, &old, &View::around(shape, 0.5, 0.0), [3, 3])?.len(), 9);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod of_2005;
mod reference;
mod trial;
mod turning;
mod view;

pub use of_2005::{fragment_2005, slopes_2005};
pub use reference::reference;
pub use turning::Turning;
pub use view::View;

use super::volume::for_layout;
use crate::{Device, Era, Error, KernelSource, Layout, Result, Stream, kernel_pair};
use nalgebra::Vector4;
use trial::{loop_turns, trial, trial_in, trial_of, volume_edge};

rungs! {
    "a picture of a volume, by rays through it", 40 * 35, trial;
    fragment: "slices side by side in one texture, a fragment per ray", "1 pass per picture; 8 texels per sample",
        "Krüger and Westermann 2003", turns |n| loop_turns(volume_edge(n));
    fragment_volume: "a 3D texture, a fragment per ray", "1 pass per picture; 8 texels per sample",
        "Krüger and Westermann 2003", turns |n| loop_turns(volume_edge(n)),
        by |device, workload| trial_in(device, workload, Layout::Volume, fragment);
    fragment_2005: "slices side by side, 250 samples of a ray per pass",
        "⌈2 d / 250⌉ + 1 passes for d cells along the diagonal; 8 texels per sample", "Krüger and Westermann 2003",
        on "geforce-6800", by |device, workload| trial_of(device, workload, Layout::BySlice, slopes_2005, fragment_2005);
    compute: "a buffer, an invocation per ray", "1 dispatch per picture; 8 vectors per sample", "the same lines",
        turns |n| loop_turns(volume_edge(n));
}

const RENDER: KernelSource = kernel_pair!("structures/volume_render");
const SLOPES: KernelSource = kernel_pair!("structures/volume_render_slopes");

// ANCHOR: slopes
/// Computes the slope of each cell's surroundings, by central differences, in the first three channels, and its value
/// in the fourth; both are divided by `white`. The result has the layout of `cells`.
///
/// # Errors
/// [`Error::Data`] if `white` is not a number above 0, or the volume has no cell or not three dimensions.
pub fn slopes(device: &Device, cells: &Stream<f32>, white: f32) -> Result<Stream<Vector4<f32>>> {
    check_slopes_input(cells, white)?;
    let mut slopes = device.empty_in(cells.layout(), cells.shape())?;
    let kernel = device.kernel(&for_layout(SLOPES, cells.layout()))?;
    let call = kernel.call().uniform("white", white);
    let call = match cells.layout() {
        Layout::Slices => call.slice("below", cells, -1).input("source", cells).slice("above", cells, 1),
        _ => call.gather("source", cells),
    };
    call.output("slopes", &mut slopes).run()?;
    Ok(slopes)
}
// ANCHOR_END: slopes

fn check_slopes_input(cells: &Stream<f32>, white: f32) -> Result<()> {
    if cells.shape().rank() != 3 || cells.is_empty() {
        let shape = cells.shape();
        return Err(Error::data(format!("a stream of {shape} is not a volume; give it [width, height, depth]")));
    }
    if !(white > 0.0 && white.is_finite()) {
        return Err(Error::data(format!("the value {white} cannot count as white; give a number above 0")));
    }
    Ok(())
}

/// Draws a volume, in the device's era: colours of 0 to 1, row 0 at the top. `slopes` is a result of [`slopes`], in any
/// layout of the era but a stack of slices.
///
/// Values up to 0.22 are transparent, those above are a haze, those from 0.52 on are opaque, and those from 0.95 on
/// have another colour.
///
/// ```
/// use gristmill::algorithms::volume_render::{View, slopes, volume_render};
/// # use gristmill::{Device, Era, Layout};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let cells = device.stream_in(Layout::BySlice, [8, 8, 8], &[1.0; 512])?;
/// let slopes = slopes(&device, &cells, 1.0)?;
/// let picture = volume_render(&device, &slopes, &View::around([8, 8, 8], 0.0, 0.0), [9, 9])?.read()?;
/// assert!(picture[40].x > picture[0].x); // the block is brighter than the wall behind it
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the volume is a stack of slices; [`Error::Limit`] if the picture does not fit the device, or the
/// volume is farther from the eye than a ray is followed, 4,096 cells.
pub fn volume_render(
    device: &Device,
    slopes: &Stream<Vector4<f32>>,
    view: &View,
    size: [usize; 2],
) -> Result<Stream<Vector4<f32>>> {
    match device.era() {
        Era::Fragment => fragment(device, slopes, view, size),
        Era::Compute => compute(device, slopes, view, size),
    }
}

/// One fragment per pixel, from slices side by side, line after line, or a 3D texture, by the layout of `slopes`.
///
/// # Errors
/// As [`volume_render`].
pub fn fragment(
    device: &Device,
    slopes: &Stream<Vector4<f32>>,
    view: &View,
    size: [usize; 2],
) -> Result<Stream<Vector4<f32>>> {
    let device = device.with_era(Era::Fragment)?;
    if slopes.layout() == Layout::Slices {
        return Err(Error::data(
            "rays cannot go through a stack of slices, since a pass reads the textures it names and no others; copy it to Layout::BySlice",
        ));
    }
    view.check(slopes.shape())?;
    // ANCHOR: render
    let kernel = device.kernel(&for_layout(RENDER, slopes.layout()))?;
    let mut picture = device.empty(size)?;
    view.set_uniforms(kernel.call())
        .gather("source", slopes)
        .output("picture", &mut picture)
        .run()?;
    // ANCHOR_END: render
    Ok(picture)
}

/// One invocation per pixel, from a buffer.
///
/// # Errors
/// As [`volume_render`].
pub fn compute(
    device: &Device,
    slopes: &Stream<Vector4<f32>>,
    view: &View,
    size: [usize; 2],
) -> Result<Stream<Vector4<f32>>> {
    let device = device.with_era(Era::Compute)?;
    view.check(slopes.shape())?;
    let kernel = device.kernel(&RENDER)?;
    let mut picture = device.empty(size)?;
    view.set_uniforms(kernel.call())
        .gather("source", slopes)
        .output("picture", &mut picture)
        .run()?;
    Ok(picture)
}

/// Largest difference of a picture from the reference's, in each channel: half a level of 255.
///
/// A ray ends when a 1024th of the light is left, and devices may detect that at different samples; the rest is
/// rounding.
pub const BOUND: f64 = 0.5 / 255.0;
