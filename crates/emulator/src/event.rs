//! What the interpreter says while it runs, and who may listen.
//!
//! The interpreter checks nothing. It says what it does, and every check is an observer that sees these
//! events alone.

use super::assembly::{Assembly, Fence, Pc, SlotRef};
use super::storage::{AtomicOp, Storage};
use super::texture::Texture;
use super::undefined::Cause;
use gristmill_base::finding::Who;

/// What hears the events of a run. `()` hears nothing and costs nothing.
pub trait Observe {
    /// Whether events are made at all.
    const LISTENS: bool = true;
    /// Whether it hears of each step, and of what is undefined: those who note accesses alone need neither.
    const HEARS_STEPS: bool = Self::LISTENS;
    /// Whether every result of a calculation is an event as well.
    const HEARS_RESULTS: bool = false;
    /// Hears one event.
    fn hear(&mut self, event: &Event);
    /// Whether it is to hear that this instruction runs.
    #[inline(always)]
    fn hears_step(&self, _: &Assembly, _: Pc) -> bool {
        Self::HEARS_STEPS
    }
    /// Whether it is to hear what memories hold: before a launch, and after each use.
    #[inline(always)]
    fn hears_words(&self) -> bool {
        false
    }
    /// Whether it is to hear how that memory is used. One who hears steps hears of every memory.
    fn hears_of(&self, _: MemoryKey) -> bool {
        Self::LISTENS
    }
}

impl Observe for () {
    const LISTENS: bool = false;
    #[inline(always)]
    fn hear(&mut self, _: &Event) {}
}

/// Which warp of which group it is, and what its lanes are called.
#[derive(Debug, Clone)]
pub struct WarpInfo {
    /// `gl_WorkGroupID`; for fragments and vertices zeros.
    pub group: [u32; 3],
    /// The number of the group in the order x, y, z.
    pub group_number: u32,
    /// The number of the warp in its group.
    pub warp: u32,
    /// Lanes of a full warp.
    pub width: u32,
    /// Lanes that only help their quad: their stores and outputs are dropped.
    pub helpers: u64,
    /// What the lanes are.
    pub lanes: LaneKind,
}

/// What the lanes of a warp are.
#[derive(Debug, Clone)]
pub enum LaneKind {
    /// Invocations of a work group, from that local index on.
    Invocations(u32),
    /// Fragments, by pixel.
    Fragments(Vec<[u32; 2]>),
    /// Vertices, from that one on.
    Vertices(u32),
}

impl WarpInfo {
    /// Who a lane is.
    pub fn who(&self, lane: u32) -> Who {
        match &self.lanes {
            LaneKind::Invocations(first) => Who::Lane { lane: first + lane, group: self.group },
            LaneKind::Fragments(pixels) => {
                let [x, y] = pixels.get(lane as usize).copied().unwrap_or_default();
                Who::Fragment { x, y }
            }
            LaneKind::Vertices(first) => Who::Vertex(first + lane),
        }
    }
}

/// Which warp runs which instruction.
#[derive(Debug, Clone, Copy)]
pub struct At<'a> {
    /// The warp.
    pub info: &'a WarpInfo,
    /// The instruction.
    pub pc: Pc,
    /// The active lanes.
    pub mask: u64,
}

/// Which memory: the same for all names that it is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemoryKey {
    /// The shared memory of the group that runs.
    Shared,
    /// A lane's own variables: registers.
    Local,
    /// A buffer or texture, by its number.
    Global(usize),
}

/// How memory is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// Read.
    Load,
    /// Written.
    Store,
    /// Read and written in one piece: no other lane can come between.
    Atomic(AtomicOp),
}

/// One instruction's use of a memory by all its lanes.
#[derive(Debug, Clone, Copy)]
pub struct Access<'a> {
    /// What the kernel calls it.
    pub place: SlotRef,
    /// Which memory it is.
    pub memory: MemoryKey,
    /// How.
    pub kind: AccessKind,
    /// Consecutive words of each lane.
    pub words: u32,
    /// For each lane its first word, in the whole memory; of a lane that is not active, or outside, anything.
    pub addresses: &'a [u32],
    /// The word of the whole memory at which the place starts: a shared variable's.
    pub base: u32,
    /// The active lanes whose words are all within the place. The others load zeros, and store nothing.
    pub inside: u64,
    /// What is stored: for each word one slice with a word per lane. Empty for loads.
    pub values: &'a [&'a [u32]],
    /// The bytes of the word, if not all of them are touched.
    pub part: Option<Part<'a>>,
    /// How an atomic operation went.
    pub turns: AtomicTurns,
}

