//! Declarations of global variables in GLSL 1.10.

use super::tables::{Kind, Tables, operand};
use rspirv::dr::Operand;
use rspirv::spirv::{Dim, Op, Word};

impl Tables {
    /// Returns a variable's type and name, with the length of an array, or `None` if GLSL 1.10 has no such type.
    pub fn declared(&self, id: Word) -> Option<String> {
        let variable = self.global(id).filter(|made| made.class.opcode == Op::Variable)?;
        let of = self.pointee(variable.result_type?);
        let (of, length) = match self.opcode(of) {
            Op::TypeArray => (self.part(of, 0), format!("[{}]", self.parts(of))),
            _ => (of, String::new()),
        };
        let name = self.name(id);
        (!name.is_empty()).then_some(format!("{} {name}{length}", self.word(of)?))
    }

    /// Returns the GLSL name of a type.
    fn word(&self, of: Word) -> Option<String> {
        let float = self.kind(of) == Kind::Float;
        match (self.opcode(of), self.parts(of)) {
            (Op::TypeFloat, _) => Some("float".to_string()),
            (Op::TypeVector, parts) if float => Some(format!("vec{parts}")),
            // Only square matrices: GLSL 1.10 has no others.
            (Op::TypeMatrix, parts) if float && self.parts(self.part(of, 0)) == parts => Some(format!("mat{parts}")),
            (Op::TypeSampledImage, _) => {
                let image = self.global(operand(self.global(of)?, 0))?;
                let sides = match image.operands.get(1)? {
                    Operand::Dim(Dim::Dim1D) => "1D",
                    Operand::Dim(Dim::Dim2D) => "2D",
                    Operand::Dim(Dim::Dim3D) => "3D",
                    Operand::Dim(Dim::DimCube) => "Cube",
                    _ => return None,
                };
                // Neither a depth texture nor an array of layers.
                let plain = [2, 3]
                    .map(|at| image.operands.get(at))
                    .map(|operand| matches!(operand, Some(Operand::LiteralBit32(0))));
                (plain == [true; 2]).then(|| format!("sampler{sides}"))
            }
            _ => None,
        }
    }
}
