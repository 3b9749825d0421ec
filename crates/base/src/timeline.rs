//! Timelines of a run: the line of each warp, and the accesses of its lanes, step by step.

use super::finding::Who;
use crate::element::Scalar;

/// The most launches with a timeline, and the approximate limit of the spans of all of them.
const MAX_LAUNCHES: usize = 256;
const MAX_SPANS: usize = 1 << 16;

/// Returns true if another launch's timeline can be recorded after these.
pub fn has_room(known: &[LaunchTimeline]) -> bool {
    known.len() < MAX_LAUNCHES && known.iter().map(|launch| launch.spans.len()).sum::<usize>() < MAX_SPANS
}

/// The timeline of one launch, which can be played forward and back.
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
    /// The line of each warp, in the order of the steps: 65,536 steps at most.
    pub spans: Vec<TimelineSpan>,
    /// The events in these steps, in the same order.
    pub events: Vec<TimelineEvent>,
    /// The buffers, the shared variables, the images and the levels of textures.
    pub memories: Vec<TimelineMemory>,
    /// True if it has all steps, not only the first ones.
    pub complete: bool,
}

/// Consecutive steps of one warp at one line, with the same lanes.
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
    /// The line, from 1; 0 if the compiler gave none.
    pub line: usize,
    /// The run's step at which it begins, from 0.
    pub first: u64,
    /// Number of steps.
    pub steps: u64,
}

/// An event of one warp in one step.
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
    /// The lowest lane of the warp; for a passed barrier the first lane of the group.
    pub who: Who,
    /// The kind of event.
    pub kind: TimelineKind,
    /// The index of the accessed memory, if any.
    pub memory: Option<usize>,
    /// The accesses of the lanes; empty if no memory was accessed.
    pub touched: Vec<TimelineTouch>,
}

/// An action of a warp that others may notice.
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
    /// It reaches a barrier and waits.
    Barrier,
    /// The whole group has reached the barrier and continues.
    Passed,
    /// The remaining lanes have ended.
    Ended,
}

impl TimelineKind {
    /// Returns its name in one word.
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

/// A lane's access to a word.
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
    /// The word's value after the step.
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
    /// The name of the variable, or of the only member of a block, or of the block; a texture's level also has its
    /// number, from 1 on.
    pub name: String,
    /// True if each group has its own.
    pub shared: bool,
    /// Number of words.
    pub length: u32,
    /// Its words before the launch: 65,536 at most. Empty for a shared variable, which has no value then.
    pub words: Vec<u32>,
    /// The scalar of its words or texels; `None` if they differ.
    pub scalar: Option<Scalar>,
    /// The arrangement of its texels, if it has texels.
    pub texels: Option<TimelineTexels>,
}

/// The arrangement of an image's or a level's texels in its words: row after row, slice after slice.
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
    /// Texels per row.
    pub width: u32,
    /// Words per texel.
    pub words: u32,
    /// Channels per texel.
    pub channels: u32,
}
