//! The device of a test, and what it may lack.

use gristmill::{Device, Era, Error};

/// The device in that era; none, after the one sentence a user would see, where this machine's OpenGL has no compute shaders.
///
/// Any other failure ends the test: on a machine without a driver the tests say so instead of passing.
pub fn device(era: Era) -> Option<Device> {
    match Device::open(era) {
        Ok(device) => Some(device),
        Err(Error::NoDevice { sentence }) if era == Era::Compute && sentence.contains("needs OpenGL 4.3") => {
            eprintln!("{sentence}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Whether the device takes its time: the emulator, or a rasteriser that runs one fragment after the other. Long runs are made shorter there.
#[allow(dead_code, reason = "most tests are short")]
pub fn is_slow(device: &Device) -> bool {
    let name = &device.info().name;
    name.contains("softpipe") || name.contains("emulator")
}
