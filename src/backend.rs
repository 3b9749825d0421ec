//! What a machine must do, and nothing more: the one trait between the nouns and the machines.
//!
//! Shapes, names, eras and hazards are checked above it, so every machine gives the same errors. A machine sees memories of
//! 32-bit words, programs, draws and dispatches.

use crate::data::element::Format;
use crate::data::error::{Error, Result};
use crate::shader::{Expanded, Module};
use nalgebra as na;
use std::any::Any;
use std::rc::Rc;
use std::time::Duration;

/// The methods every machine has. `tests/conventions` keeps them at twelve.
pub(crate) trait Backend {
    /// Who the machine is and what it allows.
    fn info(&self) -> &DeviceInfo;
    /// A new memory, all zero.
    fn create(&self, blueprint: &Blueprint) -> Result<MemoryId>;
    /// Frees a memory; its id may become another one's.
    fn destroy(&self, memory: MemoryId);
    /// Writes the words of a region; a depth-stencil buffer takes its stencil and depth, cleared to one value each.
    fn write(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()>;
    /// Reads regions one after another into `words`, once everything before is done.
    fn read(&self, memory: MemoryId, regions: &[Region], words: &mut [u32]) -> Result<()>;
    /// Starts the same read and returns at once.
    fn read_later(&self, memory: MemoryId, regions: &[Region]) -> Result<Box<dyn Pending>>;
    /// Copies a region, on the device, between memories of one format: textures, buffers, or one to the other.
    fn copy(&self, from: (MemoryId, &Region), to: (MemoryId, &Region)) -> Result<()>;
    /// Compiles and links the stages of one kernel.
    fn compile(&self, code: &Code) -> Result<Program>;
    /// One draw call a region, or one for all points.
    fn draw(&self, draw: &Draw) -> Result<()>;
    /// One dispatch.
    fn dispatch(&self, dispatch: &Dispatch) -> Result<()>;
    /// Makes stores of earlier kernels visible to the uses named.
    fn barrier(&self, barriers: Barriers);
    /// Returns when the machine has done everything asked of it.
    fn wait(&self) -> Result<()>;
}

/// A read under way.
pub(crate) trait Pending {
    /// Whether `finish` would return at once.
    fn is_ready(&self) -> bool;
    /// Waits, then gives the words.
    fn finish(self: Box<Self>) -> Result<Vec<u32>>;
}

/// A memory of one machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct MemoryId(pub usize);

/// The memories of one machine, by their ids.
#[derive(Debug)]
pub(crate) struct Memories<M>(Vec<Option<M>>);

impl<M> Default for Memories<M> {
    fn default() -> Memories<M> {
        Memories(vec![])
    }
}

impl<M> Memories<M> {
    /// Keeps a memory, where another one was if there is such a place.
    pub(crate) fn add(&mut self, memory: M) -> MemoryId {
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
    pub(crate) fn remove(&mut self, id: MemoryId) -> Option<M> {
        self.0.get_mut(id.0).and_then(Option::take)
    }

    /// The memory behind an id that the layer above made; it lives until that layer destroys it.
    pub(crate) fn get(&self, id: MemoryId) -> Result<&M> {
        let memory = self.0.get(id.0).and_then(Option::as_ref);
        memory.ok_or_else(|| Error::driver("looking up a memory", "it was destroyed"))
    }
}

/// A compiled kernel of one machine, which knows what is inside; the machine frees it with the last copy.
#[derive(Clone)]
pub(crate) struct Program(pub Rc<dyn Any>);

/// What memory to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blueprint {
    /// A storage buffer of so many 32-bit words, `each` to an element.
    Buffer { words: usize, each: usize },
    /// A 2D texture.
    Texture { format: Format, width: usize, height: usize },
    /// A 3D texture.
    Volume { format: Format, width: usize, height: usize, depth: usize },
    /// 24 bits of depth and 8 of stencil.
    DepthStencil { width: usize, height: usize },
    /// An occlusion query: one word, the fragments that passed.
    Query,
}

/// A box of texels, or for a buffer `width` words from word `x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Region {
    pub x: usize,
    pub y: usize,
    pub z: usize,
    pub width: usize,
    pub height: usize,
}

/// The stages of a kernel, expanded and validated.
pub(crate) struct Code<'a> {
    pub vertex: Option<&'a Expanded>,
    pub fragment: Option<&'a Expanded>,
    pub compute: Option<&'a Expanded>,
    /// What glslang made of them.
    pub module: &'a Module,
}

