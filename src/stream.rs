//! Streams: arrays of one to four dimensions in a machine's memory.

use crate::backend::{Barriers, Blueprint, MemoryId, Pending, Region};
use crate::data::element::{Element, Format};
use crate::data::error::{Error, Result};
use crate::data::layout::{ElementRect, Layout, Plan};
use crate::data::shape::Shape;
use crate::machine::Machine;
use crate::trace::{Event, Transfer};
use image::{Rgba, RgbaImage};
use smallvec::SmallVec;
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::rc::Rc;

/// An array of elements in a machine's memory, which kernels read and write.
///
/// It is not `Clone`: a call borrows what it reads and borrows mutably what it writes, so a kernel that would
/// read the stream it writes is a Rust compile error. The borrow checker is the ping-pong rule.
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
pub struct Stream<T: Element> {
    raw: RawStream,
    element: PhantomData<T>,
}

/// A stream without its element's type.
pub(crate) struct RawStream {
    pub id: u64,
    pub machine: Rc<Machine>,
    pub plan: Plan,
    pub format: Format,
    pub memories: SmallVec<[MemoryId; 1]>,
    /// When a compute kernel last stored into it, by the machine's hazards; 0 for never.
    pub stored: Cell<u64>,
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

    /// Its shape, in elements.
    pub fn shape(&self) -> Shape {
        self.raw.plan.shape()
    }

    /// Elements in all.
    pub fn len(&self) -> usize {
        self.shape().len()
    }

    /// Whether it has no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How it lies in memory.
    pub fn layout(&self) -> Layout {
        self.raw.plan.layout()
    }

    /// Where each element lies: textures, rows and padding.
    pub fn plan(&self) -> &Plan {
        &self.raw.plan
    }

    /// Writes all elements.
    ///
    /// # Errors
    /// [`Error::Data`] where they are not as many as the stream has.
    pub fn write(&mut self, elements: &[T]) -> Result<()> {
        if elements.len() != self.len() {
            let (given, shape) = (elements.len(), self.shape());
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
    /// [`Error::Data`] where they end beyond the stream.
    pub fn write_range(&mut self, start: usize, elements: &[T]) -> Result<()> {
        let range = self.raw.range(start, elements.len())?;
        self.raw.write(range, &T::words(elements))
    }

    /// Reads all elements; waits until they are computed.
    ///
    /// # Errors
    /// [`Error::Driver`] with what the driver found wrong since.
    pub fn read(&self) -> Result<Vec<T>> {
        self.read_range(0..self.len())
    }

    /// Reads a range of elements; waits until they are computed.
    ///
    /// # Errors
    /// [`Error::Data`] where the range ends beyond the stream.
    pub fn read_range(&self, range: Range<usize>) -> Result<Vec<T>> {
        let range = self.raw.range(range.start, range.len())?;
        let words = self.raw.read(range)?;
        #[cfg(test)]
        crate::backend::reads::add(self.raw.format.scalar.values(&words));
        Ok(T::from_words(words))
    }

    /// Starts a read and returns at once: through a pixel buffer, so that the host can go on meanwhile.
    ///
    /// # Errors
    /// [`Error::Driver`] where the driver has no memory for it.
    pub fn read_later(&self) -> Result<Reading<T>> {
        let mut parts = Vec::new();
        for (memory, regions, _) in self.raw.regions(0..self.len()) {
            self.raw.visible_to_reads();
            parts.push(self.raw.machine.backend.read_later(memory, &regions)?);
        }
        self.raw.record_transfer(Transfer::Read, self.len());
        Ok(Reading { parts, element: PhantomData })
    }

    /// Copies all elements of a stream of as many, on the device, whatever the layouts.
    ///
    /// From a texture to a [`Layout::Linear`] stream this is render-to-vertex-stream.
    ///
    /// # Errors
    /// [`Error::Data`] where the lengths differ.
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
    /// [`Error::Data`] where either range ends beyond its stream, or the streams are of two machines.
    pub fn copy_range(&mut self, start: usize, source: &Stream<T>, range: Range<usize>) -> Result<()> {
        let from = source.raw.range(range.start, range.len())?;
        let to = self.raw.range(start, from.len())?;
        self.raw.copy(to, &source.raw, from)
    }
}

impl Stream<Rgba<u8>> {
    /// The picture back from its pixels.
    ///
    /// # Errors
    /// [`Error::Data`] where the stream is not 2D.
    pub fn to_image(&self) -> Result<RgbaImage> {
        let &[width, height] = self.shape().extents() else {
            return Err(Error::data(format!("a stream of {} is no picture; give it two dimensions", self.shape())));
        };
        let bytes = self.read()?.into_iter().flat_map(|pixel| pixel.0).collect();
        RgbaImage::from_raw(width as u32, height as u32, bytes).ok_or_else(|| Error::data("the picture is too large"))
    }
}

/// A read under way, from [`Stream::read_later`].
pub struct Reading<T: Element> {
    parts: Vec<Box<dyn Pending>>,
    element: PhantomData<T>,
}

impl<T: Element> fmt::Debug for Reading<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reading")
            .field("is_ready", &self.is_ready())
            .finish_non_exhaustive()
    }
}

