//! What an id stands for: registers, and what a pointer points to.

use super::super::assembly::Register;
use super::types::Form;
use rspirv::spirv::Word;

/// What an id stands for.
#[derive(Debug, Clone, Default)]
pub(super) struct IdValue {
    /// The words of a result; of a pointer what it needs to find its target.
    pub registers: Vec<Register>,
    /// What a pointer, a sampler or an image is.
    pub target: Option<PointerTarget>,
}

impl IdValue {
    /// A result.
    pub(super) fn of(registers: Vec<Register>) -> IdValue {
        IdValue { registers, target: None }
    }
}

/// What a pointer, sampler or image stands for. What it needs of registers is in its value, in the order
/// given here.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum PointerTarget {
    /// Registers of a variable. The address, if `moving`.
    Local {
        local: usize,
        /// Registers from the variable's first.
        offset: u32,
        of: Word,
        moving: bool,
    },
    /// Words of a memory. The address, if `moving`; the number of the slot, if `chosen`.
    Memory {
        /// The slot, or the first of an array of blocks.
        slot: u16,
        /// Slots of the array that are left to choose from.
        count: u16,
        chosen: bool,
        offset: u32,
        of: Word,
        form: Form,
        moving: bool,
    },
    /// Samplers or images. The index, if `moving`.
    Opaque { image: bool, slot: u16, count: u16, of: Word, moving: bool },
    /// A sampler that is declared apart from its textures, or an array of them.
    Sampler { name: String, of: Word },
    /// A texel, by its use in the list of image uses without the work. The index, if there is one; then the
    /// coordinates.
    Texel { slot: u16, item: Option<u16> },
}
