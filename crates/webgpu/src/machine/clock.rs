//! The time of launches by the device's own timestamps, used only if they prove correct.

use super::WebGpu;
use gristmill_base::error::Result;
use gristmill_machine::{Backend, ClockReading, LaunchClock, test_timer};
use std::cell::OnceCell;
use std::time::{Duration, Instant};

/// The features that write timestamps between the passes of a command list.
pub(super) const TIMER_FEATURES: wgpu::Features =
    wgpu::Features::TIMESTAMP_QUERY.union(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);

/// Bytes of the two timestamps.
const TIMESTAMP_BYTES: u64 = 16;

/// Two timestamps, the buffer that their values go to, and the result of the self-test.
pub(super) struct TimestampTimer {
    queries: wgpu::QuerySet,
    values: wgpu::Buffer,
    /// Nanoseconds of a tick.
    period: f64,
    tested: OnceCell<LaunchClock>,
}

impl TimestampTimer {
    /// Creates a timer that is not yet tested; `None` for a device that writes no timestamps.
    pub(super) fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Option<TimestampTimer> {
        if !device.features().contains(TIMER_FEATURES) {
            return None;
        }
        let queries = device.create_query_set(&wgpu::QuerySetDescriptor {
            label: None,
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        });
        let values = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: TIMESTAMP_BYTES,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        Some(TimestampTimer {
            queries,
            values,
            period: f64::from(queue.get_timestamp_period()),
            tested: OnceCell::new(),
        })
    }
}

impl WebGpu {
    /// Runs a launch to its end and measures its time.
    pub(super) fn measure_launch(&self, launch: &mut dyn FnMut() -> Result<()>) -> Result<(Duration, LaunchClock)> {
        let Some(timer) = &self.timer else {
            let start = Instant::now();
            launch()?;
            self.wait_idle()?;
            return Ok((start.elapsed(), LaunchClock::Host("the adapter writes no timestamps".to_string())));
        };
        let clock = match timer.tested.get() {
            Some(clock) => clock,
            None => {
                let tested = test_timer(self, &mut |launch| self.read_clocks(timer, launch));
                timer
                    .tested
                    .get_or_init(|| tested.unwrap_or_else(|error| LaunchClock::Host(error.to_string())))
            }
        };
        let ClockReading { device, host } = self.read_clocks(timer, launch)?;
        Ok((if *clock == LaunchClock::Device { device } else { host }, clock.clone()))
    }

    /// Measures one launch with both clocks.
    fn read_clocks(&self, timer: &TimestampTimer, launch: &mut dyn FnMut() -> Result<()>) -> Result<ClockReading> {
        self.wait_idle()?;
        let start = Instant::now();
        self.record_commands(|encoder| {
            encoder.write_timestamp(&timer.queries, 0);
            Ok(())
        })?;
        launch()?;
        self.record_commands(|encoder| {
            encoder.write_timestamp(&timer.queries, 1);
            encoder.resolve_query_set(&timer.queries, 0..2, &timer.values, 0);
            Ok(())
        })?;
        self.wait_idle()?;
        let host = start.elapsed();
        let mut words = [0; 4];
        self.read_buffer(&timer.values, 0, &mut words)?;
        let [before, after] = [0, 2].map(|at| u64::from(words[at]) | u64::from(words[at + 1]) << 32);
        let nanoseconds = after.saturating_sub(before) as f64 * timer.period;
        Ok(ClockReading { device: Duration::from_nanos(nanoseconds as u64), host })
    }
}
