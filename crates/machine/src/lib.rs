//! The interface of a backend: the one trait between the public types and the devices.
//!
//! Shapes, names, eras and hazards are checked above it, so every backend reports the same errors. A backend sees
//! memories of 32-bit words, programs, draws and dispatches.

mod barriers;
mod gl_name;
mod info;
mod resolved_launch;
mod sampling;
mod state;
mod surfaces;
mod timer_test;
mod value;

use gristmill_base::element::Format;
use gristmill_base::error::{Error, Missing, Result};
use gristmill_base::precision::Arithmetic;
use gristmill_shader::{CompiledModule, ExpandedKernel};
use std::any::Any;
use std::rc::Rc;
use std::time::{Duration, Instant};

pub use barriers::Barriers;
pub use gl_name::GlName;
pub use info::{DeviceInfo, DeviceKind, LaunchClock, Limits};
pub use resolved_launch::ResolvedLaunch;
pub use sampling::Filter;
pub use sampling::{Sampling, Wrap};
pub use state::{Blend, Compare, DepthStencilState, StencilUpdate, Topology};
pub use surfaces::{RenderToTexture, SurfaceBinding, SurfaceCounts};
pub use timer_test::{ClockReading, ReadClocks, test_timer};
pub use value::Value;

/// The methods of a backend. `tests/conventions` keeps them at seventeen.
pub trait Backend {
    /// Describes the device and its limits.
    fn device_info(&self) -> &DeviceInfo;
    /// Creates a memory whose words are not set.
    fn create_memory(&self, blueprint: &Blueprint) -> Result<MemoryId>;
    /// Sets all words of a memory, except of a depth-stencil buffer or a query.
    fn reset_memory(&self, memory: MemoryId, blueprint: &Blueprint, contents: InitialContents) -> Result<()>;
    /// Frees a memory; its id may be used for another one.
    fn destroy_memory(&self, memory: MemoryId);
    /// Writes the words of a region. For a depth-stencil buffer the words are its stencil and depth, each cleared to
    /// one value.
    fn write(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()>;
    /// Reads regions one after another into `words`, after all earlier work is done.
    fn read(&self, memory: MemoryId, regions: &[Region], words: &mut [u32]) -> Result<()>;
    /// Starts the same read and returns immediately.
    fn read_later(&self, memory: MemoryId, regions: &[Region]) -> Result<Box<dyn PendingRead>>;
    /// Copies a region on the device between memories of one format: textures, buffers, or one to the other.
    fn copy_region(&self, from: (MemoryId, &Region), to: (MemoryId, &Region)) -> Result<()>;
    /// Compiles and links the stages of one kernel.
    fn compile_program(&self, code: &KernelStages) -> Result<BackendProgram>;
    /// Makes one draw call per region, or one for all points.
    fn draw_pass(&self, draw: &Draw) -> Result<()>;
    /// Makes one dispatch.
    fn dispatch(&self, dispatch: &Dispatch) -> Result<()>;
    /// Replays a launch that the backend has resolved before, with the call's own uniforms, after these barriers.
    /// Returns false, and does nothing, if no launch is stored.
    fn replay_launch(
        &self,
        _program: &BackendProgram,
        _launch: &ResolvedLaunch,
        _uniforms: &[(&str, Value)],
        _: Barriers,
    ) -> Result<bool> {
        Ok(false)
    }
    /// Makes stores of earlier kernels visible to the named uses.
    fn issue_barrier(&self, barriers: Barriers);
    /// Waits until the device has done all work asked of it.
    fn wait_idle(&self) -> Result<()>;
    /// Runs a launch, waits for its end and returns its duration, with the clock that measured it.
    fn time_launch(&self, launch: &mut dyn FnMut() -> Result<()>) -> Result<(Duration, LaunchClock)> {
        let start = Instant::now();
        launch()?;
        self.wait_idle()?;
        Ok((start.elapsed(), LaunchClock::Host("it has no timer of its own".to_string())))
    }

    /// Returns OpenGL's name for a memory, if the backend is OpenGL.
    fn gl_name(&self, _memory: MemoryId) -> Option<GlName> {
        None
    }
    /// Adopts the memory with this OpenGL name, created by another program in the same context. Returns its id with
    /// its width and height, or its number of elements.
    fn adopt_memory(&self, _name: GlName, _format: Format) -> Result<(MemoryId, [usize; 3])> {
        Err(Error::no_device(
            Missing::OpenGl,
            format!("{} has no OpenGL names; use a device in the program's own context", self.device_info().name),
        ))
    }
}

/// A read in progress.
pub trait PendingRead {
    /// Returns true if `finish_read` would return immediately.
    fn is_ready(&self) -> bool;
    /// Waits for the read, then returns the words.
    fn finish_read(self: Box<Self>) -> Result<Vec<u32>>;
}

/// Identifies a memory of one backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MemoryId(pub usize);

/// The memories of one backend, by their ids.
#[derive(Debug)]
pub struct Memories<M>(Vec<Option<M>>);

impl<M> Default for Memories<M> {
    fn default() -> Memories<M> {
        Memories(vec![])
    }
}

impl<M> Memories<M> {
    /// Stores a memory in the first free slot.
    pub fn add(&mut self, memory: M) -> MemoryId {
        match self.0.iter_mut().enumerate().find(|(_, place)| place.is_none()) {
            Some((at, place)) => {
                *place = Some(memory);
                MemoryId(at)
            }
            None => {
                self.0.push(Some(memory));
                MemoryId(self.0.len() - 1)
            }
        }
    }

