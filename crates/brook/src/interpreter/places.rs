//! Addresses of places.

use super::memory::{Value, move_address};
use super::{Interpreter, Run, end_run};

use crate::tree::{Node, Op};
use crate::types::Kind;

impl Interpreter<'_> {
    /// Returns the address of a place.
    pub(super) fn find_address(&mut self, node: &Node) -> Run<u64> {
        match &node.op {
            Op::Local(local) => Ok(self.local_address(*local)),
            Op::Global(global) => Ok(self.globals.get(*global).copied().unwrap_or(0)),
            Op::Dereference(pointer) => self.evaluate_address(pointer),
            Op::Element { base, index, size } => {
                let address = self.evaluate_address(base)?;
                let index = match self.evaluate_node(index)? {
                    Value::Whole(index) => index,
                    Value::Real(index) => index as i64,
                    _ => 0,
                };
                let by = index.checked_mul(*size as i64).filter(|by| i32::try_from(*by).is_ok());
                match by {
                    Some(by) => Ok(move_address(address, by)),
                    None => end_run(
                        node.at,
                        format!("expected an index inside the array, found {index}; stay inside the array"),
                    ),
                }
            }
            Op::Member { base, offset, .. } => {
                let address = self.run_nested(node.at, |run| run.find_address(base))?;
                Ok(move_address(address, *offset as i64))
            }
            Op::Swizzle { base, lanes } => {
                let address = self.run_nested(node.at, |run| run.find_address(base))?;
                let size = base.ty.as_number().map_or(1, |(kind, _): (Kind, u8)| kind.size());
                let lane = lanes.first().copied().unwrap_or(0);
                Ok(move_address(address, (usize::from(lane) * size) as i64))
            }
            // A value that is in memory already: an array, or a struct that a function returned.
            _ => self.evaluate_address(node),
        }
    }

    fn evaluate_address(&mut self, node: &Node) -> Run<u64> {
        match self.run_nested(node.at, |run| run.evaluate_node(node))? {
            Value::Address(address) => Ok(address),
            Value::Whole(address) => Ok(address as u64),
            _ => Ok(0),
        }
    }
}
