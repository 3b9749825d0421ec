//! The mipmaps of a stream: the same picture at half the size, and so on to one texel.

use crate::device::Device;
use crate::kernel::KernelSource;
use crate::kernel_pair;
use crate::stream::{RawStream, Stream};
use gristmill_base::element::{Element, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_base::layout::Layout;
use gristmill_base::shape::Shape;
use gristmill_machine::{Barriers, Blueprint, InitialContents, Region};
use std::fmt;
use std::marker::PhantomData;

const LEVEL_KERNEL: KernelSource = kernel_pair!("primitives/reduce_mipmap");

/// A 2D stream of floats at every size down to one texel, from [`Device::mipmaps`]; calls read it by
/// [`crate::Call::mipmapped`].
///
/// Level 0 has the stream's elements. Each further level has half as many columns and rows as the one before, rounded
/// down and at least one. Each of its texels is the mean of the area that it covers: of 2x2 texels, or of three along
/// an odd side, the outer two weighted by their share. So the last level is the mean of all elements, even for sizes
/// that are not powers of two.
///
/// They are a copy: later writes to the stream do not change them.
///
/// ```
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let stream = device.stream_of([3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 9.0])?;
/// let mipmaps = device.mipmaps(&stream)?;
/// assert_eq!((mipmaps.levels(), mipmaps.size(1)), (2, [1, 1]));
/// assert!((mipmaps.read(1)?[0] - 4.0).abs() < 1e-6); // the mean
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct Mipmaps<T: Element> {
    raw: RawStream,
    levels: usize,
    element: PhantomData<T>,
}

impl<T: Element> fmt::Debug for Mipmaps<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mipmaps")
            .field("shape", &format_args!("{}", self.raw.plan.shape()))
            .field("levels", &self.levels)
            .finish_non_exhaustive()
    }
}

impl Device {
    /// Creates the mipmaps of a 2D stream of floats, or of bytes that kernels see as floats, with one pass or
    /// dispatch per level. Levels of bytes are rounded to bytes.
    ///
    /// ```
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let mipmaps = device.mipmaps(&device.stream_of([2, 2], &[1.0, 2.0, 3.0, 6.0])?)?;
    /// assert_eq!(mipmaps.read(1)?, [3.0]); // the mean
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if the stream is not 2D, has no element or is of integers; [`Error::Limit`] if it is larger
    /// than the device's textures.
    pub fn mipmaps<T: Element>(&self, stream: &Stream<T>) -> Result<Mipmaps<T>> {
        let source = stream.raw();
        let shape = source.plan.shape();
        let format = source.format;
        if matches!(format.scalar, Scalar::I32 | Scalar::U32) {
            return Err(Error::data(format!(
                "mipmaps are means, and a stream of {format} has no halves; copy it to a stream of floats"
            )));
        }
        if source.is_rectangle {
            return Err(self.refuse_levels());
        }
        if shape.rank() != 2 || shape.is_empty() {
            return Err(Error::data(format!("mipmaps need a 2D stream that is not empty, found shape {shape}")));
        }
        let mut mipmaps = Mipmaps::zeroed(source, shape)?;
        mipmaps.raw.copy_range(0..shape.len(), source, 0..shape.len())?;
        let kernel = self.kernel(&LEVEL_KERNEL)?;
        for level in 1..mipmaps.levels {
            let mut next = self.empty_in::<T>(Layout::Packed, mipmaps.size(level))?;
            let call = kernel
                .call()
                .mipmapped("levels", &mipmaps, gristmill_machine::Sampling::nearest());
            call.uniform("below", level as i32 - 1).output("result", &mut next).run()?;
            mipmaps.copy_level_from(level, next.raw())?;
        }
        Ok(mipmaps)
    }
}

impl Device {
    /// Builds the error for levels of a rectangle.
    fn refuse_levels(&self) -> Error {
        let says = "a rectangle texture has no levels";
        let next = "halve the stream pass by pass (the book: primitives/reduce.md)";
        match self.card().filter(|card| card.float_rectangles.value) {
            Some(card) => Error::card("mipmaps", format!("{says}, and {} has floats in no other; {next}", card.title)),
            None => Error::data(format!("{says}; {next}, or make it on a device without (Device::with_rectangles)")),
        }
    }
}

impl<T: Element> Mipmaps<T> {
    /// Creates all levels, of zeros.
    fn zeroed(source: &RawStream, shape: Shape) -> Result<Mipmaps<T>> {
        let mut raw = RawStream::without_memory(&source.machine, shape, Layout::Packed, source.format, false)?;
        let [width, height, _] = raw.plan.size();
        let levels = width.max(height).ilog2() as usize + 1;
        let memory = Blueprint::Texture { format: raw.format, width, height, levels };
        raw.add_memory(memory, InitialContents::Zero)?;
        Ok(Mipmaps { raw, levels, element: PhantomData })
    }

    /// Copies a level's texels from a texture of its size.
    fn copy_level_from(&mut self, level: usize, source: &RawStream) -> Result<()> {
        let machine = &self.raw.machine;
        machine.make_visible(source.times.stored.get(), Barriers::FRAMEBUFFER.union(Barriers::TEXTURE_UPDATE), || {
            format!("stream {} is copied to a level", source.id)
        });
        let [width, height] = self.size(level);
        let region = Region { x: 0, y: 0, z: 0, width, height };
        machine
            .backend
            .copy_region((source.memories[0], &region), (self.raw.memories[0], &Region { z: level, ..region }))
    }

    pub(crate) fn raw(&self) -> &RawStream {
        &self.raw
    }

    /// Returns the number of levels: one more than the logarithm of the longer side, rounded down.
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// Returns the columns and rows of a level; [1, 1] from the last level on.
    pub fn size(&self, level: usize) -> [usize; 2] {
        let [width, height, _] = self.raw.plan.size();
        [width, height].map(|side| side.checked_shr(level as u32).unwrap_or(0).max(1))
    }

    /// Reads a level, row after row; waits until it is computed.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such level.
    pub fn read(&self, level: usize) -> Result<Vec<T>> {
        if level >= self.levels {
            return Err(Error::data(format!(
                "there is no level {level}: the mipmaps have {} levels, the last is {}",
                self.levels,
                self.levels - 1
            )));
        }
        let [width, height] = self.size(level);
        let mut words = vec![0; width * height * self.raw.format.words()];
        let region = Region { x: 0, y: 0, z: level, width, height };
        self.raw.machine.backend.read(self.raw.memories[0], &[region], &mut words)?;
        self.raw.machine.note_read(self.raw.format.scalar, &words);
        Ok(T::from_words(words))
    }
}
