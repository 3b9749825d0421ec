//! Opening a device: a driver's, the emulator, or the emulator as a fallback.

use crate::machine::Machine;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
#[cfg(feature = "emulator")]
use gristmill_base::log::FindingsLog;
#[cfg(feature = "emulator")]
use std::rc::Rc;
use std::sync::Once;

#[cfg(opengl)]
pub(super) fn open_gl(number: Option<usize>) -> Result<Machine> {
    Ok(Machine::new(Box::new(gristmill_gl::Gl::open(number)?), None))
}

#[cfg(not(opengl))]
pub(super) fn open_gl(_: Option<usize>) -> Result<Machine> {
    Err(if cfg!(feature = "gl") {
        Error::no_device(
            gristmill_base::error::Missing::Driver,
            "Gristmill opens OpenGL by EGL, WGL or CGL, which this system does not have; use the emulator \
             (GRISTMILL_DEVICE=emulator), or build with the feature webgpu (GRISTMILL_DEVICE=webgpu)",
        )
    } else {
        Error::no_device(
            gristmill_base::error::Missing::Feature("gl"),
            "this build has no OpenGL: build with the feature gl",
        )
    })
}

#[cfg(feature = "emulator")]
pub(super) fn open_emulator() -> Result<Machine> {
    let log = Rc::new(FindingsLog::default());
    let emulator = gristmill_emulator::machine::Emulator::open(log.clone());
    Ok(Machine::new(Box::new(emulator), Some(log)))
}

#[cfg(not(feature = "emulator"))]
pub(super) fn open_emulator() -> Result<Machine> {
    Err(Error::no_device(
        gristmill_base::error::Missing::Feature("emulator"),
        "this build has no emulator: build with the feature emulator",
    ))
}

#[cfg(feature = "webgpu")]
pub(super) fn open_webgpu() -> Result<Machine> {
    Ok(Machine::new(Box::new(gristmill_webgpu::WebGpu::open()?), None))
}

#[cfg(feature = "webgpu")]
pub(super) fn list_webgpu_adapters() -> Vec<String> {
    gristmill_webgpu::list_adapters()
}

#[cfg(not(feature = "webgpu"))]
pub(super) fn list_webgpu_adapters() -> Vec<String> {
    vec![]
}

#[cfg(not(feature = "webgpu"))]
pub(super) fn open_webgpu() -> Result<Machine> {
    Err(Error::no_device(
        gristmill_base::error::Missing::Feature("webgpu"),
        "this build has no WebGPU: build with the feature webgpu",
    ))
}

/// Opens the best machine for an era: a driver of OpenGL, else WebGPU, else the emulator.
///
/// Apple's OpenGL has one era of the two, so that a program which compares them would get two machines: it is opened only
/// by its name.
pub(super) fn open_any(era: Era) -> Result<Machine> {
    if cfg!(target_os = "macos") {
        let sentence = "Apple's OpenGL has the fragment era alone (GRISTMILL_DEVICE=driver opens it)";
        return open_without_gl(Error::no_device(gristmill_base::error::Missing::Driver, sentence));
    }
    let machine = open_gl(None).or_else(open_without_gl)?;
    if era == Era::Compute && !machine.backend.device_info().has_compute() {
        return Ok(open_webgpu().unwrap_or(machine));
    }
    Ok(machine)
}

/// Opens WebGPU instead of OpenGL if this build has it and it finds an adapter, else the emulator. Prints one line about
/// it once per process.
fn open_without_gl(error: Error) -> Result<Machine> {
    static NOTICE: Once = Once::new();
    if let Ok(machine) = open_webgpu() {
        let name = &machine.backend.device_info().name;
        NOTICE.call_once(|| eprintln!("{error}; using {name} instead"));
        return Ok(machine);
    }
    let machine = open_emulator().map_err(|_| error.clone())?;
    NOTICE.call_once(|| eprintln!("{error}; using the emulator instead"));
    Ok(machine)
}

/// Runs work during which no other library uses the driver on this thread.
pub(super) fn run_uninterrupted<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    #[cfg(feature = "gl")]
    return gristmill_gl::run_uninterrupted(work);
    #[cfg(not(feature = "gl"))]
    work()
}
