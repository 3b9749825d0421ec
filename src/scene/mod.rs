//! Scenes: simulations that advance frame by frame and draw themselves on their device.

mod animation;
#[cfg(opengl_window)]
mod window;

use crate::stream::Stream;
use gristmill_base::error::{Error, Result};
use image::RgbaImage;
use nalgebra::Vector4;

pub use animation::Animation;
#[cfg(opengl_window)]
pub use window::Window;

/// A simulation on a device, to look at: in a window, or as an animation.
///
/// ```
/// use gristmill::{Device, Era, Mouse, Result, Scene, Stream, image_of};
/// use nalgebra::Vector4;
///
/// /// Grey that fades.
/// struct Fading(Device, f32);
///
/// impl Scene for Fading {
///     fn advance(&mut self, _: Option<Mouse>) -> Result<()> {
///         self.1 *= 0.5;
///         Ok(())
///     }
///     fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
///         self.0.stream_of(size, &vec![Vector4::new(self.1, self.1, self.1, 1.0); size[0] * size[1]])
///     }
/// }
///
/// # fn main() -> Result<()> {
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let mut fading = Fading(device, 1.0);
/// fading.advance(None)?;
/// assert_eq!(image_of(&fading.picture([3, 2])?)?.get_pixel(2, 1).0, [128, 128, 128, 255]);
/// # Ok(())
/// # }
/// ```
// ANCHOR: scene
pub trait Scene {
    /// Advances by one frame. `mouse` is the mouse, if it is over the scene.
    ///
    /// # Errors
    /// Errors of the simulation.
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()>;

    /// Draws the present frame on the device: colours of 0 to 1, red, green, blue and opacity, row 0 the top. The
    /// stream may have any layout.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if the picture does not fit the device.
    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>>;
}
// ANCHOR_END: scene

/// The mouse over a scene.
///
/// ```
/// use gristmill::Mouse;
/// let middle = Mouse { at: [0.5, 0.5], pressed: true, ..Mouse::default() };
/// assert_eq!(middle.moved, [0.0, 0.0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mouse {
    /// Its position: 0 to 1 from the left and from the top.
    pub at: [f32; 2],
    /// Its movement since the last frame, in the same units.
    pub moved: [f32; 2],
    /// True while its button is down.
    pub pressed: bool,
}

/// Reads a scene's picture to the host: 0 to 1 become 0 to 255; values outside are clamped, and NaN becomes 0.
///
/// ```
/// use gristmill::nalgebra::Vector4;
/// use gristmill::{Device, Era, image_of};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let picture = device.stream_of([1, 1], &[Vector4::new(1.0, 0.5, -3.0, 1.0)])?;
/// assert_eq!(image_of(&picture)?.get_pixel(0, 0).0, [255, 128, 0, 255]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the stream is not 2D.
pub fn image_of(picture: &Stream<Vector4<f32>>) -> Result<RgbaImage> {
    let &[width, height] = picture.shape().extents() else {
        return Err(Error::data(format!("a stream of {} is not a picture; give it two dimensions", picture.shape())));
    };
    let colours = picture.read()?;
    let bytes = colours
        .iter()
        .flat_map(|colour| colour.as_slice().iter().map(|lane| (lane * 255.0).round() as u8))
        .collect();
    RgbaImage::from_raw(width as u32, height as u32, bytes).ok_or_else(|| Error::data("the picture is too large"))
}
