//! Times that the host's clock can tell.

use crate::{Device, Result};
use std::time::{Duration, Instant};

/// Times work on a machine: as often in a row as the clock needs, the median of several such rows.
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
    /// How long the work is repeated for one reading.
    row: Duration,
    rows: usize,
}

/// A row lasts so many ticks, so that a reading is right to a hundredth.
const TICKS: u32 = 100;
/// Longer than this no row lasts.
const PATIENCE: Duration = Duration::from_secs(2);

impl Stopwatch {
    /// By the host's clock, whose tick it measures; with `true` in shorter rows.
    pub fn new(quick: bool) -> Stopwatch {
        Stopwatch::with_tick(tick(), quick)
    }

    /// By a clock of that tick.
    pub fn with_tick(tick: Duration, quick: bool) -> Stopwatch {
        let (row, rows) = if quick { (Duration::from_micros(500), 3) } else { (Duration::from_millis(20), 7) };
        Stopwatch { row: row.max(tick.saturating_mul(TICKS)), rows }
    }

    /// How long `work` takes until the machine is done with it; none where the clock is too coarse.
    ///
    /// # Errors
    /// Those of `work`, and [`crate::Error::Driver`] with what the driver found wrong since.
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
        if self.row > PATIENCE {
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

/// The least difference between two readings of the host's clock that is not zero.
fn tick() -> Duration {
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
