//! The register code that SPIR-V is lowered to, once, before it runs.
//!
//! Everything is scalar: a register is one 32-bit word for each lane, a `vec4` is four registers, a `mat4` sixteen, an array or a
//! struct the registers of its items one after another. Control flow stays structured: a stack of frames remembers the lanes that wait
//! (see [`Instruction::If`]). Calls are gone: every function is lowered where it is called.

use super::storage::AtomicOp;
use crate::Scalar;
use crate::shader::{Dimension, Stage};

/// The number of a register.
pub(crate) type Register = u32;

/// A place in the code.
pub(crate) type Pc = u32;

/// What an address becomes once an index on its way was out of range. It stays that.
pub(crate) const OUTSIDE: u32 = u32::MAX;

/// One stage of a kernel, ready to run.
#[derive(Debug, Clone)]
pub(crate) struct Assembly {
    /// The stage.
    pub stage: Stage,
    /// The code; the last instruction is `End`.
    pub instructions: Vec<Instruction>,
    /// For each instruction its line in the expanded text, from 1; 0 where there is none.
    pub lines: Vec<u32>,
    /// How many registers it needs.
    pub registers: u32,
    /// Registers that hold one value in all lanes and are never written. Those of uniforms that are declared with a value are among them;
    /// what the host sets comes after.
    pub constants: Vec<(Register, u32)>,
    /// What the host sets before a launch.
    pub uniforms: Vec<UniformSlot>,
    /// Registers filled when a warp starts.
    pub inputs: Vec<(Register, Input)>,
    /// Registers read when a warp has ended.
    pub outputs: Vec<(Register, Output)>,
    /// Buffers and shared variables.
    pub memories: Vec<MemorySlot>,
    /// Samplers. An array of samplers is that many slots, one after another.
    pub textures: Vec<TextureSlot>,
    /// Images, in the same way.
    pub images: Vec<ImageSlot>,
    /// Variables of a lane whose reads and writes are watched, or that are indexed.
    pub variables: Vec<VariableSlot>,
    /// The operands that did not fit into their instruction.
    pub lists: Vec<Register>,
    /// What `Address` steps by.
    pub steps: Vec<Step>,
    /// What `Sample` does.
    pub samples: Vec<Sample>,
    /// What the image instructions do.
    pub image_uses: Vec<ImageUse>,
    /// Lanes of a work group along x, y and z.
    pub local_size: [u32; 3],
    /// Words of all shared variables.
    pub shared_words: u32,
    /// Whether it has derivatives, or samples with a level of detail of its own: lanes then need their quad.
    pub needs_quads: bool,
    /// Whether it can discard its fragment.
    pub discards: bool,
    /// Whether depth is tested before it runs (`layout(early_fragment_tests) in`).
    pub early_tests: bool,
}

/// A uniform that is no memory: `words` registers from `first` on, the same in all lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UniformSlot {
    /// Its name: `k`, `light.position`, `lights[2].colour`. An array of scalars, vectors or matrices is one slot, without an index.
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
}

/// What fills a register when a warp starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Input {
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

/// How a varying goes from vertex to vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Between {
    /// In perspective.
    Smooth,
    /// As the last vertex has it.
    Flat,
    /// Linear on the screen.
    Linear,
}

/// What a register holds when a warp has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
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
pub(crate) struct MemorySlot {
    /// The block's own name, or the variable's.
    pub name: String,
    /// Where it is.
    pub space: Space,
    /// What lies in it.
    pub layout: Layout,
    /// Words of all but a last array without an end.
    pub words: u32,
    /// Words of an item of a last array without an end, and the word it starts at.
    pub open_end: Option<(u32, u32)>,
    /// Declared `readonly`, or a uniform block.
    pub readonly: bool,
    /// Declared `coherent` or `volatile`.
    pub coherent: bool,
}

/// Where a memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    /// A storage buffer that the host binds.
    Buffer,
    /// A uniform block.
    Uniform,
    /// An atomic counter's buffer: its binding point.
    Counter(u32),
    /// Shared by a work group, from that word of its shared memory on.
    Shared(u32),
}

/// What lies in a memory, so that a word of it has a name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Layout {
    /// One word.
    Scalar(Scalar),
    /// 2 to 4 words, one after another.
    Vector(Scalar, u8),
    /// Columns of `rows` words, `stride` words apart; transposed if `row_major`.
    Matrix { columns: u8, rows: u8, stride: u32, row_major: bool },
    /// Items `stride` words apart. 0 items: as many as the buffer holds.
    Array { item: Box<Layout>, stride: u32, items: u32 },
    /// Members with their first words.
    Struct(Vec<(String, u32, Layout)>),
}

/// A sampler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextureSlot {
    /// Its name, `maps[2]` for an item of an array.
    pub name: String,
    /// How it is addressed.
    pub dimension: Dimension,
    /// Whether the last coordinate picks a layer.
    pub arrayed: bool,
    /// Whether it compares depths.
    pub shadow: bool,
    /// What reading gives.
    pub scalar: Scalar,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ImageSlot {
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
}

