//! The devices of the tests, and what a machine lacks: each lack is said, and counted where
//! `GRISTMILL_SKIPPED` names a file.

#![allow(dead_code, reason = "each program of tests takes what it needs")]

use gristmill::{Device, Era, Error, MachineChoice};
use std::io::Write;

/// A machine and an era for each device that a whole test takes.
const ALL: [(MachineChoice, Era); 4] = [
    (MachineChoice::Driver, Era::Fragment),
    (MachineChoice::Driver, Era::Compute),
    (MachineChoice::Emulator, Era::Fragment),
    (MachineChoice::Emulator, Era::Compute),
];

/// Says that something is not tested for want of a machine, as a line of the file that `GRISTMILL_SKIPPED`
/// names: the test and the reason.
///
/// `.ci/run` counts these lines: a lane with a driver may have none.
pub fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
    let Some(path) = std::env::var_os("GRISTMILL_SKIPPED") else { return };
    let thread = std::thread::current();
    let line = format!("{}: {reason}\n", thread.name().unwrap_or("a test"));
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
    file.write_all(line.as_bytes()).unwrap();
}

/// The device, or none where there is no such machine or its OpenGL has no compute shaders. Any other failure
/// ends the test.
fn opened(device: Result<Device, Error>) -> Option<Device> {
    match device {
        Ok(device) => Some(device),
        Err(Error::NoDevice { sentence, .. }) => {
            skip(&sentence);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// The device that a user would get in that era.
pub fn device(era: Era) -> Option<Device> {
    opened(Device::open(era))
}

/// The device of that machine in that era.
pub fn chosen(choice: MachineChoice, era: Era) -> Option<Device> {
    opened(Device::choose(era, choice))
}

/// The devices that a user would get, in both eras.
pub fn devices() -> Vec<Device> {
    Era::ALL.into_iter().filter_map(device).collect()
}

/// The driver and the emulator, each in both eras.
pub fn machines() -> Vec<Device> {
    ALL.into_iter().filter_map(|(choice, era)| chosen(choice, era)).collect()
}

/// Judges both eras on the driver, where there is one, and on the emulator, which must find nothing.
pub fn watched(judge: impl Fn(&Device)) {
    let of_driver = |device: &&Device| !is_emulator(device);
    devices().iter().filter(of_driver).for_each(&judge);
    for era in Era::ALL {
        let Some(device) = opened(Device::emulator(era)) else { continue };
        judge(&device);
        let findings = device.findings().unwrap();
        assert!(findings.is_empty(), "{}", findings[0]);
    }
}

/// Returns true if the device is slow: the emulator, or a rasteriser that runs one fragment after the other.
/// Long runs are made shorter there.
pub fn is_slow(device: &Device) -> bool {
    device.info().name.contains("softpipe") || is_emulator(device)
}

fn is_emulator(device: &Device) -> bool {
    device.info().name.contains("emulator")
}
