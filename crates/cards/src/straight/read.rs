//! Reads of textures and images.

use super::graph::{Lanes, Op};
use super::tables::{operand, operands};
use super::value::KernelValue;
use super::walk::{Walk, Walked};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{ImageOperands, Op as Code, Word};

impl Walk<'_> {
    /// Computes the result of an instruction that reads a texture or an image; `None` for other instructions.
    pub fn read(&mut self, made: &Instruction, of: Word) -> Walked<Option<KernelValue>> {
        let code = made.class.opcode;
        let ids = operands(made, 0);
        let lanes = |walk: &Walk, from: usize| -> Walked<Lanes> {
            let all: Vec<Lanes> = ids.iter().skip(from).map(|id| walk.lanes(*id)).collect::<Walked<_>>()?;
            Ok(all.concat())
        };
        let (width, op) = match code {
            Code::SampledImage | Code::Image => return Ok(Some(self.value(operand(made, 0))?)),
            Code::ImageTexelPointer => {
                let from = self.texture(operand(made, 0))?;
                return Ok(Some(KernelValue::Lanes(self.graph.alone(Op::Load(from), vec![], 1))));
            }
            Code::ImageSampleImplicitLod
            | Code::ImageSampleExplicitLod
            | Code::ImageSampleDrefImplicitLod
            | Code::ImageSampleDrefExplicitLod
            | Code::ImageSampleProjImplicitLod
            | Code::ImageSampleProjExplicitLod
            | Code::ImageSampleProjDrefImplicitLod
            | Code::ImageSampleProjDrefExplicitLod => (4, Op::Texture(self.texture(operand(made, 0))?, how(made))),
            Code::ImageGather | Code::ImageDrefGather | Code::ImageFetch => {
                (4, Op::Fetch(self.texture(operand(made, 0))?))
            }
            Code::ImageQuerySize | Code::ImageQuerySizeLod | Code::ImageQueryLevels | Code::ImageQueryLod => {
                (self.tables.width(of).unwrap_or(1), Op::Size(self.texture(operand(made, 0))?))
            }
            Code::ImageRead => {
                let (from, place) = (self.texture(operand(made, 0))?, lanes(self, 1)?);
                let width = self.tables.width(of).unwrap_or(4);
                return Ok(Some(KernelValue::Lanes(self.graph.alone(Op::Load(from), vec![place], width))));
            }
            _ if format!("{code:?}").starts_with("Atomic") => {
                let width = self.tables.width(of).unwrap_or(1);
                self.effect(Op::Store, vec![]);
                return Ok(Some(KernelValue::Lanes(self.graph.alone(Op::Load(u32::MAX), vec![], width))));
            }
            Code::ArrayLength => {
                return Ok(Some(KernelValue::Lanes(self.graph.alone(Op::Size(u32::MAX), vec![], 1))));
            }
            _ => return Ok(None),
        };
        // Operands after the coordinate go into the same register: a level, a bias, a reference value.
        let coordinate = lanes(self, 1)?;
        let mut read = self.graph.make(op, vec![coordinate], width);
        read.truncate(usize::from(self.tables.width(of).unwrap_or(4)));
        Ok(Some(KernelValue::Lanes(read)))
    }

    fn texture(&self, id: Word) -> Walked<u32> {
        Ok(match self.value(id)? {
            KernelValue::Texture(number) => number,
            _ => u32::MAX,
        })
    }
}

/// Returns the mode of a texture read, a letter of [`Op::Texture`].
fn how(made: &Instruction) -> char {
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
