//! One stage of a kernel, in all its forms.

use super::assembly::Assembly;
use super::lower::lower;
use gristmill_base::error::Result;
use gristmill_shader::Expanded;
use std::cell::OnceCell;

/// A stage as text, as SPIR-V, and as register code of both kinds, made when first wanted.
#[derive(Debug)]
pub struct LoweredStage {
    /// Its text.
    pub expanded: Expanded,
    /// What glslang made of it.
    pub spirv: Vec<u32>,
    /// The code of unwatched runs.
    pub plain: OnceCell<Assembly>,
    /// The code that says where variables begin, and that outputs are read.
    pub watched: OnceCell<Assembly>,
}

impl LoweredStage {
    /// A stage that is not yet lowered.
    pub fn new(expanded: Expanded, spirv: Vec<u32>) -> LoweredStage {
        LoweredStage { expanded, spirv, plain: OnceCell::new(), watched: OnceCell::new() }
    }

    /// Its register code, watched or not.
    ///
    /// # Errors
    /// [`crate::Error::Source`] names the opcode that the emulator does not have, with its line.
    pub fn assembly(&self, watched: bool) -> Result<&Assembly> {
        let cell = if watched { &self.watched } else { &self.plain };
        match cell.get() {
            Some(assembly) => Ok(assembly),
            None => {
                let assembly = lower(&self.expanded, &self.spirv, watched)?;
                Ok(cell.get_or_init(|| assembly))
            }
        }
    }
}
