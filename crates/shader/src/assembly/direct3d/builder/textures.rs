//! Texture instructions from `ps_1_4` on.

use super::{ProgramBuilder, lane_mask, replicate_lane};
use crate::assembly::direct3d::shader::{Register, RegisterKind, SamplerKind, Statement, WHOLE};
use crate::assembly::opcode::{Opcode, Saturation};
use crate::assembly::program::{Destination, Operand, ProgramInstruction, ProgramRegister};
use crate::assembly::texture_target::TextureTarget;

impl ProgramBuilder<'_> {
    /// Builds a texture instruction.
    pub(super) fn build_texture(&mut self, statement: &Statement) {
        match statement.operation.name {
            "texkill" => {
                let Some(register) = statement.target_register() else { return };
                let tested = self.register_operand(register, None);
                self.kill_below_zero(tested);
            }
            "texdepth" => self.build_depth(),
            "texcrd" => self.build_result(statement, |builder, destination, _| {
                let coordinates = statement.sources.first().map(|source| builder.build_source(source));
                builder.emit_operation(Opcode::Mov, Some(destination), coordinates.into_iter().collect());
            }),
            _ => self.build_result(statement, |builder, destination, _| builder.emit_read(statement, destination)),
        }
    }

    /// Ends the fragment if one of the first three components is below 0.
    pub(super) fn kill_below_zero(&mut self, tested: Operand) {
        let [x, y, z, _] = tested.swizzle;
        self.emit_operation(Opcode::Kil, None, vec![Operand { swizzle: [x, y, z, z], ..tested }]);
    }

    /// Builds `texdepth r5`: the depth is r5.r / r5.g, and 1 if r5.g is 0.
    fn build_depth(&mut self) {
        let register = self.register_operand(Register::new(RegisterKind::Temporary, 5), None);
        self.write_quotient(replicate_lane(register.clone(), 0), replicate_lane(register, 1));
    }

    /// Writes a quotient as the depth.
    pub(super) fn write_quotient(&mut self, dividend: Operand, by: Operand) {
        let quotient = self.divide_operand(dividend, by);
        self.write_depth(replicate_lane(quotient, 0));
    }

    /// Reads a texture.
    fn emit_read(&mut self, statement: &Statement, destination: Destination) {
        let Some(coordinates) = statement.sources.first() else { return };
        let coordinates = self.build_source(coordinates);
        if self.shader.version.model == 14 {
            let stage = statement.target_register().map_or(0, |register| register.number);
            return self.emit_sample(Opcode::Tex, destination, vec![coordinates], stage, TextureTarget::Two);
        }
        let Some(sampler) = statement.sources.get(1) else { return };
        let unit = sampler.register.number;
        let target = match self.shader.sampler_kind(unit) {
            Some(SamplerKind::Cube) => TextureTarget::Cube,
            Some(SamplerKind::Volume) => TextureTarget::Three,
            _ => TextureTarget::Two,
        };
        let opcode = match statement.operation.name {
            "texldp" => Opcode::Txp,
            "texldb" => Opcode::Txb,
            "texldl" => Opcode::Txl,
            "texldd" => Opcode::Txd,
            _ => Opcode::Tex,
        };
        let mut sources = vec![coordinates];
        for slope in statement.sources.iter().skip(2) {
            let slope = self.build_source(slope);
            sources.push(slope);
        }
        if sampler.swizzle == WHOLE {
            return self.emit_sample(opcode, destination, sources, unit, target);
        }
        // The swizzle of a sampler is that of what is read.
        let scratch = self.next_scratch();
        let whole = Destination { register: ProgramRegister::Temporary(scratch), mask: [true; 4], condition: None };
        self.emit_sample(opcode, whole, sources, unit, target);
        let read = Operand { swizzle: sampler.swizzle, ..self.temporary_operand(scratch) };
        self.emit_operation(Opcode::Mov, Some(destination), vec![read]);
    }

    /// Adds a read of a texture.
    pub(super) fn emit_sample(
        &mut self,
        opcode: Opcode,
        destination: Destination,
        sources: Vec<Operand>,
        unit: u32,
        target: TextureTarget,
    ) {
        if let Some(instruction) = self.make_instruction(opcode, Some(destination), sources) {
            let texture = Some((unit, target));
            self.program.instructions.push(ProgramInstruction { texture, ..instruction });
        }
    }

    /// Returns a place that is moved by two numbers times the matrix of a stage.
    pub(super) fn perturb_place(&mut self, place: Operand, shift: Operand, stage: u32) -> Operand {
        let matrix = self.stage_parameter("bumpenvmat", stage);
        let mask = [true, true, false, false];
        // The first row of the matrix is in x and y, the second in z and w.
        let first = Operand { swizzle: [0, 1, 1, 1], ..matrix.clone() };
        let second = Operand { swizzle: [2, 3, 3, 3], ..matrix };
        let moved = self.compute_aside(Opcode::Mad, mask, vec![first, replicate_lane(shift.clone(), 0), place]);
        self.compute_aside(Opcode::Mad, mask, vec![second, replicate_lane(shift, 1), moved])
    }

    /// Scales what was read by the luminance of a stage.
    pub(super) fn scale_by_luminance(&mut self, destination: Destination, luminance: Operand, stage: u32) {
        let ProgramRegister::Temporary(number) = destination.register else { return };
        let scale = self.stage_parameter("bumpenvl", stage);
        let [by, offset] = [0, 1].map(|lane| replicate_lane(scale.clone(), lane));
        let factor = self.compute_aside(Opcode::Mad, lane_mask(0), vec![luminance, by, offset]);
        let read = self.temporary_operand(number);
        self.emit_clamped(Opcode::Mul, destination, vec![read, replicate_lane(factor, 0)], Saturation::None);
    }
}
