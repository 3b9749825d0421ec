//! Values of ids: registers, and targets of pointers.

use super::super::assembly::Register;
use super::types::MemoryForm;
use rspirv::spirv::Word;

/// The value of an id.
#[derive(Debug, Clone, Default)]
pub(super) struct IdValue {
    /// The words of a result; for a pointer, the registers that locate its target.
    pub registers: Vec<Register>,
    /// The target of a pointer, a sampler or an image.
    pub target: Option<PointerTarget>,
}

impl IdValue {
    /// Creates the value of a result in these registers.
    pub(super) fn from_registers(registers: Vec<Register>) -> IdValue {
        IdValue { registers, target: None }
    }
}

/// Target of a pointer, sampler or image. The registers that it needs are in its value, in the order described at each
/// variant.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum PointerTarget {
    /// Registers of a variable. Needs the address, if `moving`.
    Local {
        local: usize,
        /// Registers from the variable's first.
        offset: u32,
        of: Word,
        moving: bool,
    },
    /// Words of a memory. Needs the address, if `moving`; then the number of the slot, if `chosen`.
    Memory {
        /// The slot, or the first of an array of blocks.
        slot: u16,
        /// Slots of the array that remain to choose from.
        count: u16,
        chosen: bool,
        offset: u32,
        of: Word,
        form: MemoryForm,
        moving: bool,
    },
    /// Samplers or images. Needs the index, if `moving`.
    Opaque { image: bool, slot: u16, count: u16, of: Word, moving: bool },
    /// A sampler declared separately from its textures, or an array of them.
    Sampler { name: String, of: Word },
    /// A texel of an image. Needs the index, if `item` has a number of slots; then the coordinates.
    Texel { slot: u16, item: Option<u16> },
}
