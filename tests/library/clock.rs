//! The clock that times launches. A launch is timed once. The time that it took is no test's
//! business.

use crate::machine::machines;
use gristmill::algorithms::saxpy;
use gristmill::{DeviceKind, Era, LaunchClock, Result};

#[test]
fn a_device_says_which_clock_it_has() -> Result<()> {
    for device in machines() {
        let clock = device.launch_clock()?;
        println!("{} {}: {clock}", device.info().name, device.era());
        assert_eq!(device.launch_clock()?, clock, "the self-test is made once");
        match clock {
            LaunchClock::Device => assert_ne!(device.info().kind, DeviceKind::Emulator),
            LaunchClock::Host(why) => {
                assert!(why.starts_with("the driver's timer ") || why == "it has no timer of its own")
            }
        }
        let numbers = device.stream(&[1.0; 1_000])?;
        let run = || match device.era() {
            Era::Fragment => saxpy::fragment(&device, 2.0, &numbers, &numbers)?.read(),
            Era::Compute => saxpy::compute(&device, 2.0, &numbers, &numbers)?.read(),
        };
        let (result, trace) = device.trace(run)?;
        assert_eq!(result, [3.0; 1_000]);
        assert_eq!(trace.passes(), 1, "the self-test's own launches are nobody's");
        assert_eq!(trace.time(), trace.launches().map(|launch| launch.time).sum());
    }
    Ok(())
}
