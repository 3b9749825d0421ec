//! Sources: registers with their modifiers.

use super::{ProgramBuilder, index_name, lane_mask, plain_operand, replicate_lane};
use crate::assembly::direct3d::register_names::name_register;
use crate::assembly::direct3d::shader::{DefinedValue, Register, RegisterKind, RelativeIndex, Source, SourceModifier};
use crate::assembly::opcode::Opcode;
use crate::assembly::program::{
    AddressComponent, Condition, ConditionRule, ConstantKind, ConstantRegister, Destination, Operand, OperandSource,
    ParameterArray, ProgramAttribute, ProgramParameter, ProgramRegister,
};

impl ProgramBuilder<'_> {
    /// Returns a source of a statement as an operand; modifiers without a form are computed before.
    pub(super) fn build_source(&mut self, source: &Source) -> Operand {
        let whole = self.register_operand(source.register, source.relative);
        let swizzle = source
            .swizzle
            .map(|lane| whole.swizzle.get(usize::from(lane)).copied().unwrap_or(0));
        let read = Operand { swizzle, ..whole };
        let negative = source.negative;
        match source.modifier {
            SourceModifier::None | SourceModifier::Not => Operand { negative, ..read },
            SourceModifier::Absolute => Operand { negative, absolute: true, ..read },
            SourceModifier::Bias => {
                let half = constant_operand([0.5; 4]);
                self.compute_operand(Opcode::Sub, vec![read, half], negative)
            }
            SourceModifier::Signed => {
                let [two, minus] = [2.0, -1.0].map(|value| constant_operand([value; 4]));
                self.compute_operand(Opcode::Mad, vec![read, two, minus], negative)
            }
            SourceModifier::Complement => {
                let one = constant_operand([1.0; 4]);
                self.compute_operand(Opcode::Sub, vec![one, read], negative)
            }
            SourceModifier::Double => {
                let two = constant_operand([2.0; 4]);
                self.compute_operand(Opcode::Mul, vec![read, two], negative)
            }
            SourceModifier::DivideByZ | SourceModifier::DivideByW => {
                let lane = if source.modifier == SourceModifier::DivideByZ { 2 } else { 3 };
                let by = self.register_operand(source.register, source.relative);
                self.divide_operand(read, replicate_lane(by, lane))
            }
        }
    }

    /// Computes an operand into a register of its own.
    fn compute_operand(&mut self, opcode: Opcode, sources: Vec<Operand>, negative: bool) -> Operand {
        let scratch = self.next_scratch();
        let destination =
            Destination { register: ProgramRegister::Temporary(scratch), mask: [true; 4], condition: None };
        self.emit_operation(opcode, Some(destination), sources);
        Operand { negative, ..self.temporary_operand(scratch) }
    }

    /// Divides the first two components; the quotient of a division by 0 is 1.
    pub(super) fn divide_operand(&mut self, dividend: Operand, by: Operand) -> Operand {
        let scratch = self.next_scratch();
        let mask = [true, true, false, false];
        let register = ProgramRegister::Temporary(scratch);
        self.emit_operation(
            Opcode::Div,
            Some(Destination { register, mask, condition: None }),
            vec![dividend, by.clone()],
        );
        self.emit_code(Opcode::Mov, lane_mask(0), vec![by]);
        let is_zero = Condition { rule: ConditionRule::Equal, swizzle: [0; 4], code: 0 };
        let otherwise = Destination { register, mask, condition: Some(is_zero) };
        self.emit_operation(Opcode::Mov, Some(otherwise), vec![constant_operand([1.0; 4])]);
        self.temporary_operand(scratch)
    }

    /// Returns a register as an operand.
    pub(super) fn register_operand(&mut self, register: Register, relative: Option<RelativeIndex>) -> Operand {
        match (register.kind, relative) {
            (RegisterKind::Constant, None) => self.constant_source(register),
            (RegisterKind::Constant, Some(relative)) => self.indexed_constant(register, relative),
            (RegisterKind::Integer | RegisterKind::Boolean, _) => self.constant_source(register),
            (RegisterKind::Input, Some(relative)) => self.indexed_input(register, relative),
            (RegisterKind::Input, None) => self.input_operand(register),
            (RegisterKind::Coordinate, _) if !self.shader.version.is_before_pixel_1_4() => {
                self.coordinate_operand(register)
            }
            (RegisterKind::Face, _) => replicate_lane(self.attribute_operand(ProgramAttribute::Facing, register), 0),
            (RegisterKind::PixelPosition, _) => self.attribute_operand(ProgramAttribute::Position, register),
            (RegisterKind::LoopCounter, _) => {
                let counter = self.find_temporary("aL");
                replicate_lane(self.temporary_operand(counter), 0)
            }
            _ => {
                let number = self.find_temporary(&register.to_string());
                self.temporary_operand(number)
            }
        }
    }

    /// Returns an attribute as an operand, and notes its name.
    pub(super) fn attribute_operand(&mut self, attribute: ProgramAttribute, register: Register) -> Operand {
        if !self.program.attributes.contains(&attribute) {
            self.program.attributes.push(attribute);
            // In the first versions t# is a register of its own, which begins empty.
            let name = match self.shader.version.is_before_pixel_1_4() && register.kind == RegisterKind::Coordinate {
                true => format!("texcoord{}", register.number),
                false => register.to_string(),
            };
            self.parts.inputs.push((attribute, name));
        }
        plain_operand(OperandSource::Attribute(attribute))
    }

    /// Returns a constant register: its definition, or what the host sets.
    fn constant_source(&mut self, register: Register) -> Operand {
        let parameter = self.constant_parameter(register);
        let is_set = !matches!(parameter, ProgramParameter::Constant(_));
        if is_set && register.kind == RegisterKind::Constant && self.shader.version.is_pixel_1() {
            return self.clamped_constant(register, parameter);
        }
        if !self.program.parameters.contains(&parameter) {
            self.program.parameters.push(parameter.clone());
        }
        plain_operand(OperandSource::Parameter(parameter))
    }

    /// Returns what a constant register holds.
    fn constant_parameter(&self, register: Register) -> ProgramParameter {
        match self.defined_value(register) {
            // The registers of the first models hold numbers from -1 to 1.
            Some(DefinedValue::Float(vector)) if self.shader.version.is_pixel_1() => {
                ProgramParameter::Constant(vector.map(|number| number.clamp(-1.0, 1.0)))
            }
            Some(DefinedValue::Float(vector)) => ProgramParameter::Constant(vector),
            Some(DefinedValue::Integer(vector)) => ProgramParameter::Constant(vector.map(|number| number as f32)),
            Some(DefinedValue::Boolean(is)) => ProgramParameter::Constant([f32::from(u8::from(is)); 4]),
            None => {
                let kind = match register.kind {
                    RegisterKind::Integer => ConstantKind::Integer,
                    RegisterKind::Boolean => ConstantKind::Boolean,
                    _ => ConstantKind::Float,
                };
                let name = name_register(&self.shader.names, register);
                ProgramParameter::Register(ConstantRegister { register: register.to_string(), name, kind })
            }
        }
    }

    /// Returns a constant of the host, clamped from -1 to 1 before the shader begins.
    fn clamped_constant(&mut self, register: Register, parameter: ProgramParameter) -> Operand {
        // The host sets a variable with the register's own name.
        let name = format!("{register} in its range");
        let is_new = !self.temporaries.contains_key(&name);
        let number = self.find_temporary(&name);
        if is_new {
            self.program.parameters.push(parameter.clone());
            let destination =
                Destination { register: ProgramRegister::Temporary(number), mask: [true; 4], condition: None };
            let source = plain_operand(OperandSource::Parameter(parameter));
            self.emit_first(Opcode::Mov, destination, vec![source], crate::assembly::opcode::Saturation::Signed);
        }
        self.temporary_operand(number)
    }

    /// Returns `c[a0.x + 3]`: an item of the array of all constants.
    fn indexed_constant(&mut self, register: Register, relative: RelativeIndex) -> Operand {
        let array = match self.constants {
            Some(array) => array,
            None => self.declare_constants(),
        };
        // Each component of a0 is an address register of its own.
        let address = AddressComponent { register: self.find_address(&index_name(relative)), lane: 0 };
        plain_operand(OperandSource::Relative(array, address, register.number as i32))
    }

    fn declare_constants(&mut self) -> usize {
        let registers = (0..self.shader.version.constants).map(|number| Register::new(RegisterKind::Constant, number));
        let items = registers.map(|register| self.constant_parameter(register)).collect();
        self.program
            .arrays
            .push(ParameterArray { name: "c".to_string(), items, relative: true });
        let number = self.program.arrays.len() - 1;
        self.constants = Some(number);
        number
    }
}

/// Returns a literal as an operand.
pub(super) fn constant_operand(vector: [f32; 4]) -> Operand {
    plain_operand(OperandSource::Parameter(ProgramParameter::Constant(vector)))
}