    /// Removes and returns a memory, if there is one.
    pub fn remove(&mut self, id: MemoryId) -> Option<M> {
        self.0.get_mut(id.0).and_then(Option::take)
    }

    /// Returns the memory with this id. The layer above made the id and keeps the memory alive until it destroys it.
    pub fn get(&self, id: MemoryId) -> Result<&M> {
        let memory = self.0.get(id.0).and_then(Option::as_ref);
        memory.ok_or_else(|| Error::driver("looking up a memory", "it was destroyed"))
    }
}

/// A compiled kernel of one backend, which alone knows its content. It is freed with the last copy.
#[derive(Clone)]
pub struct BackendProgram(pub Rc<dyn Any>);

/// Description of a memory to create.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blueprint {
    /// A storage buffer of `words` 32-bit words, `each` per element.
    Buffer { words: usize, each: usize },
    /// A 2D texture with mipmap levels, each half as wide and high as the one before.
    Texture { format: Format, width: usize, height: usize, levels: usize },
    /// A rectangle texture: read by texels, without levels.
    Rectangle { format: Format, width: usize, height: usize },
    /// A 1D texture.
    Row { format: Format, width: usize },
    /// A 3D texture.
    Volume { format: Format, width: usize, height: usize, depth: usize },
    /// Six square textures around one point.
    Cube { format: Format, side: usize },
    /// 24 bits of depth and 8 of stencil.
    DepthStencil { width: usize, height: usize },
    /// An occlusion query: one word, the fragments that passed.
    Query,
}

impl Blueprint {
    /// Returns the blueprint with a buffer's padding: elements in fours, because a kernel may read any stream of
    /// scalars as vec4. Streams of one length keep one length, which glium requires of vertex streams.
    pub fn with_padding(self) -> Blueprint {
        match self {
            Blueprint::Buffer { words, each } => {
                let each = each.max(1);
                Blueprint::Buffer { words: (words / each).div_ceil(4).max(1) * each * 4, each }
            }
            other => other,
        }
    }

    /// Size in bytes, without what a driver adds.
    pub fn byte_size(&self) -> usize {
        match *self {
            Blueprint::Buffer { words, .. } => words * 4,
            Blueprint::Texture { format, width, height, levels } => {
                (0..levels)
                    .map(|level: usize| (width >> level).max(1) * (height >> level).max(1))
                    .sum::<usize>()
                    * format.bytes()
            }
            Blueprint::Rectangle { format, width, height } => width * height * format.bytes(),
            Blueprint::Row { format, width } => width * format.bytes(),
            Blueprint::Volume { format, width, height, depth } => width * height * depth * format.bytes(),
            Blueprint::Cube { format, side } => 6 * side * side * format.bytes(),
            Blueprint::DepthStencil { width, height } => width * height * 4,
            Blueprint::Query => 4,
        }
    }

