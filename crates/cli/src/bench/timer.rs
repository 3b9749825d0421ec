//! The clock of `gristmill bench`: the driver's timer, if it agrees with the host's clock on a long draw.

use crate::terminal::number_format::format_time;
use gristmill::{Device, DeviceKind, Era, KernelSource, LaunchClock, Result};
use std::time::{Duration, Instant};

/// The least time of the draw that tests the timer.
const LONG_DRAW: Duration = Duration::from_millis(50);

/// Tolerance of the timer, as a share of the host's time.
const TOLERANCE: f64 = 0.2;

/// Texels along a side of the target.
const LOAD_SIDE: usize = 256;

/// The most turns of the loop: llvmpipe allows 65,535.
const MAX_TURNS: usize = 1 << 15;

/// The most passes; if they still take too little time, the timer is compared as it is.
const MAX_PASSES: usize = 1 << 14;

const LOAD_KERNEL: &str = "#version 330 core
uniform int turns;
layout(location = 0) out float result;
void main() {
    float x = gl_FragCoord.x;
    for (int turn = 0; turn < turns; turn++) x = x * 0.999 + gl_FragCoord.y;
    result = x;
}";

/// The clock for a device.
pub struct BenchTimer {
    /// The reason for the host's clock; `None` for the driver's timer.
    host: Option<String>,
}

/// The time of a run.
#[derive(Clone, Copy)]
pub struct RunTime {
    /// By the host's clock, until the device has finished.
    pub host: Duration,
    /// By the driver's timer, if it is trusted.
    pub device: Option<Duration>,
}

impl RunTime {
    /// Returns the time by the trusted clock.
    pub fn trusted_time(self) -> Duration {
        self.device.unwrap_or(self.host)
    }
}

/// Describes a fault of the driver's timer, on a draw that the host has timed as well; `None` if both agree.
fn describe_timer_fault(device: Duration, host: Duration) -> Option<String> {
    let off = device.as_secs_f64() / host.as_secs_f64() - 1.0;
    (!(-TOLERANCE..=TOLERANCE).contains(&off)).then(|| {
        let given = format_time(device);
        let took = format_time(host);
        format!("the driver's timer reported {given} for a draw of {took}")
    })
}

impl BenchTimer {
    /// Chooses the clock: asks for the device's self-test, then compares both clocks on a long draw.
    pub fn for_device(device: &Device) -> Result<BenchTimer> {
        if let LaunchClock::Host(why) = device.launch_clock()? {
            return Ok(BenchTimer { host: Some(why) });
        }
        if device.info().kind == DeviceKind::Cpu {
            return Ok(BenchTimer {
                host: Some("a processor plays the GPU, so the host's clock is its own".to_string()),
            });
        }
        let device = device.with_era(Era::Fragment)?;
        let kernel = device.kernel(&KernelSource::new("timer").fragment(LOAD_KERNEL))?;
        let mut result = device.uninit::<f32>([LOAD_SIDE, LOAD_SIDE])?;
        let mut turns = 16;
        let mut passes = 1;
        let driver = BenchTimer { host: None };
        loop {
            let taken = driver.time_run(&device, || {
                (0..passes)
                    .try_for_each(|_| kernel.call().uniform("turns", turns as i32).output("result", &mut result).run())
            })?;
            if taken.host >= LONG_DRAW || passes >= MAX_PASSES {
                return Ok(BenchTimer { host: describe_timer_fault(taken.trusted_time(), taken.host) });
            }
            if turns < MAX_TURNS { turns *= 2 } else { passes *= 2 }
        }
    }

    /// Runs and times `run`.
    pub fn time_run(&self, device: &Device, run: impl FnOnce() -> Result<()>) -> Result<RunTime> {
        let start = Instant::now();
        let timed = if self.host.is_none() {
            Some(device.timed(run)?.1)
        } else {
            run()?;
            device.finish()?;
            None
        };
        Ok(RunTime { host: start.elapsed(), device: timed })
    }

    /// Returns the name of the clock, for JSON.
    pub fn clock_name(&self) -> &'static str {
        if self.host.is_none() { "device" } else { "host" }
    }

    /// Describes the clock, and the reason for it.
    pub fn describe_clock(&self) -> String {
        match &self.host {
            None => "Times are those of the driver's timer.".to_string(),
            Some(why) => format!("Times are those of the host's clock: {why}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timer_is_believed_within_a_fifth() {
        let [host, near, far] = [50, 41, 39].map(Duration::from_millis);
        assert_eq!(describe_timer_fault(near, host), None);
        assert_eq!(
            describe_timer_fault(host, near),
            Some("the driver's timer reported 50.0 ms for a draw of 41.0 ms".to_string())
        );
        assert_eq!(
            describe_timer_fault(far, host),
            Some("the driver's timer reported 39.0 ms for a draw of 50.0 ms".to_string())
        );
        assert!(describe_timer_fault(Duration::ZERO, host).is_some());
    }
}