/// In which order the lanes of an atomic instruction had their turns, and which of them changed nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct AtomicTurns {
    /// The lanes came in the order of `each_by` with these bits.
    pub swap: u32,
    /// Lanes whose compare-exchange found another value.
    pub unchanged: u64,
}

/// Some bytes of a word. What is stored there is the low bits of a value.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// For each lane the first one, from 0.
    pub first: &'a [u32],
    /// How many.
    pub bytes: u32,
}

/// What happened.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// A dispatch or a stage of a pass begins.
    Begins(&'a Launched<'a>),
    /// It has ended; this is its code.
    Ends(&'a Assembly),
    /// All lanes of the work group of that number have ended.
    GroupEnds { number: u32 },
    /// An instruction of that code is about to run, while the registers hold that: as many words each, one
    /// for each lane.
    Step { at: At<'a>, code: &'a Assembly, registers: &'a [u32] },
    /// A choice: those that go on here, and those that wait. (`If`, and each round of a loop.)
    Branch { at: At<'a>, taken: u64, waiting: u64 },
    /// A result of a calculation, of each lane.
    Result { at: At<'a>, values: &'a [u32] },
    /// A memory was used.
    Access { at: At<'a>, access: Access<'a> },
    /// What a buffer holds before the launch, by its slot. For those who hear of words alone.
    Contents { slot: u16, words: &'a Storage },
    /// What a texture or an image holds before the launch. For those who hear of words alone.
    Texture { place: SlotRef, memory: MemoryKey, texture: &'a Texture },
    /// What the words of an access hold after it: those of each lane inside, one lane after another. For those who hear
    /// of words alone.
    Holds { at: At<'a>, access: Access<'a>, holds: &'a [u32] },
    /// An index was out of range in those lanes; `index` and `limit` of each lane.
    Outside { at: At<'a>, of: SlotRef, lanes: u64, index: &'a [u32], limit: &'a [u32] },
    /// What GLSL leaves undefined, in those lanes; the operands of the first.
    Undefined { at: At<'a>, cause: Cause, lanes: u64, operands: [u32; 3] },
    /// A texture was read: (lane, word) for each texel touched.
    Texels { at: At<'a>, texture: u16, memory: MemoryKey, texels: &'a [(u8, u32)] },
    /// What the words of those texels hold, one texel after another. For those who hear of words alone.
    TexelsHold { at: At<'a>, memory: MemoryKey, texels: &'a [(u8, u32)], holds: &'a [u32] },
    /// A warp came to a barrier, `missing` some of its lanes that have not ended.
    Barrier { at: At<'a>, missing: u64 },
    /// Lanes of a warp have passed a `subgroupBarrier()`.
    SubgroupBarrier { at: At<'a> },
    /// The whole group of that number has passed a barrier; `ended` of its lanes had ended before.
    Passed { number: u32, pc: Pc, ended: u32, example: Option<Who> },
    /// Warps of a group wait at different barriers.
    Apart { first: (Pc, Who), second: (Pc, Who) },
    /// `memoryBarrier...()`.
    MemoryBarrier { at: At<'a>, fence: Fence },
    /// The lanes of a warp that are left have ended.
    WarpEnds { at: At<'a> },
    /// A warp was stopped: it had taken `limit` steps.
    Stopped { at: At<'a>, limit: u64 },
}

/// What runs.
#[derive(Debug, Clone, Copy)]
pub struct Launched<'a> {
    /// The kernel.
    pub assembly: &'a Assembly,
    /// The fragment kernel that reads what this vertex kernel writes.
    pub next: Option<&'a Assembly>,
    /// Work groups along x, y and z; zeros for a pass.
    pub groups: [u32; 3],
    /// The memory of each slot of `memories`, with its words.
    pub memories: &'a [(MemoryKey, u32)],
    /// The memory of each texture slot, with its width in texels and the words of a texel.
    pub textures: &'a [(MemoryKey, u32, u32)],
    /// The memory of each image slot, in the same way.
    pub images: &'a [(MemoryKey, u32, u32)],
    /// The memories that a pass draws to, by location.
    pub targets: &'a [MemoryKey],
    /// The location of each target of a fragment kernel, and the channels that are kept of it.
    pub kept: &'a [(u32, u8)],
}
