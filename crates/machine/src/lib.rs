//! What a machine must do, and nothing more: the one trait between the nouns and the machines.
//!
//! Shapes, names, eras and hazards are checked above it, so every machine gives the same errors. A machine
//! sees memories of 32-bit words, programs, draws and dispatches.

mod barriers;
mod info;
mod name;
mod remembered;
mod sampling;
mod state;
mod surfaces;
mod value;

use gristmill_base::element::Format;
use gristmill_base::error::{Error, Missing, Result};
use gristmill_base::precision::Arithmetic;
use gristmill_shader::{Expanded, Module};
use std::any::Any;
use std::rc::Rc;
use std::time::{Duration, Instant};

pub use barriers::Barriers;
pub use info::{DeviceInfo, DeviceKind, LaunchClock, Limits};
pub use name::GlName;
pub use remembered::Remembered;
pub use sampling::Filter;
pub use sampling::{Sampling, Wrap};
pub use state::{Blend, Compare, DepthStencilState, StencilUpdate, Topology};
pub use surfaces::{RenderToTexture, SurfaceBinding, SurfaceCounts};
pub use value::Value;

/// The methods every machine has. `tests/conventions` keeps them at seventeen.
pub trait Backend {
    /// Who the machine is and what it allows.
    fn info(&self) -> &DeviceInfo;
    /// A new memory, whose words are not set.
    fn create(&self, blueprint: &Blueprint) -> Result<MemoryId>;
    /// Sets all words of a memory; not of a depth-stencil buffer, nor of a query.
    fn reset(&self, memory: MemoryId, blueprint: &Blueprint, contents: Contents) -> Result<()>;
    /// Frees a memory; its id may become another one's.
    fn destroy(&self, memory: MemoryId);
    /// Writes the words of a region; a depth-stencil buffer takes its stencil and depth, cleared to one value
    /// each.
    fn write(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()>;
    /// Reads regions one after another into `words`, once everything before is done.
    fn read(&self, memory: MemoryId, regions: &[Region], words: &mut [u32]) -> Result<()>;
    /// Starts the same read and returns at once.
    fn read_later(&self, memory: MemoryId, regions: &[Region]) -> Result<Box<dyn Pending>>;
    /// Copies a region, on the device, between memories of one format: textures, buffers, or one to the
    /// other.
    fn copy(&self, from: (MemoryId, &Region), to: (MemoryId, &Region)) -> Result<()>;
    /// Compiles and links the stages of one kernel.
    fn compile(&self, code: &Code) -> Result<Program>;
    /// One draw call a region, or one for all points.
    fn draw(&self, draw: &Draw) -> Result<()>;
    /// One dispatch.
    fn dispatch(&self, dispatch: &Dispatch) -> Result<()>;
    /// Makes a launch again that the machine remembers, with those of its uniforms that a call gives, behind barriers;
    /// false where it remembers none, and has done nothing.
    fn again(
        &self,
        _program: &Program,
        _launch: &Remembered,
        _uniforms: &[(&str, Value)],
        _: Barriers,
    ) -> Result<bool> {
        Ok(false)
    }
    /// Makes stores of earlier kernels visible to the uses named.
    fn barrier(&self, barriers: Barriers);
    /// Returns when the machine has done everything asked of it.
    fn wait(&self) -> Result<()>;
    /// Makes a launch, waits for its end and gives how long it took, by which clock.
    fn timed(&self, launch: &mut dyn FnMut() -> Result<()>) -> Result<(Duration, LaunchClock)> {
        let start = Instant::now();
        launch()?;
        self.wait()?;
        Ok((start.elapsed(), LaunchClock::Host("it has no timer of its own".to_string())))
    }

    /// What OpenGL calls a memory, where OpenGL it is.
    fn name(&self, _memory: MemoryId) -> Option<GlName> {
        None
    }
    /// The memory that OpenGL calls so, of another program in the same context, and its width and height, or
    /// its elements.
    fn adopt(&self, _name: GlName, _format: Format) -> Result<(MemoryId, [usize; 3])> {
        Err(Error::no_device(
            Missing::OpenGl,
            format!("{} has no names of OpenGL; take a device in the program's own context", self.info().name),
        ))
    }
}

/// A read under way.
pub trait Pending {
    /// Whether `finish` would return at once.
    fn is_ready(&self) -> bool;
    /// Waits, then gives the words.
    fn finish(self: Box<Self>) -> Result<Vec<u32>>;
}

/// A memory of one machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MemoryId(pub usize);

/// The memories of one machine, by their ids.
#[derive(Debug)]
pub struct Memories<M>(Vec<Option<M>>);

impl<M> Default for Memories<M> {
    fn default() -> Memories<M> {
        Memories(vec![])
    }
}

impl<M> Memories<M> {
    /// Keeps a memory, where another one was if there is such a place.
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

    /// Gives a memory away, if it is there.
    pub fn remove(&mut self, id: MemoryId) -> Option<M> {
        self.0.get_mut(id.0).and_then(Option::take)
    }

