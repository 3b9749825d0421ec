//! Vectors selected by a register: parameter arrays by an address register, texture coordinates by a loop's index.

use super::super::super::assembly::{AddressStep, Binary, Instruction, Register, SlotRef, Ternary, TypeLayout, Unary};
use super::super::error::{LowerResult, not_emulated};
use super::super::registers::Owner;
use super::ProgramLowering;
use super::attribute_kind::{AttributeKind, TEXTURE_COORDS};
use super::interface::{VECTOR, new_local};
use gristmill_base::element::Scalar;
use gristmill_shader::program::{AddressComponent, ProgramAttribute, ProgramParameter};

/// Bytes of a vector.
const VECTOR_BYTES: u32 = 4 * VECTOR;

/// An array of vectors in registers.
#[derive(Debug, Clone, Copy)]
pub(super) struct ArrayVariable {
    /// Its slot among the variables.
    slot: u16,
    /// Number of vectors.
    count: u32,
}

/// A vector of an array before it is in registers of the array.
enum ArrayItem {
    Constant([f32; 4]),
    Registers([Register; 4]),
}

impl ProgramLowering<'_, '_, '_> {
    /// Emits the floor of a number as an integer.
    pub(super) fn floor_to_int(&mut self, scalar: Register) -> LowerResult<Register> {
        let whole = self.lowering.emit_unary(Unary::Floor, scalar)?;
        self.lowering.emit_unary(Unary::FloatToInt, whole)
    }

    /// Declares a parameter array that an address register indexes.
    pub(super) fn declare_array(&mut self, number: usize) -> LowerResult<()> {
        if self.arrays.contains_key(&number) {
            return Ok(());
        }
        let program = self.program;
        let Some(array) = program.arrays.get(number) else { return not_emulated("there is no such array") };
        let mut items = vec![];
        for item in &array.items {
            items.push(match item {
                ProgramParameter::Constant(vector) => ArrayItem::Constant(*vector),
                other => ArrayItem::Registers(self.parameter_registers(other)?),
            });
        }
        let variable = self.add_array(&array.name, &items)?;
        self.arrays.insert(number, variable);
        Ok(())
    }

    /// Declares the array of all texture coordinates.
    pub(super) fn declare_texcoords(&mut self) -> LowerResult<()> {
        if self.texcoords.is_some() {
            return Ok(());
        }
        let mut items = vec![];
        for n in 0..TEXTURE_COORDS {
            items.push(ArrayItem::Registers(self.attribute_registers(ProgramAttribute::Texcoord(n))?));
        }
        self.texcoords = Some(self.add_array("fragment.texcoord", &items)?);
        Ok(())
    }

    /// Adds an array. Vectors that are in a row already stay where they are, others are copied at the start.
    fn add_array(&mut self, name: &str, items: &[ArrayItem]) -> LowerResult<ArrayVariable> {
        let count = items.len() as u32;
        let words = count.saturating_mul(VECTOR);
        let first = match first_in_row(items) {
            Some(first) => first,
            None => self.copy_items(items, words)?,
        };
        let item = Box::new(TypeLayout::Vector(Scalar::F32, VECTOR as u8));
        let layout = TypeLayout::Array { item, stride: VECTOR_BYTES, items: count };
        let number = self.lowering.known.locals.len();
        self.lowering.known.locals.push(new_local(name, (first, words), layout));
        Ok(ArrayVariable { slot: self.lowering.variable_slot(number)?, count })
    }

    /// Copies vectors into registers in a row, and returns the first.
    fn copy_items(&mut self, items: &[ArrayItem], words: u32) -> LowerResult<Register> {
        let first = self.lowering.out.registers.allocate_new(words, Owner::Fixed)?;
        for (number, item) in (0..).zip(items) {
            let place = first + number * VECTOR;
            match item {
                ArrayItem::Constant(vector) => {
                    let words = vector.map(f32::to_bits);
                    self.lowering.out.registers.words.extend((place..).zip(words));
                }
                ArrayItem::Registers(registers) => {
                    for (to, from) in (place..).zip(registers) {
                        self.lowering.emit_copy(to, *from)?;
                    }
                }
            }
        }
        Ok(first)
    }

    /// Declares the array of all attributes of a kind that an address register indexes.
    pub(super) fn declare_attribute_array(&mut self, kind: AttributeKind) -> LowerResult<()> {
        if self.attribute_arrays.contains_key(&kind) {
            return Ok(());
        }
        let mut items = vec![];
        for n in 0..kind.count() {
            let attribute = self.program.bound_attribute(kind.attribute(n));
            items.push(ArrayItem::Registers(self.attribute_registers(attribute)?));
        }
        let variable = self.add_array(kind.name(), &items)?;
        self.attribute_arrays.insert(kind, variable);
        Ok(())
    }

    /// Returns the first register of the attribute that an address register selects.
    pub(super) fn indexed_attribute(
        &mut self,
        operand: usize,
        kind: AttributeKind,
        address: AddressComponent,
        offset: i32,
    ) -> LowerResult<Register> {
        let Some(&variable) = self.attribute_arrays.get(&kind) else {
            return not_emulated("there are no such attributes");
        };
        let index = self.address_index(address, offset)?;
        self.load_item(operand, variable, index)
    }

    /// Returns the first register of the vector that an address register selects, for one operand of an instruction.
    pub(super) fn indexed_item(
        &mut self,
        operand: usize,
        array: usize,
        address: AddressComponent,
        offset: i32,
    ) -> LowerResult<Register> {
        let Some(&variable) = self.arrays.get(&array) else { return not_emulated("there is no such array") };
        let index = self.address_index(address, offset)?;
        match self.program.level.vertex.has_early_numbers() {
            true => self.load_item_or_zero(operand, variable, index),
            false => self.load_item(operand, variable, index),
        }
    }

    /// Emits the sum of a component of an address register and an offset.
    pub(super) fn address_index(&mut self, address: AddressComponent, offset: i32) -> LowerResult<Register> {
        let Some(&first) = self.addresses.get(address.register) else {
            return not_emulated("there is no such address register");
        };
        let lane = if self.has_vector_addresses() { Register::from(address.lane) } else { 0 };
        self.add_offset(first + lane, offset)
    }

    /// Loads a vector, or zeros if the index is outside of the array: so NV_vertex_program defines it.
    fn load_item_or_zero(&mut self, operand: usize, variable: ArrayVariable, index: Register) -> LowerResult<Register> {
        if let Some(&known) = self.loaded.get(&operand) {
            return Ok(known);
        }
        let zero = self.lowering.uint_constant(0)?;
        let count = self.lowering.uint_constant(variable.count)?;
        // A negative index is a large number without a sign.
        let is_inside = self.lowering.emit_binary(Binary::LessUint, index, count)?;
        let index = self.lowering.emit_ternary(Ternary::Select, is_inside, index, zero)?;
        let loaded = self.load_item(operand, variable, index)?;
        let to = self.lowering.out.registers.allocate_temporaries(VECTOR)?;
        for lane in 0..VECTOR {
            let a = loaded + lane;
            self.lowering.emit(Instruction::Ternary {
                op: Ternary::Select,
                to: to + lane,
                a: is_inside,
                b: a,
                c: zero,
            })?;
        }
        self.loaded.insert(operand, to);
        Ok(to)
    }

    /// Returns the first register of the texture coordinates that the index of the innermost LOOP selects; an index
    /// below 0 counts as 0.
    pub(super) fn indexed_texcoord(&mut self, operand: usize, offset: u32) -> LowerResult<Register> {
        let (Some(variable), Some(index)) = (self.texcoords, self.loop_index()) else {
            return not_emulated("there is no loop with an index");
        };
        let zero = self.lowering.uint_constant(0)?;
        let index = self.lowering.emit_binary(Binary::MaxInt, index, zero)?;
        let index = self.add_offset(index, offset as i32)?;
        self.load_item(operand, variable, index)
    }

    fn add_offset(&mut self, index: Register, offset: i32) -> LowerResult<Register> {
        if offset == 0 {
            return Ok(index);
        }
        let offset = self.lowering.uint_constant(offset as u32)?;
        self.lowering.emit_binary(Binary::AddInt, index, offset)
    }

    fn load_item(&mut self, operand: usize, variable: ArrayVariable, index: Register) -> LowerResult<Register> {
        if let Some(&known) = self.loaded.get(&operand) {
            return Ok(known);
        }
        let ArrayVariable { slot, count } = variable;
        let base = self.lowering.uint_constant(0)?;
        let limit = self.lowering.uint_constant(count)?;
        let step = self.lowering.out.code.steps.len() as u32;
        let of = SlotRef::Variable(slot);
        self.lowering
            .out
            .code
            .steps
            .push(AddressStep { base, index, stride: VECTOR, limit, of });
        let address = self.lowering.out.registers.allocate_temporaries(1)?;
        self.lowering.emit(Instruction::Address { to: address, step })?;
        let to = self.lowering.out.registers.allocate_temporaries(VECTOR)?;
        let words = VECTOR as u8;
        self.lowering
            .emit(Instruction::LoadLocal { variable: slot, words, to, address, offset: 0 })?;
        self.loaded.insert(operand, to);
        Ok(to)
    }
}

/// Returns the first register of vectors that are in a row.
fn first_in_row(items: &[ArrayItem]) -> Option<Register> {
    let mut first = None;
    for (number, item) in (0..).zip(items) {
        let ArrayItem::Registers(registers) = item else { return None };
        let start = *first.get_or_insert(registers[0]);
        let wanted = start.checked_add(number * VECTOR)?;
        if !(wanted..).zip(registers).all(|(wanted, register)| wanted == *register) {
            return None;
        }
    }
    first
}
