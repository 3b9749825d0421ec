//! Texture instructions: TEX, TXP, TXB, TXL and TXD of each target.

use super::super::super::assembly::{Binary, Instruction, LevelOfDetail, Pc, Register, SampleMethod, SampleUse};
use super::super::super::undefined::CheckCondition;
use super::super::error::LowerResult;
use super::interface::VECTOR;
use super::{ProgramLowering, unreadable};
use gristmill_shader::program::{Opcode, ProgramInstruction, TextureTarget};

/// The operands of a target: the components that are coordinates, and the one that is compared.
struct TargetShape {
    coordinates: usize,
    compared: Option<usize>,
    has_levels: bool,
}

impl ProgramLowering<'_, '_, '_> {
    /// Lowers a texture instruction.
    pub(super) fn lower_sample(&mut self, one: &ProgramInstruction) -> LowerResult<()> {
        let Some((unit, target)) = one.texture else { return unreadable(one) };
        let name = self.names.texture(unit, target);
        let texture = self.texture_slot(&name)?;
        let shape = target_shape(target);
        let begins = self.lowering.out.code.instructions.len() as Pc;
        let mut coordinates = self.source_lanes(one, 0, shape.coordinates)?;
        let mut compare = match shape.compared {
            Some(place) => Some(self.source_lane(one, 0, place)?),
            None => None,
        };
        if one.opcode == Opcode::Txp && !(target == TextureTarget::Cube && self.program.level.registers) {
            self.project(one, &mut coordinates, &mut compare)?;
        }
        let level = self.level_of_detail(one, &shape)?;
        let written = self.result_target(one)?;
        let is_compared = compare.is_some();
        let whole = self.whole_target(one, &written).filter(|_| !is_compared);
        let to = match whole {
            Some(first) => first,
            None => self.lowering.out.registers.allocate_temporaries(VECTOR)?,
        };
        let sample = self.lowering.out.code.samples.len() as u32;
        self.lowering.out.code.samples.push(SampleUse {
            texture,
            item: None,
            method: SampleMethod::Filter,
            coordinates,
            level,
            offset: None,
            offsets: None,
            compare,
            component: 0,
        });
        self.lowering.emit(Instruction::Sample { sample, to })?;
        if whole.is_some() {
            return Ok(());
        }
        // The result of a comparison is a grey, like a luminance texture.
        let opaque = self.lowering.float_constant(1.0)?;
        let values = written.iter().map(|(lane, _)| match lane {
            3 if is_compared => opaque,
            _ if is_compared => to,
            lane => to + *lane as Register,
        });
        let values = values.collect();
        self.write_result(one, begins, &written, values)
    }

    /// Divides the coordinates, and the depth to compare, by the fourth component.
    fn project(
        &mut self,
        one: &ProgramInstruction,
        coordinates: &mut [Register],
        compare: &mut Option<Register>,
    ) -> LowerResult<()> {
        let divisor = self.source_lane(one, 0, 3)?;
        for coordinate in coordinates.iter_mut() {
            *coordinate = self.lowering.emit_binary(Binary::DivFloat, *coordinate, divisor)?;
        }
        if let Some(first) = coordinates.first() {
            self.lowering.emit_doubt(CheckCondition::Projection, [divisor; 2], *first)?;
        }
        if let Some(depth) = compare {
            *depth = self.lowering.emit_binary(Binary::DivFloat, *depth, divisor)?;
        }
        Ok(())
    }

    fn level_of_detail(&mut self, one: &ProgramInstruction, shape: &TargetShape) -> LowerResult<LevelOfDetail> {
        if !shape.has_levels {
            return Ok(LevelOfDetail::Base);
        }
        Ok(match one.opcode {
            Opcode::Txl | Opcode::Txb if !self.program.level.fragment => {
                LevelOfDetail::Explicit(self.source_lane(one, 0, 3)?)
            }
            Opcode::Txl => LevelOfDetail::Explicit(self.source_lane(one, 0, 3)?),
            Opcode::Txd => {
                let across = self.source_lanes(one, 1, shape.coordinates)?;
                let up = self.source_lanes(one, 2, shape.coordinates)?;
                LevelOfDetail::Gradients(across, up)
            }
            // Only fragments have neighbours to take differences with.
            _ if !self.program.level.fragment => LevelOfDetail::Base,
            opcode => {
                self.lowering.out.code.needs_quads = true;
                let bias = match opcode {
                    Opcode::Txb => Some(self.source_lane(one, 0, 3)?),
                    _ => None,
                };
                LevelOfDetail::Implicit(bias)
            }
        })
    }
}

fn target_shape(target: TextureTarget) -> TargetShape {
    let (coordinates, compared, has_levels) = match target {
        TextureTarget::One => (1, None, true),
        TextureTarget::Two => (2, None, true),
        TextureTarget::Three | TextureTarget::Cube => (3, None, true),
        TextureTarget::Rectangle => (2, None, false),
        TextureTarget::ShadowOne => (1, Some(2), true),
        TextureTarget::ShadowTwo => (2, Some(2), true),
        TextureTarget::ShadowRectangle => (2, Some(2), false),
    };
    TargetShape { coordinates, compared, has_levels }
}