/// One pass of the fragment era.
pub(crate) struct Draw<'a> {
    pub program: &'a Program,
    pub uniforms: &'a [(&'a str, Value)],
    pub textures: &'a [(&'a str, MemoryId)],
    /// Output name, memory, and the slice of a volume.
    pub targets: &'a [(&'a str, MemoryId, usize)],
    pub depth_stencil: Option<(MemoryId, DepthStencilState)>,
    pub geometry: Geometry<'a>,
    pub blend: Option<Blend>,
    /// Counts the fragments that pass.
    pub query: Option<MemoryId>,
    /// Draws only if that query counted any.
    pub condition: Option<MemoryId>,
}

/// What a pass covers.
pub(crate) enum Geometry<'a> {
    /// Rectangles of the target, each one full draw.
    Regions(&'a [Region]),
    /// `count` points or corners of triangles, placed by the vertex kernel.
    Vertices { mode: Topology, count: usize, attributes: &'a [(&'a str, MemoryId, Format)], size: [usize; 2] },
}

/// What the vertices of a pass make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topology {
    /// One point each.
    Points,
    /// A line for each two.
    Lines,
    /// A triangle for each three.
    Triangles,
}

/// How a fragment is combined with what the output holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blend {
    /// The sum: scatter-add.
    Add,
    /// The lesser of both, lane by lane.
    Min,
    /// The greater of both, lane by lane.
    Max,
}

/// A comparison of depth or stencil: what the fragment brings against what the buffer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the comparisons")]
pub enum Compare {
    Always,
    Never,
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    GreaterOrEqual,
    Greater,
}

/// What happens to the stencil value of a fragment's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StencilUpdate {
    /// It stays.
    Keep,
    /// It becomes the reference value.
    Replace,
    /// It grows by one, to 255 at most.
    Increment,
    /// It shrinks by one, to 0 at least.
    Decrement,
}

/// The tests of a pass against a depth-stencil buffer, and what the pass leaves in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthStencilState {
    /// The fragment's depth against the buffer's.
    pub depth: Compare,
    /// Whether a passing fragment writes its depth.
    pub write_depth: bool,
    /// `reference` against the buffer's stencil value.
    pub stencil: Compare,
    /// The reference value of the stencil test.
    pub reference: u8,
    /// What a fragment that passes both tests does to the stencil value.
    pub on_pass: StencilUpdate,
    /// What a fragment that fails the stencil test does to it.
    pub on_fail: StencilUpdate,
}

impl Default for DepthStencilState {
    /// Everything passes and nothing changes.
    fn default() -> DepthStencilState {
        DepthStencilState {
            depth: Compare::Always,
            write_depth: false,
            stencil: Compare::Always,
            reference: 0,
            on_pass: StencilUpdate::Keep,
            on_fail: StencilUpdate::Keep,
        }
    }
}

/// One dispatch of the compute era.
pub(crate) struct Dispatch<'a> {
    pub program: &'a Program,
    pub uniforms: &'a [(&'a str, Value)],
    pub textures: &'a [(&'a str, MemoryId)],
    pub images: &'a [(&'a str, MemoryId)],
    /// Block name and memory.
    pub buffers: &'a [(&'a str, MemoryId)],
    pub groups: Groups,
}

/// How many work groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Groups {
    Direct([u32; 3]),
    /// Three words of a buffer, from this word on.
    Indirect(MemoryId, usize),
}

/// What a store must be made visible to. The bits are those of `glMemoryBarrier`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Barriers(pub(crate) u32);

impl Barriers {
    pub(crate) const VERTEX: Barriers = Barriers(0x1);
    pub(crate) const FETCH: Barriers = Barriers(0x8);
    pub(crate) const IMAGE: Barriers = Barriers(0x20);
    pub(crate) const COMMAND: Barriers = Barriers(0x40);
    pub(crate) const PIXEL: Barriers = Barriers(0x80);
    pub(crate) const TEXTURE_UPDATE: Barriers = Barriers(0x100);
    pub(crate) const BUFFER_UPDATE: Barriers = Barriers(0x200);
    pub(crate) const FRAMEBUFFER: Barriers = Barriers(0x400);
    pub(crate) const STORAGE: Barriers = Barriers(0x2000);

    /// Whether there is nothing to wait for.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Both.
    pub(crate) fn with(self, other: Barriers) -> Barriers {
        Barriers(self.0 | other.0)
    }

    /// The names that `glMemoryBarrier` has for them, without `GL_` and `_BARRIER_BIT`.
    pub fn names(self) -> Vec<&'static str> {
        const NAMES: [(u32, &str); 9] = [
            (0x1, "VERTEX_ATTRIB_ARRAY"),
            (0x8, "TEXTURE_FETCH"),
            (0x20, "SHADER_IMAGE_ACCESS"),
            (0x40, "COMMAND"),
            (0x80, "PIXEL_BUFFER"),
            (0x100, "TEXTURE_UPDATE"),
            (0x200, "BUFFER_UPDATE"),
            (0x400, "FRAMEBUFFER"),
            (0x2000, "SHADER_STORAGE"),
        ];
        NAMES
            .iter()
            .filter(|(bit, _)| self.0 & bit != 0)
            .map(|(_, name)| *name)
            .collect()
    }
}

