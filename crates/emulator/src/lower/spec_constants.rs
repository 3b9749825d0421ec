//! Specialisation constants that determine a size or a length.

use super::error::{LowerResult, LoweringError};
use super::module::{SpirvModule, id_operands};
use gristmill_shader::{ExpandedKernel, without_comments};
use rspirv::dr::Operand;
use rspirv::spirv::{Decoration, Op, Word};

/// A specialisation constant.
pub(super) struct UsedSpecConstant {
    pub id: Word,
    /// `constant_id` in GLSL.
    pub number: u32,
}

impl SpirvModule {
    /// Returns the specialisation constants that these constants are computed from, each once.
    pub(super) fn spec_constants_of(&self, constants: impl IntoIterator<Item = Word>) -> Vec<UsedSpecConstant> {
        let mut left: Vec<Word> = constants.into_iter().collect();
        let mut found: Vec<UsedSpecConstant> = vec![];
        while let Some(id) = left.pop() {
            if let Some(number) = self.decoration_value(id, None, Decoration::SpecId) {
                if found.iter().all(|known| known.number != number) {
                    found.push(UsedSpecConstant { id, number });
                }
                continue;
            }
            let made = self.globals().iter().find(|made| made.result_id == Some(id));
            if let Some(made) =
                made.filter(|made| matches!(made.class.opcode, Op::SpecConstantOp | Op::SpecConstantComposite))
            {
                left.extend(made.operands.iter().filter_map(Operand::id_ref_any));
            }
        }
        found.sort_by_key(|constant| constant.number);
        found
    }

    /// Returns the names of the constants with that number.
    pub(super) fn spec_constant_names(&self, number: u32) -> impl Iterator<Item = &str> {
        let constants = self.globals().iter().filter_map(|made| made.result_id);
        let of_number =
            constants.filter(move |&id| self.decoration_value(id, None, Decoration::SpecId) == Some(number));
        of_number.map(|id| self.name(id)).filter(|name| !name.is_empty())
    }

    /// Refuses an array without items and reports the constants in its length. `value` returns their values, if known.
    pub(super) fn refuse_empty_array<T>(
        &self,
        array: Word,
        length: Word,
        value: impl Fn(Word) -> Option<u32>,
    ) -> LowerResult<T> {
        let constants: Vec<String> = self
            .spec_constants_of([length])
            .iter()
            .map(|constant| {
                let name = self.name(constant.id);
                let number = constant.number;
                let value = value(constant.id).map_or(String::new(), |value| format!(" = {value}"));
                if name.is_empty() { format!("{number}{value}") } else { format!("{name}{value}") }
            })
            .collect();
        let name = match self.name_of_array(array) {
            "" => "an array".to_string(),
            name => format!("the array {name}"),
        };
        let why = match constants.as_slice() {
            [] => "; give it a length".to_string(),
            constants => format!(
                ": its length depends on the constants {}; set them by --constant so that it is at least 1",
                constants.join(" and ")
            ),
        };
        Err(LoweringError::NotEmulatedId(format!("{name} has no items{why}"), array))
    }

    /// Returns the first line of the expanded text that contains an array's name, or `None` if the
    /// text does not have it.
    pub(super) fn line_of_array(&self, array: Word, expanded: &ExpandedKernel) -> Option<u32> {
        let name = self.name_of_array(array);
        let text = without_comments(&expanded.text);
        let mut lines = text.lines();
        let line =
            lines.position(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name))?;
        (!name.is_empty()).then_some(line as u32 + 1)
    }

    /// Returns the name of the first variable of that type, or of an array of it; empty if there is none.
    fn name_of_array(&self, array: Word) -> &str {
        let outer = self.globals().iter().find(|made| {
            made.class.opcode == Op::TypeArray && id_operands(made, 0).is_ok_and(|ids| ids.first() == Some(&array))
        });
        match (self.name_of_variable(array), outer.and_then(|made| made.result_id)) {
            ("", Some(outer)) => self.name_of_variable(outer),
            (name, _) => name,
        }
    }

    fn name_of_variable(&self, array: Word) -> &str {
        let pointers = self.globals().iter().filter(|made| {
            made.class.opcode == Op::TypePointer && id_operands(made, 1).is_ok_and(|ids| ids.first() == Some(&array))
        });
        let pointers: Vec<Word> = pointers.filter_map(|made| made.result_id).collect();
        let variable = self.globals().iter().chain(self.instructions()).find(|made| {
            made.class.opcode == Op::Variable && made.result_type.is_some_and(|of| pointers.contains(&of))
        });
        variable.and_then(|made| made.result_id).map_or("", |id| self.name(id))
    }
}
