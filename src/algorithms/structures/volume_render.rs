//! Volume rendering: a picture of a volume, by rays that gather light along their way.
//!
//! | era | the volume is | passes | reads a sample |
//! |---|---|---|---|
//! | fragment | slices side by side in one texture | one a picture | 8 texels |
//! | fragment, volume | a 3D texture | one a picture | 8 texels |
//! | compute | a buffer | one a picture | 8 vectors |
//!
//! The slopes that shade it are computed once a volume: one pass, or one a slice of a 3D texture.
//!
//! Sources: Levoy, Display of Surfaces from Volume Data, 1988 (transfer function, shading by the gradient, front to back); Krüger and
//! Westermann, Acceleration Techniques for GPU-based Volume Rendering, 2003 (rays in a fragment kernel, ended early).

mod reference;
mod row;

pub use reference::reference;
pub(in crate::algorithms) use row::ROW;

use super::volume::in_layout;
use crate::{Device, Era, Error, KernelSource, Layout, Mouse, Result, Scene, Stream, kernel_pair};
use nalgebra::{Vector3, Vector4};

const RENDER: KernelSource = kernel_pair!("structures/volume_render");
const SLOPES: KernelSource = kernel_pair!("structures/volume_render_slopes");

/// Where a volume is looked at from. Lengths are in cells; cell (x, y, z) lies at the point (x, y, z).
///
/// ```
/// use gristmill::algorithms::volume_render::View;
/// let view = View::around([9, 9, 9], 0.0, 0.0);
/// assert!((view.eye.x - 4.0).abs() < 1e-5 && view.eye.y < 0.0); // before the middle, and outside
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Where the rays start.
    pub eye: Vector3<f32>,
    /// From there to the centre of the picture.
    pub forward: Vector3<f32>,
    /// From that centre to the picture's right edge.
    pub right: Vector3<f32>,
    /// And to its upper edge.
    pub up: Vector3<f32>,
}

impl View {
    /// A view of a whole volume: `turn` around its third axis and `tilt` above it, both in radians.
    pub fn around(shape: [usize; 3], turn: f32, tilt: f32) -> View {
        let end = Vector3::from(shape.map(|extent| extent.saturating_sub(1) as f32));
        let (centre, radius) = (end / 2.0, end.norm().max(2.0) / 2.0);
        let [sin, cos] = [turn.sin(), turn.cos()];
        let forward = Vector3::new(sin * tilt.cos(), cos * tilt.cos(), -tilt.sin());
        let right = Vector3::new(cos, -sin, 0.0);
        let up = right.cross(&forward);
        View { eye: centre - forward * (radius * 3.2), forward, right: right * 0.3, up: up * 0.3 }
    }
}

// ANCHOR: slopes
/// The slope of each cell's surroundings, by central differences, in the first three lanes, and its value in the fourth; both are divided by
/// `white`. The result lies as `cells` does.
///
/// # Errors
/// [`Error::Data`] where `white` is not a number above 0, or the volume has no cell or not three dimensions.
pub fn slopes(device: &Device, cells: &Stream<f32>, white: f32) -> Result<Stream<Vector4<f32>>> {
    if cells.shape().rank() != 3 || cells.is_empty() {
        let shape = cells.shape();
        return Err(Error::data(format!(
            "a stream of {shape} is no volume to look at; give it [width, height, depth]"
        )));
    }
    if !(white > 0.0 && white.is_finite()) {
        return Err(Error::data(format!("the value {white} cannot count as white; give a number above 0")));
    }
    let mut slopes = device.empty_in(cells.layout(), cells.shape())?;
    let kernel = device.kernel(&in_layout(SLOPES, cells.layout())?)?;
    let call = kernel.call().uniform("white", white);
    let call = match cells.layout() {
        Layout::Slices => call.slice("below", cells, -1).input("source", cells).slice("above", cells, 1),
        _ => call.gather("source", cells),
    };
    call.output("slopes", &mut slopes).run()?;
    Ok(slopes)
}
// ANCHOR_END: slopes

