//! The register code that SPIR-V is lowered to, once, before it runs.
//!
//! Everything is scalar: a register is one 32-bit word for each lane, a `vec4` is four registers, a `mat4`
//! sixteen; an array or a struct is the registers of its items, one after another. Control flow stays structured:
//! a stack of frames remembers the waiting lanes (see [`Instruction::If`]). There are no function calls: every
//! function is inlined where it is called.

use super::number::NumberType;
use super::storage::AtomicOp;
use super::subgroup::SubgroupUse;
use super::undefined::{SourceLanguage, UndefinedCheck};
use super::wide::WideOp;
use gristmill_shader::Stage;
use std::collections::BTreeMap;

pub use super::coherence::{Fence, MemoryScope, Sharing};
pub use super::operation::{Binary, Ternary, Unary};
pub use super::slot::{
    ImageSlot, Interpolation, MemorySlot, MemorySpace, Register, SizeConstant, StageInput, StageOutput, SubgroupMask,
    TextureSlot, TypeLayout, UniformSlot, VariableSlot, WindowCoordinates,
};

/// Index of an instruction in the code.
pub type Pc = u32;

/// The address after an index on its way was out of range. Further steps keep it.
pub const OUT_OF_RANGE: u32 = u32::MAX;

/// One stage of a kernel, ready to run.
#[derive(Debug, Clone)]
pub struct Assembly {
    /// The stage.
    pub stage: Stage,
    /// The language whose rules say what is undefined.
    pub language: SourceLanguage,
    /// The instructions; the last one is `End`.
    pub instructions: Vec<Instruction>,
    /// For each instruction its line in the expanded text, counted from 1, or 0 if it has none.
    pub lines: Vec<u32>,
    /// Number of registers it needs.
    pub registers: u32,
    /// Registers that hold one value in all lanes and are never written, among them uniforms declared with a value.
    /// Values set by the host replace these.
    pub constants: Vec<(Register, u32)>,
    /// Uniforms that the host sets before a launch.
    pub uniforms: Vec<UniformSlot>,
    /// Registers filled when a warp starts.
    pub inputs: Vec<(Register, StageInput)>,
    /// Registers read when a warp has ended.
    pub outputs: Vec<(Register, StageOutput)>,
    /// Buffers and shared variables.
    pub memories: Vec<MemorySlot>,
    /// Samplers. An array of N samplers is N consecutive slots.
    pub textures: Vec<TextureSlot>,
    /// Images, in the same way.
    pub images: Vec<ImageSlot>,
    /// Variables of a lane that are indexed, or whose reads and writes are watched.
    pub variables: Vec<VariableSlot>,
    /// Operands that do not fit into their instruction.
    pub lists: Vec<Register>,
    /// Address steps, by the number in `Instruction::Address`.
    pub steps: Vec<AddressStep>,
    /// Texture uses, by the number in `Instruction::Sample`.
    pub samples: Vec<SampleUse>,
    /// Image uses, by the number in `Instruction::Image`.
    pub image_uses: Vec<ImageUse>,
    /// Subgroup operations, by the number in `Instruction::Subgroup`.
    pub subgroups: Vec<SubgroupUse>,
    /// Lanes of a work group along x, y and z.
    pub local_size: [u32; 3],
    /// Specialisation constants that set the local size.
    pub size_constants: Vec<SizeConstant>,
    /// Words of all shared variables.
    pub shared_words: u32,
    /// True if it has derivatives or samples with an implicit level of detail: lanes then need their quad.
    pub needs_quads: bool,
    /// True if it can discard its fragment.
    pub discards: bool,
    /// True if depth is tested before it runs (`layout(early_fragment_tests) in`).
    pub early_tests: bool,
    /// Origin of `gl_FragCoord`.
    pub window: WindowCoordinates,
    /// For each instruction, true if it accesses a register that may be uninitialised. Only in watched code; empty if
    /// there is no such instruction.
    pub unsure: Vec<bool>,
    /// Atomic operations whose scope is narrower than the device, with that scope.
    pub narrow_atomics: BTreeMap<Pc, MemoryScope>,
    /// Under the Vulkan memory model, how each instruction shares its memory; an instruction
    /// without an entry uses it privately.
    pub sharing: Option<BTreeMap<Pc, Sharing>>,
}

impl Assembly {
    /// Returns true if its results may depend on the size of a subgroup.
    pub fn depends_on_subgroup_size(&self) -> bool {
        !self.subgroups.is_empty() || self.inputs.iter().any(|(_, input)| is_subgroup_input(input))
    }

