//! Which clock `gristmill bench` believes: the driver's timer, where it tells the time of a long draw as the host does.

use super::table::time;
use gristmill::{Device, DeviceKind, Era, KernelSource, LaunchClock, Result};
use std::time::{Duration, Instant};

/// What a clock has to be seen to tell.
const LONG: Duration = Duration::from_millis(50);

/// Of the host's time, more or less.
const OFF: f64 = 0.2;

/// Texels of a side.
const SIDE: usize = 256;

/// Turns of the loop at most: llvmpipe has no more than 65,535.
const TURNS: usize = 1 << 15;

/// Passes at most; a machine that is still faster has no load for us.
const PASSES: usize = 1 << 14;

const LOAD: &str = "#version 330 core
uniform int turns;
layout(location = 0) out float result;
void main() {
    float x = gl_FragCoord.x;
    for (int turn = 0; turn < turns; turn++) x = x * 0.999 + gl_FragCoord.y;
    result = x;
}";

/// The clock of a machine.
pub struct Timer {
    /// Why it is not the driver's.
    host: Option<String>,
}

/// What a run took.
#[derive(Clone, Copy)]
pub struct Time {
    /// By the host's clock, around a finish.
    pub host: Duration,
    /// By the driver's timer, where it is believed.
    pub device: Option<Duration>,
}

impl Time {
    /// By the clock that is believed.
    pub fn believed(self) -> Duration {
        self.device.unwrap_or(self.host)
    }
}

/// Why the driver's timer is not believed, by a load that the host has timed as well.
fn fault(device: Duration, host: Duration) -> Option<String> {
    let off = device.as_secs_f64() / host.as_secs_f64() - 1.0;
    let told = || {
        let (given, took) = (time(device), time(host));
        format!("the driver's timer gave {given} for a draw of {took}")
    };
    (!(-OFF..=OFF).contains(&off)).then(told)
}

impl Timer {
    /// Asks the machine's own self-test, then for the time of a long draw.
    pub fn of(device: &Device) -> Result<Timer> {
        if let LaunchClock::Host(why) = device.launch_clock()? {
            return Ok(Timer { host: Some(why) });
        }
        if device.info().kind == DeviceKind::Cpu {
            return Ok(Timer { host: Some("a processor plays the GPU, so the host's clock is its own".to_string()) });
        }
        let device = device.with_era(Era::Fragment)?;
        let kernel = device.kernel(&KernelSource::new("timer").fragment(LOAD))?;
        let mut result = device.uninit::<f32>([SIDE, SIDE])?;
        let (mut turns, mut passes) = (16, 1);
        let driver = Timer { host: None };
        loop {
            let taken = driver.time(&device, || {
                (0..passes)
                    .try_for_each(|_| kernel.call().uniform("turns", turns as i32).output("result", &mut result).run())
            })?;
            if taken.host >= LONG || passes >= PASSES {
                return Ok(Timer { host: fault(taken.believed(), taken.host) });
            }
            if turns < TURNS { turns *= 2 } else { passes *= 2 }
        }
    }

    /// Runs and takes the time.
    pub fn time(&self, device: &Device, run: impl FnOnce() -> Result<()>) -> Result<Time> {
        let start = Instant::now();
        let timed = if self.host.is_none() {
            Some(device.timed(run)?.1)
        } else {
            run()?;
            device.finish()?;
            None
        };
        Ok(Time { host: start.elapsed(), device: timed })
    }

    /// Which clock it is, for programs.
    pub fn name(&self) -> &'static str {
        if self.host.is_none() { "device" } else { "host" }
    }

    /// Which clock it is, and why.
    pub fn told(&self) -> String {
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
        assert_eq!(fault(near, host), None);
        assert_eq!(fault(host, near), Some("the driver's timer gave 50.0 ms for a draw of 41.0 ms".to_string()));
        assert_eq!(fault(far, host), Some("the driver's timer gave 39.0 ms for a draw of 50.0 ms".to_string()));
        assert!(fault(Duration::ZERO, host).is_some());
    }
}
