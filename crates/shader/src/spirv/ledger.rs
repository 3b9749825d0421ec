//! The ledger of SPIR-V: every decoration, execution mode, built-in variable, capability and memory
//! operand that glslang, naga, dxc and rust-gpu write, with its treatment here. An item without a
//! row is refused by name.

mod capabilities;
mod decorations;
mod find;
mod variables;

pub use find::{RefusedItem, find_refusal, line_of_use, refusal_of_image_operands};

use rspirv::spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ImageOperands, MemoryAccess};

/// The treatment of an item of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    /// The emulator implements it.
    Does,
    /// It is refused.
    Refuses(LedgerRefusal),
    /// A kernel computes the same with it and without, for this reason.
    HasNoEffect(&'static str),
}

/// The reason for a refusal, in the words of authors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerRefusal {
    /// The feature that is not emulated, with the extension that has it.
    pub what: &'static str,
    /// The alternative.
    pub next: &'static str,
}

impl LedgerRefusal {
    /// `.. are not emulated; ..`
    pub fn to_sentence(&self) -> String {
        format!("{} are not emulated; {}", self.what, self.next)
    }
}

/// An item and its treatment.
pub type LedgerRow<T> = (T, Treatment);

/// Builds a refusal.
const fn refuses(what: &'static str, next: &'static str) -> Treatment {
    Treatment::Refuses(LedgerRefusal { what, next })
}

/// The reason why a capability alone has no effect.
const AT_ITS_USE: Treatment = Treatment::HasNoEffect("what needs it is refused by its own name where it is used");

/// An item of SPIR-V with a row in the ledger.
pub trait LedgerEntry: Copy + PartialEq + std::fmt::Debug + 'static {
    /// Its kind, for refusals.
    const KIND: &'static str;
    /// All rows.
    const ROWS: &'static [LedgerRow<Self>];
    /// Returns the item of a number; `None` if there is none.
    fn from_number(number: u32) -> Option<Self>;

    /// Returns its treatment; `None` if it has no row.
    fn treatment(self) -> Option<Treatment> {
        Self::ROWS
            .iter()
            .find(|(known, _)| *known == self)
            .map(|(_, treatment)| *treatment)
    }

    /// Returns the reason for its refusal, if it is refused.
    fn explain_refusal(self) -> Option<String> {
        match self.treatment() {
            Some(Treatment::Refuses(refusal)) => Some(refusal.to_sentence()),
            Some(_) => None,
            None => Some(explain_unknown(Self::KIND, &format!("{self:?}"))),
        }
    }

    /// Returns the reason for the refusal of the item with a number, if it is refused.
    fn refusal_of_number(number: u32) -> Option<String> {
        match Self::from_number(number) {
            Some(thing) => thing.explain_refusal(),
            None => Some(explain_unknown(Self::KIND, &number.to_string())),
        }
    }
}

fn explain_unknown(kind: &str, name: &str) -> String {
    format!("the {kind} {name} is not known; compile the kernel without it")
}

impl LedgerEntry for Decoration {
    const KIND: &'static str = "decoration";
    const ROWS: &'static [LedgerRow<Decoration>] = decorations::DECORATIONS;
    fn from_number(number: u32) -> Option<Decoration> {
        Decoration::from_u32(number)
    }
}

impl LedgerEntry for ExecutionMode {
    const KIND: &'static str = "execution mode";
    const ROWS: &'static [LedgerRow<ExecutionMode>] = decorations::EXECUTION_MODES;
    fn from_number(number: u32) -> Option<ExecutionMode> {
        ExecutionMode::from_u32(number)
    }
}

impl LedgerEntry for BuiltIn {
    const KIND: &'static str = "built-in variable";
    const ROWS: &'static [LedgerRow<BuiltIn>] = variables::BUILT_INS;
    fn from_number(number: u32) -> Option<BuiltIn> {
        BuiltIn::from_u32(number)
    }
}

impl LedgerEntry for Capability {
    const KIND: &'static str = "capability";
    const ROWS: &'static [LedgerRow<Capability>] = capabilities::CAPABILITIES;
    fn from_number(number: u32) -> Option<Capability> {
        Capability::from_u32(number)
    }
}

impl LedgerEntry for MemoryAccess {
    const KIND: &'static str = "memory operand";
    const ROWS: &'static [LedgerRow<MemoryAccess>] = decorations::MEMORY_OPERANDS;
    fn from_number(number: u32) -> Option<MemoryAccess> {
        MemoryAccess::from_bits(number)
    }
}

impl LedgerEntry for ImageOperands {
    const KIND: &'static str = "image operand";
    const ROWS: &'static [LedgerRow<ImageOperands>] = decorations::IMAGE_OPERANDS;
    fn from_number(number: u32) -> Option<ImageOperands> {
        ImageOperands::from_bits(number)
    }
}
