//! What OpenGL calls a memory.

use std::num::NonZeroU32;

/// The name by which OpenGL knows what a stream lies in, for a program that draws with the same context:
/// [`Stream::gl_name`](crate::Stream::gl_name) gives it, [`Device::adopt`](crate::Device::adopt) takes one.
///
/// ```
/// use gristmill::{Device, Era, GlName, MachineChoice};
/// # let Ok(device) = Device::choose(Era::Fragment, MachineChoice::Driver) else { return Ok::<(), gristmill::Error>(()) };
/// let stream = device.stream(&[1.0, 2.0, 3.0])?;
/// assert!(matches!(stream.gl_name()?, GlName::Texture2d(_)));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GlName {
    /// Of a buffer: a stream of [`Layout::Linear`](crate::Layout::Linear).
    Buffer(NonZeroU32),
    /// Of a 1D texture: a stream of [`Layout::Row`](crate::Layout::Row).
    Texture1d(NonZeroU32),
    /// Of a 2D texture.
    Texture2d(NonZeroU32),
    /// Of a 3D texture: a stream of [`Layout::Volume`](crate::Layout::Volume).
    Texture3d(NonZeroU32),
    /// Of a cube texture: a stream of [`Layout::Cube`](crate::Layout::Cube).
    TextureCube(NonZeroU32),
}
