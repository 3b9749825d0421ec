//! Layouts: the position of each element of a stream in memory, by the address translations of GPU Gems 2, chapter
//! 33.

mod plan;
#[cfg(test)]
mod tests;

pub use plan::Plan;

use std::ops::Range;

/// The layout of a stream in its textures or its buffer.
///
/// A texture has two dimensions and a largest side, a stream has up to four dimensions and any length, so an address
/// translation is needed. GPU Gems 2 (Lefohn, Kniss and Owens, chapter 33, "Implementing Efficient Parallel Data
/// Structures on GPUs") lists the choices; a [`Plan`] works one out for a shape.
///
/// ```
/// use gristmill::{Element, Layout, Plan, Shape, TextureLimits};
/// let limits = TextureLimits { side: 4096, side_3d: 256, buffer_bytes: 1 << 27 };
/// let million = Plan::new(Shape::from(1_000_000), Layout::Packed, f32::FORMAT, &limits)?;
/// assert_eq!(million.size(), [1024, 977, 1]);
/// let volume = Plan::new(Shape::from([64, 64, 64]), Layout::BySlice, f32::FORMAT, &limits)?;
/// assert_eq!((volume.size(), volume.columns()), ([512, 512, 1], 8));
/// let table = Plan::new(Shape::from(1000), Layout::Row, f32::FORMAT, &limits)?;
/// let sky = Plan::new(Shape::from([64, 64, 6]), Layout::Cube, f32::FORMAT, &limits)?;
/// assert_eq!((table.size(), sky.size()), ([1000, 1, 1], [64, 64, 6]));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// A storage buffer, elements one after another: the compute era's.
    Linear,
    /// The linear index wrapped at a width that the library chooses: 1D packed in 2D (listings 33-1 and 33-2), 2D
    /// unchanged, 3D and 4D flattened by lines (listing 33-3).
    ///
    /// The width of a 2D stream is its own. Any other stream of up to 64 elements is one row; a longer one is
    /// as wide as the smallest power of two whose square holds it, because the listings are exact for a power
    /// of two and the integer division is a shift.
    Packed,
    /// The linear index wrapped at a given width; the last row may be partly padding.
    PackedAt(usize),
    /// The addresses of [`Layout::Packed`] in a rectangle texture, the only one in which a GeForce FX has floats. Kernels
    /// read it by a `sampler2DRect`, whose coordinates are texels; it does not repeat, filters no floats and has no
    /// levels.
    Rectangle,
    /// A real 1D texture, elements one after another: at most as long as a texture's largest side.
    Row,
    /// 3D and 4D as slices next to each other in one texture (listing 33-4), as near to a square as fits.
    BySlice,
    /// Each 2D slice a texture of its own (figure 33-6); slice `(z, w)` is texture `z + depth * w`.
    Slices,
    /// A real 3D texture; the slices of a 4D stream follow each other along its third axis, at `z + depth *
    /// w`.
    Volume,
    /// A real cube texture, of a shape `[side, side, 6]`: slice `z` is a face, in the order +x, -x, +y, -y, +z, -z.
    /// Kernels can only read it by a direction, `texture(samplerCube, direction)`, and write it face by face.
    Cube,
}

/// The texture and buffer sizes that a device allows.
///
/// ```
/// use gristmill::TextureLimits;
/// let geforce_6800 = TextureLimits { side: 4096, side_3d: 512, buffer_bytes: 0 };
/// assert_eq!(geforce_6800.side * geforce_6800.side, 16_777_216); // the chapter's longest array
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TextureLimits {
    /// The largest width and height of a 2D texture, in texels (`GL_MAX_TEXTURE_SIZE`).
    pub side: usize,
    /// The largest width, height and depth of a 3D texture, in texels (`GL_MAX_3D_TEXTURE_SIZE`).
    pub side_3d: usize,
    /// The largest buffer that a kernel can see, in bytes (`GL_MAX_SHADER_STORAGE_BLOCK_SIZE`).
    pub buffer_bytes: usize,
}

/// The texel, or the position in a buffer, of one element.
///
/// ```
/// use gristmill::{Address, Element, Layout, Plan, Shape, TextureLimits};
/// let limits = TextureLimits { side: 4096, side_3d: 256, buffer_bytes: 1 << 27 };
/// let plan = Plan::new(Shape::from(1000), Layout::PackedAt(100), f32::FORMAT, &limits)?;
/// assert_eq!(plan.address(742), Address { texture: 0, x: 42, y: 7, z: 0 });
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Address {
    /// The texture's number: 0 except in [`Layout::Slices`].
    pub texture: usize,
    /// The column; in a buffer, the element.
    pub x: usize,
    /// The row, 0 in a buffer.
    pub y: usize,
    /// The layer: 0 except in [`Layout::Volume`] and [`Layout::Cube`].
    pub z: usize,
}

/// A rectangle of texels whose elements, row by row, have consecutive indices.
///
/// [`Plan::rectangles`] returns them: the parts to draw, write or read of a part of a stream.
///
/// ```
/// use gristmill::{Element, Layout, Plan, Shape, TextureLimits};
/// let limits = TextureLimits { side: 4096, side_3d: 256, buffer_bytes: 1 << 27 };
/// let plan = Plan::new(Shape::from(1000), Layout::PackedAt(100), f32::FORMAT, &limits)?;
/// let ranges: Vec<_> = plan.rectangles(250..620).iter().map(|rectangle| rectangle.range()).collect();
/// assert_eq!(ranges, [250..300, 300..600, 600..620]); // the end of a row, whole rows, the start of a row
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ElementRect {
    /// The texture's number: 0 except in [`Layout::Slices`].
    pub texture: usize,
    /// The first column.
    pub x: usize,
    /// The first row.
    pub y: usize,
    /// The layer: 0 except in [`Layout::Volume`] and [`Layout::Cube`].
    pub z: usize,
    /// Number of columns, at least 1.
    pub width: usize,
    /// Number of rows, at least 1.
    pub height: usize,
    /// The index of the element at the first column of the first row.
    pub start: usize,
}

impl ElementRect {
    /// Returns the indices of its elements.
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.width * self.height
    }
}
