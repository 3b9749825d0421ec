//! Outputs and attributes by location: one for each item of an array, each column of a matrix and
//! each member of a block.

use super::{InterfaceReader, ReflectResult, operand_literal};
use crate::interface::{Attribute, Output};
use gristmill_base::element::Scalar;
use rspirv::dr::Operand;
use rspirv::spirv::{Decoration, Op, Word};

/// Most locations of one declaration.
const MAX_LOCATIONS: usize = 256;

/// An output or an attribute.
pub(super) struct LocatedVariable {
    name: String,
    location: u32,
    scalar: Scalar,
    lanes: u8,
}

impl From<LocatedVariable> for Output {
    fn from(LocatedVariable { name, location, scalar, lanes }: LocatedVariable) -> Output {
        Output { name, location, scalar, lanes }
    }
}

impl From<LocatedVariable> for Attribute {
    fn from(LocatedVariable { name, location, scalar, lanes }: LocatedVariable) -> Attribute {
        Attribute { name, location, scalar, lanes }
    }
}

impl InterfaceReader<'_> {
    /// Returns the variables of one declaration.
    pub(super) fn read_located(
        &self,
        name: &str,
        variable: Word,
        pointee: Word,
    ) -> ReflectResult<Vec<LocatedVariable>> {
        let location = self.find_decoration(variable, None, Decoration::Location).unwrap_or(0);
        let mut all = vec![];
        self.add_located(name, pointee, location, &mut all)?;
        Ok(all)
    }

    /// Adds the variables of a type from a location on, and returns the next free location.
    fn add_located(&self, name: &str, of: Word, location: u32, all: &mut Vec<LocatedVariable>) -> ReflectResult<u32> {
        if all.len() > MAX_LOCATIONS {
            return Err(format!("{name} takes more than {MAX_LOCATIONS} locations; make it smaller"));
        }
        let items = match self.type_op(of) {
            Op::TypeMatrix if !self.takes_apart => {
                return Err(format!("{name} is a matrix; make each of its columns a vector of its own"));
            }
            Op::TypeStruct if !self.takes_apart => {
                return Err(format!("{name} is a block or struct; declare each of its members by itself"));
            }
            Op::TypeArray => self.array_length(of),
            Op::TypeMatrix => self.defined.get(&of).map_or(0, |matrix| operand_literal(matrix, 1) as usize),
            Op::TypeStruct => return self.add_members(name, of, location, all),
            _ => {
                let plain = self.numeric_type(of);
                let Some((lanes, scalar)) = plain.and_then(|plain| Some((plain.lanes, plain.scalar?))) else {
                    return Err(format!("{name} is not a 32-bit scalar or vector; split it into several of those"));
                };
                all.push(LocatedVariable { name: name.to_string(), location, scalar, lanes });
                return Ok(location.saturating_add(1));
            }
        };
        (0..items).try_fold(location, |location, at| {
            self.add_located(&format!("{name}[{at}]"), self.find_item_type(of), location, all)
        })
    }

    /// Returns the type of an array's items; 0, which is never an id, if there is none.
    fn find_item_type(&self, of: Word) -> Word {
        self.type_operands(of).first().and_then(Operand::id_ref_any).unwrap_or(0)
    }

    /// Adds the members of a block or struct.
    fn add_members(&self, name: &str, of: Word, location: u32, all: &mut Vec<LocatedVariable>) -> ReflectResult<u32> {
        let members = (0..).zip(self.type_operands(of).iter().filter_map(Operand::id_ref_any));
        let mut location = location;
        for (number, member) in members {
            location = self.find_decoration(of, Some(number), Decoration::Location).unwrap_or(location);
            let own = self.names.get(&(of, Some(number))).copied().unwrap_or("");
            let own = if name.is_empty() { own.to_string() } else { format!("{name}.{own}") };
            location = self.add_located(&own, member, location, all)?;
        }
        Ok(location)
    }
}