impl<T: Element> Reading<T> {
    /// Whether [`Reading::finish`] would return at once.
    pub fn is_ready(&self) -> bool {
        self.parts.iter().all(|part| part.is_ready())
    }

    /// Waits for the read and gives the elements.
    ///
    /// # Errors
    /// [`Error::Driver`] where the driver lost them.
    pub fn finish(self) -> Result<Vec<T>> {
        let mut words = Vec::new();
        for part in self.parts {
            words.extend(part.finish()?);
        }
        Ok(T::from_words(words))
    }
}

impl RawStream {
    /// A place for each element, and no memory yet.
    pub(crate) fn placed(machine: &Rc<Machine>, shape: Shape, layout: Layout, format: Format) -> Result<RawStream> {
        let plan = Plan::new(shape, layout, format, &machine.texture_limits())?;
        let stack = machine.texture_limits().side_3d;
        if plan.textures() > stack {
            let thing = format!("textures of a stream of {shape} as a stack of slices");
            return Err(Error::limit(
                thing,
                plan.textures() as u128,
                stack as u128,
                "use Layout::BySlice, which needs one",
            ));
        }
        let (id, machine) = (machine.next_stream(), machine.clone());
        Ok(RawStream { id, machine, plan, format, memories: SmallVec::new(), stored: Cell::new(0) })
    }

    pub(crate) fn new(machine: &Rc<Machine>, shape: Shape, layout: Layout, format: Format) -> Result<RawStream> {
        let mut raw = RawStream::placed(machine, shape, layout, format)?;
        let [width, height, depth] = raw.plan.size();
        let blueprint = match layout {
            Layout::Linear => Blueprint::Buffer { words: shape.len() * format.words(), each: format.words() },
            Layout::Volume => Blueprint::Volume { format, width, height, depth },
            _ => Blueprint::Texture { format, width, height, levels: 1 },
        };
        for _ in 0..raw.plan.textures() {
            raw.memories.push(machine.create(&blueprint)?);
        }
        Ok(raw)
    }

    /// Whether it is a buffer, not textures.
    pub(crate) fn is_linear(&self) -> bool {
        self.plan.layout() == Layout::Linear
    }

    /// Bytes of its elements, without padding.
    pub(crate) fn bytes(&self) -> usize {
        self.plan.shape().len() * self.format.bytes()
    }

    fn range(&self, start: usize, length: usize) -> Result<Range<usize>> {
        let len = self.plan.shape().len();
        match start.checked_add(length) {
            Some(end) if end <= len => Ok(start..end),
            end => Err(Error::data(format!(
                "elements {start} to {} of a stream of {len} elements; end at {len} at most",
                end.map_or("beyond any".to_string(), |end| end.to_string())
            ))),
        }
    }

    /// The regions of each memory that hold a range, with the words they hold, in the order of the elements.
    fn regions(&self, range: Range<usize>) -> Vec<(MemoryId, SmallVec<[Region; 3]>, usize)> {
        let words = self.format.words();
        if range.is_empty() {
            return Vec::new();
        }
        if self.is_linear() {
            let region = Region { x: range.start * words, y: 0, z: 0, width: range.len() * words, height: 1 };
            return vec![(self.memories[0], SmallVec::from_slice(&[region]), region.width)];
        }
        let mut regions: Vec<(MemoryId, SmallVec<[Region; 3]>, usize)> = Vec::new();
        for ElementRect { texture, x, y, z, width, height, .. } in self.plan.rectangles(range) {
            let memory = self.memories[texture];
            let region = Region { x, y, z, width, height };
            match regions.last_mut() {
                Some((last, list, sum)) if *last == memory => {
                    list.push(region);
                    *sum += width * height * words;
                }
                _ => regions.push((memory, SmallVec::from_slice(&[region]), width * height * words)),
            }
        }
        regions
    }

