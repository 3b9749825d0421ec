//! One stage of a kernel as text, SPIR-V and register code.

use super::assembly::Assembly;
use super::lower::lower_stage;
use gristmill_base::error::Result;
use gristmill_shader::ExpandedKernel;
use std::cell::OnceCell;

/// A stage as text, as SPIR-V, and as register code of both kinds, lowered on first use.
#[derive(Debug)]
pub struct LoweredStage {
    /// Its text.
    pub expanded: ExpandedKernel,
    /// Its SPIR-V, from glslang.
    pub spirv: Vec<u32>,
    /// The code of unwatched runs.
    pub plain: OnceCell<Assembly>,
    /// Code for watched runs: it marks where variables begin and where outputs are read.
    pub watched: OnceCell<Assembly>,
}

impl LoweredStage {
    /// Creates a stage that is not yet lowered.
    pub fn new(expanded: ExpandedKernel, spirv: Vec<u32>) -> LoweredStage {
        LoweredStage { expanded, spirv, plain: OnceCell::new(), watched: OnceCell::new() }
    }

    /// Returns its register code, watched or not.
    ///
    /// # Errors
    /// [`Error::Source`](gristmill_base::error::Error::Source) names an opcode that the emulator lacks, with its line.
    pub fn assembly_for(&self, watched: bool) -> Result<&Assembly> {
        let cell = if watched { &self.watched } else { &self.plain };
        match cell.get() {
            Some(assembly) => Ok(assembly),
            None => {
                let assembly = lower_stage(&self.expanded, &self.spirv, watched)?;
                Ok(cell.get_or_init(|| assembly))
            }
        }
    }
}