/// A variable that each lane has of its own: registers `first` to `first + words - 1`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct VariableSlot {
    /// Its name.
    pub name: String,
    /// The first register.
    pub first: Register,
    /// How many.
    pub words: u32,
    /// What lies in it, in registers instead of words of memory (no padding).
    pub layout: Layout,
    /// The line that declares it, or 0.
    pub line: u32,
}

/// One step of an address: `base + index * stride`, if the index is below the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    /// The address so far, in words from the start of the memory or variable.
    pub base: Register,
    /// The index; as unsigned it must be below `limit`.
    pub index: Register,
    /// Words from item to item.
    pub stride: u32,
    /// The register with the number of items.
    pub limit: Register,
    /// What is indexed.
    pub of: Place,
}

/// What an instruction touches, as findings name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Place {
    /// A slot of `memories`.
    Memory(u16),
    /// A slot of `variables`.
    Variable(u16),
    /// A slot of `textures`.
    Texture(u16),
    /// A slot of `images`.
    Image(u16),
}

/// What one texture instruction does.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sample {
    /// The slot, or the first of an array's.
    pub texture: u16,
    /// For an array of samplers the register with the index, and the number of items.
    pub item: Option<(Register, u16)>,
    /// What is asked.
    pub method: Method,
    /// Coordinates in GLSL's order, the layer last, without the comparison. Divided already, if projective.
    pub coordinates: Vec<Register>,
    /// The level.
    pub level: Level,
    /// Whole texels to add.
    pub offset: Option<Vec<Register>>,
    /// The four offsets of `textureGatherOffsets`, x and y each.
    pub offsets: Option<[[i32; 2]; 4]>,
    /// What depths are compared with.
    pub compare: Option<Register>,
    /// Of a gather.
    pub component: u8,
}

/// What a texture is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    /// `texture` and its kin: filtered. 4 results, 1 if it compares.
    Filter,
    /// `texelFetch`: integer coordinates. 4 results.
    Fetch,
    /// `textureGather`: 4 results.
    Gather,
    /// `textureSize`: as many results as coordinates, layers last.
    Size,
    /// `textureQueryLod`: 2 results.
    QueryLevel,
    /// `textureQueryLevels`: 1 result.
    Levels,
}

/// How the level of detail is found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Level {
    /// From the quad's derivatives, and a bias.
    Implicit(Option<Register>),
    /// As given (of a fetch and of a size an integer).
    Explicit(Register),
    /// From the derivatives given: as many registers each as there are coordinates without layer.
    Gradients(Vec<Register>, Vec<Register>),
    /// There are no levels, or the first is meant.
    Base,
}

/// What one image instruction does.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ImageUse {
    /// The slot, or the first of an array's.
    pub image: u16,
    /// For an array of images the register with the index, and the number of items.
    pub item: Option<(Register, u16)>,
    /// Whole texels, the layer last.
    pub coordinates: Vec<Register>,
    /// What is done.
    pub work: ImageWork,
}

/// What is done with an image.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ImageWork {
    /// `imageLoad`: 4 results.
    Load,
    /// `imageStore` of 4 registers.
    Store([Register; 4]),
    /// `imageAtomic...`: 1 result.
    Atomic {
        /// What.
        op: AtomicOp,
        /// With what.
        value: Register,
        /// What a compare-exchange compares with.
        compare: Option<Register>,
    },
    /// `imageSize`: as many results as coordinates.
    Size,
}