    fn visible_to_reads(&self) {
        let used = if self.is_linear() { Barriers::BUFFER_UPDATE } else { Barriers::FRAMEBUFFER };
        self.machine
            .make_visible(self.stored.get(), used, || format!("the host reads stream {}", self.id));
    }

    fn visible_to_writes(&self) {
        let used = if self.is_linear() { Barriers::BUFFER_UPDATE } else { Barriers::TEXTURE_UPDATE };
        self.machine
            .make_visible(self.stored.get(), used, || format!("the host writes stream {}", self.id));
    }

    fn write(&self, range: Range<usize>, words: &[u32]) -> Result<()> {
        self.visible_to_writes();
        let count = range.len();
        let mut rest = words;
        for (memory, regions, _) in self.regions(range) {
            for region in regions {
                let length = region.width * region.height * if self.is_linear() { 1 } else { self.format.words() };
                let (now, later) = rest.split_at(length);
                self.machine.backend.write(memory, &region, now)?;
                rest = later;
            }
        }
        self.record_transfer(Transfer::Write, count);
        Ok(())
    }

    fn read(&self, range: Range<usize>) -> Result<Vec<u32>> {
        self.visible_to_reads();
        let count = range.len();
        let mut words = vec![0; count * self.format.words()];
        let mut rest = words.as_mut_slice();
        for (memory, regions, length) in self.regions(range) {
            let (now, later) = rest.split_at_mut(length);
            self.machine.backend.read(memory, &regions, now)?;
            rest = later;
        }
        self.record_transfer(Transfer::Read, count);
        Ok(words)
    }

    pub(crate) fn copy(&self, to: Range<usize>, source: &RawStream, from: Range<usize>) -> Result<()> {
        if !Rc::ptr_eq(&self.machine, &source.machine) {
            return Err(Error::data("the streams live on two machines; read the one and write the other"));
        }
        if from.is_empty() {
            return Ok(());
        }
        let moved = Barriers::BUFFER_UPDATE.with(Barriers::PIXEL);
        let used = if source.is_linear() { moved } else { Barriers::FRAMEBUFFER.with(Barriers::TEXTURE_UPDATE) };
        self.machine
            .make_visible(source.stored.get(), used, || format!("stream {} is copied", source.id));
        let used = if self.is_linear() { moved } else { Barriers::TEXTURE_UPDATE };
        self.machine
            .make_visible(self.stored.get(), used, || format!("stream {} is copied over", self.id));

        let backend = &self.machine.backend;
        let (theirs, ours) = (source.regions(from.clone()), self.regions(to.clone()));
        let count = from.len();
        let same = self.plan == source.plan && from == to;
        if same {
            for ((source, at, _), (result, there, _)) in theirs.iter().zip(&ours) {
                for (at, there) in at.iter().zip(there) {
                    backend.copy((*source, at), (*result, there))?;
                }
            }
        } else if self.is_linear() && source.is_linear() {
            backend.copy((theirs[0].0, &theirs[0].1[0]), (ours[0].0, &ours[0].1[0]))?;
        } else if self.is_linear() || source.is_linear() {
            // The textures' regions say how to cut the buffer's one stretch.
            let (textures, buffer) = if self.is_linear() { (&theirs, &ours[0]) } else { (&ours, &theirs[0]) };
            let mut word = buffer.1[0].x;
            for (texture, regions, _) in textures {
                for region in regions {
                    let width = region.width * region.height * self.format.words();
                    let stretch = Region { x: word, y: 0, z: 0, width, height: 1 };
                    word += width;
                    let (texture, buffer) = ((*texture, region), (buffer.0, &stretch));
                    if self.is_linear() { backend.copy(texture, buffer)? } else { backend.copy(buffer, texture)? }
                }
            }
        } else {
            // Two textures cut differently: by way of a buffer.
            let between = RawStream::new(&self.machine, Shape::from(count), Layout::Linear, self.format)?;
            between.copy(0..count, source, from)?;
            return self.copy(to, &between, 0..count);
        }
        self.record_transfer(Transfer::Copy, count);
        Ok(())
    }

    fn record_transfer(&self, transfer: Transfer, elements: usize) {
        let bytes = elements * self.format.bytes();
        self.machine.record(|| Event::Transfer { transfer, stream: self.id, bytes });
    }
}

impl Drop for RawStream {
    fn drop(&mut self) {
        for memory in &self.memories {
            self.machine.backend.destroy(*memory);
        }
    }
}
