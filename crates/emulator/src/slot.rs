//! What a kernel has by name: uniforms, inputs and outputs, memories, textures, images and variables.

use super::number::Number;
use gristmill_base::element::Scalar;
use gristmill_shader::Dimension;

/// The number of a register.
pub type Register = u32;

/// A specialisation constant that says how large a group is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizeConstant {
    /// `constant_id` in GLSL, or the number of `local_size_x_id`.
    pub number: u32,
    /// The names of the constants of that number.
    pub names: Vec<String>,
}

/// A uniform that is no memory: `words` registers from `first` on, the same in all lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UniformSlot {
    /// Its name: `k`, `light.position`, `lights[2].colour`. An array of scalars, vectors or matrices is one
    /// slot, without an index.
    pub name: String,
    /// The first register.
    pub first: Register,
    /// Registers of one item: lanes times columns.
    pub words: u32,
    /// The number of items: 1, if it is no array.
    pub items: u32,
    /// What a word is. A `bool` is given as 0 or 1 and held as 0 or all ones.
    pub scalar: Scalar,
    /// Whether it is a `bool`.
    pub boolean: bool,
    /// What it is if it is of 64 bits: two words each.
    pub wide: Option<Number>,
}

/// What fills a register when a warp starts.
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
    /// A word of `gl_SubgroupEqMask` or one of its kin.
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
    /// One lane of a vertex attribute.
    Attribute {
        /// Its location.
        location: u32,
        /// 0 to 3.
        lane: u8,
    },
    /// One lane of what the vertex stage gave.
    Varying {
        /// Its location.
        location: u32,
        /// 0 to 3.
        lane: u8,
        /// How it goes from vertex to vertex.
        between: Between,
    },
}

/// What `gl_FragCoord` counts from: the middle of the pixel in the first row and column, unless a kernel declares it
/// another way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WindowCoordinates {
    /// `layout(origin_upper_left)`: rows are counted from the last one.
    pub is_upper_left: bool,
    /// `layout(pixel_center_integer)`: the middle of a pixel is a whole number.
    pub has_whole_centers: bool,
}

impl WindowCoordinates {
    /// The coordinate of a pixel along an axis, in a window of so many rows.
    #[inline]
    pub fn coordinate(self, pixel: [u32; 2], axis: usize, rows: usize) -> f32 {
        let [x, y] = pixel;
        let place = match axis {
            0 => x,
            _ if self.is_upper_left => (rows as u32).wrapping_sub(1).wrapping_sub(y),
            _ => y,
        };
        if self.has_whole_centers { place as f32 } else { place as f32 + 0.5 }
    }
}

/// Which lanes of a subgroup a mask has, seen from one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubgroupMask {
    /// The lane itself.
    Equal,
    /// Those above.
    Above,
    /// Itself and those above.
    From,
    /// Those below.
    Below,
    /// Those below and itself.
    UpTo,
}

/// How a varying goes from vertex to vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Between {
    /// In perspective.
    Smooth,
    /// As the last vertex has it.
    Flat,
    /// Linear on the screen.
    Linear,
}

/// What a register holds when a warp has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageOutput {
    /// `gl_Position`, x to w.
    Position(u8),
    /// `gl_PointSize`.
    PointSize,
    /// `gl_FragDepth`.
    Depth,
    /// One lane of a fragment's output.
    Colour {
        /// The draw buffer.
        location: u32,
        /// 0 to 3.
        lane: u8,
        /// What it is.
        scalar: Scalar,
    },
    /// One lane of what goes to the fragment stage.
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
    /// Where it is.
    pub space: Space,
    /// The binding point of a block.
    pub binding: Option<u32>,
    /// The descriptor set of its binding: 0 in OpenGL, which has one.
    pub set: u32,
    /// What lies in it.
    pub layout: TypeLayout,
    /// Words of all but a last array without an end.
    pub words: u32,
    /// Bytes of an item of a last array without an end, and the byte it starts at.
    pub open_end: Option<(u32, u32)>,
    /// Declared `readonly`, or a uniform block.
    pub readonly: bool,
    /// Declared `coherent` or `volatile`.
    pub coherent: bool,
}

/// Where a memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// A storage buffer that the host binds.
    Buffer,
    /// A uniform block.
    Uniform,
    /// An atomic counter's buffer: its binding point.
    Counter(u32),
    /// Shared by a work group, from that word of its shared memory on.
    Shared(u32),
}

impl MemorySlot {
    /// Returns the name of the last member, if it is an array without an end.
    pub fn open_array(&self) -> Option<&str> {
        let TypeLayout::Struct(members) = &self.layout else { return None };
        let (name, _, last) = members.last()?;
        matches!(last, TypeLayout::Array { items: 0, .. }).then_some(name)
    }

    /// Whether its addresses are in bytes, because it has numbers of 8 or 16 bits; else they are in words. Of shared
    /// variables nobody can see how they lie: there each number has a word of its own.
    pub fn in_bytes(&self) -> bool {
        !matches!(self.space, Space::Shared(_)) && self.layout.is_narrow()
    }
}

/// What lies in a memory, so that a place in it has a name. All places are in bytes.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeLayout {
    /// One word.
    Scalar(Scalar),
    /// A number of other than 32 bits.
    Number(Number),
    /// 2 to 4 words, one after another.
    Vector(Scalar, u8),
    /// Columns of `rows` words, `stride` bytes apart; transposed if `row_major`.
    Matrix { columns: u8, rows: u8, stride: u32, row_major: bool },
    /// Items `stride` bytes apart. 0 items: as many as the buffer holds.
    Array { item: Box<TypeLayout>, stride: u32, items: u32 },
    /// Members with their first bytes.
    Struct(Vec<(String, u32, TypeLayout)>),
}

impl TypeLayout {
    /// Whether numbers of 8 or 16 bits are in it.
    pub fn is_narrow(&self) -> bool {
        match self {
            TypeLayout::Number(number) => number.bits() < 32,
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
    /// The name of the sampler, if it is declared apart from the texture.
    pub sampler: Option<String>,
    /// How it is addressed.
    pub dimension: Dimension,
    /// Whether the last coordinate picks a layer.
    pub arrayed: bool,
    /// Whether it compares depths.
    pub shadow: bool,
    /// What reading gives.
    pub scalar: Scalar,
    /// The texture unit that it is bound to, if it says one.
    pub binding: Option<u32>,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageSlot {
    /// Its name, `maps[2]` for an item of an array.
    pub name: String,
    /// How it is addressed.
    pub dimension: Dimension,
    /// Whether the last coordinate picks a layer.
    pub arrayed: bool,
    /// The layout qualifier.
    pub format: Option<String>,
    /// What loading gives.
    pub scalar: Scalar,
    /// Not `readonly`.
    pub writable: bool,
    /// Declared `coherent` or `volatile`.
    pub coherent: bool,
    /// The image unit that it is bound to, if it says one.
    pub binding: Option<u32>,
}

/// A variable that each lane has of its own: registers `first` to `first + words - 1`.
#[derive(Debug, Clone, PartialEq)]
pub struct VariableSlot {
    /// Its name.
    pub name: String,
    /// The first register.
    pub first: Register,
    /// How many.
    pub words: u32,
    /// What lies in it, in registers instead of words of memory (no padding).
    pub layout: TypeLayout,
    /// The line that declares it, or 0.
    pub line: u32,
}
