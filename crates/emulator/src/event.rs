//! Events that the interpreter emits while it runs, and the trait of their observers.
//!
//! The interpreter checks nothing. It reports its actions as events; every check is an observer of these events.

use super::assembly::{Assembly, Fence, Pc, SlotRef};
use super::storage::{AtomicOp, Storage};
use super::texture::TextureView;
use super::undefined::UndefinedCause;
use gristmill_base::finding::Who;

/// An observer of the events of a run. `()` observes nothing and costs nothing.
pub trait Observe {
    /// True if events are emitted at all.
    const WANTS_EVENTS: bool = true;
    /// True if it observes each step and each undefined result. Observers that only note accesses need neither.
    const WANTS_STEPS: bool = Self::WANTS_EVENTS;
    /// True if it observes every result of a calculation.
    const WANTS_RESULTS: bool = false;
    /// Observes one event.
    fn observe(&mut self, event: &ExecutionEvent);
    /// Returns true if it observes the step of this instruction.
    #[inline(always)]
    fn wants_step(&self, _: &Assembly, _: Pc) -> bool {
        Self::WANTS_STEPS
    }
    /// Returns true if it observes the contents of memories: before a launch, and after each use.
    #[inline(always)]
    fn wants_words(&self) -> bool {
        false
    }
    /// Returns true if it observes the choices that a specification leaves to the machine.
    #[inline(always)]
    fn wants_machine_choices(&self) -> bool {
        false
    }
    /// Returns true if it observes uses of that memory. Observers of steps observe every memory.
    fn wants_memory(&self, _: MemoryKey) -> bool {
        Self::WANTS_EVENTS
    }
}

impl Observe for () {
    const WANTS_EVENTS: bool = false;
    #[inline(always)]
    fn observe(&mut self, _: &ExecutionEvent) {}
}

/// The place of a warp in its launch, and the kind of its lanes.
#[derive(Debug, Clone)]
pub struct WarpInfo {
    /// `gl_WorkGroupID`; for fragments and vertices zeros.
    pub group: [u32; 3],
    /// Linear index of the group, x fastest.
    pub group_number: u32,
    /// Index of the warp in its group.
    pub warp: u32,
    /// Lanes of a full warp.
    pub width: u32,
    /// Helper lanes of a quad: their stores and outputs are dropped.
    pub helpers: u64,
    /// The kind of its lanes.
    pub lanes: LaneKind,
}

/// The kind of lanes in a warp.
#[derive(Debug, Clone)]
pub enum LaneKind {
    /// Invocations of a work group, starting at this local index.
    Invocations(u32),
    /// Fragments, at these pixels.
    Fragments(Vec<[u32; 2]>),
    /// Vertices, starting at this index.
    Vertices(u32),
}

impl WarpInfo {
    /// Returns the invocation, fragment or vertex of a lane.
    pub fn identify_lane(&self, lane: u32) -> Who {
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

/// A warp at an instruction.
#[derive(Debug, Clone, Copy)]
pub struct ExecutionPoint<'a> {
    /// The warp.
    pub info: &'a WarpInfo,
    /// The instruction.
    pub pc: Pc,
    /// The active lanes.
    pub mask: u64,
}

/// Identity of a memory: the same for all names that it is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemoryKey {
    /// The shared memory of the group that runs.
    Shared,
    /// A lane's own variables, which are registers.
    Local,
    /// A buffer or texture, by its id.
    Global(usize),
}

/// Kind of a memory access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// Read.
    Load,
    /// Written.
    Store,
    /// Read and written atomically.
    Atomic(AtomicOp),
}

/// One instruction's use of a memory by all its lanes.
#[derive(Debug, Clone, Copy)]
pub struct WarpAccess<'a> {
    /// The kernel's name for it.
    pub place: SlotRef,
    /// The memory.
    pub memory: MemoryKey,
    /// The kind of access.
    pub kind: AccessKind,
    /// Consecutive words of each lane.
    pub words: u32,
    /// For each lane its first word, counted in the whole memory; arbitrary for lanes that are
    /// inactive or out of range.
    pub addresses: &'a [u32],
    /// The word of the whole memory at which the slot starts: nonzero for a shared variable.
    pub base: u32,
    /// The active lanes whose words are all in range. The others load zeros and store nothing.
    pub inside: u64,
    /// Stored values: for each word a slice with one word per lane. Empty for loads.
    pub values: &'a [&'a [u32]],
    /// The accessed bytes of the word, or `None` for all of them.
    pub part: Option<PartialWord<'a>>,
    /// Order and effect of an atomic operation.
    pub turns: AtomicTurns,
}

