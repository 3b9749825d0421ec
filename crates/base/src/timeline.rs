//! What happened when in a run: which warp was where, and what its lanes did to which word.

use super::finding::Who;
use crate::element::Scalar;

/// The most launches that are remembered step by step, and about as many spans of all of them.
const LAUNCHES: usize = 256;
const SPANS: usize = 1 << 16;

/// Whether another launch may be remembered step by step, behind those.
pub fn has_room(known: &[LaunchTimeline]) -> bool {
    known.len() < LAUNCHES && known.iter().map(|launch| launch.spans.len()).sum::<usize>() < SPANS
}

/// One launch, step by step: it can be played forward and back.
///
/// ```
/// # #[cfg(feature = "emulator")] {
/// use gristmill::finding::Listening;
/// use gristmill::timeline::{LaunchTimeline, TimelineKind};
/// use gristmill::{Device, Era, KernelSource};
/// let device = Device::emulator(Era::Compute)?;
/// let text = "#version 430 core
/// layout(local_size_x = 4) in;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { result[gl_LocalInvocationID.x] = 7u; }";
/// let kernel = device.kernel(&KernelSource::new("seven").compute(text))?;
/// let mut result = device.stream(&[1_u32, 2, 3, 4])?;
/// device.listen(Some(Listening { timeline: true, ..Listening::FAULTS }))?;
/// kernel.call().update("result", &mut result).groups([1, 1, 1]).run()?;
/// let launch: &LaunchTimeline = &device.timelines()?[0];
/// assert_eq!(launch.memories[0].words, [1, 2, 3, 4]);
/// let store = launch.events.iter().find(|event| event.kind == TimelineKind::Store).unwrap();
/// assert_eq!(store.touched.iter().map(|touched| touched.holds).collect::<Vec<_>>(), [7; 4]);
/// # }
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LaunchTimeline {
    /// The kernel's file.
    pub kernel: String,
    /// Which warp was at which line, in the order of the steps: 65,536 steps at most.
    pub spans: Vec<TimelineSpan>,
    /// What was done in them, in the same order.
    pub events: Vec<TimelineEvent>,
    /// The buffers, the shared variables, the images and the levels of textures.
    pub memories: Vec<TimelineMemory>,
    /// Whether all of it is here, and not the first steps alone.
    pub complete: bool,
}

/// Steps that one warp took one after another at one line, with the same lanes.
///
/// ```
/// # #[cfg(feature = "emulator")] {
/// use gristmill::check::{KernelCheck, LaunchOptions};
/// use gristmill::timeline::TimelineSpan;
/// let text = "#version 430 core
/// layout(local_size_x = 2) in;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { result[gl_LocalInvocationID.x] = 1u; }";
/// let report = KernelCheck::source("ones.comp", text).run(&LaunchOptions::new().timeline())?;
/// let span: &TimelineSpan = &report.timelines[0].spans[0];
/// assert_eq!((span.first, span.active), (0, 0b11));
/// # }
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineSpan {
    /// The lowest lane of the warp.
    pub who: Who,
    /// The lanes of the warp that were active, a bit for each, the lowest lane first.
    pub active: u64,
    /// The file of the line.
    pub file: String,
    /// The line, from 1; 0 where the compiler gave none.
    pub line: usize,
    /// The step of the run at which it begins, from 0.
    pub first: u64,
    /// How many steps it has.
    pub steps: u64,
}

/// What one warp did in one step.
///
/// ```
/// # #[cfg(feature = "emulator")] {
/// use gristmill::check::{KernelCheck, LaunchOptions};
/// use gristmill::timeline::{TimelineEvent, TimelineKind};
/// let text = "#version 430 core
/// layout(local_size_x = 2) in;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { barrier(); result[gl_LocalInvocationID.x] = 1u; }";
/// let report = KernelCheck::source("ones.comp", text).run(&LaunchOptions::new().timeline())?;
/// let kinds: Vec<_> = report.timelines[0].events.iter().map(|event: &TimelineEvent| event.kind).collect();
/// use TimelineKind::{Barrier, Ended, Passed, Store};
/// assert_eq!(kinds, [Barrier, Passed, Store, Ended]);
/// # }
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineEvent {
    /// The step of the run, from 0.
    pub step: u64,
    /// The lowest lane of the warp; of a barrier that was passed the first of the group.
    pub who: Who,
    /// What it did.
    pub kind: TimelineKind,
    /// Which of the memories it used, if it used one.
    pub memory: Option<usize>,
    /// Which lane used which word; empty where no memory was used.
    pub touched: Vec<TimelineTouch>,
}

