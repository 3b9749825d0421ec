//! Flow control: conditions go through the condition code, a loop's counter is a register.

use super::arithmetic::comparison_opcode;
use super::operands::constant_operand;
use super::{ProgramBuilder, lane_mask, replicate_lane};
use crate::assembly::direct3d::shader::{RegisterKind, Source, SourceModifier, Statement};
use crate::assembly::opcode::{Opcode, Saturation};
use crate::assembly::program::{Condition, ConditionRule, Destination, Operand, ProgramRegister};

impl ProgramBuilder<'_> {
    /// Builds an instruction of flow control.
    pub(super) fn build_flow(&mut self, statement: &Statement) {
        let label = statement.sources.first().map(|source| source.register.to_string());
        match statement.operation.name {
            "if" | "if_comp" => {
                let condition = self.build_condition(statement);
                self.emit_conditional(Opcode::If, condition, None);
            }
            "else" => self.emit_operation(Opcode::Else, None, vec![]),
            "endif" => self.emit_operation(Opcode::EndIf, None, vec![]),
            "break" => self.emit_conditional(Opcode::Brk, None, None),
            "break_comp" | "breakp" => {
                let condition = self.build_condition(statement);
                self.emit_conditional(Opcode::Brk, condition, None);
            }
            "call" => self.emit_conditional(Opcode::Cal, None, label),
            "callnz" => {
                let condition = self.build_condition(statement);
                self.emit_conditional(Opcode::Cal, condition, label);
            }
            "ret" => self.emit_conditional(Opcode::Ret, None, None),
            "label" => {
                let before = self.program.instructions.len();
                self.program.labels.push((label.unwrap_or_default(), before, statement.at));
            }
            "rep" => self.build_repeat(statement),
            "loop" => self.build_loop(statement),
            "endrep" | "endloop" => self.close_loop(),
            _ => {}
        }
    }

    /// Sets the condition code by a comparison, a boolean or the predicate, and returns the condition.
    fn build_condition(&mut self, statement: &Statement) -> Option<Condition> {
        if statement.comparison.is_some() {
            let sources = statement.sources.iter().map(|source| self.build_source(source)).collect();
            self.emit_code(comparison_opcode(statement.comparison), lane_mask(0), sources);
            return Some(Condition { rule: ConditionRule::NotEqual, swizzle: [0; 4], code: 0 });
        }
        let decides: &Source = statement.sources.last()?;
        if decides.register.kind == RegisterKind::Predicate {
            return Some(self.build_predicate(decides));
        }
        let boolean = self.register_operand(decides.register, None);
        self.emit_code(Opcode::Mov, lane_mask(0), vec![boolean]);
        let is_not = decides.modifier == SourceModifier::Not;
        let rule = if is_not { ConditionRule::Equal } else { ConditionRule::NotEqual };
        Some(Condition { rule, swizzle: [0; 4], code: 0 })
    }

    fn build_repeat(&mut self, statement: &Statement) {
        let Some(source) = statement.sources.last() else { return };
        let count = self.register_operand(source.register, None);
        self.emit_operation(Opcode::Rep, None, vec![count]);
        self.loops.push(None);
    }

    /// Builds `loop aL, i0`: a repeat with a counter that starts at i0.y and goes by i0.z.
    fn build_loop(&mut self, statement: &Statement) {
        let Some(source) = statement.sources.last() else { return };
        let numbers = self.register_operand(source.register, None);
        let name = format!("the counter of loop {}", self.loops.len() + 1);
        let counter = self.find_temporary(&name);
        let destination = counter_destination(counter);
        // The counter of a loop around this one, or of the caller's, comes back at the end.
        let around = self.find_temporary("aL");
        if self.temporaries.len() == around + 1 {
            let zero = constant_operand([0.0; 4]);
            self.emit_first(Opcode::Mov, counter_destination(around), vec![zero], Saturation::None);
        }
        let kept = self.find_temporary(&format!("{name} before it"));
        let before = self.temporary_operand(around);
        self.emit_operation(Opcode::Mov, Some(counter_destination(kept)), vec![before]);
        self.emit_operation(Opcode::Mov, Some(destination), vec![replicate_lane(numbers.clone(), 1)]);
        let step = self.find_temporary(&format!("the step of loop {}", self.loops.len() + 1));
        self.emit_operation(Opcode::Mov, Some(counter_destination(step)), vec![replicate_lane(numbers.clone(), 2)]);
        self.emit_operation(Opcode::Rep, None, vec![numbers]);
        self.set_loop_counter(counter);
        self.loops.push(Some(name));
    }

    /// Sets `aL` to a counter.
    fn set_loop_counter(&mut self, counter: usize) {
        let loop_counter = self.find_temporary("aL");
        let value = self.temporary_operand(counter);
        self.emit_operation(Opcode::Mov, Some(counter_destination(loop_counter)), vec![replicate_lane(value, 0)]);
        let value: Operand = replicate_lane(self.temporary_operand(loop_counter), 0);
        self.load_address("aL", value);
    }

    fn close_loop(&mut self) {
        let Some(counted) = self.loops.pop() else { return };
        let Some(name) = counted else {
            return self.emit_operation(Opcode::EndRep, None, vec![]);
        };
        let counter = self.find_temporary(&name);
        let step = self.find_temporary(&format!("the step of loop {}", self.loops.len() + 1));
        let [now, by] = [counter, step].map(|number| replicate_lane(self.temporary_operand(number), 0));
        self.emit_operation(Opcode::Add, Some(counter_destination(counter)), vec![now, by]);
        self.emit_operation(Opcode::EndRep, None, vec![]);
        let kept = self.find_temporary(&format!("{name} before it"));
        self.set_loop_counter(kept);
    }
}

fn counter_destination(number: usize) -> Destination {
    Destination { register: ProgramRegister::Temporary(number), mask: lane_mask(0), condition: None }
}