    /// Creates an empty assembly for a stage.
    pub fn new(stage: Stage) -> Assembly {
        Assembly {
            stage,
            language: SourceLanguage::Glsl,
            instructions: vec![],
            lines: vec![],
            registers: 0,
            constants: vec![],
            uniforms: vec![],
            inputs: vec![],
            outputs: vec![],
            memories: vec![],
            textures: vec![],
            images: vec![],
            variables: vec![],
            lists: vec![],
            steps: vec![],
            samples: vec![],
            image_uses: vec![],
            subgroups: vec![],
            local_size: [1; 3],
            size_constants: vec![],
            shared_words: 0,
            needs_quads: false,
            discards: false,
            early_tests: false,
            window: WindowCoordinates::default(),
            unsure: vec![],
            narrow_atomics: BTreeMap::new(),
            sharing: None,
        }
    }
}

fn is_subgroup_input(input: &StageInput) -> bool {
    matches!(
        input,
        StageInput::SubgroupSize
            | StageInput::SubgroupLane
            | StageInput::SubgroupNumber
            | StageInput::Subgroups
            | StageInput::SubgroupMask(..)
    )
}

/// One step of an address: `base + index * stride`, if the index is below the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressStep {
    /// The address so far, from the start of the memory or variable: in words, or in bytes for byte-addressed memories.
    pub base: Register,
    /// The index: as an unsigned number it must be below `limit`.
    pub index: Register,
    /// Words, or bytes, between items.
    pub stride: u32,
    /// The register with the number of items.
    pub limit: Register,
    /// The slot that is indexed.
    pub of: SlotRef,
}

/// The slot that an instruction accesses, as findings name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SlotRef {
    /// A slot of `memories`.
    Memory(u16),
    /// A slot of `variables`.
    Variable(u16),
    /// A slot of `textures`.
    Texture(u16),
    /// A slot of `images`.
    Image(u16),
}

/// The work of one texture instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleUse {
    /// The slot, or the first slot of an array.
    pub texture: u16,
    /// For an array of samplers the register with the index, and the number of items.
    pub item: Option<(Register, u16)>,
    /// The query or read.
    pub method: SampleMethod,
    /// Coordinates in GLSL's order, the layer last, without the reference depth. A projective division has been done.
    pub coordinates: Vec<Register>,
    /// The level.
    pub level: LevelOfDetail,
    /// Offset in whole texels.
    pub offset: Option<Vec<Register>>,
    /// The four offsets of `textureGatherOffsets`, x and y each.
    pub offsets: Option<[[i32; 2]; 4]>,
    /// The reference that depths are compared with.
    pub compare: Option<Register>,
    /// The component that a gather reads.
    pub component: u8,
}

/// A query or read of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SampleMethod {
    /// `texture` and its variants: filtered. 4 results, 1 if it compares.
    Filter,
    /// `texelFetch`: integer coordinates. 4 results.
    Fetch,
    /// `textureGather`: 4 results.
    Gather,
    /// `textureSize`: one result per coordinate, layers last.
    Size,
    /// `textureQueryLod`: 2 results.
    QueryLevel,
    /// `textureQueryLevels`: 1 result.
    Levels,
}

/// Source of the level of detail.
#[derive(Debug, Clone, PartialEq)]
pub enum LevelOfDetail {
    /// From the quad's derivatives, and a bias.
    Implicit(Option<Register>),
    /// From a register (an integer for a fetch or a size).
    Explicit(Register),
    /// From explicit derivatives: one register each per coordinate without the layer.
    Gradients(Vec<Register>, Vec<Register>),
    /// The texture has no levels, or the first level is used.
    Base,
}

/// The work of one image instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct ImageUse {
    /// The slot, or the first slot of an array.
    pub image: u16,
    /// For an array of images the register with the index, and the number of items.
    pub item: Option<(Register, u16)>,
    /// Coordinates in whole texels, the layer last.
    pub coordinates: Vec<Register>,
    /// The operation.
    pub work: ImageOperation,
}

/// An operation on an image.
#[derive(Debug, Clone, PartialEq)]
pub enum ImageOperation {
    /// `imageLoad`: 4 results.
    Load,
    /// `imageStore` of 4 registers.
    Store([Register; 4]),
    /// `imageAtomic...`: 1 result.
    Atomic {
        /// The operation.
        op: AtomicOp,
        /// Its operand.
        value: Register,
        /// The comparator of a compare-exchange.
        compare: Option<Register>,
    },
    /// `imageSize`: one result per coordinate.
    Size,
}

