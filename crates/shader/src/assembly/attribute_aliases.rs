//! Attributes of vertex programs that have two names: a conventional one and a generic one.

use super::program::{AssemblyProgram, ProgramAttribute};

impl ProgramAttribute {
    /// Returns the generic attribute that a conventional one is too (table X.2.1 of ARB_vertex_program).
    pub(super) fn generic_alias(self) -> Option<u32> {
        match self {
            ProgramAttribute::Position => Some(0),
            ProgramAttribute::Weight(0) => Some(1),
            ProgramAttribute::Normal => Some(2),
            ProgramAttribute::Color => Some(3),
            ProgramAttribute::Secondary => Some(4),
            ProgramAttribute::Fogcoord => Some(5),
            ProgramAttribute::Texcoord(n) => Some(8 + n),
            _ => None,
        }
    }

    /// Returns true if one is generic, and the other the conventional attribute of its number.
    pub(super) fn is_alias_of(self, other: ProgramAttribute) -> bool {
        let aliases = |one: ProgramAttribute, other: ProgramAttribute| match one {
            ProgramAttribute::Generic(n) => other.generic_alias() == Some(n),
            _ => false,
        };
        aliases(self, other) || aliases(other, self)
    }
}

impl AssemblyProgram {
    /// Returns an attribute by the name by which the program binds it.
    pub fn bound_attribute(&self, attribute: ProgramAttribute) -> ProgramAttribute {
        let mut bound = self.attributes.iter();
        let alias = bound.find(|known| **known == attribute || known.is_alias_of(attribute));
        alias.copied().unwrap_or(attribute)
    }
}
