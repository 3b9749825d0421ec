//! The plan: one layout worked out for one shape.

use super::{Address, ElementRect, Layout, TextureLimits};
use crate::element::Format;
use crate::error::{Error, Result};
use crate::shape::Shape;
use std::ops::Range;

/// A stream of up to this many elements is one row.
const SINGLE_ROW_ELEMENTS: usize = 64;

/// One [`Layout`] worked out for one [`Shape`]: the number and size of the textures, and the address of each element.
///
/// Every layout is the same calculation with other numbers: equal *blocks* of `block_width` x `block_height`
/// elements, each filled row by row. Packed has one block, as wide as the texture. By slice, a block is a 2D slice,
/// and the slices are next to each other, each in its own texture, or each in a layer.
///
/// ```
/// use gristmill::{Element, Layout, Plan, Shape, TextureLimits};
/// let limits = TextureLimits { side: 4096, side_3d: 256, buffer_bytes: 1 << 27 };
/// let plan = Plan::new(Shape::from([33, 13, 20, 9]), Layout::BySlice, f32::FORMAT, &limits)?;
/// assert_eq!((plan.textures(), plan.size(), plan.columns()), (1, [264, 299, 1], 8));
/// let last = plan.address(33 * 13 * 20 * 9 - 1);
/// assert_eq!((last.x, last.y), (3 * 33 + 32, 22 * 13 + 12)); // slice 179 is the fourth of the 23rd row of slices
/// assert_eq!(plan.index(last), Some(77_219));
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// And of a stream in rows:
///
/// ```
/// use gristmill::{Element, Layout, Plan, Shape, TextureLimits};
/// let limits = TextureLimits { side: 4096, side_3d: 256, buffer_bytes: 1 << 27 };
/// let plan = Plan::new(Shape::from(250), Layout::PackedAt(100), f32::FORMAT, &limits)?;
/// assert_eq!((plan.shape(), plan.layout()), (Shape::from(250), Layout::PackedAt(100)));
/// assert_eq!(plan.texels(), 300); // the last row has padding
/// assert_eq!(plan.rectangles(90..120).len(), 2); // the end of a row, and the start of one
/// assert!(plan.texels() <= Plan::MAX_ELEMENTS);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    shape: Shape,
    layout: Layout,
    len: usize,
    block_width: usize,
    block_height: usize,
    columns: usize,
    size: [usize; 3],
    textures: usize,
}

impl Plan {
    /// The most elements of any plan: kernels count them in a GLSL `int`.
    pub const MAX_ELEMENTS: usize = i32::MAX as usize;

    /// Works out the addresses of a stream's elements.
    ///
    /// A size that the limits, a kernel's `int` or the platform's `usize` cannot hold is an [`Error::Limit`]; a width
    /// of 0 in [`Layout::PackedAt`], and a shape that is not a cube in [`Layout::Cube`], is an [`Error::Data`]. An
    /// empty shape gets one texel, because there is no texture of 0x0.
    ///
    /// ```
    /// use gristmill::{Element, Layout, Plan, Shape, TextureLimits};
    /// let limits = TextureLimits { side: 16_384, side_3d: 2048, buffer_bytes: 1 << 27 };
    /// let error = Plan::new(Shape::from([100_000, 4]), Layout::Packed, f32::FORMAT, &limits).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "width of a stream of 100000x4: 100000 given, the limit is 16384; use Layout::PackedAt or fewer elements"
    /// );
    /// ```
    pub fn new(shape: Shape, layout: Layout, format: Format, limits: &TextureLimits) -> Result<Plan> {
        let len = shape.checked_len()?;
        if let Layout::PackedAt(width) = layout {
            if width == 0 {
                return Err(Error::data("Layout::PackedAt(0) has no texels in a row; give a width of 1 or more"));
            }
            check_limit(|| "width of Layout::PackedAt".into(), width, limits.side, "use a smaller width")?;
        }
        if layout == Layout::Cube {
            check_cube_shape(shape)?;
        }

        let empty = Plan { shape, layout, len, block_width: 1, block_height: 1, columns: 1, size: [1; 3], textures: 1 };
        if len == 0 {
            return Ok(empty);
        }
        check_limit(|| format!("elements of a stream of {shape}"), len, Plan::MAX_ELEMENTS, "split it into several")?;
        let plan = match layout {
            Layout::Linear => empty.linear_plan(format, limits)?,
            Layout::Packed | Layout::Rectangle if shape.rank() == 2 => empty.unwrapped_plan(limits)?,
            Layout::Packed | Layout::Rectangle => empty.wrapped_plan(packed_width(len, limits.side), limits)?,
            Layout::PackedAt(width) => empty.wrapped_plan(width, limits)?,
            Layout::Row => empty.row_plan(limits)?,
            Layout::BySlice => empty.by_slice_plan(limits)?,
            Layout::Slices => empty.slices_plan(limits)?,
            Layout::Volume => empty.volume_plan(limits)?,
            Layout::Cube => empty.cube_plan(limits)?,
        };

        // The padding counts too: below this limit no arithmetic on texels or bytes can overflow.
        let bytes = plan
            .size
            .iter()
            .fold(plan.textures as u128 * format.bytes() as u128, |product, &n| product * n as u128);
        if bytes > isize::MAX as u128 {
            let thing = format!("bytes of a stream of {shape} with its padding");
            return Err(Error::limit(thing, bytes, isize::MAX as u128, "use fewer elements"));
        }
        Ok(plan)
    }

