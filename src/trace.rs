//! Record of a run: every pass, dispatch, barrier and transfer, counted and timed.

mod graph;
mod memory;
mod repetition;

use gristmill_base::era::Era;
use std::time::Duration;

pub use graph::graphs_svg;
pub use memory::MemoryUse;
pub use repetition::Repeat;

/// A record of a run, from [`crate::Device::trace`]: comparisons, figures and stream graphs are generated from it,
/// never typed by hand.
///
/// Times are the device's own if a self-test finds its timer accurate, else wall clock around a finish
/// ([`crate::Device::launch_clock`] reports which): some drivers answer timer queries wrongly without an error.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::scan};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok::<(), gristmill::Error>(()) };
/// let numbers = device.stream(&[1.0; 1000])?;
/// let (_, trace) = device.trace(|| scan::fragment(&device, &numbers))?;
/// assert_eq!(trace.passes(), 10); // log2 of 1000, rounded up
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// Its events, one by one:
///
/// ```
/// use gristmill::trace::{Event, Launch, Transfer, Use};
/// use gristmill::{Device, Era, algorithms::saxpy};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let (_, trace) = device.trace(|| {
///     let numbers = device.stream(&[1.0; 100])?;
///     saxpy::fragment(&device, 2.0, &numbers, &numbers)
/// })?;
/// assert!(matches!(trace.events[0], Event::Transfer { transfer: Transfer::Write, bytes: 400, .. }));
/// let launches: Vec<&Launch> = trace.launches().collect();
/// let result: &Use = &launches[0].outputs[0];
/// assert_eq!((launches.len(), result.name.as_str(), result.bytes), (1, "result", 400));
/// assert_eq!((trace.barriers(), trace.bytes()), (0, 1200)); // two streams read, one written
/// assert!(trace.time() >= launches[0].time);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Trace {
    /// The device's name.
    pub device: String,
    /// The events, in order.
    pub events: Vec<Event>,
    /// The memories created and reused meanwhile, and the memory in use at the end.
    pub memory: MemoryUse,
}

/// An event of a run.
///
/// ```
/// # use gristmill::{Device, Era, trace::Event};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let (_, trace) = device.trace(|| device.stream(&[1.0; 100]))?;
/// assert!(matches!(trace.events[0], Event::Transfer { bytes: 400, .. }));
/// # Ok::<(), gristmill::Error>(())
/// ```
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
        /// The direction.
        transfer: Transfer,
        /// The stream written, read or copied to.
        stream: u64,
        /// Bytes of the elements.
        bytes: usize,
    },
}

/// The direction of a transfer.
///
/// ```
/// # use gristmill::{Device, Era, trace::{Event, Transfer}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&[1.0; 100])?;
/// let (_, trace) = device.trace(|| numbers.read())?;
/// assert!(matches!(trace.events[0], Event::Transfer { transfer: Transfer::Read, .. }));
/// # Ok::<(), gristmill::Error>(())
/// ```
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
///
/// ```
/// # use gristmill::{Device, Era, algorithms::saxpy, trace::Launch};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&[1.0; 100])?;
/// let (_, trace) = device.trace(|| saxpy::fragment(&device, 2.0, &numbers, &numbers))?;
/// let launches: Vec<&Launch> = trace.launches().collect();
/// assert_eq!((launches[0].kernel.as_str(), launches[0].elements), ("saxpy.frag", 100));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Launch {
    /// The kernel's file.
    pub kernel: String,
    /// The era.
    pub era: Era,
    /// The streams read: the kernel's name of each, the stream, and the bytes of its elements.
    pub inputs: Vec<Use>,
    /// The streams written.
    pub outputs: Vec<Use>,
    /// Elements of the output, or points drawn.
    pub elements: usize,
    /// Fragments drawn or invocations started, including padding; 0 if the GPU decided.
    pub invocations: usize,
    /// Work groups along x, y and z; none in the fragment era, nor if the GPU decided.
    pub groups: Option<[u32; 3]>,
    /// Wall clock around a finish.
    pub time: Duration,
}

/// A stream in a launch.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::saxpy, trace::Use};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&[1.0; 100])?;
/// let (_, trace) = device.trace(|| saxpy::fragment(&device, 2.0, &numbers, &numbers))?;
/// let inputs: Vec<&Use> = trace.launches().flat_map(|launch| &launch.inputs).collect();
/// assert_eq!(inputs.iter().map(|input| input.name.as_str()).collect::<Vec<_>>(), ["x", "y"]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Use {
    /// The kernel's name of it.
    pub name: String,
    /// The stream.
    pub stream: u64,
    /// Bytes of all its elements, or of as many as a pass draws: see [`Trace::bytes`].
    pub bytes: usize,
}

impl Trace {
    /// Returns the passes and dispatches.
    pub fn launches(&self) -> impl Iterator<Item = &Launch> {
        self.events
            .iter()
            .filter_map(|event| if let Event::Launch(launch) = event { Some(launch) } else { None })
    }

    /// Returns the number of passes and dispatches.
    pub fn passes(&self) -> usize {
        self.launches().count()
    }

    /// Returns the number of memory barriers.
    pub fn barriers(&self) -> usize {
        self.events
            .iter()
            .filter(|event| matches!(event, Event::Barrier { .. }))
            .count()
    }

    /// Returns the bytes of the streams that launches read and wrote. A stream counts once per launch, however often
    /// its elements are fetched. A pass that draws rectangles counts only the drawn elements of its outputs and of
    /// the inputs that it reads in place, and one that draws vertices only as many elements of its vertex streams;
    /// all other streams count as a whole. So this is an upper bound: [`crate::counters::Counters::bytes`] has the
    /// bytes that the emulator saw touched.
    ///
    /// ```
    /// # use gristmill::{Device, Era, KernelSource, TexelRect};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let one = KernelSource::new("one").fragment(
    ///     "#version 330 core
    ///     out float result;
    ///     void main() { result = 1.0; }",
    /// );
    /// let mut result = device.stream_of([8, 8], &[0.0; 64])?;
    /// let kernel = device.kernel(&one)?;
    /// let corner = [TexelRect { x: 0, y: 0, width: 4, height: 2 }];
    /// let (_, trace) = device.trace(|| kernel.call().regions(&corner).output("result", &mut result).run())?;
    /// assert_eq!(trace.bytes(), 8 * 4); // eight texels of 64
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn bytes(&self) -> usize {
        self.launches()
            .flat_map(|launch| launch.inputs.iter().chain(&launch.outputs))
            .map(|usage| usage.bytes)
            .sum()
    }

    /// Returns the sum of the launches' times.
    pub fn time(&self) -> Duration {
        self.launches().map(|launch| launch.time).sum()
    }
}

/// Collects events while they happen.
#[derive(Default)]
pub(crate) struct Recorder {
    pub events: Vec<Event>,
    /// The memories before.
    pub memory: MemoryUse,
}

impl Recorder {
    pub(crate) fn new(memory: MemoryUse) -> Recorder {
        Recorder { memory, ..Recorder::default() }
    }

    pub(crate) fn finish_trace(self, device: &str, memory: MemoryUse) -> Trace {
        Trace { device: device.to_string(), events: self.events, memory: memory.change_since(self.memory) }
    }
}