/// One instruction. All do their work for every active lane; a register of a lane that is not active keeps its word.
///
/// **Frames.** `If`, `Loop`, `Switch` and `Call` push a frame that saves the active lanes; their ends pop it and make the lanes that it
/// still holds active again. `Leave` takes the active lanes out of the innermost frames, so that they wait further out; `Kill` takes
/// them out of all frames. Where no lane is left active, control goes on at `join`, the next place where lanes may wait.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Instruction {
    /// `to = op a`.
    Unary { op: Unary, to: Register, a: Register },
    /// `to = a op b`.
    Binary { op: Binary, to: Register, a: Register, b: Register },
    /// `to = op(a, b, c)`.
    Ternary { op: Ternary, to: Register, a: Register, b: Register, c: Register },
    /// `to` = one step of an address, [`OUTSIDE`] if the index is out of range or the base was [`OUTSIDE`].
    Address { to: Register, step: u32 },

    /// Loads `words` words at `address + offset` into registers from `to` on; zeros from [`OUTSIDE`] and beyond the end.
    Load { memory: u16, words: u8, to: Register, address: Register, offset: u32 },
    /// Stores the registers `lists[list..]`; drops what is out of range.
    Store { memory: u16, words: u8, list: u32, address: Register, offset: u32 },
    /// `to` = the word before; `operands` is where in `lists` the value and what a compare-exchange compares with stand.
    Atomic { memory: u16, op: AtomicOp, used: bool, to: Register, address: Register, offset: u32, operands: u32 },
    /// `to` = items of the array without an end at the end of a buffer.
    Length { memory: u16, to: Register },

    /// Loads `words` registers of an indexed variable: those from `first + offset + address` on; zeros from [`OUTSIDE`].
    LoadLocal { variable: u16, words: u8, to: Register, address: Register, offset: u32 },
    /// Stores the registers `lists[list..]` into an indexed variable.
    StoreLocal { variable: u16, words: u8, list: u32, address: Register, offset: u32 },
    /// These registers of a variable now have a value. Only in watched code.
    Define { variable: u16, first: Register, words: u32 },
    /// These registers of a variable are about to be read. Only in watched code.
    Demand { variable: u16, first: Register, words: u32 },

    /// Results in registers from `to` on.
    Sample { sample: u32, to: Register },
    /// Results in registers from `to` on.
    Image { image_use: u32, to: Register },

    /// Pushes a frame and keeps the lanes where `condition` holds; goes to `otherwise` (an `Else` or `EndIf`) if there is none.
    If { condition: Register, otherwise: Pc },
    /// Those that wait in the frame and did not hold; goes to `end` if there is none.
    Else { end: Pc },
    /// Pops the frame.
    EndIf,
    /// Pushes a frame. The loop's first instruction follows.
    Loop,
    /// Where lanes that left by `Continue` become active again.
    Continue,
    /// Goes to `start` (the instruction after `Loop`) if a lane is active.
    Repeat { start: Pc },
    /// Pops the frame.
    EndLoop,
    /// Pushes a frame; no lane is active until a `Case`.
    Switch,
    /// Adds the lanes of the frame where `condition` holds; goes to `otherwise` (the next `Case` or `EndSwitch`) if none is active then.
    Case { condition: Register, otherwise: Pc },
    /// Pops the frame.
    EndSwitch,
    /// Pushes a frame: a function starts.
    Call,
    /// Pops the frame: it ends.
    EndCall,
    /// The active lanes leave the `frames` innermost frames and wait in the next one for its end, or, if `again`, for its `Continue`. Goes to `join`.
    Leave { frames: u16, again: bool, join: Pc },
    /// The active lanes end here. Their fragments are dropped if it is a `discard`. Goes to `join`.
    Kill { join: Pc },

    /// `barrier()`.
    Barrier,
    /// `memoryBarrier...()`: which memories.
    MemoryBarrier { buffers: bool, images: bool, shared: bool },
    /// The kernel ends.
    End,
}

/// Of one operand. Floats unless the name says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "the names are GLSL's")]
pub(crate) enum Unary {
    Copy, Not, NegateFloat, NegateInt,
    FloatToInt, FloatToUint, IntToFloat, UintToFloat,
    AbsFloat, AbsInt, SignFloat, SignInt, Floor, Ceil, Trunc, Round, RoundEven, Fract,
    Sqrt, InverseSqrt, Radians, Degrees,
    Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh, Exp, Log, Exp2, Log2,
    BitCount, BitReverse, FindLsb, FindMsbInt, FindMsbUint, IsNan, IsInf,
    /// The float of the low, and of the high, half of a word.
    HalfLow, HalfHigh,
    FrexpMantissa, FrexpExponent,
    /// Differences within the quad.
    Dx, Dy, DxFine, DyFine,
}

/// Of two operands. Results of comparisons are 0 or all ones; those of floats are false if either is no number, but for `NotEqualFloat`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "the names are GLSL's")]
pub(crate) enum Binary {
    AddFloat, SubFloat, MulFloat, DivFloat, ModFloat, RemFloat, MinFloat, MaxFloat, Pow, Atan2, Step, Ldexp,
    AddInt, SubInt, MulInt, DivInt, DivUint, RemInt, ModInt, RemUint, MinInt, MaxInt, MinUint, MaxUint,
    ShiftLeft, ShiftRight, ShiftRightInt, And, Or, Xor,
    EqualFloat, NotEqualFloat, LessFloat, LessEqualFloat,
    EqualInt, NotEqualInt, LessInt, LessEqualInt, LessUint, LessEqualUint,
    /// Bit 32 of the sum, and of the difference, as 0 or 1.
    Carry, Borrow,
    /// The upper words of the product.
    MulHighInt, MulHighUint,
    /// Two floats as halves of one word, the first one low.
    PackHalf,
    /// `b` ones from bit `a` on: the field that bitfieldInsert replaces. (a, b) = (offset, bits).
    FieldMask,
}

/// Of three operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "the names are GLSL's")]
pub(crate) enum Ternary {
    /// `a ? b : c`.
    Select,
    Fma,
    /// Value, offset, bits.
    FieldInt, FieldUint,
    /// x, low, high.
    ClampFloat,
    /// x, y, how much of y.
    Mix,
    /// edge 0, edge 1, x.
    SmoothStep,
}
