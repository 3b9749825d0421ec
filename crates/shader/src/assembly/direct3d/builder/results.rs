//! Results: shifts, clamps, predicates, and the outputs that they go to.

use super::{ProgramBuilder, lane_mask, replicate_lane};
use crate::assembly::direct3d::shader::{
    Declared, Register, RegisterKind, RelativeIndex, Source, SourceModifier, Statement, Target, USAGES,
};
use crate::assembly::opcode::{Opcode, Saturation};
use crate::assembly::program::{Condition, ConditionRule, Destination, ProgramOutput, ProgramRegister};

use super::operands::constant_operand;

/// The places of usages that have names of their own.
const POSITION: usize = 0;
const POINT_SIZE: usize = 4;
const TEXCOORD: usize = 5;
const COLOR: usize = 10;
const COORDINATES: u32 = 8;

impl ProgramBuilder<'_> {
    /// Builds a statement: `compute` writes its value to the destination and with the clamp that it gets.
    pub(super) fn build_result(
        &mut self,
        statement: &Statement,
        compute: impl FnOnce(&mut Self, Destination, Saturation),
    ) {
        let Some(target) = &statement.target else { return };
        let clamp = if statement.saturates { Saturation::Unsigned } else { Saturation::None };
        let targets = self.final_targets(target);
        let is_scalar = scalar_lane(target).is_some();
        if let ([(register, mask)], 0, None, None, false) =
            (targets.as_slice(), statement.shift, &statement.predicate, target.relative, is_scalar)
        {
            compute(self, Destination { register: *register, mask: *mask, condition: None }, clamp);
            return;
        }
        let lane = scalar_lane(target);
        let mask = lane.map_or(target.mask, lane_mask);
        let scratch = self.next_scratch();
        let destination = Destination { register: ProgramRegister::Temporary(scratch), mask, condition: None };
        compute(self, destination, Saturation::None);
        let value = self.temporary_operand(scratch);
        let value = lane.map_or(value.clone(), |lane| replicate_lane(value, lane as u8));
        let scale = constant_operand([(statement.shift as f32).exp2(); 4]);
        // A fog factor is from 0 to 1.
        let clamp = if target.register.kind == RegisterKind::Fog { Saturation::Unsigned } else { clamp };
        if let Some(relative) = target.relative {
            return self.write_indexed(statement, target, relative, &value);
        }
        let condition = statement.predicate.as_ref().map(|predicate| self.build_predicate(predicate));
        for (register, mask) in targets {
            let destination = Destination { register, mask, condition };
            match statement.shift {
                0 => self.emit_clamped(Opcode::Mov, destination, vec![value.clone()], clamp),
                _ => self.emit_clamped(Opcode::Mul, destination, vec![value.clone(), scale.clone()], clamp),
            }
        }
    }

    /// Sets the condition code to the predicate, and returns the condition of each component.
    pub(super) fn build_predicate(&mut self, predicate: &Source) -> Condition {
        let mask = [0, 1, 2, 3].map(|lane| predicate.swizzle.contains(&lane));
        let register = self.find_temporary("p0");
        let source = self.temporary_operand(register);
        self.emit_code(Opcode::Mov, mask, vec![source]);
        let is_not = predicate.modifier == SourceModifier::Not;
        let rule = if is_not { ConditionRule::Equal } else { ConditionRule::NotEqual };
        Condition { rule, swizzle: predicate.swizzle, code: 0 }
    }

    /// Writes `o[aL + 1]`: each output in turn is written if the index says it.
    fn write_indexed(
        &mut self,
        statement: &Statement,
        target: &Target,
        relative: RelativeIndex,
        value: &crate::assembly::program::Operand,
    ) {
        let clamp = if statement.saturates { Saturation::Unsigned } else { Saturation::None };
        let mut outputs: Vec<Register> = self.declared.iter().map(|(known, ..)| *known).collect();
        outputs.retain(|known| known.kind == RegisterKind::Output);
        outputs.dedup();
        for output in outputs {
            let number = output.number as i32 - target.register.number as i32;
            let equal = match &statement.predicate {
                None => self.compare_index(relative, number),
                Some(predicate) => self.compare_predicated(predicate, relative, number),
            };
            let one = Target { register: output, relative: None, ..target.clone() };
            for (register, mask) in self.final_targets(&one) {
                let destination = Destination { register, mask, condition: Some(equal) };
                self.emit_clamped(Opcode::Mov, destination, vec![value.clone()], clamp);
            }
        }
    }

    /// Sets the condition code to the predicate where an index is a number, and returns the condition of each component.
    fn compare_predicated(&mut self, predicate: &Source, relative: RelativeIndex, number: i32) -> Condition {
        let [one, zero] = [1.0, 0.0].map(|value| constant_operand([value; 4]));
        let scratch = self.next_scratch();
        let kept = Destination { register: ProgramRegister::Temporary(scratch), mask: [true; 4], condition: None };
        self.emit_operation(Opcode::Mov, Some(kept), vec![zero]);
        let holds = self.build_predicate(predicate);
        self.emit_operation(Opcode::Mov, Some(Destination { condition: Some(holds), ..kept }), vec![one]);
        let mut equal = self.compare_index(relative, number);
        equal.rule = ConditionRule::NotEqual;
        let none = constant_operand([0.0; 4]);
        self.emit_operation(Opcode::Mov, Some(Destination { condition: Some(equal), ..kept }), vec![none]);
        let result = self.temporary_operand(scratch);
        self.emit_code(Opcode::Mov, [true; 4], vec![result]);
        Condition { rule: ConditionRule::NotEqual, swizzle: [0, 1, 2, 3], code: 0 }
    }

    /// Returns where a result goes: a register of `vs_3_0` may be several outputs.
    pub(super) fn final_targets(&mut self, target: &Target) -> Vec<(ProgramRegister, [bool; 4])> {
        let register = target.register;
        let output = match register.kind {
            RegisterKind::Position => ProgramOutput::Position,
            RegisterKind::Fog => ProgramOutput::Fogcoord,
            RegisterKind::PointSize => ProgramOutput::PointSize,
            RegisterKind::VertexColor => ProgramOutput::Side(false, register.number == 1),
            RegisterKind::VertexCoordinate => ProgramOutput::Texcoord(register.number),
            RegisterKind::PixelColor => ProgramOutput::Color(register.number, true),
            RegisterKind::PixelDepth => ProgramOutput::Depth,
            RegisterKind::Output => return self.declared_targets(target),
            _ => {
                let number = self.find_temporary(&register.to_string());
                return vec![(ProgramRegister::Temporary(number), target.mask)];
            }
        };
        self.name_output(output, register);
        let mask = match output {
            ProgramOutput::Depth => lane_mask(2),
            ProgramOutput::Fogcoord | ProgramOutput::PointSize => lane_mask(0),
            _ => target.mask,
        };
        vec![(ProgramRegister::Output(output), mask)]
    }

    /// Returns the outputs of a register of `vs_3_0`, by its declarations.
    fn declared_targets(&mut self, target: &Target) -> Vec<(ProgramRegister, [bool; 4])> {
        let declared: Vec<_> = self
            .declared
            .iter()
            .filter(|(known, ..)| *known == target.register)
            .copied()
            .collect();
        let mut targets = vec![];
        for (register, declared_mask, declared) in declared {
            let Declared::Usage(usage, index) = declared else { continue };
            let output = match (usage, index) {
                (POSITION, 0) => ProgramOutput::Position,
                (POINT_SIZE, 0) => ProgramOutput::PointSize,
                (COLOR, 0 | 1) => ProgramOutput::Side(false, index == 1),
                (TEXCOORD, 0..COORDINATES) => ProgramOutput::Texcoord(index),
                _ => ProgramOutput::Usage(USAGES.get(usage).copied().unwrap_or(""), index),
            };
            let mask = [0, 1, 2, 3]
                .map(|lane: usize| declared_mask.get(lane) == Some(&true) && target.mask.get(lane) == Some(&true));
            if mask.contains(&true) {
                self.name_output(output, register);
                targets.push((ProgramRegister::Output(output), mask));
            }
        }
        targets
    }

    /// Notes the register's name of an output.
    fn name_output(&mut self, output: ProgramOutput, register: Register) {
        if self.parts.output_name(output).is_none() {
            self.parts.outputs.push((output, register.to_string()));
        }
    }

    /// Writes `r0` as the colour: the result of `ps_1_1` to `ps_1_4`.
    pub(super) fn write_color_of_r0(&mut self) {
        let result = Register::new(RegisterKind::Temporary, 0);
        let color = ProgramOutput::Color(0, true);
        self.name_output(color, result);
        let number = self.find_temporary(&result.to_string());
        let source = self.temporary_operand(number);
        let destination = Destination { register: ProgramRegister::Output(color), mask: [true; 4], condition: None };
        self.emit_operation(Opcode::Mov, Some(destination), vec![source]);
    }

    /// Writes a depth.
    pub(super) fn write_depth(&mut self, value: crate::assembly::program::Operand) {
        let register = ProgramRegister::Output(ProgramOutput::Depth);
        self.name_output(ProgramOutput::Depth, Register::new(RegisterKind::PixelDepth, 0));
        let destination = Destination { register, mask: lane_mask(2), condition: None };
        self.emit_operation(Opcode::Mov, Some(destination), vec![value]);
    }
}

/// Returns the component that an output of one number takes; `None` for other registers.
fn scalar_lane(target: &Target) -> Option<usize> {
    let is_scalar =
        matches!(target.register.kind, RegisterKind::Fog | RegisterKind::PointSize | RegisterKind::PixelDepth);
    is_scalar.then(|| target.mask.iter().position(|written| *written).unwrap_or(0))
}