/// The order in which the lanes of an atomic instruction ran, and which of them changed nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct AtomicTurns {
    /// The lanes ran in the order of `swapped_lane_indices` with these bits.
    pub swap: u32,
    /// Lanes whose compare-exchange found another value.
    pub unchanged: u64,
}

/// Some bytes of a word. A store writes the low bits of a value there.
#[derive(Debug, Clone, Copy)]
pub struct PartialWord<'a> {
    /// For each lane its first byte, from 0.
    pub first: &'a [u32],
    /// Number of bytes.
    pub bytes: u32,
}

/// An event of a run.
#[derive(Debug, Clone, Copy)]
pub enum ExecutionEvent<'a> {
    /// A dispatch or a stage of a pass begins.
    LaunchBegins(&'a LaunchInfo<'a>),
    /// The launch or stage with this code has ended.
    LaunchEnds(&'a Assembly),
    /// All lanes of the work group of this number have ended.
    GroupEnds { number: u32 },
    /// An instruction of `code` is about to run. `registers` holds one word per lane for each register.
    Step { at: ExecutionPoint<'a>, code: &'a Assembly, registers: &'a [u32] },
    /// Lanes diverge: `taken` continue here, `waiting` wait. (`If`, and each iteration of a loop.)
    Branch { at: ExecutionPoint<'a>, taken: u64, waiting: u64 },
    /// The result of a calculation in each lane.
    Result { at: ExecutionPoint<'a>, values: &'a [u32] },
    /// A memory was used.
    Access { at: ExecutionPoint<'a>, access: WarpAccess<'a> },
    /// Contents of a buffer before the launch, by its slot. Only for observers of memory contents.
    Contents { slot: u16, words: &'a Storage },
    /// Contents of a texture or an image before the launch. Only for observers of memory contents.
    Texture { place: SlotRef, memory: MemoryKey, texture: &'a TextureView },
    /// Words of an access after it: those of each lane in range, one lane after another. Only for observers of memory
    /// contents.
    WordsAfter { at: ExecutionPoint<'a>, access: WarpAccess<'a>, holds: &'a [u32] },
    /// An index was out of range in `lanes`; `index` and `limit` have a word for each lane.
    IndexOutOfRange { at: ExecutionPoint<'a>, of: SlotRef, lanes: u64, index: &'a [u32], limit: &'a [u32] },
    /// An operation that GLSL leaves undefined, in `lanes`; `operands` are those of the first lane.
    Undefined { at: ExecutionPoint<'a>, cause: UndefinedCause, lanes: u64, operands: [u32; 3] },
    /// A texture was read: (lane, word) for each texel touched.
    Texels { at: ExecutionPoint<'a>, texture: u16, memory: MemoryKey, texels: &'a [(u8, u32)] },
    /// Of these lanes, which read the nearest texel, some did so on the border between two that differ. Only for
    /// observers of machines' choices.
    TexelBorder { at: ExecutionPoint<'a>, texture: u16, lanes: u64, on_border: u64 },
    /// Lanes compared a NaN. Only for observers of machines' choices.
    NanCompared { at: ExecutionPoint<'a>, lanes: u64 },
    /// Words of those texels, one texel after another. Only for observers of memory contents.
    TexelContents { at: ExecutionPoint<'a>, memory: MemoryKey, texels: &'a [(u8, u32)], holds: &'a [u32] },
    /// A warp came to a barrier; `missing` are its lanes that are neither there nor ended.
    Barrier { at: ExecutionPoint<'a>, missing: u64 },
    /// Lanes of a warp have passed a `subgroupBarrier()`.
    SubgroupBarrier { at: ExecutionPoint<'a> },
    /// The whole group of this number has passed a barrier; `ended` of its lanes had ended before.
    BarrierPassed { number: u32, pc: Pc, ended: u32, example: Option<Who> },
    /// Warps of a group wait at different barriers.
    BarriersDiffer { first: (Pc, Who), second: (Pc, Who) },
    /// `memoryBarrier...()`.
    MemoryBarrier { at: ExecutionPoint<'a>, fence: Fence },
    /// The remaining lanes of a warp have ended.
    WarpEnds { at: ExecutionPoint<'a> },
    /// A warp was stopped after `limit` steps.
    StepLimitReached { at: ExecutionPoint<'a>, limit: u64 },
}

/// A launch or a stage of a pass that begins.
#[derive(Debug, Clone, Copy)]
pub struct LaunchInfo<'a> {
    /// The kernel.
    pub assembly: &'a Assembly,
    /// The fragment kernel that reads the outputs of this vertex kernel.
    pub next: Option<&'a Assembly>,
    /// Work groups along x, y and z; zeros for a pass.
    pub groups: [u32; 3],
    /// The memory of each slot of `memories`, with its word count.
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
