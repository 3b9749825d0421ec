//! What a run did: every pass, dispatch, barrier and transfer, counted and timed.

mod graph;
mod repeats;

use crate::data::era::Era;
use std::time::Duration;

pub use graph::graphs_svg;
pub use repeats::Repeat;

/// A record of a run, from [`crate::Device::trace`]: comparisons, figures and stream graphs are made of it,
/// never typed by hand.
///
/// Times are wall clock around a finish. Timer queries are not used: llvmpipe answers them wrongly, and
/// its dispatches are synchronous, so the clock is right there and close elsewhere.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::scan};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok::<(), gristmill::Error>(()) };
/// let numbers = device.stream(&[1.0; 1000])?;
/// let (_, trace) = device.trace(|| scan::fragment(&device, &numbers))?;
/// assert_eq!(trace.passes(), 10); // log2 of 1000, rounded up
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// The machine's name.
    pub device: String,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// One thing a run did.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A pass of the fragment era or a dispatch of the compute era.
    Launch(Launch),
    /// A memory barrier.
    Barrier {
        /// Its bits, as `glMemoryBarrier` names them.
        names: Vec<&'static str>,
        /// The use that needed it.
        because: String,
    },
    /// Elements written by the host, read by it, or copied on the device.
    Transfer {
        /// Which of the three.
        transfer: Transfer,
        /// The stream written, read or copied to.
        stream: u64,
        /// Bytes of the elements.
        bytes: usize,
    },
}

/// How elements moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transfer {
    /// From the host to the device.
    Write,
    /// From the device to the host.
    Read,
    /// On the device.
    Copy,
}

/// A pass or a dispatch.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Launch {
    /// The kernel's file.
    pub kernel: String,
    /// The era.
    pub era: Era,
    /// The streams read: the kernel's name for each, the stream, and the bytes of its elements.
    pub inputs: Vec<Use>,
    /// The streams written.
    pub outputs: Vec<Use>,
    /// Elements of the output, or points drawn.
    pub elements: usize,
    /// Fragments drawn or invocations started, padding included; 0 where the GPU decided.
    pub invocations: usize,
    /// Work groups along x, y and z; none in the fragment era, nor where the GPU decided.
    pub groups: Option<[u32; 3]>,
    /// Wall clock around a finish.
    pub time: Duration,
}

/// A stream in a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// The kernel's name for it.
    pub name: String,
    /// The stream.
    pub stream: u64,
    /// Bytes of its elements.
    pub bytes: usize,
}

impl Trace {
    /// Passes and dispatches.
    pub fn launches(&self) -> impl Iterator<Item = &Launch> {
        self.events
            .iter()
            .filter_map(|event| if let Event::Launch(launch) = event { Some(launch) } else { None })
    }

    /// How many passes and dispatches.
    pub fn passes(&self) -> usize {
        self.launches().count()
    }

    /// How many memory barriers.
    pub fn barriers(&self) -> usize {
        self.events
            .iter()
            .filter(|event| matches!(event, Event::Barrier { .. }))
            .count()
    }

    /// Bytes of the streams that launches read and wrote. A stream counts once a launch however often its
    /// elements are fetched: exact fetch counts need a machine that watches.
    pub fn bytes(&self) -> usize {
        self.launches()
            .flat_map(|launch| launch.inputs.iter().chain(&launch.outputs))
            .map(|usage| usage.bytes)
            .sum()
    }

    /// The sum of the launches' times.
    pub fn time(&self) -> Duration {
        self.launches().map(|launch| launch.time).sum()
    }
}

/// Events as they come.
#[derive(Default)]
pub(crate) struct Recorder {
    pub events: Vec<Event>,
}

impl Recorder {
    pub(crate) fn finish(self, device: &str) -> Trace {
        Trace { device: device.to_string(), events: self.events }
    }
}
