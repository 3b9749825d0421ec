//! Named slots of a kernel: uniforms, inputs and outputs, memories, textures, images and variables.

use super::number::NumberType;
use gristmill_base::element::Scalar;
use gristmill_shader::Dimension;

/// The number of a register.
pub type Register = u32;

/// A specialisation constant that sets the size of a work group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizeConstant {
    /// `constant_id` in GLSL, or the number of `local_size_x_id`.
    pub number: u32,
    /// Names of the constants with this number.
    pub names: Vec<String>,
}

/// A uniform outside of any block: `words` registers from `first` on, the same in all lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UniformSlot {
    /// Its name: `k`, `light.position`, `lights[2].colour`. An array of scalars, vectors or matrices is one
    /// slot, without an index.
    pub name: String,
    /// The first register.
    pub first: Register,
    /// Registers of one item: lanes times columns.
    pub words: u32,
    /// Number of items; 1 if it is not an array.
    pub items: u32,
    /// Type of a word. A `bool` is set as 0 or 1 and held as 0 or all ones.
    pub scalar: Scalar,
    /// True if it is a `bool`.
    pub boolean: bool,
    /// Its type if it has 64 bits, two words each.
    pub wide: Option<NumberType>,
}

/// The value that a register has when a warp starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageInput {
    /// `gl_GlobalInvocationID`, x to z.
    GlobalId(u8),
    /// `gl_LocalInvocationID`.
    LocalId(u8),
    /// `gl_LocalInvocationIndex`.
    LocalIndex,
    /// `gl_WorkGroupID`.
    Group(u8),
    /// `gl_NumWorkGroups`.
    Groups(u8),
    /// `gl_SubgroupSize`.
    SubgroupSize,
    /// `gl_SubgroupInvocationID`.
    SubgroupLane,
    /// `gl_SubgroupID`.
    SubgroupNumber,
    /// `gl_NumSubgroups`.
    Subgroups,
    /// A word of `gl_SubgroupEqMask` or its variants.
    SubgroupMask(SubgroupMask, u8),
    /// `gl_FragCoord`, x to w.
    FragCoord(u8),
    /// `gl_FrontFacing`.
    FrontFacing,
    /// `gl_PointCoord`, x and y.
    PointCoord(u8),
    /// `gl_PrimitiveID`.
    PrimitiveId,
    /// `gl_HelperInvocation`.
    Helper,
    /// `gl_VertexID`.
    VertexId,
    /// `gl_InstanceID`: always 0.
    InstanceId,
    /// One component of a vertex attribute.
    Attribute {
        /// Its location.
        location: u32,
        /// 0 to 3.
        lane: u8,
    },
    /// One component of an output of the vertex stage.
    Varying {
        /// Its location.
        location: u32,
        /// 0 to 3.
        lane: u8,
        /// Its interpolation.
        between: Interpolation,
    },
}

/// Origin of `gl_FragCoord`: the middle of the pixel in the first row and column, unless a kernel declares another
/// one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WindowCoordinates {
    /// `layout(origin_upper_left)`: rows are counted from the last one.
    pub is_upper_left: bool,
    /// `layout(pixel_center_integer)`: the middle of a pixel is a whole number.
    pub has_whole_centers: bool,
}

impl WindowCoordinates {
    /// Returns the coordinate of a pixel along an axis, in a window with this number of rows.
    #[inline]
    pub fn pixel_coordinate(self, pixel: [u32; 2], axis: usize, rows: usize) -> f32 {
        let [x, y] = pixel;
        let place = match axis {
            0 => x,
            _ if self.is_upper_left => (rows as u32).wrapping_sub(1).wrapping_sub(y),
            _ => y,
        };
        if self.has_whole_centers { place as f32 } else { place as f32 + 0.5 }
    }
}

/// Lanes of a subgroup mask, relative to the lane that reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubgroupMask {
    /// The lane itself.
    Equal,
    /// The lanes above.
    Above,
    /// The lane itself and those above.
    From,
    /// The lanes below.
    Below,
    /// The lanes below and the lane itself.
    UpTo,
}

/// Interpolation of a varying between vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    /// Perspective-correct.
    Smooth,
    /// The value of the last vertex.
    Flat,
    /// Linear on the screen.
    Linear,
}

/// The output that a register holds when a warp has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageOutput {
    /// `gl_Position`, x to w.
    Position(u8),
    /// `gl_PointSize`.
    PointSize,
    /// `gl_FragDepth`.
    Depth,
    /// One component of a fragment's output.
    Colour {
        /// The draw buffer.
        location: u32,
        /// 0 to 3.
        lane: u8,
        /// Its type.
        scalar: Scalar,
    },
    /// One component of an output to the fragment stage.
    Varying {
        /// Its location.
        location: u32,
        /// 0 to 3.
        lane: u8,
    },
}

