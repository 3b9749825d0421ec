//! Texture instructions of `ps_1_1` to `ps_1_3`, each at the stage of its register.

use super::operands::constant_operand;
use super::{ProgramBuilder, lane_mask, plain_operand, replicate_lane};
use crate::assembly::direct3d::shader::{Register, RegisterKind, Source, Statement};
use crate::assembly::opcode::{Opcode, Saturation};
use crate::assembly::program::{
    ConstantKind, ConstantRegister, Destination, Operand, OperandSource, ProgramAttribute, ProgramParameter,
    ProgramRegister,
};
use crate::assembly::texture_target::TextureTarget;

/// The register of the rows of a matrix in the making.
const ROWS: &str = "the rows so far";

impl ProgramBuilder<'_> {
    /// Builds a texture instruction of a stage.
    pub(super) fn build_stage(&mut self, statement: &Statement) {
        let Some(register) = statement.target_register() else { return };
        let stage = register.number;
        let coordinates = self.attribute_operand(ProgramAttribute::Texcoord(stage), register);
        let number = self.find_temporary(&register.to_string());
        let result = Destination { register: ProgramRegister::Temporary(number), mask: [true; 4], condition: None };
        let read = statement.sources.first().map(|source: &Source| self.build_source(source));
        match (statement.operation.name, read) {
            ("tex", _) => self.emit_sample(Opcode::Tex, result, vec![coordinates], stage, TextureTarget::Two),
            ("texcoord", _) => {
                let color = Destination { mask: [true, true, true, false], ..result };
                self.emit_clamped(Opcode::Mov, color, vec![coordinates], Saturation::Unsigned);
                let alpha = Destination { mask: lane_mask(3), ..result };
                self.emit_operation(Opcode::Mov, Some(alpha), vec![constant_operand([1.0; 4])]);
            }
            ("texkill", _) => self.kill_below_zero(coordinates),
            ("texbem" | "texbeml", Some(read)) => {
                let place = self.perturb_place(coordinates, read.clone(), stage);
                self.emit_sample(Opcode::Tex, result, vec![place], stage, TextureTarget::Two);
                if statement.operation.name == "texbeml" {
                    self.scale_by_luminance(result, replicate_lane(read, 2), stage);
                }
            }
            ("texreg2ar" | "texreg2gb" | "texreg2rgb", Some(read)) => {
                let lanes: [u8; 4] = match statement.operation.name {
                    "texreg2ar" => [3, 0, 0, 0],
                    "texreg2gb" => [1, 2, 2, 2],
                    _ => [0, 1, 2, 2],
                };
                let swizzle = lanes.map(|lane| read.swizzle.get(usize::from(lane)).copied().unwrap_or(0));
                let place = Operand { swizzle, ..read };
                self.emit_sample(Opcode::Tex, result, vec![place], stage, TextureTarget::Two);
            }
            (name, Some(read)) => self.build_row(statement, name, result, [coordinates, read]),
            _ => {}
        }
    }

    /// Builds a row of a product with a matrix, and what its last row does with the product.
    fn build_row(&mut self, statement: &Statement, name: &str, result: Destination, factors: [Operand; 2]) {
        let stage = statement.target_register().map_or(0, |register| register.number);
        let rows = self.find_temporary(ROWS);
        if name.starts_with("texdp3") {
            self.rows = 0;
        }
        let row =
            Destination { register: ProgramRegister::Temporary(rows), mask: lane_mask(self.rows), condition: None };
        self.emit_operation(Opcode::Dp3, Some(row), factors.to_vec());
        self.rows += 1;
        if name.ends_with("pad") {
            return;
        }
        self.rows = 0;
        let product = self.temporary_operand(rows);
        match name {
            "texdp3" => self.emit_operation(Opcode::Mov, Some(result), vec![replicate_lane(product, 0)]),
            "texdp3tex" => {
                let zero = Destination { mask: lane_mask(1), ..row };
                self.emit_operation(Opcode::Mov, Some(zero), vec![constant_operand([0.0; 4])]);
                self.emit_sample(Opcode::Tex, result, vec![product], stage, TextureTarget::Two);
            }
            "texm3x2tex" => self.emit_sample(Opcode::Tex, result, vec![product], stage, TextureTarget::Two),
            "texm3x2depth" => self.write_quotient(replicate_lane(product.clone(), 0), replicate_lane(product, 1)),
            "texm3x3" => {
                let alpha = Destination { mask: lane_mask(3), ..row };
                self.emit_operation(Opcode::Mov, Some(alpha), vec![constant_operand([1.0; 4])]);
                self.emit_operation(Opcode::Mov, Some(result), vec![product]);
            }
            "texm3x3tex" => self.emit_sample(Opcode::Tex, result, vec![product], stage, TextureTarget::Cube),
            _ => {
                let eye = self.eye_ray(statement, stage);
                let reflected = self.compute_aside(Opcode::Rfl, [true, true, true, false], vec![product, eye]);
                self.emit_sample(Opcode::Tex, result, vec![reflected], stage, TextureTarget::Cube);
            }
        }
    }

    /// Returns the ray from the eye: a constant, or the last components of three stages' coordinates.
    fn eye_ray(&mut self, statement: &Statement, stage: u32) -> Operand {
        if let Some(constant) = statement.sources.get(1) {
            return self.build_source(constant);
        }
        let scratch = self.next_scratch();
        for lane in 0..3 {
            let stage = (stage + lane).saturating_sub(2);
            let register = Register::new(RegisterKind::Coordinate, stage);
            let coordinates = self.attribute_operand(ProgramAttribute::Texcoord(stage), register);
            let destination = Destination {
                register: ProgramRegister::Temporary(scratch),
                mask: lane_mask(lane as usize),
                condition: None,
            };
            self.emit_operation(Opcode::Mov, Some(destination), vec![replicate_lane(coordinates, 3)]);
        }
        self.temporary_operand(scratch)
    }

    /// Returns a number of a texture stage that the host sets, as the matrix of its perturbation.
    pub(super) fn stage_parameter(&mut self, name: &str, stage: u32) -> Operand {
        let name = format!("{name}{stage}");
        let register = ConstantRegister { register: name.clone(), name, kind: ConstantKind::Float };
        let parameter = ProgramParameter::Register(register);
        if !self.program.parameters.contains(&parameter) {
            self.program.parameters.push(parameter.clone());
        }
        plain_operand(OperandSource::Parameter(parameter))
    }
}
