//! Streams: arrays of one to four dimensions in a device's memory.

mod raw_stream;
mod reading;

use crate::trace::Transfer;
use gristmill_base::element::Element;
use gristmill_base::error::{Error, Missing, Result};
use gristmill_base::layout::{Layout, Plan};
use gristmill_base::shape::Shape;
use gristmill_machine::GlName;
use image::{Rgba, RgbaImage};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

pub(crate) use raw_stream::RawStream;
pub use reading::Reading;

/// An array of elements in a device's memory, which kernels read and write.
///
/// It is not `Clone`: a call borrows the streams that it reads, and borrows mutably those that it writes. So a kernel
/// that would read the stream it writes is a Rust compile error: the borrow checker enforces ping-pong.
///
/// ```
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let stream = device.stream_of([3, 2], &[1, 2, 3, 4, 5, 6])?;
/// assert_eq!(stream.shape().extents(), [3, 2]);
/// assert_eq!(stream.read()?, [1, 2, 3, 4, 5, 6]);
/// assert_eq!(stream.read_range(2..4)?, [3, 4]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// ```compile_fail
/// # use gristmill::{Device, Era, Kernel, Stream};
/// # fn step(kernel: &Kernel, mut now: Stream<f32>) -> gristmill::Result<()> {
/// kernel.call().gather("source", &now).output("result", &mut now).run()
/// # }
/// ```
///
/// Ranges of it, and its properties:
///
/// ```
/// # use gristmill::{Device, Era, Layout, Shape};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let mut numbers = device.stream(&[1, 2, 3, 4])?;
/// assert_eq!((numbers.shape(), numbers.len(), numbers.is_empty()), (Shape::from(4), 4, false));
/// assert_eq!((numbers.layout(), numbers.plan().textures()), (Layout::Packed, 1));
/// numbers.write_range(1, &[7, 8])?;
/// assert_eq!(numbers.read_range(0..3)?, [1, 7, 8]);
/// numbers.write(&[5, 6, 7, 8])?;
///
/// let mut copy = device.empty::<i32>(4)?;
/// copy.copy_from(&numbers)?;
/// copy.copy_range(0, &numbers, 2..4)?;
/// assert_eq!(copy.read()?, [7, 8, 7, 8]);
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct Stream<T: Element> {
    raw: RawStream,
    element: PhantomData<T>,
}

impl<T: Element> fmt::Debug for Stream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("shape", &format_args!("{}", self.shape()))
            .field("layout", &self.layout())
            .field("format", &self.raw.format)
            .finish_non_exhaustive()
    }
}

impl<T: Element> Stream<T> {
    pub(crate) fn new(raw: RawStream) -> Stream<T> {
        Stream { raw, element: PhantomData }
    }

    pub(crate) fn raw(&self) -> &RawStream {
        &self.raw
    }

    /// Returns its shape, in elements.
    pub fn shape(&self) -> Shape {
        self.raw.plan.shape()
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.shape().len()
    }

    /// Returns true if it has no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns its layout in memory.
    pub fn layout(&self) -> Layout {
        self.raw.plan.layout()
    }