/// A buffer block, a uniform block, an atomic counter's buffer, or a shared variable.
#[derive(Debug, Clone, PartialEq)]
pub struct MemorySlot {
    /// The block's own name, or the variable's.
    pub name: String,
    /// Its kind and place.
    pub space: MemorySpace,
    /// The binding point of a block.
    pub binding: Option<u32>,
    /// The descriptor set of its binding: 0 in OpenGL, which has one.
    pub set: u32,
    /// Layout of its contents.
    pub layout: TypeLayout,
    /// Words without an unsized array at the end.
    pub words: u32,
    /// Item size of an unsized array at the end, and its start, both in bytes.
    pub open_end: Option<(u32, u32)>,
    /// Declared `readonly`, or a uniform block.
    pub readonly: bool,
    /// Declared `coherent` or `volatile`.
    pub coherent: bool,
}

/// Kind of a memory, and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemorySpace {
    /// A storage buffer that the host binds.
    Buffer,
    /// A uniform block.
    Uniform,
    /// A buffer of atomic counters, with its binding point.
    Counter(u32),
    /// Shared by a work group, starting at this word of the group's shared memory.
    Shared(u32),
}

impl MemorySlot {
    /// Returns the name of the last member, if it is an unsized array.
    pub fn unsized_array(&self) -> Option<&str> {
        let TypeLayout::Struct(members) = &self.layout else { return None };
        let (name, _, last) = members.last()?;
        matches!(last, TypeLayout::Array { items: 0, .. }).then_some(name)
    }

    /// Returns true if its addresses are in bytes, because it contains 8- or 16-bit numbers;
    /// otherwise they are in words. The layout of shared variables is unobservable, so there each
    /// number has a word of its own.
    pub fn is_byte_addressed(&self) -> bool {
        !matches!(self.space, MemorySpace::Shared(_)) && self.layout.is_narrow()
    }
}

/// Layout of a memory, from which findings name its places. All offsets are in bytes.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeLayout {
    /// One word.
    Scalar(Scalar),
    /// A number that does not have 32 bits.
    Number(NumberType),
    /// 2 to 4 words, one after another.
    Vector(Scalar, u8),
    /// Columns of `rows` words, `stride` bytes apart; transposed if `row_major`.
    Matrix { columns: u8, rows: u8, stride: u32, row_major: bool },
    /// Items `stride` bytes apart. 0 items: as many as fit into the buffer.
    Array { item: Box<TypeLayout>, stride: u32, items: u32 },
    /// Members with their offsets.
    Struct(Vec<(String, u32, TypeLayout)>),
}

impl TypeLayout {
    /// Returns true if it contains 8- or 16-bit numbers.
    pub fn is_narrow(&self) -> bool {
        match self {
            TypeLayout::Number(number) => number.bit_width() < 32,
            TypeLayout::Array { item, .. } => item.is_narrow(),
            TypeLayout::Struct(members) => members.iter().any(|(_, _, member)| member.is_narrow()),
            TypeLayout::Scalar(_) | TypeLayout::Vector(..) | TypeLayout::Matrix { .. } => false,
        }
    }
}

/// A texture with the sampler that reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextureSlot {
    /// Its name, `maps[2]` for an item of an array.
    pub name: String,
    /// Name of the sampler, if it is declared separately.
    pub sampler: Option<String>,
    /// Its dimension.
    pub dimension: Dimension,
    /// True if the last coordinate selects a layer.
    pub arrayed: bool,
    /// True if it compares depths.
    pub shadow: bool,
    /// Type of the values read.
    pub scalar: Scalar,
    /// The texture unit in its declaration, if any.
    pub binding: Option<u32>,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageSlot {
    /// Its name, `maps[2]` for an item of an array.
    pub name: String,
    /// Its dimension.
    pub dimension: Dimension,
    /// True if the last coordinate selects a layer.
    pub arrayed: bool,
    /// The layout qualifier.
    pub format: Option<String>,
    /// Type of the values loaded.
    pub scalar: Scalar,
    /// Not `readonly`.
    pub writable: bool,
    /// Declared `coherent` or `volatile`.
    pub coherent: bool,
    /// The image unit in its declaration, if any.
    pub binding: Option<u32>,
}

/// A private variable of each lane: registers `first` to `first + words - 1`.
#[derive(Debug, Clone, PartialEq)]
pub struct VariableSlot {
    /// Its name.
    pub name: String,
    /// The first register.
    pub first: Register,
    /// Number of registers.
    pub words: u32,
    /// Layout of its contents, in registers instead of words of memory (no padding).
    pub layout: TypeLayout,
    /// The line that declares it, or 0.
    pub line: u32,
}