/// What a warp does in a step that others may notice.
///
/// ```
/// use gristmill::timeline::TimelineKind;
/// assert_eq!(TimelineKind::Store.name(), "store");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimelineKind {
    /// It reads words.
    Load,
    /// It writes words.
    Store,
    /// It changes words atomically.
    Atomic,
    /// It comes to a barrier, and waits.
    Barrier,
    /// The whole group has come to the barrier, and goes on.
    Passed,
    /// The lanes that are left have ended.
    Ended,
}

impl TimelineKind {
    /// Its name in one word.
    pub fn name(self) -> &'static str {
        match self {
            TimelineKind::Load => "load",
            TimelineKind::Store => "store",
            TimelineKind::Atomic => "atomic",
            TimelineKind::Barrier => "barrier",
            TimelineKind::Passed => "passed",
            TimelineKind::Ended => "ended",
        }
    }
}

/// A lane's use of a word.
///
/// ```
/// # #[cfg(feature = "emulator")] {
/// use gristmill::check::{KernelCheck, LaunchOptions};
/// use gristmill::timeline::TimelineTouch;
/// let text = "#version 430 core
/// layout(local_size_x = 1) in;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { result[3] = 5u; }";
/// let report = KernelCheck::source("five.comp", text).run(&LaunchOptions::new().timeline())?;
/// let touched: &TimelineTouch = &report.timelines[0].events[0].touched[0];
/// assert_eq!((touched.lane, touched.word, touched.holds), (0, 3, 5));
/// # }
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimelineTouch {
    /// `gl_LocalInvocationIndex`.
    pub lane: u32,
    /// The word, from the start of the memory.
    pub word: u32,
    /// What the word holds after the step.
    pub holds: u32,
}

/// A buffer, a shared variable, an image or a level of a texture.
///
/// ```
/// # #[cfg(feature = "emulator")] {
/// use gristmill::check::{KernelCheck, LaunchOptions};
/// use gristmill::timeline::TimelineMemory;
/// let text = "#version 430 core
/// // run: buffer Result=[7,8]
/// layout(local_size_x = 1) in;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { result[0] = 5u; }";
/// let report = KernelCheck::source("five.comp", text).run(&LaunchOptions::new().timeline())?;
/// let memory: &TimelineMemory = &report.timelines[0].memories[0];
/// assert_eq!((memory.name.as_str(), memory.shared, &memory.words), ("result", false, &vec![7, 8]));
/// assert_eq!(memory.scalar, Some(gristmill::Scalar::U32));
/// # }
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineMemory {
    /// The name of the variable, or of the only member of a block, or of the block; of a level of a texture with its
    /// number, from 1 on.
    pub name: String,
    /// Whether each group has its own.
    pub shared: bool,
    /// How many words it has.
    pub length: u32,
    /// What it holds before the launch: 65,536 words at most. None of a shared variable, which holds nothing.
    pub words: Vec<u32>,
    /// What its words are, or what lies in them; none where they are not alike.
    pub scalar: Option<Scalar>,
    /// How its texels lie, if it has texels.
    pub texels: Option<TimelineTexels>,
}

/// How the texels of an image or of a level lie in its words: row after row, slice after slice.
///
/// ```
/// # #[cfg(feature = "emulator")] {
/// use gristmill::check::{KernelCheck, LaunchOptions};
/// use gristmill::timeline::{TimelineKind, TimelineTexels};
/// let text = "#version 430 core
/// // run: image result=zero:4x2
/// layout(local_size_x = 1) in;
/// layout(rg32f) writeonly uniform image2D result;
/// void main() { imageStore(result, ivec2(3, 1), vec4(0.5)); }";
/// let report = KernelCheck::source("corner.comp", text).run(&LaunchOptions::new().timeline())?;
/// let launch = &report.timelines[0];
/// let memory = &launch.memories[0];
/// let texels: TimelineTexels = memory.texels.unwrap();
/// assert_eq!((texels.width, texels.words, texels.channels, memory.length), (4, 2, 2, 16));
/// assert_eq!(launch.events[0].kind, TimelineKind::Store);
/// // The last texel of the second row.
/// assert_eq!(launch.events[0].touched.iter().map(|touched| touched.word).collect::<Vec<_>>(), [14, 15]);
/// # }
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimelineTexels {
    /// Texels of a row.
    pub width: u32,
    /// Words of a texel.
    pub words: u32,
    /// Numbers of a texel.
    pub channels: u32,
}
