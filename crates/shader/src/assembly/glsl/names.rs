//! The names under which the host knows a program's attributes, parameters, results and textures.

use super::ProgramTranslation;
use super::operand::OperandBase;
use crate::assembly::program::{AssemblyProgram, ProgramAttribute, ProgramOutput, ProgramParameter};
use crate::assembly::texture_target::TextureTarget;

/// The names of a program's interface, as its author writes them.
pub struct ProgramNames<'p>(ProgramTranslation<'p>);

impl<'p> ProgramNames<'p> {
    /// Reads the names of a program with this text.
    pub fn new(program: &'p AssemblyProgram, text: &'p str) -> ProgramNames<'p> {
        let mut translation = ProgramTranslation::new(program, text);
        // The first instruction that writes a result decides its name.
        translation.translate_body();
        ProgramNames(translation)
    }

    /// Returns the name of an attribute: `fragment.texcoord[0]`.
    pub fn attribute(&mut self, attribute: ProgramAttribute) -> String {
        let made = self.0.attribute_name(attribute);
        self.author_name(made)
    }

    /// Returns the name of a result: `result.color`.
    pub fn output(&mut self, output: ProgramOutput) -> String {
        let made = self.0.output_name(output);
        self.author_name(made)
    }

    /// Returns the name of a parameter, or of the matrix of which it is a row; a constant has none.
    pub fn parameter(&mut self, parameter: &ProgramParameter) -> Option<String> {
        match parameter {
            ProgramParameter::Constant(_) => None,
            ProgramParameter::Row(name, ..) => Some(name.clone()),
            named => match self.0.parameter_base(named) {
                OperandBase::Vector(made) => Some(self.author_name(made)),
                OperandBase::Lanes(_) => None,
            },
        }
    }

    /// Returns the name of a texture: `texture[0]`.
    pub fn texture(&mut self, unit: u32, target: TextureTarget) -> String {
        let made = self.0.texture_name(unit, target);
        self.author_name(made)
    }

    fn author_name(&self, made: String) -> String {
        self.0.names.authored.get(&made).cloned().unwrap_or(made)
    }
}