    fn linear_plan(self, format: Format, limits: &TextureLimits) -> Result<Plan> {
        let bytes = self.len as u128 * format.bytes() as u128;
        if bytes > limits.buffer_bytes as u128 {
            let thing = format!("bytes of a stream of {} {format}", self.shape);
            return Err(Error::limit(thing, bytes, limits.buffer_bytes as u128, "split it into several"));
        }
        Ok(Plan { block_width: self.len, size: [self.len, 1, 1], ..self })
    }

    /// Plans a 2D stream as a 2D texture of its size.
    fn unwrapped_plan(self, limits: &TextureLimits) -> Result<Plan> {
        self.check_slice_size(limits.side, "use Layout::PackedAt or fewer elements")?;
        self.wrapped_plan(self.shape.extent(0), limits)
    }

    /// Plans one block as wide as the texture: listings 33-1 to 33-3.
    fn wrapped_plan(self, width: usize, limits: &TextureLimits) -> Result<Plan> {
        let height = self.len.div_ceil(width);
        if height > limits.side {
            let thing = format!("elements of a stream of {} in rows of {width}", self.shape);
            let most = width as u128 * limits.side as u128;
            let wider = "use a wider Layout::PackedAt or fewer elements";
            let next = if width < limits.side { wider } else { "use fewer elements or several streams" };
            return Err(Error::limit(thing, self.len as u128, most, next));
        }
        Ok(Plan { block_width: width, block_height: height, size: [width, height, 1], ..self })
    }

    /// Plans one block of one row.
    fn row_plan(self, limits: &TextureLimits) -> Result<Plan> {
        check_limit(
            || format!("elements of a stream of {} in one row", self.shape),
            self.len,
            limits.side,
            "use Layout::Packed (see the chapter on arrays in textures)",
        )?;
        Ok(Plan { block_width: self.len, size: [self.len, 1, 1], ..self })
    }

    /// Plans slices next to each other, `columns` in a row of slices: listing 33-4.
    fn by_slice_plan(self, limits: &TextureLimits) -> Result<Plan> {
        self.check_slice_size(limits.side, "use Layout::Packed or fewer elements")?;
        let [width, height, slices] = self.folded_extents();
        let most_columns = limits.side / width;
        let most_rows = limits.side / height;
        let fewest_columns = slices.div_ceil(most_rows);
        if fewest_columns > most_columns {
            let thing = format!("slices of {width}x{height} in one texture");
            let most = most_columns as u128 * most_rows as u128;
            return Err(Error::limit(thing, slices as u128, most, "use Layout::Packed or Layout::Slices"));
        }
        // Square: columns * width = slices / columns * height. A whole number, which the listing omits (erratum 10).
        let square = (slices * height / width).isqrt().clamp(1, slices);
        let columns = square.clamp(fewest_columns, most_columns);
        let size = [columns * width, slices.div_ceil(columns) * height, 1];
        Ok(Plan { block_width: width, block_height: height, columns, size, ..self })
    }

    /// Plans each slice as a texture: figure 33-6.
    fn slices_plan(self, limits: &TextureLimits) -> Result<Plan> {
        self.check_slice_size(limits.side, "use Layout::Packed or fewer elements")?;
        let [width, height, slices] = self.folded_extents();
        Ok(Plan { block_width: width, block_height: height, size: [width, height, 1], textures: slices, ..self })
    }

    /// Plans each slice as a layer of a 3D texture.
    fn volume_plan(self, limits: &TextureLimits) -> Result<Plan> {
        let next = "use Layout::BySlice or Layout::Packed";
        self.check_slice_size(limits.side_3d, next)?;
        let [width, height, slices] = self.folded_extents();
        check_limit(|| format!("slices of a stream of {}", self.shape), slices, limits.side_3d, next)?;
        Ok(Plan { block_width: width, block_height: height, size: [width, height, slices], ..self })
    }

    /// Plans each face as a layer of a cube.
    fn cube_plan(self, limits: &TextureLimits) -> Result<Plan> {
        let side = self.shape.extent(0);
        check_limit(|| format!("side of a cube of {}", self.shape), side, limits.side, "use smaller faces")?;
        Ok(Plan { block_width: side, block_height: side, size: [side, side, 6], ..self })
    }

