//! A stream as memories of words: the addresses of its elements, and their transfers.

use crate::machine::{AccessTimes, Machine};
use crate::trace::{Event, Transfer};
use gristmill_base::element::Format;
use gristmill_base::error::{Error, Result};
use gristmill_base::layout::{ElementRect, Layout, Plan};
use gristmill_base::shape::Shape;
use gristmill_machine::{Barriers, Blueprint, GlName, InitialContents, MemoryId, Region};
use smallvec::SmallVec;
use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

/// A stream without its element's type.
pub(crate) struct RawStream {
    pub id: u64,
    pub machine: Rc<Machine>,
    pub plan: Plan,
    pub format: Format,
    pub memories: SmallVec<[MemoryId; 1]>,
    /// True if its textures are rectangles, read by texels.
    pub is_rectangle: bool,
    /// The blueprint of its memories; `None` for those of another program.
    blueprint: Option<Blueprint>,
    /// True if a vertex kernel has written it: for such a buffer Mesa's softpipe remembers where the last pass ended,
    /// so its memory must not be reused.
    pub fed_back: Cell<bool>,
    pub times: AccessTimes,
}

impl RawStream {
    /// Plans a stream without memory; with `rectangles` its 2D textures are rectangles.
    pub(crate) fn without_memory(
        machine: &Rc<Machine>,
        shape: Shape,
        layout: Layout,
        format: Format,
        rectangles: bool,
    ) -> Result<RawStream> {
        let is_rectangle = layout == Layout::Rectangle || rectangles && is_of_planes(layout);
        let mut texture_limits = machine.texture_limits();
        if is_rectangle {
            texture_limits.side = texture_limits.side.min(machine.limits().rectangle_side);
        }
        let plan = Plan::new(shape, layout, format, &texture_limits)?;
        let stack = machine.texture_limits().side_3d;
        if plan.textures() > stack.max(1) {
            let thing = format!("textures of a stream of {shape} as a stack of slices");
            return Err(Error::limit(
                thing,
                plan.textures() as u128,
                stack as u128,
                "use Layout::BySlice, which needs one",
            ));
        }
        let side = plan.size()[0];
        let faces = machine.limits().cube_side;
        if layout == Layout::Cube && side > faces {
            let thing = format!("side of a cube of {shape}");
            return Err(Error::limit(thing, side as u128, faces as u128, "use smaller faces"));
        }
        let id = machine.next_stream_id();
        let machine = machine.clone();
        let memories = SmallVec::new();
        Ok(RawStream {
            id,
            machine,
            plan,
            format,
            memories,
            is_rectangle,
            blueprint: None,
            fed_back: Cell::new(false),
            times: AccessTimes::default(),
        })
    }

    /// Creates a stream with its own memories.
    pub(crate) fn new(
        machine: &Rc<Machine>,
        shape: Shape,
        layout: Layout,
        format: Format,
        contents: InitialContents,
        rectangles: bool,
    ) -> Result<RawStream> {
        let mut raw = RawStream::without_memory(machine, shape, layout, format, rectangles)?;
        let [width, height, depth] = raw.plan.size();
        let blueprint = match layout {
            Layout::Linear => Blueprint::Buffer { words: shape.len() * format.words(), each: format.words() },
            Layout::Row => Blueprint::Row { format, width },
            Layout::Volume => Blueprint::Volume { format, width, height, depth },
            Layout::Cube => Blueprint::Cube { format, side: width },
            _ if raw.is_rectangle => Blueprint::Rectangle { format, width, height },
            _ => Blueprint::Texture { format, width, height, levels: 1 },
        };
        let blueprint = blueprint.with_padding();
        // Padding is always zero: a kernel may read it.
        let [words, places] =
            [shape.len(), width * height * depth * raw.plan.textures()].map(|count| count * format.words());
        let padded = layout != Layout::Linear && places != words;
        for _ in 0..raw.plan.textures() {
            raw.add_memory(blueprint, if padded { InitialContents::Zero } else { contents })?;
        }
        if let (InitialContents::Unset, Blueprint::Buffer { words: room, .. }) = (contents, blueprint)
            && room > words
        {
            let padding = Region { x: words, y: 0, z: 0, width: room - words, height: 1 };
            machine.backend.write(raw.memories[0], &padding, &[0; 16][..room - words])?;
        }
        Ok(raw)
    }

