//! Arithmetic instructions.

use super::operands::constant_operand;
use super::{ProgramBuilder, lane_mask, replicate_lane};
use crate::assembly::direct3d::shader::{Comparison, RegisterKind, Statement};
use crate::assembly::opcode::{Opcode, Saturation};
use crate::assembly::program::{Destination, Operand, ProgramRegister};

impl ProgramBuilder<'_> {
    /// Builds an arithmetic instruction.
    pub(super) fn build_arithmetic(&mut self, statement: &Statement) {
        match statement.operation.name {
            "nop" => {}
            "setp" => self.build_set_predicate(statement),
            "mova" => self.build_address(statement),
            "mov"
                if statement
                    .target_register()
                    .is_some_and(|register| register.kind == RegisterKind::Address) =>
            {
                self.build_address(statement)
            }
            _ => self.build_result(statement, |builder, destination, clamp| {
                builder.emit_arithmetic(statement, destination, clamp)
            }),
        }
    }

    /// Builds an instruction of a pair, without its predicate, into a register aside.
    pub(super) fn build_into(&mut self, statement: &Statement, aside: Destination) {
        let clamp = if statement.saturates { Saturation::Unsigned } else { Saturation::None };
        if statement.shift == 0 {
            return self.emit_arithmetic(statement, aside, clamp);
        }
        self.emit_arithmetic(statement, aside, Saturation::None);
        let ProgramRegister::Temporary(number) = aside.register else { return };
        let scale = constant_operand([(statement.shift as f32).exp2(); 4]);
        let value = self.temporary_operand(number);
        self.emit_clamped(Opcode::Mul, aside, vec![value, scale], clamp);
    }

    /// Computes the value of an instruction.
    fn emit_arithmetic(&mut self, statement: &Statement, destination: Destination, clamp: Saturation) {
        let sources: Vec<Operand> = match statement.operation.is_matrix_product() {
            true => vec![],
            false => statement.sources.iter().map(|source| self.build_source(source)).collect(),
        };
        let simple = match statement.operation.name {
            "mov" => Opcode::Mov,
            "add" => Opcode::Add,
            "sub" => Opcode::Sub,
            "mul" => Opcode::Mul,
            "mad" => Opcode::Mad,
            "dp3" => Opcode::Dp3,
            "dp4" => Opcode::Dp4,
            "min" => Opcode::Min,
            "max" => Opcode::Max,
            "slt" => Opcode::Slt,
            "sge" => Opcode::Sge,
            "expp" if self.shader.version.model == 11 => Opcode::Exp,
            "exp" | "expp" => Opcode::Ex2,
            "log" | "logp" => Opcode::D3dLog,
            "lit" => Opcode::D3dLit,
            "dst" => Opcode::Dst,
            "lrp" => Opcode::Lrp,
            "frc" => Opcode::Frc,
            "pow" => Opcode::D3dPow,
            "crs" => Opcode::Xpd,
            "abs" => Opcode::Abs,
            "rcp" => Opcode::D3dRcp,
            "rsq" => Opcode::D3dRsq,
            "cmp" => Opcode::D3dCmp,
            "dp2add" => Opcode::Dp2a,
            "dsx" => Opcode::Ddx,
            "dsy" => Opcode::Ddy,
            "sincos" => Opcode::Scs,
            _ => return self.compute_in_steps(statement, destination, clamp, sources),
        };
        // The last sources of a sine are constants that its series needs.
        let count = if simple == Opcode::Scs { 1 } else { sources.len() };
        let sources = sources.into_iter().take(count).collect();
        self.emit_clamped(simple, destination, sources, clamp);
    }

    /// Computes what takes several operations.
    fn compute_in_steps(
        &mut self,
        statement: &Statement,
        destination: Destination,
        clamp: Saturation,
        sources: Vec<Operand>,
    ) {
        match (statement.operation.name, sources.as_slice()) {
            ("cnd", [tested, one, other]) => {
                // A half less the number is negative if the number is greater.
                let half = constant_operand([0.5; 4]);
                let difference = self.compute_aside(Opcode::Sub, [true; 4], vec![half, tested.clone()]);
                self.emit_clamped(Opcode::Cmp, destination, vec![difference, one.clone(), other.clone()], clamp);
            }
            ("nrm", [vector]) => {
                let square = self.compute_aside(Opcode::Dp3, lane_mask(0), vec![vector.clone(), vector.clone()]);
                let square = replicate_lane(square, 0);
                let scale = self.compute_aside(Opcode::D3dRsq, lane_mask(0), vec![square]);
                self.emit_clamped(Opcode::Mul, destination, vec![vector.clone(), replicate_lane(scale, 0)], clamp);
            }
            ("sgn", [number, ..]) => {
                let zero = constant_operand([0.0; 4]);
                let above = self.compute_aside(Opcode::Sgt, [true; 4], vec![number.clone(), zero.clone()]);
                let below = self.compute_aside(Opcode::Slt, [true; 4], vec![number.clone(), zero]);
                self.emit_clamped(Opcode::Sub, destination, vec![above, below], clamp);
            }
            ("bem", [place, shift]) => {
                let stage = statement.target_register().map_or(0, |register| register.number);
                let moved = self.perturb_place(place.clone(), shift.clone(), stage);
                self.emit_clamped(Opcode::Mov, destination, vec![moved], clamp);
            }
            _ => self.compute_matrix_product(statement, destination, clamp),
        }
    }

    /// Computes an intermediate result into a register of its own.
    pub(super) fn compute_aside(&mut self, opcode: Opcode, mask: [bool; 4], sources: Vec<Operand>) -> Operand {
        let scratch = self.next_scratch();
        let destination = Destination { register: ProgramRegister::Temporary(scratch), mask, condition: None };
        self.emit_operation(opcode, Some(destination), sources);
        self.temporary_operand(scratch)
    }

    /// Builds `setp_gt p0, a, b`: the predicate is a register of ones and zeros.
    fn build_set_predicate(&mut self, statement: &Statement) {
        let Some(target) = &statement.target else { return };
        let sources = statement.sources.iter().map(|source| self.build_source(source)).collect();
        let register = ProgramRegister::Temporary(self.find_temporary("p0"));
        let destination = Destination { register, mask: target.mask, condition: None };
        self.emit_operation(comparison_opcode(statement.comparison), Some(destination), sources);
    }

    /// Builds `mova a0, r0`: the nearest whole numbers, which the address registers take.
    fn build_address(&mut self, statement: &Statement) {
        let (Some(target), Some(source)) = (&statement.target, statement.sources.first()) else { return };
        let number = self.build_source(source);
        let half = constant_operand([0.5; 4]);
        let raised = self.compute_aside(Opcode::Add, target.mask, vec![number, half]);
        let kept = self.find_temporary("a0");
        let condition = statement.predicate.as_ref().map(|predicate| self.build_predicate(predicate));
        let destination = Destination { register: ProgramRegister::Temporary(kept), mask: target.mask, condition };
        self.emit_operation(Opcode::Flr, Some(destination), vec![raised]);
        for (lane, _) in (0..4).zip(target.mask).filter(|(_, written)| *written) {
            let whole = replicate_lane(self.temporary_operand(kept), lane);
            self.load_address(
                &super::index_name(crate::assembly::direct3d::shader::RelativeIndex::Address(lane)),
                whole,
            );
        }
    }

    /// Loads an address register.
    pub(super) fn load_address(&mut self, name: &str, number: Operand) {
        let register = ProgramRegister::Address(self.find_address(name));
        let destination = Destination { register, mask: lane_mask(0), condition: None };
        self.emit_operation(Opcode::Arl, Some(destination), vec![number]);
    }
}

/// Returns the operation that compares two numbers.
pub(super) fn comparison_opcode(comparison: Option<Comparison>) -> Opcode {
    match comparison {
        Some(Comparison::Greater) | None => Opcode::Sgt,
        Some(Comparison::Equal) => Opcode::Seq,
        Some(Comparison::GreaterEqual) => Opcode::Sge,
        Some(Comparison::Less) => Opcode::Slt,
        Some(Comparison::NotEqual) => Opcode::Sne,
        Some(Comparison::LessEqual) => Opcode::Sle,
    }
}