    /// The memory behind an id that the layer above made; it lives until that layer destroys it.
    pub fn get(&self, id: MemoryId) -> Result<&M> {
        let memory = self.0.get(id.0).and_then(Option::as_ref);
        memory.ok_or_else(|| Error::driver("looking up a memory", "it was destroyed"))
    }
}

/// A compiled kernel of one machine, which knows what is inside; the machine frees it with the last copy.
#[derive(Clone)]
pub struct Program(pub Rc<dyn Any>);

/// What memory to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blueprint {
    /// A storage buffer of so many 32-bit words, `each` to an element.
    Buffer { words: usize, each: usize },
    /// A 2D texture, with so many levels, each half as wide and high as the one before.
    Texture { format: Format, width: usize, height: usize, levels: usize },
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
    /// The same with the words that a machine makes of it: elements by fours, since a kernel may read any stream of
    /// scalars as vec4, and streams of one length keep one length, which glium asks of vertex streams.
    pub fn padded(self) -> Blueprint {
        match self {
            Blueprint::Buffer { words, each } => {
                let each = each.max(1);
                Blueprint::Buffer { words: (words / each).div_ceil(4).max(1) * each * 4, each }
            }
            other => other,
        }
    }

    /// Bytes, without what a driver adds.
    pub fn bytes(&self) -> usize {
        match *self {
            Blueprint::Buffer { words, .. } => words * 4,
            Blueprint::Texture { format, width, height, levels } => {
                let level = |level: usize| (width >> level).max(1) * (height >> level).max(1);
                (0..levels).map(level).sum::<usize>() * format.bytes()
            }
            Blueprint::Row { format, width } => width * format.bytes(),
            Blueprint::Volume { format, width, height, depth } => width * height * depth * format.bytes(),
            Blueprint::Cube { format, side } => 6 * side * side * format.bytes(),
            Blueprint::DepthStencil { width, height } => width * height * 4,
            Blueprint::Query => 4,
        }
    }

    /// Slices of a volume, faces of a cube or levels of a texture.
    pub fn slices(&self) -> usize {
        match *self {
            Blueprint::Volume { depth, .. } => depth,
            Blueprint::Cube { .. } => 6,
            Blueprint::Texture { levels, .. } => levels,
            _ => 1,
        }
    }

    /// Columns and rows of one of its slices.
    pub fn slice(&self, slice: usize) -> [usize; 2] {
        match *self {
            Blueprint::Texture { width, height, .. } => [width, height].map(|side| (side >> slice).max(1)),
            Blueprint::Volume { width, height, .. } => [width, height],
            Blueprint::Row { width, .. } => [width, 1],
            Blueprint::Cube { side, .. } => [side; 2],
            _ => [0; 2],
        }
    }
}

/// What the words of a memory are, before anybody has written them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contents {
    Zero,
    /// Anything on a driver; on the emulator what shows in every format.
    Unset,
}

/// A box of texels, or for a buffer `width` words from word `x`. `z` is a volume's slice, a cube's face, a 2D
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
pub struct Code<'a> {
    pub vertex: Option<&'a Expanded>,
    pub fragment: Option<&'a Expanded>,
    pub compute: Option<&'a Expanded>,
    /// What a driver draws fragments by that have no vertex kernel: a triangle over everything.
    pub cover: Option<&'a Expanded>,
    /// What glslang made of them.
    pub module: &'a Module,
}

/// One pass of the fragment era.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    pub program: &'a Program,
    /// Those that the call gives first.
    pub uniforms: &'a [(&'a str, Value)],
    /// How many the call gives.
    pub given: usize,
    /// Where the machine may keep what it needs to make this launch again.
    pub remember: Option<&'a Remembered>,
    /// Sampler name, memory, and how it is read.
    pub textures: &'a [(&'a str, MemoryId, Sampling)],
    /// Output name, memory, and the slice of a volume or the face of a cube. Textures; where the program has no
    /// fragment stage buffers, which get an element for each vertex, and nothing is drawn.
    pub targets: &'a [(&'a str, MemoryId, usize)],
    pub depth_stencil: Option<(MemoryId, DepthStencilState)>,
    pub geometry: Geometry<'a>,
    pub blend: Option<Blend>,
    /// Counts the fragments that pass.
    pub query: Option<MemoryId>,
    /// Draws only if that query counted any.
    pub condition: Option<MemoryId>,
    /// How the fragment kernel calculates; none is as the machine does. A driver has no other way.
    pub arithmetic: Option<Arithmetic>,
}

/// What a pass covers.
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
    pub program: &'a Program,
    /// As of a draw, with the next three.
    pub uniforms: &'a [(&'a str, Value)],
    pub given: usize,
    pub remember: Option<&'a Remembered>,
    pub textures: &'a [(&'a str, MemoryId, Sampling)],
    pub images: &'a [(&'a str, MemoryId)],
    /// Block name and memory.
    pub buffers: &'a [(&'a str, MemoryId)],
    pub groups: Groups,
}

/// How many work groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Groups {
    Direct([u32; 3]),
    /// Three words of a buffer, from this word on.
    Indirect(MemoryId, usize),
}