/// Who a machine is and what it allows.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DeviceInfo {
    /// The renderer's own name, as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    pub name: String,
    /// The driver's version text.
    pub version: String,
    /// OpenGL's version, as (4, 5).
    pub opengl: (u8, u8),
    /// What computes: a GPU, a CPU that plays one, or the emulator.
    pub kind: DeviceKind,
    /// Opening it took so long.
    pub opened_in: Duration,
    /// What it allows.
    pub limits: Limits,
}

/// What a machine computes on. An algorithm may take another way on each: the lanes of a CPU want chunks, those of a GPU neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeviceKind {
    /// A graphics processor, behind a driver.
    Gpu,
    /// A processor on which the driver plays a GPU, as Mesa's llvmpipe does.
    Cpu,
    /// The emulator of this library.
    Emulator,
}

/// What a machine allows, as it says itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Limits {
    /// Side of a 2D texture, in texels.
    pub texture_side: usize,
    /// Side of a 3D texture, in texels.
    pub volume_side: usize,
    /// Outputs of one pass.
    pub outputs: usize,
    /// Textures read by one kernel.
    pub textures: usize,
    /// Bytes of one storage buffer. 0 without compute shaders, as all that follow.
    pub buffer_bytes: usize,
    /// Storage buffers of one kernel.
    pub buffers: usize,
    /// Images of one kernel.
    pub images: usize,
    /// Work groups of a dispatch along x, y and z.
    pub groups: [usize; 3],
    /// Invocations of a work group along x, y and z.
    pub group_size: [usize; 3],
    /// Invocations of a work group.
    pub group_invocations: usize,
    /// Bytes of shared memory of a work group.
    pub shared_bytes: usize,
    /// Turns of all loops that one invocation may take: llvmpipe ends a loop silently behind 65,535; others do not count.
    pub turns: usize,
}

/// The value of a uniform.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the GLSL types")]
#[non_exhaustive]
pub enum Value {
    Float(f32),
    Vec2([f32; 2]),
    Vec3([f32; 3]),
    Vec4([f32; 4]),
    Int(i32),
    IVec2([i32; 2]),
    IVec3([i32; 3]),
    IVec4([i32; 4]),
    UInt(u32),
    UVec2([u32; 2]),
    UVec3([u32; 3]),
    UVec4([u32; 4]),
    Bool(bool),
    Mat2([[f32; 2]; 2]),
    Mat3([[f32; 3]; 3]),
    Mat4([[f32; 4]; 4]),
}

impl Value {
    /// The GLSL type of the value.
    pub fn glsl(&self) -> &'static str {
        match self {
            Value::Float(_) => "float",
            Value::Vec2(_) => "vec2",
            Value::Vec3(_) => "vec3",
            Value::Vec4(_) => "vec4",
            Value::Int(_) => "int",
            Value::IVec2(_) => "ivec2",
            Value::IVec3(_) => "ivec3",
            Value::IVec4(_) => "ivec4",
            Value::UInt(_) => "uint",
            Value::UVec2(_) => "uvec2",
            Value::UVec3(_) => "uvec3",
            Value::UVec4(_) => "uvec4",
            Value::Bool(_) => "bool",
            Value::Mat2(_) => "mat2",
            Value::Mat3(_) => "mat3",
            Value::Mat4(_) => "mat4",
        }
    }
}

macro_rules! values {
    ($($from:ty => $variant:ident,)*) => {$(
        impl From<$from> for Value {
            fn from(value: $from) -> Value {
                Value::$variant(value.into())
            }
        }
    )*};
}

values! {
    f32 => Float, [f32; 2] => Vec2, [f32; 3] => Vec3, [f32; 4] => Vec4,
    i32 => Int, [i32; 2] => IVec2, [i32; 3] => IVec3, [i32; 4] => IVec4,
    u32 => UInt, [u32; 2] => UVec2, [u32; 3] => UVec3, [u32; 4] => UVec4,
    bool => Bool,
    na::Vector2<f32> => Vec2, na::Vector3<f32> => Vec3, na::Vector4<f32> => Vec4, na::Point3<f32> => Vec3,
    na::Vector2<i32> => IVec2, na::Vector3<i32> => IVec3, na::Vector4<i32> => IVec4,
    na::Matrix2<f32> => Mat2, na::Matrix3<f32> => Mat3, na::Matrix4<f32> => Mat4,
}
