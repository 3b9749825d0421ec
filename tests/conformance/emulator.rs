//! The emulator's verdict: a file lifted, compiled once, and run by the door for strangers' kernels.

use super::execute::{self, Kernel, Memory, Verdict};
use super::lift::Lifted;
use super::shader_test::{Refusal, Stage};
use gristmill::{Era, KernelSource};
use std::path::Path;

/// The verdict on a file.
pub fn judge(file: &Path) -> Verdict {
    match std::fs::read_to_string(file) {
        Ok(text) => execute::judge(&text, compile),
        Err(error) => Verdict::Refused(error.to_string()),
    }
}

pub fn compile(lifted: &Lifted) -> Result<Compiled, Refusal> {
    let source = KernelSource::new("piglit");
    let (source, era) = match lifted.stage {
        Stage::Compute => (source.compute(lifted.text.clone()), Era::Compute),
        _ => (source.fragment(lifted.text.clone()), Era::Fragment),
    };
    source.check(era).map_err(|error| Refusal(error.to_string()))?;
    Ok(Compiled)
}

pub struct Compiled;

impl Kernel for Compiled {
    fn dispatch(&mut self, _: [u32; 3], _: &mut Memory) -> Result<(), Refusal> {
        Err(Refusal("the emulator is not here yet".to_string()))
    }

    fn draw(&mut self, _: [u32; 2], _: &Memory) -> Result<Vec<u32>, Refusal> {
        Err(Refusal("the emulator is not here yet".to_string()))
    }
}