    /// Returns the shape with its last two axes folded into one.
    fn folded_extents(&self) -> [usize; 3] {
        let [width, height] = [self.shape.extent(0), self.shape.extent(1)];
        [width, height, self.shape.extent(2) * self.shape.extent(3)]
    }

    /// Checks that one slice fits a texture.
    fn check_slice_size(&self, side: usize, next: &str) -> Result<()> {
        check_limit(|| format!("width of a stream of {}", self.shape), self.shape.extent(0), side, next)?;
        check_limit(|| format!("height of a stream of {}", self.shape), self.shape.extent(1), side, next)
    }

    /// Returns the shape that is laid out.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the requested layout.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the number of textures, all of one size, at least 1; a buffer counts as one.
    pub fn textures(&self) -> usize {
        self.textures
    }

    /// Returns width, height and depth of each texture in texels, at least 1; of a buffer, its elements and 1, 1.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// Returns the number of slices next to each other: 1 except in [`Layout::BySlice`].
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the texels of all textures together, including padding.
    pub fn texels(&self) -> usize {
        self.size.iter().product::<usize>() * self.textures
    }

    /// Returns the address of an element. An index past the end has no element: its address is padding, or outside
    /// the textures.
    pub fn address(&self, index: usize) -> Address {
        let block_len = self.block_width * self.block_height;
        let mut address = self.block_origin(index / block_len);
        address.x += index % block_len % self.block_width;
        address.y += index % block_len / self.block_width;
        address
    }

    /// Returns the first texel of a block.
    fn block_origin(&self, block: usize) -> Address {
        let nought = Address { texture: 0, x: 0, y: 0, z: 0 };
        match self.layout {
            Layout::Slices => Address { texture: block, ..nought },
            Layout::Volume | Layout::Cube => Address { z: block, ..nought },
            _ => Address {
                x: block % self.columns * self.block_width,
                y: block / self.columns * self.block_height,
                ..nought
            },
        }
    }

    /// Returns the index of the element at an address; `None` in the padding and outside the textures.
    pub fn index(&self, Address { texture, x, y, z }: Address) -> Option<usize> {
        let [width, height, depth] = self.size;
        if texture >= self.textures || x >= width || y >= height || z >= depth {
            return None;
        }
        // At most one of the three is not 0: the texture, the layer, the slice within the texture.
        let block = texture + z + y / self.block_height * self.columns + x / self.block_width;
        let in_block = y % self.block_height * self.block_width + x % self.block_width;
        let index = block * self.block_width * self.block_height + in_block;
        (index < self.len).then_some(index)
    }

    /// Returns the fewest rectangles that cover exactly these elements, in the order of their indices; elements past
    /// the end are left out.
    ///
    /// A range has up to three rectangles in each block that it touches: the end of a row, whole rows, the start of a
    /// row.
    pub fn rectangles(&self, range: Range<usize>) -> Vec<ElementRect> {
        let (width, height) = self.run_size();
        let end = range.end.min(self.len);
        let mut start = range.start;
        let mut rectangles = Vec::new();
        while start < end {
            let in_run = start % (width * height);
            let left = (end - start).min(width * height - in_run);
            let x = in_run % width;
            let (wide, high) = if x > 0 || left < width { (left.min(width - x), 1) } else { (width, left / width) };
            let Address { texture, x, y, z } = self.address(start);
            rectangles.push(ElementRect { texture, x, y, z, width: wide, height: high, start });
            start += wide * high;
        }
        rectangles
    }

    /// Returns width and height of the largest rectangles with consecutive elements: a block, or the texture if the
    /// slices in it are one row high or in one column.
    fn run_size(&self) -> (usize, usize) {
        let [width, height, _] = self.size;
        let one_run = self.layout == Layout::BySlice && (self.columns == 1 || self.block_height == 1);
        if one_run { (width, height) } else { (self.block_width, self.block_height) }
    }
}

/// Returns the smallest power of two whose square holds `len`; `len` itself if it is short; the device's limit if
/// that is less.
fn packed_width(len: usize, side: usize) -> usize {
    if len <= SINGLE_ROW_ELEMENTS.min(side) {
        return len;
    }
    let root = len.isqrt();
    let square = (root + usize::from(root * root < len)).next_power_of_two();
    let power = 1 << side.max(1).ilog2();
    let width = square.min(power);
    // A side that is not a power of two holds more in rows of its own length.
    if len.div_ceil(width) <= side { width } else { side.max(1) }
}

/// Checks that a shape is six square faces.
fn check_cube_shape(shape: Shape) -> Result<()> {
    match *shape.extents() {
        [width, height, 6] if width == height => Ok(()),
        _ => Err(Error::data(format!(
            "a cube has six square faces, a stream of {shape} does not; give it the shape [side, side, 6]"
        ))),
    }
}

fn check_limit(thing: impl FnOnce() -> String, given: usize, limit: usize, next: &str) -> Result<()> {
    if given <= limit { Ok(()) } else { Err(Error::limit(thing(), given as u128, limit as u128, next)) }
}
