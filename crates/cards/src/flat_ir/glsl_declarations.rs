//! Declarations of global variables in GLSL 1.10.

use super::tables::{ScalarKind, SpirvTables, id_operand};
use rspirv::dr::Operand;
use rspirv::spirv::{Dim, Op, Word};

impl SpirvTables {
    /// Returns a variable's type and name, with the length of an array, or `None` if GLSL 1.10 has no such type.
    pub fn glsl_declaration(&self, id: Word) -> Option<String> {
        let variable = self.find_global(id).filter(|made| made.class.opcode == Op::Variable)?;
        let of = self.pointee_type(variable.result_type?);
        let (of, length) = match self.type_opcode(of) {
            Op::TypeArray => (self.part_type(of, 0), format!("[{}]", self.part_count(of))),
            _ => (of, String::new()),
        };
        let name = self.debug_name(id);
        (!name.is_empty()).then_some(format!("{} {name}{length}", self.glsl_type(of)?))
    }

    /// Returns the GLSL name of a type.
    fn glsl_type(&self, of: Word) -> Option<String> {
        let float = self.scalar_kind(of) == ScalarKind::Float;
        match (self.type_opcode(of), self.part_count(of)) {
            (Op::TypeFloat, _) => Some("float".to_string()),
            (Op::TypeVector, parts) if float => Some(format!("vec{parts}")),
            // Only square matrices: GLSL 1.10 has no others.
            (Op::TypeMatrix, parts) if float && self.part_count(self.part_type(of, 0)) == parts => {
                Some(format!("mat{parts}"))
            }
            (Op::TypeSampledImage, _) => {
                let image = self.find_global(id_operand(self.find_global(of)?, 0))?;
                let sides = match image.operands.get(1)? {
                    Operand::Dim(Dim::Dim1D) => "1D",
                    Operand::Dim(Dim::Dim2D) => "2D",
                    Operand::Dim(Dim::Dim3D) => "3D",
                    Operand::Dim(Dim::DimCube) => "Cube",
                    Operand::Dim(Dim::DimRect) => "2DRect",
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
