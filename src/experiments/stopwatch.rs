//! Times that the host's clock can resolve.

use crate::{Device, Result};
use std::time::{Duration, Instant};

/// Times work on a device: repeats it until the clock can resolve the sum, and takes the median of several such rows.
///
/// ```
/// use gristmill::experiments::Stopwatch;
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let clear = || device.empty::<f32>(64).map(drop);
/// assert!(Stopwatch::new(true).time(&device, clear)?.is_some());
/// // A clock that ticks once per hour tells nothing of it.
/// let hour = std::time::Duration::from_secs(3600);
/// assert_eq!(Stopwatch::with_tick(hour, true).time(&device, clear)?, None);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch {
    /// Duration of the repetitions of one reading.
    row: Duration,
    rows: usize,
}

/// A row lasts this many ticks, so a reading is accurate to a hundredth.
const TICKS_PER_ROW: u32 = 100;
/// The longest row.
const MAX_ROW: Duration = Duration::from_secs(2);

impl Stopwatch {
    /// Creates a stopwatch with the host's clock, whose tick it measures; with `true` with shorter rows.
    pub fn new(quick: bool) -> Stopwatch {
        Stopwatch::with_tick(measure_tick(), quick)
    }

    /// Creates a stopwatch for a clock with this tick.
    pub fn with_tick(tick: Duration, quick: bool) -> Stopwatch {
        let (row, rows) = if quick { (Duration::from_micros(500), 3) } else { (Duration::from_millis(20), 7) };
        Stopwatch { row: row.max(tick.saturating_mul(TICKS_PER_ROW)), rows }
    }

    /// Returns the time of `work` until the device has finished it; `None` if the clock is too coarse.
    ///
    /// # Errors
    /// Errors of `work`, and [`crate::Error::Driver`] with any error that the driver has found since.
    pub fn time(&self, device: &Device, mut work: impl FnMut() -> Result<()>) -> Result<Option<Duration>> {
        let mut row = |times: u32| -> Result<Duration> {
            device.finish()?;
            let start = Instant::now();
            for _ in 0..times {
                work()?;
            }
            device.finish()?;
            Ok(start.elapsed())
        };
        row(1)?; // drivers compile at the first
        if self.row > MAX_ROW {
            return Ok(None);
        }
        let mut times = 1;
        while times < 1 << 24 && row(times)? < self.row {
            times *= 2;
        }
        let mut readings = (0..self.rows).map(|_| row(times)).collect::<Result<Vec<_>>>()?;
        readings.sort();
        Ok(Some(readings[readings.len() / 2] / times))
    }
}

/// Returns the smallest nonzero difference between two readings of the host's clock.
fn measure_tick() -> Duration {
    let differences = (0..100).map(|_| {
        let start = Instant::now();
        loop {
            let passed = start.elapsed();
            if !passed.is_zero() {
                return passed;
            }
        }
    });
    differences.min().unwrap_or_default()
}
