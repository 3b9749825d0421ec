//! Targets of pointers, and the access chains that lead to them.

use super::super::assembly::{AddressStep, Binary, Instruction, Register, SlotRef};
use super::super::undefined::CheckCondition;
use super::error::{LowerResult, invalid_source, not_emulated};
use super::inputs::built_in_refusal;
use super::lowering::Lowering;
use super::module::{id_operand, id_operands, result_and_type};
use super::types::{MemoryForm, Type};
use super::value::{IdValue, PointerTarget};
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{BuiltIn, Decoration, Word};

impl Lowering<'_> {
    /// Lowers an access chain, a pointer to a part.
    pub(super) fn lower_access_chain(&mut self, instruction: &Made) -> LowerResult<()> {
        let (result, _) = result_and_type(instruction)?;
        let base = id_operand(instruction, 0)?;
        let mut value = self.id_value(base)?;
        self.record_built_in_use(base, instruction)?;
        if self.is_write_only(base) {
            self.known.write_only.insert(result);
        }
        for index in id_operands(instruction, 1)? {
            if self.is_write_only_member(&value, index) {
                self.known.write_only.insert(result);
            }
            let slots = slots_to_choose_from(&value);
            value = self.index_pointer(value, index)?;
            let is_chosen = matches!(
                value.target,
                Some(PointerTarget::Memory { chosen: true, .. } | PointerTarget::Opaque { moving: true, .. })
            );
            let may_differ = self.source.module.is_non_uniform(result) || self.source.module.is_non_uniform(index);
            if let (Some(slots), true, false) = (slots, is_chosen, may_differ) {
                self.emit_index_doubt(&mut value, slots)?;
            }
        }
        self.set_value(result, value)
    }

    /// Returns true if a pointer is into memory declared `writeonly`.
    fn is_write_only(&self, pointer: Word) -> bool {
        self.known.write_only.contains(&pointer)
            || self.source.module.has_decoration(pointer, None, Decoration::NonReadable)
    }

    fn is_write_only_member(&self, value: &IdValue, index: Word) -> bool {
        let (Some(PointerTarget::Memory { of, .. }), Some(member)) =
            (&value.target, self.source.constants.scalar_word(index))
        else {
            return false;
        };
        self.source.module.has_decoration(*of, Some(member), Decoration::NonReadable)
    }

    /// Refuses to read memory declared `writeonly`; glslang accepts `+=` and its kin.
    fn refuse_write_only(&self, loaded: Word, pointer: Word, target: Option<&PointerTarget>) -> LowerResult<()> {
        let Some(PointerTarget::Memory { slot, .. }) = target else { return Ok(()) };
        if !self.is_write_only(pointer) || self.source.module.is_stored_back(loaded, pointer) {
            return Ok(());
        }
        let name = self
            .out
            .code
            .memories
            .get(usize::from(*slot))
            .map_or("", |memory| memory.name.as_str());
        invalid_source(format!(
            "{name} is writeonly, and is read here (GLSL 4.10: an operator such as += reads as well); take writeonly away, \
             or store without reading"
        ))
    }

    /// In watched code, marks an index as undefined for lanes that choose another block, sampler or
    /// image than the others.
    fn emit_index_doubt(&mut self, value: &mut IdValue, slots: u16) -> LowerResult<()> {
        if !self.out.watched {
            return Ok(());
        }
        let items = self.uint_constant(slots.into())?;
        if let Some(index) = value.registers.first_mut() {
            // The index may be a variable of its own, whose value must not change.
            let to = self.out.registers.allocate_temporaries(1)?;
            self.emit_copy(to, *index)?;
            self.emit_doubt(CheckCondition::Index, [to, items], to)?;
            *index = to;
        }
        Ok(())
    }

    /// Records the use of a member of `gl_PerVertex`.
    fn record_built_in_use(&mut self, base: Word, instruction: &Made) -> LowerResult<()> {
        let Some(variable) = self.source.module.variable(base) else { return Ok(()) };
        let Some((_, of)) = variable.result_type.map(|of| self.source.types.pointee(of)).transpose()? else {
            return Ok(());
        };
        let Some(member) = id_operands(instruction, 1)?
            .first()
            .and_then(|&index| self.source.constants.scalar_word(index))
        else {
            return Ok(());
        };
        let Some(Some(rspirv::dr::Operand::BuiltIn(built_in))) =
            self.source.module.decoration(of, Some(member), Decoration::BuiltIn)
        else {
            return Ok(());
        };
        match built_in {
            BuiltIn::Position => Ok(()),
            BuiltIn::PointSize => self.use_point_size(base, of, member),
            other => not_emulated(built_in_refusal(*other)),
        }
    }

    /// Applies one index of an access chain.
    fn index_pointer(&mut self, mut value: IdValue, index: Word) -> LowerResult<IdValue> {
        let constant = self.source.constants.scalar_word(index);
        match value.target.clone() {
            Some(PointerTarget::Local { local, offset, of, moving }) => {
                if let Some(index) = constant {
                    let (part, skip) = self.source.types.locate_part(of, index)?;
                    value.target = Some(PointerTarget::Local { local, offset: offset + skip, of: part, moving });
                    return Ok(value);
                }
                let (part, count) = self.indexable_items(of)?;
                let slot = self.variable_slot(local)?;
                let stride = self.source.types.word_count(part)?;
                let limit = self.uint_constant(count)?;
                let base = value.registers.first().copied().filter(|_| moving);
                let address = self.emit_address(base, index, stride, limit, SlotRef::Variable(slot))?;
                value.registers = vec![address];
                value.target = Some(PointerTarget::Local { local, offset, of: part, moving: true });
                Ok(value)
            }
            Some(PointerTarget::Memory { .. }) => self.index_memory(value, index, constant),
            Some(PointerTarget::Opaque { .. }) => self.index_opaque(value, index, constant),
            Some(PointerTarget::Sampler { name, of }) => self.index_sampler(value, (&name, of), constant),
            _ => not_emulated("only a vector, matrix, array or struct can be indexed"),
        }
    }

    /// Returns type and number of the items of a value that can be indexed dynamically.
    fn indexable_items(&self, of: Word) -> LowerResult<(Word, u32)> {
        match self.source.types.get(of)? {
            Type::Vector { item, count } | Type::Array { item, count, .. } => Ok((*item, *count)),
            Type::Matrix { column, columns } => Ok((*column, *columns)),
            _ => not_emulated("only a vector, matrix, array or struct can be indexed"),
        }
    }

    fn index_memory(&mut self, mut value: IdValue, index: Word, constant: Option<u32>) -> LowerResult<IdValue> {
        let Some(PointerTarget::Memory { slot, count, chosen, offset, of, form, moving }) = value.target.clone() else {
            return not_emulated("only a vector, matrix, array or struct can be indexed");
        };
        if let (Type::Array { item, count: items, .. }, true) =
            (self.source.types.get(of)?.clone(), count > 1 && !chosen)
        {
            return self.index_block_array(value, index, constant, (item, items));
        }
        // The item's type, its stride, the number of items, and the form of an item.
        let (part, stride, items, form) = match self.source.types.get(of)?.clone() {
            Type::Struct(members) => {
                let Some(index) = constant else {
                    return not_emulated("the index of a struct member must be a constant");
                };
                let (first, form) = self.source.types.locate_member(&members, index, form)?;
                let Some(member) = members.get(index as usize) else {
                    return not_emulated("a struct has too few members");
                };
                let Some(offset) = offset.checked_add(first) else { return not_emulated("a block is too long") };
                value.target = Some(PointerTarget::Memory { slot, count, chosen, offset, of: member.of, form, moving });
                return Ok(value);
            }
            Type::Array { item, count, stride } => {
                (item, self.source.types.array_stride(item, stride, form)?, Some(count), form)
            }
            Type::RuntimeArray { item, stride } => {
                (item, self.source.types.array_stride(item, Some(stride), form)?, None, form)
            }
            Type::Vector { item, count } => {
                let stride = form.lane.max(self.source.types.lane_places(item, form));
                (item, stride, Some(count), MemoryForm { lane: 0, ..form })
            }
            Type::Matrix { column, columns } => {
                let lane = self.source.types.lane_places(column, form);
                let stride = self
                    .source
                    .types
                    .column_stride(columns, self.source.types.word_count(column)?, form);
                match form.row_major && !form.tight {
                    true => (column, lane, Some(columns), MemoryForm { lane: stride, ..form }),
                    false => (column, stride, Some(columns), form),
                }
            }
            _ => return not_emulated("only a vector, matrix, array or struct can be indexed"),
        };
        let fixed = constant.filter(|&index| items.is_some() || index < 1 << 20);
        if let (Some(index), Some(items)) = (fixed, items)
            && index >= items
        {
            return not_emulated(format!("index {index} is out of range; there are {items}"));
        }
        let skipped = fixed.and_then(|index| index.checked_mul(stride)?.checked_add(offset));
        if let Some(offset) = skipped {
            value.target = Some(PointerTarget::Memory { slot, count, chosen, offset, of: part, form, moving });
            return Ok(value);
        }
        let item = value.registers.get(usize::from(moving)).copied().filter(|_| chosen);
        let limit = match items {
            Some(items) => self.uint_constant(items)?,
            None => self.runtime_array_length(slot, count, item)?,
        };
        let base = value.registers.first().copied().filter(|_| moving);
        let address = self.emit_address(base, index, stride, limit, SlotRef::Memory(slot))?;
        value.registers = [address].into_iter().chain(item).collect();
        value.target = Some(PointerTarget::Memory { slot, count, chosen, offset, of: part, form, moving: true });
        Ok(value)
    }

    /// Applies an index to an array of blocks.
    fn index_block_array(
        &mut self,
        mut value: IdValue,
        index: Word,
        constant: Option<u32>,
        of: (Word, u32),
    ) -> LowerResult<IdValue> {
        let Some(PointerTarget::Memory { slot, offset, form, .. }) = value.target.clone() else {
            return not_emulated("only a vector, matrix, array or struct can be indexed");
        };
        let (item, items) = of;
        let nested = matches!(self.source.types.get(item)?, Type::Array { .. });
        let Some(items) = u16::try_from(items).ok().filter(|_| !nested) else {
            return not_emulated("an array of arrays of blocks; make it one array");
        };
        let mut memory = |slot, count, chosen| {
            value.target = Some(PointerTarget::Memory { slot, count, chosen, offset, of: item, form, moving: false });
        };
        match constant {
            Some(index) if index < u32::from(items) => memory(slot + index as u16, 1, false),
            Some(index) => return not_emulated(format!("index {index} is out of range; there are {items}")),
            None => {
                memory(slot, items, true);
                let limit = self.uint_constant(items.into())?;
                value.registers = vec![self.emit_address(None, index, 1, limit, SlotRef::Memory(slot))?];
            }
        }
        Ok(value)
    }

    fn index_opaque(&mut self, mut value: IdValue, index: Word, constant: Option<u32>) -> LowerResult<IdValue> {
        let Some(PointerTarget::Opaque { image, slot, count, of, moving }) = value.target.clone() else {
            return not_emulated("only a vector, matrix, array or struct can be indexed");
        };
        let Type::Array { item, count: items, .. } = *self.source.types.get(of)? else {
            return not_emulated("a sampler or image is indexed");
        };
        let each = (u32::from(count) / items.max(1)) as u16;
        if let (Some(index), false) = (constant, moving) {
            if index >= items {
                return not_emulated(format!("index {index} is out of range; there are {items}"));
            }
            let slot = slot + index as u16 * each;
            value.target = Some(PointerTarget::Opaque { image, slot, count: each, of: item, moving });
            return Ok(value);
        }
        let mut at = self.scalar_register(index)?;
        if each > 1 {
            let each = self.uint_constant(each.into())?;
            at = self.emit_binary(Binary::MulInt, at, each)?;
        }
        if let Some(&before) = value.registers.first().filter(|_| moving) {
            at = self.emit_binary(Binary::AddInt, before, at)?;
        }
        let mut registers = vec![at];
        self.copy_variable_registers(&mut registers)?;
        value.registers = registers;
        value.target = Some(PointerTarget::Opaque { image, slot, count, of: item, moving: true });
        Ok(value)
    }

    /// Emits one step of an address and returns its register.
    pub(super) fn emit_address(
        &mut self,
        base: Option<Register>,
        index: Word,
        stride: u32,
        limit: Register,
        of: SlotRef,
    ) -> LowerResult<Register> {
        let index = self.scalar_register(index)?;
        let base = base.map_or_else(|| self.uint_constant(0), Ok)?;
        let to = self.out.registers.allocate_temporaries(1)?;
        let step = self.out.code.steps.len() as u32;
        self.out.code.steps.push(AddressStep { base, index, stride, limit, of });
        self.emit(Instruction::Address { to, step })?;
        Ok(to)
    }

    /// Lowers a load through a pointer.
    pub(super) fn lower_load(&mut self, instruction: &Made) -> LowerResult<()> {
        let (result, of) = result_and_type(instruction)?;
        let from = id_operand(instruction, 0)?;
        let pointer = self.id_value(from)?;
        self.refuse_write_only(result, from, pointer.target.as_ref())?;
        let taken = self.current_scope()?.routine.first_taken.get(&result).copied();
        let words = self.source.types.word_count(of).unwrap_or(0);
        if words > 0 && taken.is_some_and(|first| first >= words) {
            let nothing = vec![self.uint_constant(0)?; words as usize];
            return self.set_value(result, IdValue::from_registers(nothing));
        }
        let value = self.load_from(&pointer, of)?;
        self.set_value(result, value)
    }

    /// Returns the value that a pointer points to.
    pub(super) fn load_from(&mut self, pointer: &IdValue, of: Word) -> LowerResult<IdValue> {
        match &pointer.target {
            Some(PointerTarget::Local { of: inner, .. } | PointerTarget::Memory { of: inner, .. }) => {
                if self.source.types.word_count(*inner)? != self.source.types.word_count(of)? {
                    return not_emulated("a pointer is read as another type than it points to");
                }
                match pointer.target {
                    Some(PointerTarget::Local { .. }) => Ok(IdValue::from_registers(self.load_local(pointer)?)),
                    _ => Ok(IdValue::from_registers(self.load_memory(pointer)?)),
                }
            }
            // A loaded sampler or texture has the same target as its pointer.
            Some(PointerTarget::Opaque { .. } | PointerTarget::Sampler { .. }) => Ok(pointer.clone()),
            _ => not_emulated("expected a pointer, found a value"),
        }
    }

    /// Lowers a store through a pointer.
    pub(super) fn lower_store(&mut self, instruction: &Made) -> LowerResult<()> {
        let pointer = self.id_value(id_operand(instruction, 0)?)?;
        let value = id_operand(instruction, 1)?;
        if pointer.registers.is_empty() && !matches!(pointer.target, Some(PointerTarget::Local { .. })) {
            let given = self.id_value(value)?;
            if matches!(given.target, Some(PointerTarget::Opaque { .. } | PointerTarget::Sampler { .. })) {
                return self.store_handle(id_operand(instruction, 0)?, pointer, given);
            }
        }
        let registers = self.result_registers(value)?;
        let last = self
            .current_scope()?
            .routine
            .uses
            .get(&value)
            .is_some_and(|uses| uses.count == 1);
        self.store_to(&pointer, registers, last)
    }

    /// True if a type is that of a texture, an image or a sampler: compilers other than glslang
    /// pass these to functions in variables.
    pub(super) fn is_handle(&self, of: Word) -> LowerResult<bool> {
        let kind = self.source.types.get(of)?;
        Ok(matches!(kind, Type::Image(_) | Type::Sampler { .. } | Type::LoneSampler))
    }

    /// Makes a variable an alias of a texture, an image or a sampler.
    fn store_handle(&mut self, variable: Word, old: IdValue, given: IdValue) -> LowerResult<()> {
        match &old.target {
            None => self.set_value(variable, given),
            same if *same == given.target && old.registers == given.registers => Ok(()),
            _ => not_emulated(
                "a variable is assigned two different textures or samplers; pass the one that is read to the function",
            ),
        }
    }

    /// Stores registers where a pointer points to. `last` is true if the value is not used afterwards.
    pub(super) fn store_to(&mut self, pointer: &IdValue, registers: Vec<Register>, last: bool) -> LowerResult<()> {
        match &pointer.target {
            Some(PointerTarget::Local { of, .. } | PointerTarget::Memory { of, .. }) => {
                if self.source.types.word_count(*of)? as usize != registers.len() {
                    return not_emulated("a pointer is written as another type than it points to");
                }
                match pointer.target {
                    Some(PointerTarget::Local { .. }) => self.store_local(pointer, registers, last),
                    _ => self.store_memory(pointer, &registers),
                }
            }
            _ => not_emulated("expected a pointer, found a value"),
        }
    }

    /// Lowers a copy from one pointer to another.
    pub(super) fn lower_copy_memory(&mut self, instruction: &Made) -> LowerResult<()> {
        let to = self.id_value(id_operand(instruction, 0)?)?;
        let from = self.id_value(id_operand(instruction, 1)?)?;
        let of = match from.target {
            Some(PointerTarget::Local { of, .. } | PointerTarget::Memory { of, .. }) => of,
            _ => return not_emulated("expected a pointer, found a value"),
        };
        let value = self.load_from(&from, of)?;
        self.store_to(&to, value.registers, false)
    }
}

/// Returns the number of blocks, samplers or images that the next index chooses from, or `None` if it chooses something
/// else.
fn slots_to_choose_from(value: &IdValue) -> Option<u16> {
    match value.target {
        Some(PointerTarget::Memory { count, chosen: false, .. } | PointerTarget::Opaque { count, .. }) if count > 1 => {
            Some(count)
        }
        _ => None,
    }
}
