//! The register code that SPIR-V is lowered to, once, before it runs.
//!
//! Everything is scalar: a register is one 32-bit word for each lane, a `vec4` is four registers, a `mat4`
//! sixteen, an array or a struct the registers of its items one after another. Control flow stays structured:
//! a stack of frames remembers the lanes that wait (see [`Instruction::If`]). Calls are gone: every function
//! is lowered where it is called.

use super::number::Number;
use super::storage::AtomicOp;
use super::subgroup::SubgroupUse;
use super::undefined::Doubtful;
use super::wide::Wide;
use gristmill_shader::Stage;
use std::collections::BTreeMap;

pub use super::coherence::{Fence, MemoryScope, Sharing};
pub use super::operation::{Binary, Ternary, Unary};
pub use super::slot::{
    Between, ImageSlot, MemorySlot, Register, SizeConstant, Space, StageInput, StageOutput, SubgroupMask, TextureSlot,
    TypeLayout, UniformSlot, VariableSlot, WindowCoordinates,
};

/// A place in the code.
pub type Pc = u32;

/// What an address becomes once an index on its way was out of range. It stays that.
pub const OUTSIDE: u32 = u32::MAX;

/// One stage of a kernel, ready to run.
#[derive(Debug, Clone)]
pub struct Assembly {
    /// The stage.
    pub stage: Stage,
    /// True if its text is a program in assembly: then that language's extension says what is undefined.
    pub is_program: bool,
    /// The code; the last instruction is `End`.
    pub instructions: Vec<Instruction>,
    /// For each instruction its line in the expanded text, from 1; 0 where there is none.
    pub lines: Vec<u32>,
    /// How many registers it needs.
    pub registers: u32,
    /// Registers that hold one value in all lanes and are never written. Those of uniforms that are declared
    /// with a value are among them; what the host sets comes after.
    pub constants: Vec<(Register, u32)>,
    /// What the host sets before a launch.
    pub uniforms: Vec<UniformSlot>,
    /// Registers filled when a warp starts.
    pub inputs: Vec<(Register, StageInput)>,
    /// Registers read when a warp has ended.
    pub outputs: Vec<(Register, StageOutput)>,
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
    /// What lanes of a subgroup do together.
    pub subgroups: Vec<SubgroupUse>,
    /// Lanes of a work group along x, y and z.
    pub local_size: [u32; 3],
    /// The specialisation constants that say it.
    pub size_constants: Vec<SizeConstant>,
    /// Words of all shared variables.
    pub shared_words: u32,
    /// Whether it has derivatives, or samples with a level of detail of its own: lanes then need their quad.
    pub needs_quads: bool,
    /// Whether it can discard its fragment.
    pub discards: bool,
    /// Whether depth is tested before it runs (`layout(early_fragment_tests) in`).
    pub early_tests: bool,
    /// What `gl_FragCoord` counts from.
    pub window: WindowCoordinates,
    /// For each instruction whether it reads or writes a register that may lack a value. Empty if none may; in
    /// watched code alone.
    pub unsure: Vec<bool>,
    /// Atomic operations that only some lanes agree on the order of.
    pub narrow_atomics: BTreeMap<Pc, MemoryScope>,
    /// Under the Vulkan memory model how each instruction uses a memory; those that are missing use it privately.
    pub sharing: Option<BTreeMap<Pc, Sharing>>,
}

impl Assembly {
    /// Whether it may compute another thing in subgroups of another size.
    pub fn asks_for_subgroups(&self) -> bool {
        let told = |input: &StageInput| {
            matches!(
                input,
                StageInput::SubgroupSize
                    | StageInput::SubgroupLane
                    | StageInput::SubgroupNumber
                    | StageInput::Subgroups
                    | StageInput::SubgroupMask(..)
            )
        };
        !self.subgroups.is_empty() || self.inputs.iter().any(|(_, input)| told(input))
    }

