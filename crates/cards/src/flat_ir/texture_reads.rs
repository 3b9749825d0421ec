//! Reads of textures and images.

use super::graph::{Op, VectorLanes};
use super::tables::{id_operand, id_operands};
use super::value::KernelValue;
use super::walk::{KernelWalk, WalkResult};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{ImageOperands, Op as Code, Word};

impl KernelWalk<'_> {
    /// Computes the result of an instruction that reads a texture or an image; `None` for other instructions.
    pub fn read_texture(&mut self, made: &Instruction, of: Word) -> WalkResult<Option<KernelValue>> {
        let code = made.class.opcode;
        let ids = id_operands(made, 0);
        let (width, op) = match code {
            Code::SampledImage | Code::Image => return Ok(Some(self.find_value(id_operand(made, 0))?)),
            Code::ImageTexelPointer => {
                let from = self.texture_number(id_operand(made, 0))?;
                return Ok(Some(KernelValue::Lanes(self.graph.add_unique(Op::Load(from), vec![], 1))));
            }
            Code::ImageSampleImplicitLod
            | Code::ImageSampleExplicitLod
            | Code::ImageSampleDrefImplicitLod
            | Code::ImageSampleDrefExplicitLod
            | Code::ImageSampleProjImplicitLod
            | Code::ImageSampleProjExplicitLod
            | Code::ImageSampleProjDrefImplicitLod
            | Code::ImageSampleProjDrefExplicitLod => {
                (4, Op::Texture(self.texture_number(id_operand(made, 0))?, read_mode(made)))
            }
            Code::ImageGather | Code::ImageDrefGather | Code::ImageFetch => {
                (4, Op::Fetch(self.texture_number(id_operand(made, 0))?))
            }
            Code::ImageQuerySize | Code::ImageQuerySizeLod | Code::ImageQueryLevels | Code::ImageQueryLod => {
                (self.tables.component_count(of).unwrap_or(1), Op::Size(self.texture_number(id_operand(made, 0))?))
            }
            Code::ImageRead => {
                let from = self.texture_number(id_operand(made, 0))?;
                let place = self.join_lanes(&ids, 1)?;
                let width = self.tables.component_count(of).unwrap_or(4);
                return Ok(Some(KernelValue::Lanes(self.graph.add_unique(Op::Load(from), vec![place], width))));
            }
            _ if format!("{code:?}").starts_with("Atomic") => {
                let width = self.tables.component_count(of).unwrap_or(1);
                self.add_effect(Op::Store, vec![]);
                return Ok(Some(KernelValue::Lanes(self.graph.add_unique(Op::Load(u32::MAX), vec![], width))));
            }
            Code::ArrayLength => {
                return Ok(Some(KernelValue::Lanes(self.graph.add_unique(Op::Size(u32::MAX), vec![], 1))));
            }
            _ => return Ok(None),
        };
        // Operands after the coordinate go into the same register: a level, a bias, a reference value.
        let coordinate = self.join_lanes(&ids, 1)?;
        let mut read = self.graph.add_operation(op, vec![coordinate], width);
        read.truncate(usize::from(self.tables.component_count(of).unwrap_or(4)));
        Ok(Some(KernelValue::Lanes(read)))
    }

    fn join_lanes(&self, ids: &[Word], from: usize) -> WalkResult<VectorLanes> {
        let all: Vec<VectorLanes> = ids
            .iter()
            .skip(from)
            .map(|id| self.find_lanes(*id))
            .collect::<WalkResult<_>>()?;
        Ok(all.concat())
    }

    fn texture_number(&self, id: Word) -> WalkResult<u32> {
        Ok(match self.find_value(id)? {
            KernelValue::Texture(number) => number,
            _ => u32::MAX,
        })
    }
}

/// Returns the mode of a texture read, a letter of [`Op::Texture`].
fn read_mode(made: &Instruction) -> char {
    let asked = made.operands.iter().find_map(|operand| match operand {
        Operand::ImageOperands(asked) => Some(*asked),
        _ => None,
    });
    let asked = asked.unwrap_or(ImageOperands::NONE);
    if asked.intersects(ImageOperands::LOD | ImageOperands::GRAD) {
        'l'
    } else if asked.contains(ImageOperands::BIAS) {
        'b'
    } else {
        's'
    }
}