    /// Adds a memory of this blueprint.
    pub(crate) fn add_memory(&mut self, blueprint: Blueprint, contents: InitialContents) -> Result<()> {
        let (memory, loaded) = self.machine.create_memory(&blueprint, contents)?;
        self.times.loaded.set(self.times.loaded.get().max(loaded));
        self.memories.push(memory);
        self.blueprint = Some(blueprint);
        Ok(())
    }

    /// Creates a stream from a texture or buffer with this OpenGL name.
    pub(crate) fn adopt_memory(machine: &Rc<Machine>, name: GlName, format: Format) -> Result<RawStream> {
        let (memory, [width, height, _]) = machine.backend.adopt_memory(name, format)?;
        let (shape, layout) = match name {
            GlName::Buffer(_) => (Shape::from(width), Layout::Linear),
            _ => (Shape::from([width, height]), Layout::Packed),
        };
        let placed = RawStream::without_memory(machine, shape, layout, format, false);
        let mut raw = placed.inspect_err(|_| machine.destroy_memory(memory))?;
        raw.memories.push(memory);
        Ok(raw)
    }

    /// Returns true if it is a buffer, not textures.
    pub(crate) fn is_linear(&self) -> bool {
        self.plan.layout() == Layout::Linear
    }

    /// Returns the width and the height of a texel in texture coordinates.
    pub(crate) fn texel(&self) -> [f32; 2] {
        let [width, height, _] = self.plan.size();
        if self.is_rectangle { [1.0; 2] } else { [width, height].map(|side| 1.0 / side.max(1) as f32) }
    }

    /// Returns the bytes of its elements, without padding.
    pub(crate) fn byte_size(&self) -> usize {
        self.plan.shape().len() * self.format.bytes()
    }

    pub(super) fn check_range(&self, start: usize, length: usize) -> Result<Range<usize>> {
        let len = self.plan.shape().len();
        match start.checked_add(length) {
            Some(end) if end <= len => Ok(start..end),
            end => Err(Error::data(format!(
                "elements {start} to {} of a stream of {len} elements; end at {len} at most",
                end.map_or("beyond any".to_string(), |end| end.to_string())
            ))),
        }
    }

