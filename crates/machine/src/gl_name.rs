//! OpenGL's names of memories.

use std::num::NonZeroU32;

/// OpenGL's name of the texture or buffer that holds a stream, for a program that draws with the same context:
/// `Stream::gl_name` returns it, `Device::adopt` accepts one.
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
    /// A buffer: a stream of [`Layout::Linear`](gristmill_base::layout::Layout::Linear).
    Buffer(NonZeroU32),
    /// A 1D texture: a stream of [`Layout::Row`](gristmill_base::layout::Layout::Row).
    Texture1d(NonZeroU32),
    /// A 2D texture.
    Texture2d(NonZeroU32),
    /// A rectangle texture: a stream of [`Layout::Rectangle`](gristmill_base::layout::Layout::Rectangle).
    TextureRectangle(NonZeroU32),
    /// A 3D texture: a stream of [`Layout::Volume`](gristmill_base::layout::Layout::Volume).
    Texture3d(NonZeroU32),
    /// A cube texture: a stream of [`Layout::Cube`](gristmill_base::layout::Layout::Cube).
    TextureCube(NonZeroU32),
}
