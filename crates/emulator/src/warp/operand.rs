//! The memory operand of loads and stores.

use super::super::assembly::Register;

/// The words that an instruction accesses.
#[derive(Clone, Copy)]
pub(super) struct MemoryOperand {
    /// The slot of the memory or variable.
    pub slot: u16,
    /// Consecutive words of each lane, or bytes in byte-addressed memories.
    pub words: u32,
    /// The register with the address of each lane.
    pub address: Register,
    /// Offset added to the address.
    pub offset: u32,
}