    /// Number of slices of a volume, faces of a cube or levels of a texture.
    pub fn slice_count(&self) -> usize {
        match *self {
            Blueprint::Volume { depth, .. } => depth,
            Blueprint::Cube { .. } => 6,
            Blueprint::Texture { levels, .. } => levels,
            _ => 1,
        }
    }

    /// Columns and rows of one slice.
    pub fn slice_size(&self, slice: usize) -> [usize; 2] {
        match *self {
            Blueprint::Texture { width, height, .. } => [width, height].map(|side| (side >> slice).max(1)),
            Blueprint::Volume { width, height, .. } | Blueprint::Rectangle { width, height, .. } => [width, height],
            Blueprint::Row { width, .. } => [width, 1],
            Blueprint::Cube { side, .. } => [side; 2],
            _ => [0; 2],
        }
    }
}

/// Words of a memory before anything has written them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InitialContents {
    Zero,
    /// Unspecified on a driver; on the emulator a value that is conspicuous in every format.
    Unset,
}

/// A box of texels, or for a buffer `width` words from word `x`. `z` is a volume's slice, a cube's face, or a 2D
/// texture's level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    pub x: usize,
    pub y: usize,
    pub z: usize,
    pub width: usize,
    pub height: usize,
}

/// The stages of a kernel, expanded and validated.
pub struct KernelStages<'a> {
    pub vertex: Option<&'a ExpandedKernel>,
    pub fragment: Option<&'a ExpandedKernel>,
    pub compute: Option<&'a ExpandedKernel>,
    /// The vertex stage that a driver uses for fragment kernels that have none: a triangle over the whole target.
    pub cover: Option<&'a ExpandedKernel>,
    /// The module that glslang made of them.
    pub module: &'a CompiledModule,
}

/// One pass of the fragment era.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    pub program: &'a BackendProgram,
    /// The call's own uniforms come first.
    pub uniforms: &'a [(&'a str, Value)],
    /// Number of the call's own uniforms.
    pub given: usize,
    /// Slot in which the backend may store what it needs to replay this launch.
    pub remember: Option<&'a ResolvedLaunch>,
    /// Sampler name, memory, and how it is sampled.
    pub textures: &'a [(&'a str, MemoryId, Sampling)],
    /// Output name, memory, and the slice of a volume or the face of a cube. They are textures. In a program without
    /// a fragment stage they are buffers that get an element per vertex, and nothing is drawn.
    pub targets: &'a [(&'a str, MemoryId, usize)],
    pub depth_stencil: Option<(MemoryId, DepthStencilState)>,
    pub geometry: Geometry<'a>,
    pub blend: Option<Blend>,
    /// Counts the fragments that pass.
    pub query: Option<MemoryId>,
    /// Draws only if this query counted any fragments.
    pub condition: Option<MemoryId>,
    /// Arithmetic of the fragment kernel; `None` is the device's own, the only one that a driver has.
    pub arithmetic: Option<Arithmetic>,
}

/// The area that a pass covers.
#[derive(Clone, Copy)]
pub enum Geometry<'a> {
    /// Rectangles of the target, each one full draw.
    Regions(&'a [Region]),
    /// `count` points or corners of triangles, placed by the vertex kernel.
    Vertices { mode: Topology, count: usize, attributes: &'a [(&'a str, MemoryId, Format)], size: [usize; 2] },
}

/// One dispatch of the compute era.
#[derive(Clone, Copy)]
pub struct Dispatch<'a> {
    pub program: &'a BackendProgram,
    /// This field and the next three are as in `Draw`.
    pub uniforms: &'a [(&'a str, Value)],
    pub given: usize,
    pub remember: Option<&'a ResolvedLaunch>,
    pub textures: &'a [(&'a str, MemoryId, Sampling)],
    pub images: &'a [(&'a str, MemoryId)],
    /// Block name and memory.
    pub buffers: &'a [(&'a str, MemoryId)],
    pub groups: GroupCounts,
}

/// Number of work groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupCounts {
    Direct([u32; 3]),
    /// Three words of a buffer, from this word on.
    Indirect(MemoryId, usize),
}