    /// Returns true if its textures are rectangles, which kernels read by a `sampler2DRect` at texels:
    /// [`Layout::Rectangle`], or a device of [`Device::with_rectangles`](crate::Device::with_rectangles).
    ///
    /// ```
    /// # use gristmill::{Device, Era, Layout};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// assert!(device.stream_in(Layout::Rectangle, 3, &[1.0, 2.0, 3.0])?.is_rectangle());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn is_rectangle(&self) -> bool {
        self.raw.is_rectangle
    }

    /// Returns the width and the height of a texel in texture coordinates, as kernels have them in the uniform
    /// `<stream>_texel`: parts of 1, or 1 in a rectangle, whose coordinates are texels.
    ///
    /// ```
    /// # use gristmill::{Device, Era, Layout};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let numbers = [0.0; 8];
    /// assert_eq!(device.with_rectangles(false).stream_of([4, 2], &numbers)?.texel(), [0.25, 0.5]);
    /// assert_eq!(device.stream_in(Layout::Rectangle, [4, 2], &numbers)?.texel(), [1.0, 1.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn texel(&self) -> [f32; 2] {
        self.raw.texel()
    }

    /// Returns the addresses of its elements: textures, rows and padding.
    pub fn plan(&self) -> &Plan {
        &self.raw.plan
    }

    /// Returns OpenGL's name of its texture or buffer, for a program that draws with the same context. The stream
    /// still owns it and frees it. A kernel's stores are visible when the call has returned.
    ///
    /// ```
    /// use gristmill::{Device, Era, GlName, MachineChoice};
    /// # let Ok(device) = Device::choose(Era::Fragment, MachineChoice::Driver) else { return Ok::<(), gristmill::Error>(()) };
    /// let stream = device.stream(&[1.0, 2.0, 3.0])?;
    /// assert!(matches!(stream.gl_name()?, GlName::Texture2d(_)));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoDevice`] on the emulator; [`Error::Data`] for a stream of several textures.
    pub fn gl_name(&self) -> Result<GlName> {
        let [memory] = self.raw.memories[..] else {
            let textures = self.raw.memories.len();
            return Err(Error::data(format!(
                "the stream is {textures} textures; use Layout::BySlice, which needs one"
            )));
        };
        self.raw.make_visible_to_reads();
        let machine = &self.raw.machine.backend;
        machine.gl_name(memory).ok_or_else(|| {
            Error::no_device(
                Missing::OpenGl,
                format!("{} has no OpenGL names; use a driver (GRISTMILL_DEVICE=gl)", machine.device_info().name),
            )
        })
    }

    /// Writes all elements.
    ///
    /// # Errors
    /// [`Error::Data`] if their number is not the stream's.
    pub fn write(&mut self, elements: &[T]) -> Result<()> {
        if elements.len() != self.len() {
            let given = elements.len();
            let shape = self.shape();
            return Err(Error::data(format!(
                "{given} elements given for a stream of {shape}; give {}, or write_range a part of it",
                self.len()
            )));
        }
        self.write_range(0, elements)
    }

    /// Writes elements from index `start` on.
    ///
    /// # Errors
    /// [`Error::Data`] if they end beyond the stream.
    pub fn write_range(&mut self, start: usize, elements: &[T]) -> Result<()> {
        let range = self.raw.check_range(start, elements.len())?;
        self.raw.write(range, &T::words(elements))
    }

    /// Reads all elements; waits until they are computed.
    ///
    /// # Errors
    /// [`Error::Driver`] with any error that the driver has found since.
    pub fn read(&self) -> Result<Vec<T>> {
        self.read_range(0..self.len())
    }

    /// Reads a range of elements; waits until they are computed.
    ///
    /// # Errors
    /// [`Error::Data`] if the range ends beyond the stream.
    pub fn read_range(&self, range: Range<usize>) -> Result<Vec<T>> {
        let range = self.raw.check_range(range.start, range.len())?;
        let words = self.raw.read(range)?;
        self.raw.machine.note_read(self.raw.format.scalar, &words);
        Ok(T::from_words(words))
    }

    /// Starts a read through a pixel buffer and returns immediately, so that the host can continue meanwhile.
    ///
    /// ```
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let numbers = device.stream(&[1, 2, 3])?;
    /// assert_eq!(numbers.read_later()?.finish()?, [1, 2, 3]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Driver`] if the driver has no memory for it.
    pub fn read_later(&self) -> Result<Reading<T>> {
        let mut parts = Vec::new();
        for (memory, regions, _) in self.raw.memory_regions(0..self.len()) {
            self.raw.make_visible_to_reads();
            parts.push(self.raw.machine.backend.read_later(memory, &regions)?);
        }
        self.raw.record_transfer(Transfer::Read, self.len());
        Ok(Reading::new(parts))
    }

    /// Copies all elements of a stream of the same length, on the device, whatever the layouts.
    ///
    /// From a texture to a [`Layout::Linear`] stream this is render-to-vertex-stream.
    ///
    /// # Errors
    /// [`Error::Data`] if the lengths differ.
    pub fn copy_from(&mut self, source: &Stream<T>) -> Result<()> {
        if source.len() != self.len() {
            return Err(Error::data(format!(
                "the source has {} elements, the stream {}; copy_range a part of it",
                source.len(),
                self.len()
            )));
        }
        self.copy_range(0, source, 0..source.len())
    }

    /// Copies a range of another stream to the elements from `start` on, on the device, whatever the layouts.
    ///
    /// # Errors
    /// [`Error::Data`] if either range ends beyond its stream, or the streams belong to two devices.
    pub fn copy_range(&mut self, start: usize, source: &Stream<T>, range: Range<usize>) -> Result<()> {
        let from = source.raw.check_range(range.start, range.len())?;
        let to = self.raw.check_range(start, from.len())?;
        self.raw.copy_range(to, &source.raw, from)
    }
}

impl Stream<Rgba<u8>> {
    /// Reads the pixels as a picture.
    ///
    /// ```
    /// use gristmill::image::{Rgba, RgbaImage};
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let picture = RgbaImage::from_pixel(3, 2, Rgba([1, 2, 3, 255]));
    /// assert_eq!(device.image(&picture)?.to_image()?, picture);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if the stream is not 2D.
    pub fn to_image(&self) -> Result<RgbaImage> {
        let &[width, height] = self.shape().extents() else {
            return Err(Error::data(format!("a stream of {} is not a picture; give it two dimensions", self.shape())));
        };
        let bytes = self.read()?.into_iter().flat_map(|pixel| pixel.0).collect();
        RgbaImage::from_raw(width as u32, height as u32, bytes).ok_or_else(|| Error::data("the picture is too large"))
    }
}
