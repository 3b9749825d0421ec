//! Texture instructions.

use super::ProgramTranslation;
use crate::assembly::opcode::Opcode;
use crate::assembly::program::ProgramInstruction;
use crate::assembly::texture_target::TextureTarget;

impl ProgramTranslation<'_> {
    /// Translates TEX, TXP, TXB, TXL and TXD.
    pub(super) fn translate_sample(&mut self, one: &ProgramInstruction) {
        let (Some((unit, target)), Some(operand)) = (one.texture, one.sources.first()) else { return };
        let sampler = self.texture_name(unit, target);
        let (_, count) = sampler_type(target);
        let places: Vec<usize> = (0..count).collect();
        let mut at = match (target, one.opcode) {
            // A 1D shadow texture reads its reference depth from the third component; the second is unused.
            (TextureTarget::ShadowOne, _) => {
                let [first, depth] = [0, 2].map(|place| self.operand_lane(operand, place));
                format!("vec3({first}, 0.0, {depth})")
            }
            _ => self.operand_value(operand, &places),
        };
        let last = self.operand_lane(operand, 3);
        // NV_fragment_program leaves the coordinates of a cube as they are.
        let is_projected = target != TextureTarget::Cube || !self.has_nv_numbers();
        if one.opcode == Opcode::Txp && is_projected {
            at = format!("({at} / {last})");
        }
        // A rectangle has one level.
        let rectangle = matches!(target, TextureTarget::Rectangle | TextureTarget::ShadowRectangle);
        let read = match one.opcode {
            // A vertex has no derivatives: its level of detail is 0, or what the fourth component says.
            Opcode::Txb | Opcode::Txl if !self.program.level.fragment && !rectangle => {
                format!("textureLod({sampler}, {at}, {last})")
            }
            _ if !self.program.level.fragment && !rectangle => format!("textureLod({sampler}, {at}, 0.0)"),
            Opcode::Txb if !rectangle => format!("texture({sampler}, {at}, {last})"),
            Opcode::Txl if !rectangle => format!("textureLod({sampler}, {at}, {last})"),
            Opcode::Txd => {
                let sides = if target.is_shadow() { count - 1 } else { count };
                let sides = if target == TextureTarget::ShadowOne { 1 } else { sides };
                let places: Vec<usize> = (0..sides).collect();
                let [across, up] = [1, 2].map(|number| {
                    let operand = one.sources.get(number);
                    operand.map_or(String::new(), |operand| self.operand_value(operand, &places))
                });
                format!("textureGrad({sampler}, {at}, {across}, {up})")
            }
            _ => format!("texture({sampler}, {at})"),
        };
        // The result of a depth comparison is a grey, like a luminance texture.
        let read = if target.is_shadow() { format!("vec4(vec3({read}), 1.0)") } else { read };
        let target = self.result_target(one);
        let letters: String = target
            .lanes
            .iter()
            .map(|lane| super::operand::lane_letter(*lane as u8))
            .collect();
        let value = if target.lanes.len() == 4 { read } else { format!("{read}.{letters}") };
        self.write_result(one, &target, value);
    }

    /// Declares the sampler of an image unit and returns its name.
    pub(super) fn texture_name(&mut self, unit: u32, target: TextureTarget) -> String {
        let (kind, _) = sampler_type(target);
        self.names.declare_variable(
            format!("gristmill_texture{unit}_"),
            &match &self.program.direct3d {
                Some(parts) => parts.sampler_name(unit),
                None if self.program.level.registers => format!("TEX{unit}"),
                None => format!("texture[{unit}]"),
            },
            &format!("uniform {kind}"),
        )
    }
}

/// Returns the type of a target's sampler, and the number of its coordinates, with the depth to compare.
fn sampler_type(target: TextureTarget) -> (&'static str, usize) {
    match target {
        TextureTarget::One => ("sampler1D", 1),
        TextureTarget::Two => ("sampler2D", 2),
        TextureTarget::Three => ("sampler3D", 3),
        TextureTarget::Cube => ("samplerCube", 3),
        TextureTarget::Rectangle => ("sampler2DRect", 2),
        TextureTarget::ShadowOne => ("sampler1DShadow", 3),
        TextureTarget::ShadowTwo => ("sampler2DShadow", 3),
        TextureTarget::ShadowRectangle => ("sampler2DRectShadow", 3),
    }
}