    /// Returns the regions of each memory that hold a range, with their number of words, in the order of the
    /// elements.
    pub(super) fn memory_regions(&self, range: Range<usize>) -> Vec<(MemoryId, SmallVec<[Region; 3]>, usize)> {
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

    pub(super) fn make_visible_to_reads(&self) {
        let used = if self.is_linear() { Barriers::BUFFER_UPDATE } else { Barriers::FRAMEBUFFER };
        self.machine
            .make_visible(self.times.stored.get(), used, || format!("the host reads stream {}", self.id));
    }

    fn make_visible_to_writes(&self) {
        let used = if self.is_linear() { Barriers::BUFFER_UPDATE } else { Barriers::TEXTURE_UPDATE };
        self.machine
            .make_visible(self.times.dispatched.get(), used, || format!("the host writes stream {}", self.id));
    }

    pub(super) fn write(&self, range: Range<usize>, words: &[u32]) -> Result<()> {
        self.make_visible_to_writes();
        let count = range.len();
        let mut rest = words;
        for (memory, regions, _) in self.memory_regions(range) {
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

    pub(super) fn read(&self, range: Range<usize>) -> Result<Vec<u32>> {
        self.make_visible_to_reads();
        let count = range.len();
        let mut words = vec![0; count * self.format.words()];
        let mut rest = words.as_mut_slice();
        for (memory, regions, length) in self.memory_regions(range) {
            let (now, later) = rest.split_at_mut(length);
            self.machine.backend.read(memory, &regions, now)?;
            rest = later;
        }
        self.record_transfer(Transfer::Read, count);
        Ok(words)
    }

    pub(crate) fn copy_range(&self, to: Range<usize>, source: &RawStream, from: Range<usize>) -> Result<()> {
        if !Rc::ptr_eq(&self.machine, &source.machine) {
            return Err(Error::data("the streams belong to two devices; read one and write the other"));
        }
        if from.is_empty() {
            return Ok(());
        }
        let moved = Barriers::BUFFER_UPDATE.union(Barriers::PIXEL);
        let used = if source.is_linear() { moved } else { Barriers::FRAMEBUFFER.union(Barriers::TEXTURE_UPDATE) };
        self.machine
            .make_visible(source.times.stored.get(), used, || format!("stream {} is copied", source.id));
        let used = if self.is_linear() { moved } else { Barriers::TEXTURE_UPDATE };
        self.machine
            .make_visible(self.times.dispatched.get(), used, || format!("stream {} is copied over", self.id));

        let backend = &self.machine.backend;
        let theirs = source.memory_regions(from.clone());
        let ours = self.memory_regions(to.clone());
        let count = from.len();
        let same = self.plan == source.plan && from == to;
        if same {
            for ((source, at, _), (result, there, _)) in theirs.iter().zip(&ours) {
                for (at, there) in at.iter().zip(there) {
                    backend.copy_region((*source, at), (*result, there))?;
                }
            }
        } else if self.is_linear() && source.is_linear() {
            backend.copy_region((theirs[0].0, &theirs[0].1[0]), (ours[0].0, &ours[0].1[0]))?;
        } else if self.is_linear() || source.is_linear() {
            // The textures' regions determine the parts of the buffer.
            let (textures, buffer) = if self.is_linear() { (&theirs, &ours[0]) } else { (&ours, &theirs[0]) };
            let mut word = buffer.1[0].x;
            for (texture, regions, _) in textures {
                for region in regions {
                    let width = region.width * region.height * self.format.words();
                    let stretch = Region { x: word, y: 0, z: 0, width, height: 1 };
                    word += width;
                    let texture = (*texture, region);
                    let buffer = (buffer.0, &stretch);
                    if self.is_linear() {
                        backend.copy_region(texture, buffer)?
                    } else {
                        backend.copy_region(buffer, texture)?
                    }
                }
            }
        } else {
            // Two textures with different regions: copy through a buffer.
            let shape = Shape::from(count);
            let unset = InitialContents::Unset;
            let between = RawStream::new(&self.machine, shape, Layout::Linear, self.format, unset, false)?;
            between.copy_range(0..count, source, from)?;
            return self.copy_range(to, &between, 0..count);
        }
        self.record_transfer(Transfer::Copy, count);
        Ok(())
    }

    pub(super) fn record_transfer(&self, transfer: Transfer, elements: usize) {
        let bytes = elements * self.format.bytes();
        self.machine
            .record_event(|| Event::Transfer { transfer, stream: self.id, bytes });
    }
}

/// Returns true if a layout has 2D textures, which may be rectangles.
fn is_of_planes(layout: Layout) -> bool {
    matches!(layout, Layout::Packed | Layout::PackedAt(_) | Layout::BySlice | Layout::Slices)
}

impl Drop for RawStream {
    fn drop(&mut self) {
        for memory in &self.memories {
            match self.blueprint {
                Some(blueprint) if self.fed_back.get() => self.machine.discard_memory(blueprint, *memory),
                Some(blueprint) => self.machine.release_memory(blueprint, *memory, &self.times),
                None => self.machine.destroy_memory(*memory),
            }
        }
    }
}