    /// Code of a stage, with nothing in it.
    pub fn new(stage: Stage) -> Assembly {
        Assembly {
            stage,
            is_program: false,
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

/// One step of an address: `base + index * stride`, if the index is below the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The address so far, in words from the start of the memory or variable; in bytes, where it is addressed so.
    pub base: Register,
    /// The index; as unsigned it must be below `limit`.
    pub index: Register,
    /// Words, or bytes, from item to item.
    pub stride: u32,
    /// The register with the number of items.
    pub limit: Register,
    /// What is indexed.
    pub of: SlotRef,
}

/// What an instruction touches, as findings name it.
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

/// What one texture instruction does.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The slot, or the first of an array's.
    pub texture: u16,
    /// For an array of samplers the register with the index, and the number of items.
    pub item: Option<(Register, u16)>,
    /// What is asked.
    pub method: SampleMethod,
    /// Coordinates in GLSL's order, the layer last, without the comparison. Divided already, if projective.
    pub coordinates: Vec<Register>,
    /// The level.
    pub level: LevelOfDetail,
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
pub enum SampleMethod {
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
pub enum LevelOfDetail {
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
pub struct ImageUse {
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
pub enum ImageWork {
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

/// One instruction. All do their work for every active lane; a register of a lane that is not active keeps
/// its word.
///
/// **Frames.** `If`, `Loop`, `Switch` and `Call` push a frame that saves the active lanes; their ends pop it
/// and make the lanes that it still holds active again. `Leave` takes the active lanes out of the innermost
/// frames, so that they wait further out; `Kill` takes them out of all frames. Where no lane is left active,
/// control goes on at `join`, the next place where lanes may wait.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Instruction {
    /// `to = op a`.
    Unary { op: Unary, to: Register, a: Register },
    /// `to = a op b`.
    Binary { op: Binary, to: Register, a: Register, b: Register },
    /// `to = op(a, b, c)`.
    Ternary { op: Ternary, to: Register, a: Register, b: Register, c: Register },
    /// `to` and, for a number of 64 bits, the register behind it = `op` of operands that take two registers each as
    /// well, or one where [`Wide::reads`] says so.
    Wide { op: Wide, to: Register, a: Register, b: Register, c: Register },
    /// `to` = one step of an address, [`OUTSIDE`] if the index is out of range or the base was [`OUTSIDE`].
    Address { to: Register, step: u32 },

    /// Loads `words` words at `address + offset` into registers from `to` on; zeros from [`OUTSIDE`] and
    /// beyond the end.
    Load { memory: u16, words: u8, to: Register, address: Register, offset: u32 },
    /// Stores the registers `lists[list..]`; drops what is out of range.
    Store { memory: u16, words: u8, list: u32, address: Register, offset: u32 },
    /// Loads a number of at most 32 bits at the byte `address + offset` of a memory that is addressed in bytes; zero
    /// from [`OUTSIDE`] and beyond the end.
    LoadPart { memory: u16, number: Number, to: Register, address: Register, offset: u32 },
    /// Stores one there; drops what is out of range. The other bytes of its word stay what they are, whoever else
    /// writes them.
    StorePart { memory: u16, number: Number, from: Register, address: Register, offset: u32 },
    /// `to` = the word before, or the `words`: 1, or 2 of a number of 64 bits. `operands` is where in `lists` the
    /// value and what a compare-exchange compares with stand.
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
    /// `to` = items of the array without an end at the end of a buffer.
    Length { memory: u16, to: Register },

    /// Loads `words` registers of an indexed variable: those from `first + offset + address` on; zeros from
    /// [`OUTSIDE`].
    LoadLocal { variable: u16, words: u8, to: Register, address: Register, offset: u32 },
    /// Stores the registers `lists[list..]` into an indexed variable.
    StoreLocal { variable: u16, words: u8, list: u32, address: Register, offset: u32 },
    /// These registers of an output are about to be read. Only in watched code.
    Demand { variable: u16, first: Register, words: u32 },
    /// A register may be undefined. Only in watched code.
    Doubt(Doubtful),

    /// Results in registers from `to` on.
    Sample { sample: u32, to: Register },
    /// What the active lanes do together; results in registers from `to` on.
    Subgroup { number: u32, to: Register },
    /// `clock2x32ARB()`: the steps of the warp so far, in two registers.
    Clock { to: Register },
    /// Results in registers from `to` on.
    Image { image_use: u32, to: Register },

    /// Pushes a frame and keeps the lanes where `condition` holds; goes to `otherwise` (an `Else` or `EndIf`)
    /// if there is none.
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
    /// Adds the lanes of the frame where `condition` holds; goes to `otherwise` (the next `Case` or
    /// `EndSwitch`) if none is active then.
    Case { condition: Register, otherwise: Pc },
    /// Pops the frame.
    EndSwitch,
    /// Pushes a frame: a function starts.
    Call,
    /// Pops the frame: it ends.
    EndCall,
    /// The active lanes leave the `frames` innermost frames and wait in the next one for its end, or, if
    /// `again`, for its `Continue`. Goes to `join`.
    Leave { frames: u16, again: bool, join: Pc },
    /// The active lanes end here. Their fragments are dropped if it is a `discard`. Goes to `join`.
    Kill { join: Pc },
    /// The active lanes go on for their neighbours alone: their fragments are dropped.
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
