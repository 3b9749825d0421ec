//! What a run did on its machine, so that it can be shown launch by launch, and made again on another one.

mod kept;
mod machine;
mod told;

pub(crate) use kept::{Kept, Run};
pub(crate) use machine::Capturing;

/// A run's memories, launches, and what each launch left in its outputs, from [`Device::capture`](crate::Device::capture).
///
/// It is bounded: the outputs of the first 64 launches are kept, of at most 65,536 words each and 2 Mi words together, and
/// 4,096 launches with 4 Mi words that the host wrote and read. What is over is counted as left out.
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
pub struct Capture(pub(crate) Run);

impl Capture {
    /// How many launches there were, those left out too.
    pub fn launches(&self) -> usize {
        self.0.launches.len() + self.0.left_out.launches
    }

    /// What an output of a launch held after it, padding included; none where it was not kept or there is none.
    pub fn output(&self, launch: usize, name: &str) -> Option<&[u32]> {
        let mut outputs = self.0.launches.get(launch)?.outputs.iter();
        outputs.find(|output| output.name == name)?.words.as_deref()
    }

    /// All of it as JSON; `encode` makes text of words.
    ///
    /// `memories`, `programs` (the texts of each stage, and `web`: those for WebGL 2, or why there are none), `launches`,
    /// `events` (`reset`, `write`, `copy`, `launch` and what the host `read`, in order) and `left_out`.
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
        told::run(&self.0, encode).to_string()
    }
}
