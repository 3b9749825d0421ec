//! The interface of a kernel: its names, and the data that may be bound to each.

use gristmill_base::element::Scalar;

/// The declarations of a program. Declarations shared by stages appear once; unused ones appear too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Interface {
    /// Single values, set by name.
    pub uniforms: Vec<Uniform>,
    /// Textures read through a sampler.
    pub samplers: Vec<DeclaredSampler>,
    /// Textures read and written in place.
    pub images: Vec<Image>,
    /// Buffers.
    pub blocks: Vec<InterfaceBlock>,
    /// Outputs of the last stage, by location: a fragment kernel's texel, or a vertex kernel's
    /// vertex. Depth and position are not among them.
    pub outputs: Vec<Output>,
    /// Inputs of a vertex kernel for each vertex, by location.
    pub attributes: Vec<Attribute>,
    /// Lanes of a work group along x, y and z. All 1 if there is no compute kernel.
    pub local_size: [u32; 3],
    /// Bytes of all `shared` variables, without padding between them.
    pub shared_bytes: u32,
}

/// A uniform outside any block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uniform {
    /// Its name.
    pub name: String,
    /// Its type, or the type of its items.
    pub kind: UniformKind,
    /// The number of items, if it is an array.
    pub array: Option<usize>,
}

/// The type of a uniform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UniformKind {
    /// `float`, `ivec3` and the like; one component is a scalar.
    Vector {
        /// Type of a component: `F32`, `I32` or `U32`.
        scalar: Scalar,
        /// 1 to 4.
        lanes: u8,
    },
    /// `bool` and `bvec2` to `bvec4`.
    Bool {
        /// 1 to 4.
        lanes: u8,
    },
    /// `mat4`, `mat2x3` (two columns, three rows) and the like, of `f32`.
    Matrix {
        /// 2 to 4.
        columns: u8,
        /// 2 to 4.
        rows: u8,
    },
}

/// The dimension of a texture. Array textures have a flag of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// `sampler1D`.
    D1,
    /// `sampler2D`.
    D2,
    /// `sampler3D`.
    D3,
    /// `samplerCube`.
    Cube,
    /// `sampler2DRect`, addressed in texels: the texture of 2004.
    TexelRect,
    /// `samplerBuffer`: a buffer seen as a texture.
    Buffer,
}

/// A texture read through a sampler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredSampler {
    /// Its name.
    pub name: String,
    /// Type of the value read: `F32` for `sampler2D`, also if bytes are stored, `I32` for
    /// `isampler2D`, `U32` for `usampler2D`.
    pub scalar: Scalar,
    /// Its dimension.
    pub dimension: Dimension,
    /// True if the last coordinate selects a layer, as in `sampler2DArray`.
    pub arrayed: bool,
    /// True if it compares depths, as `sampler2DShadow`.
    pub shadow: bool,
    /// The number of items, if it is an array of samplers.
    pub array: Option<usize>,
}

/// A texture read and written in place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its name.
    pub name: String,
    /// Type of the value loaded: `F32` for `image2D`, `I32` for `iimage2D`, `U32` for `uimage2D`.
    pub scalar: Scalar,
    /// Its dimension.
    pub dimension: Dimension,
    /// True if the last coordinate selects a layer, as in `image2DArray`.
    pub arrayed: bool,
    /// The layout qualifier, such as `rgba32f`. An image that is only written may have none.
    pub format: Option<String>,
    /// True unless `writeonly`.
    pub readable: bool,
    /// True unless `readonly`.
    pub writable: bool,
    /// The number of items, if it is an array of images.
    pub array: Option<usize>,
}

/// A buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterfaceBlock {
    /// The block's own name, which GL uses: `Source` in `buffer Source { float source[]; };`.
    pub name: String,
    /// Its members, in order.
    pub members: Vec<Member>,
    /// True for a `buffer` block, false for a `uniform` block.
    pub storage: bool,
    /// True if any member is not `writeonly`.
    pub readable: bool,
    /// True if any member is not `readonly`; never for a uniform block.
    pub writable: bool,
}

/// One member of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Type of a component; `None` for structs. A `bool` is a `U32`.
    pub scalar: Option<Scalar>,
    /// Components of a vector or of a matrix column; 1 for a scalar, 0 for a struct.
    pub lanes: u8,
    /// Columns of a matrix; 1 for all else.
    pub columns: u8,
    /// Bytes from the start of the block.
    pub offset: u32,
    /// Bytes from one item of an array to the next (the outermost, if they are nested).
    pub array_stride: Option<u32>,
    /// The number of items, if the type is an array with a length.
    pub array: Option<usize>,
    /// True for an array as long as its buffer: `float source[]`.
    pub unsized_array: bool,
}

/// An output: of a fragment kernel to one render target, or of a vertex kernel alone to one vertex stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Its name; `name[0]` and so on for the items of an array.
    pub name: String,
    /// The draw buffer of a fragment kernel's output. If the kernel does not set it, glslang chose
    /// it, and a driver may choose another.
    pub location: u32,
    /// Type of a component.
    pub scalar: Scalar,
    /// 1 to 4.
    pub lanes: u8,
}

/// An input of a vertex kernel for each vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Its name; `name[0]` and so on for the items of an array.
    pub name: String,
    /// Its location. If the kernel does not set it, glslang chose it, and a driver may choose another.
    pub location: u32,
    /// Type of a component.
    pub scalar: Scalar,
    /// 1 to 4.
    pub lanes: u8,
}
