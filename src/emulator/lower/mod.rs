//! SPIR-V lowered to register code.

use super::assembly::Assembly;
use crate::shader::Expanded;
use crate::{Error, Result};

/// Lowers one stage. `watched` code also says which variables it defines and demands.
///
/// # Errors
/// [`Error::Source`] names the opcode that the emulator does not have, with its line.
pub(crate) fn lower(expanded: &Expanded, spirv: &[u32], watched: bool) -> Result<Assembly> {
    let _ = (spirv, watched);
    Err(Error::Source { kernel: expanded.name.clone(), report: "not yet".to_string() })
}