/// A picture of a volume, in the device's era: colours of 0 to 1, row 0 the top. `slopes` is as [`slopes`] makes it, in any layout of the
/// era but a stack of slices.
///
/// Values up to 0.22 are clear, then come a haze, from 0.52 on what stops light, and from 0.95 on another colour.
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
/// [`Error::Data`] where the volume is a stack of slices, [`Error::Limit`] where the picture does not fit the machine.
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

/// One fragment a pixel, from slices side by side, line after line, or a 3D texture: the layout of `slopes` decides.
///
/// # Errors
/// As [`volume_render`].
pub fn fragment(
    device: &Device,
    slopes: &Stream<Vector4<f32>>,
    view: &View,
    size: [usize; 2],
) -> Result<Stream<Vector4<f32>>> {
    run(&device.with_era(Era::Fragment)?, slopes, view, size)
}

/// One invocation a pixel, from a buffer.
///
/// # Errors
/// As [`volume_render`].
pub fn compute(
    device: &Device,
    slopes: &Stream<Vector4<f32>>,
    view: &View,
    size: [usize; 2],
) -> Result<Stream<Vector4<f32>>> {
    run(&device.with_era(Era::Compute)?, slopes, view, size)
}

fn run(device: &Device, slopes: &Stream<Vector4<f32>>, view: &View, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
    if slopes.layout() == Layout::Slices {
        return Err(Error::data(
            "rays cannot go through a stack of slices, since a pass reads the textures it names and no others; copy it to Layout::BySlice",
        ));
    }
    // ANCHOR: render
    let kernel = in_layout(RENDER, slopes.layout())?.include("volume_render.glsl", RAYS);
    let mut picture = device.empty(size)?;
    device
        .kernel(&kernel)?
        .call()
        .uniform("eye", view.eye)
        .uniform("forward", view.forward)
        .uniform("right", view.right)
        .uniform("up", view.up)
        .gather("source", slopes)
        .output("picture", &mut picture)
        .run()?;
    // ANCHOR_END: render
    Ok(picture)
}

const RAYS: &str = include_str!("../../../kernel_includes/volume_render.glsl");

/// How far a picture may be from the reference's, in each lane: half a level of 255.
///
/// A ray ends when a 1024th of the light is left, and one machine may see that a sample later than another; the rest is rounding.
pub const BOUND: f64 = 0.5 / 255.0;

/// A volume that turns, to look at.
pub struct Turning {
    device: Device,
    shape: [usize; 3],
    slopes: Stream<Vector4<f32>>,
    turn: f32,
    tilt: f32,
}

impl Turning {
    /// A volume of that shape, x the fastest, in the device's era; `white` counts as 1.
    ///
    /// # Errors
    /// As [`slopes`], and [`Error::Data`] where the cells are not as many as the shape has.
    pub fn new(device: &Device, shape: [usize; 3], cells: &[f32], white: f32) -> Result<Turning> {
        let layout = if device.era() == Era::Fragment { Layout::BySlice } else { Layout::Linear };
        let slopes = slopes(device, &device.stream_in(layout, shape, cells)?, white)?;
        Ok(Turning { device: device.clone(), shape, slopes, turn: 0.6, tilt: 0.35 })
    }

    /// Where it is looked at from now.
    pub fn view(&self) -> View {
        View::around(self.shape, self.turn, self.tilt)
    }
}

impl Scene for Turning {
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        match mouse {
            Some(Mouse { moved: [across, down], pressed: true, .. }) => {
                self.turn -= 4.0 * across;
                self.tilt = (self.tilt + 3.0 * down).clamp(-1.5, 1.5);
            }
            _ => self.turn += std::f32::consts::TAU / 40.0,
        }
        Ok(())
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        volume_render(&self.device, &self.slopes, &self.view(), size)
    }
}
