//! Inputs: colours that are clamped, and registers that several usages share.

use super::{ProgramBuilder, ask_for_less, lane_mask};
use crate::assembly::direct3d::shader::{Declared, Register, RegisterKind, RelativeIndex, USAGES};
use crate::assembly::opcode::{Opcode, Saturation};
use crate::assembly::program::{Condition, ConditionRule, Destination, Operand, ProgramAttribute, ProgramRegister};

use super::operands::constant_operand;

/// The places of usages that have names of their own.
const TEXCOORD: usize = 5;
const COLOR: usize = 10;
/// Coordinates that other languages have, too.
const COORDINATES: u32 = 8;

impl ProgramBuilder<'_> {
    /// Returns the operand of `v#`.
    pub(super) fn input_operand(&mut self, register: Register) -> Operand {
        let version = self.shader.version;
        if !version.pixel {
            return self.attribute_operand(ProgramAttribute::Generic(register.number), register);
        }
        if version.model == 30 {
            return self.declared_input(register);
        }
        let attribute = if register.number == 0 { ProgramAttribute::Color } else { ProgramAttribute::Secondary };
        self.copied_input(register, |builder, kept| {
            let source = builder.attribute_operand(attribute, register);
            // Colours are from 0 to 1 in these versions.
            builder.emit_first(Opcode::Mov, kept, vec![source], Saturation::Unsigned);
        })
    }

    /// Returns the operand of `t#`, the coordinates of a texture.
    pub(super) fn coordinate_operand(&mut self, register: Register) -> Operand {
        let attribute = ProgramAttribute::Texcoord(register.number);
        if !self.partial_inputs.contains(&register) {
            return self.attribute_operand(attribute, register);
        }
        self.copied_input(register, |builder, kept| {
            let source = builder.attribute_operand(attribute, register);
            builder.emit_first(Opcode::Mov, kept, vec![source], Saturation::None);
        })
    }

    /// Returns an input of `ps_3_0` by its usage.
    fn declared_input(&mut self, register: Register) -> Operand {
        let parts: Vec<_> = self.declared.iter().filter(|(known, ..)| *known == register).copied().collect();
        let is_partial = self.partial_inputs.contains(&register);
        if let (false, [(_, _, Declared::Usage(usage, index))]) = (is_partial, parts.as_slice()) {
            return self.attribute_operand(input_attribute(*usage, *index), register);
        }
        self.copied_input(register, |builder, kept| {
            for (_, mask, declared) in &parts {
                let Declared::Usage(usage, index) = declared else { continue };
                let source = builder.attribute_operand(input_attribute(*usage, *index), register);
                builder.emit_first(Opcode::Mov, Destination { mask: *mask, ..kept }, vec![source], Saturation::None);
            }
        })
    }

    /// Returns a copy of an input that is made before the shader begins.
    fn copied_input(&mut self, register: Register, copy: impl FnOnce(&mut Self, Destination)) -> Operand {
        let name = format!("a copy of {register}");
        let is_new = !self.temporaries.contains_key(&name);
        let number = self.find_temporary(&name);
        if is_new {
            let begins = self.first.len();
            copy(self, Destination { register: ProgramRegister::Temporary(number), mask: [true; 4], condition: None });
            if self.partial_inputs.contains(&register) {
                self.first.iter_mut().skip(begins).for_each(ask_for_less);
            }
        }
        self.temporary_operand(number)
    }

    /// Returns `v[aL + 1]`: each input in turn is taken if the index says it.
    pub(super) fn indexed_input(&mut self, register: Register, relative: RelativeIndex) -> Operand {
        let scratch = self.next_scratch();
        let chosen = ProgramRegister::Temporary(scratch);
        let destination = Destination { register: chosen, mask: [true; 4], condition: None };
        self.emit_operation(Opcode::Mov, Some(destination), vec![constant_operand([0.0; 4])]);
        let mut inputs: Vec<Register> = self.declared.iter().map(|(known, ..)| *known).collect();
        inputs.retain(|known| known.kind == RegisterKind::Input);
        inputs.dedup();
        for input in inputs {
            let source = self.input_operand(input);
            let equal = self.compare_index(relative, input.number as i32 - register.number as i32);
            let destination = Destination { register: chosen, mask: [true; 4], condition: Some(equal) };
            self.emit_operation(Opcode::Mov, Some(destination), vec![source]);
        }
        self.temporary_operand(scratch)
    }

    /// Sets the condition code to an index less a number, and returns the condition that they are equal.
    pub(super) fn compare_index(&mut self, relative: RelativeIndex, number: i32) -> Condition {
        let (name, lane) = match relative {
            RelativeIndex::Loop => ("aL", 0),
            RelativeIndex::Address(lane) => ("a0", lane),
        };
        let index = self.find_temporary(name);
        let index = super::replicate_lane(self.temporary_operand(index), lane);
        self.emit_code(Opcode::Sub, lane_mask(0), vec![index, constant_operand([number as f32; 4])]);
        Condition { rule: ConditionRule::Equal, swizzle: [0; 4], code: 0 }
    }
}

/// Returns the attribute of a usage in `ps_3_0`.
fn input_attribute(usage: usize, index: u32) -> ProgramAttribute {
    match (usage, index) {
        (TEXCOORD, 0..COORDINATES) => ProgramAttribute::Texcoord(index),
        (COLOR, 0) => ProgramAttribute::Color,
        (COLOR, 1) => ProgramAttribute::Secondary,
        _ => ProgramAttribute::Usage(USAGES.get(usage).copied().unwrap_or(""), index),
    }
}
