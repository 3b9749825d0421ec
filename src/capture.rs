//! Capture of a run on a device, to show it launch by launch and to run it again on another device.

mod backend;
mod command_backend;
mod command_log;
mod json;
mod launch_record;
mod recording;
mod spirv_json;

pub(crate) use backend::CapturingBackend;
pub(crate) use command_backend::CommandBackend;
pub use command_log::CommandLog;
pub(crate) use command_log::CommandState;
pub(crate) use recording::{CaptureState, CapturedRun};

/// The memories and launches of a run, and the outputs of each launch, from
/// [`Device::capture`](crate::Device::capture).
///
/// It is bounded: it keeps the outputs of the first 64 launches, of at most 65,536 words each and 2 Mi words
/// together, and 4,096 launches with 4 Mi words that the host wrote and read. It counts what it leaves out.
///
/// ```
/// # #[cfg(feature = "emulator")] {
/// use gristmill::{Capture, Device, Era, algorithms::scan};
/// let device = Device::emulator(Era::Fragment)?.capturing()?;
/// let (sums, capture): (_, Capture) = device.capture(|| {
///     let numbers = device.stream(&[1.0; 100])?;
///     scan::fragment(&device, &numbers)?.read()
/// })?;
/// assert_eq!((sums[99], capture.launches()), (100.0, 7)); // log2 of 100, rounded up
/// assert_eq!(capture.output(6, "result").map(|words| f32::from_bits(words[99])), Some(100.0));
/// # }
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug)]
pub struct Capture(pub(crate) CapturedRun);

impl Capture {
    /// Returns the number of launches, including those left out.
    pub fn launches(&self) -> usize {
        self.0.launches.len() + self.0.left_out.launches
    }

    /// Returns an output's words after a launch, including padding; `None` if they were not kept or there is no such
    /// output.
    pub fn output(&self, launch: usize, name: &str) -> Option<&[u32]> {
        let mut outputs = self.0.launches.get(launch)?.outputs.iter();
        outputs.find(|output| output.name == name)?.words.as_deref()
    }

    /// Returns all of it as JSON; `encode` converts words to text.
    ///
    /// `memories`, `programs` (the texts of each stage, and `web`: those for WebGL 2, or why there
    /// are none), `launches`, `events` (`reset`, `write`, `copy`, `launch` and what the host
    /// `read`, in order) and `left_out`.
    ///
    /// ```
    /// # #[cfg(feature = "emulator")] {
    /// use gristmill::{Device, Era, algorithms::saxpy};
    /// let device = Device::emulator(Era::Fragment)?.capturing()?;
    /// let numbers = device.stream(&[1.0; 100])?;
    /// let (_, capture) = device.capture(|| saxpy::fragment(&device, 2.0, &numbers, &numbers))?;
    /// let json = capture.json(&|words| format!("{} words", words.len()));
    /// assert!(json.contains("saxpy.frag") && json.contains("\"alpha\""), "{json}");
    /// # }
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn json(&self, encode: &dyn Fn(&[u32]) -> String) -> String {
        json::run_json(&self.0, encode).to_string()
    }

    /// Returns the kernels' SPIR-V as JSON, by program, to run them on a device that reads neither of their texts;
    /// `encode` converts words to text.
    ///
    /// A program has `stages` (a fragment kernel alone is preceded by a vertex stage that covers its target), the
    /// locations of its `outputs` and `attributes`, and `blocks`: the type of a buffer's numbers if they have one
    /// type. A program that glslang does not link has `refused` instead.
    ///
    /// ```
    /// # #[cfg(feature = "emulator")] {
    /// use gristmill::{Device, Era, algorithms::saxpy};
    /// let device = Device::emulator(Era::Compute)?.capturing()?;
    /// let numbers = device.stream(&[1.0; 100])?;
    /// let (_, capture) = device.capture(|| saxpy::compute(&device, 2.0, &numbers, &numbers))?;
    /// let json = capture.spirv_json(&|words| format!("{:x}", words[0])); // every module begins so
    /// assert!(json.contains(r#""spirv":"7230203""#), "{json}");
    /// # }
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn spirv_json(&self, encode: &dyn Fn(&[u32]) -> String) -> String {
        spirv_json::programs_json(&self.0, encode).to_string()
    }
}
