//! What an instruction that loads or stores names.

use super::super::assembly::Register;

/// Which words an instruction is about.
#[derive(Clone, Copy)]
pub(super) struct MemoryOperand {
    /// The slot of the memory or variable.
    pub slot: u16,
    /// Consecutive words of each lane; bytes, where addresses are in bytes.
    pub words: u32,
    /// The register with the address of each lane.
    pub address: Register,
    /// What is added to it.
    pub offset: u32,
}