/// One instruction. Each does its work for every active lane; a register of an inactive lane keeps its word.
///
/// **Frames.** `If`, `Loop`, `Switch` and `Call` push a frame that saves the active lanes; their ends pop it
/// and make the lanes that it still holds active again. `Leave` removes the active lanes from the innermost
/// frames, so that they wait further out; `Kill` removes them from all frames. If no lane is left active,
/// control continues at `join`, the next place where lanes may wait.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Instruction {
    /// `to = op a`.
    Unary { op: Unary, to: Register, a: Register },
    /// `to = a op b`.
    Binary { op: Binary, to: Register, a: Register, b: Register },
    /// `to = op(a, b, c)`.
    Ternary { op: Ternary, to: Register, a: Register, b: Register, c: Register },
    /// `to` = `op`; a 64-bit result also fills the register after `to`. Operands have two registers each, or one as
    /// `WideOp::operand_registers` returns.
    Wide { op: WideOp, to: Register, a: Register, b: Register, c: Register },
    /// `to` = one step of an address, [`OUT_OF_RANGE`] if the index is out of range or the base was [`OUT_OF_RANGE`].
    Address { to: Register, step: u32 },

    /// Loads `words` words at `address + offset` into registers from `to` on; zeros from [`OUT_OF_RANGE`] and
    /// past the end.
    Load { memory: u16, words: u8, to: Register, address: Register, offset: u32 },
    /// Stores the registers `lists[list..]`; words out of range are dropped.
    Store { memory: u16, words: u8, list: u32, address: Register, offset: u32 },
    /// Loads a number of at most 32 bits at the byte `address + offset` of a byte-addressed memory; zero from
    /// [`OUT_OF_RANGE`] and past the end.
    LoadNarrow { memory: u16, number: NumberType, to: Register, address: Register, offset: u32 },
    /// Stores such a number; it is dropped if out of range. The other bytes of its word are left alone, even if another
    /// lane writes them at the same time.
    StoreNarrow { memory: u16, number: NumberType, from: Register, address: Register, offset: u32 },
    /// `to` = the old word, or the old `words` words: 1, or 2 for a 64-bit number. `operands` is
    /// the place in `lists` of the value and the comparator of a compare-exchange.
    Atomic {
        memory: u16,
        op: AtomicOp,
        used: bool,
        words: u8,
        to: Register,
        address: Register,
        offset: u32,
        operands: u32,
    },
    /// `to` = number of items of the unsized array at the end of a buffer.
    Length { memory: u16, to: Register },

    /// Loads `words` registers of an indexed variable: those from `first + offset + address` on; zeros from
    /// [`OUT_OF_RANGE`].
    LoadLocal { variable: u16, words: u8, to: Register, address: Register, offset: u32 },
    /// Stores the registers `lists[list..]` into an indexed variable.
    StoreLocal { variable: u16, words: u8, list: u32, address: Register, offset: u32 },
    /// These registers of an output are about to be read. Only in watched code.
    OutputRead { variable: u16, first: Register, words: u32 },
    /// A register may be undefined. Only in watched code.
    CheckUndefined(UndefinedCheck),

    /// Results in registers from `to` on.
    Sample { sample: u32, to: Register },
    /// A subgroup operation of the active lanes; results in registers from `to` on.
    Subgroup { number: u32, to: Register },
    /// `clock2x32ARB()`: the steps of the warp so far, in two registers.
    Clock { to: Register },
    /// Results in registers from `to` on.
    Image { image_use: u32, to: Register },

    /// Pushes a frame and keeps the lanes active whose `condition` is true; goes to `otherwise` (an `Else` or `EndIf`)
    /// if there are none.
    If { condition: Register, otherwise: Pc },
    /// Activates the waiting lanes of the frame whose condition was false; goes to `end` if there are none.
    Else { end: Pc },
    /// Pops the frame.
    EndIf,
    /// Pushes a frame. The loop's first instruction follows.
    Loop,
    /// Reactivates the lanes that left by `Leave` with `again`.
    Continue,
    /// Goes to `start` (the instruction after `Loop`) if a lane is active.
    Repeat { start: Pc },
    /// Pops the frame.
    EndLoop,
    /// Pushes a frame; no lane is active until a `Case`.
    Switch,
    /// Adds the lanes of the frame whose `condition` is true; goes to `otherwise` (the next `Case` or
    /// `EndSwitch`) if none is active then.
    Case { condition: Register, otherwise: Pc },
    /// Pops the frame.
    EndSwitch,
    /// Pushes a frame at the start of a function.
    Call,
    /// Pops the frame at the end of a function.
    EndCall,
    /// The active lanes leave the `frames` innermost frames. They wait in the next frame for its end, or, if `again`,
    /// for its `Continue`. Goes to `join`.
    Leave { frames: u16, again: bool, join: Pc },
    /// The active lanes end here. Their fragments are dropped if it is a `discard`. Goes to `join`.
    Kill { join: Pc },
    /// The active lanes become helpers: they continue for their neighbours, and their fragments are dropped.
    Demote,

    /// `barrier()`.
    Barrier,
    /// `subgroupBarrier()`.
    SubgroupBarrier,
    /// `memoryBarrier...()`.
    MemoryBarrier(Fence),
    /// The kernel ends.
    End,
}
