//! Targets of pointers, and the access chains that lead to them.

use super::super::assembly::{Binary, Instruction, Register, SlotRef, Step};
use super::super::undefined::Question;
use super::fault::{Lowered, fault, wrong};
use super::inputs::refusal_of;
use super::lowering::Lowering;
use super::module::{id, ids, made};
use super::types::{Form, Type};
use super::value::{IdValue, PointerTarget};
use rspirv::dr::Instruction as Made;
use rspirv::spirv::{BuiltIn, Decoration, Word};

impl Lowering<'_> {
    /// Lowers an access chain, a pointer to a part.
    pub(super) fn access_chain(&mut self, instruction: &Made) -> Lowered<()> {
        let (result, _) = made(instruction)?;
        let base = id(instruction, 0)?;
        let mut value = self.value(base)?;
        self.note_built_in(base, instruction)?;
        if self.is_write_only(base) {
            self.known.write_only.insert(result);
        }
        for index in ids(instruction, 1)? {
            if self.is_write_only_member(&value, index) {
                self.known.write_only.insert(result);
            }
            let slots = slots_to_choose_from(&value);
            value = self.step(value, index)?;
            let is_chosen = matches!(
                value.target,
                Some(PointerTarget::Memory { chosen: true, .. } | PointerTarget::Opaque { moving: true, .. })
            );
            let may_differ = self.source.module.may_differ(result) || self.source.module.may_differ(index);
            if let (Some(slots), true, false) = (slots, is_chosen, may_differ) {
                self.doubt_index(&mut value, slots)?;
            }
        }
        self.set(result, value)
    }

    /// Returns true if a pointer is into memory declared `writeonly`.
    fn is_write_only(&self, pointer: Word) -> bool {
        self.known.write_only.contains(&pointer) || self.source.module.is(pointer, None, Decoration::NonReadable)
    }

    fn is_write_only_member(&self, value: &IdValue, index: Word) -> bool {
        let (Some(PointerTarget::Memory { of, .. }), Some(member)) = (&value.target, self.source.constants.word(index))
        else {
            return false;
        };
        self.source.module.is(*of, Some(member), Decoration::NonReadable)
    }

    /// Refuses to read memory declared `writeonly`; glslang accepts `+=` and its kin.
    fn refuse_write_only(&self, loaded: Word, pointer: Word, target: Option<&PointerTarget>) -> Lowered<()> {
        let Some(PointerTarget::Memory { slot, .. }) = target else { return Ok(()) };
        if !self.is_write_only(pointer) || self.source.module.is_kept_by_store(loaded, pointer) {
            return Ok(());
        }
        let name = self
            .out
            .code
            .memories
            .get(usize::from(*slot))
            .map_or("", |memory| memory.name.as_str());
        wrong(format!(
            "{name} is writeonly, and is read here (GLSL 4.10: an operator such as += reads as well); take writeonly away, \
             or store without reading"
        ))
    }

    /// In watched code, marks an index as undefined for lanes that choose another block, sampler or image than the others.
    fn doubt_index(&mut self, value: &mut IdValue, slots: u16) -> Lowered<()> {
        if !self.out.watched {
            return Ok(());
        }
        let items = self.whole(slots.into())?;
        if let Some(index) = value.registers.first_mut() {
            // The index may be a variable of its own, whose value must not change.
            let to = self.out.registers.temporaries(1)?;
            self.copy(to, *index)?;
            self.doubt(Question::Index, [to, items], to)?;
            *index = to;
        }
        Ok(())
    }

    /// Records the use of a member of `gl_PerVertex`.
    fn note_built_in(&mut self, base: Word, instruction: &Made) -> Lowered<()> {
        let Some(variable) = self.source.module.variable(base) else { return Ok(()) };
        let Some((_, of)) = variable.result_type.map(|of| self.source.types.pointee(of)).transpose()? else {
            return Ok(());
        };
        let Some(member) = ids(instruction, 1)?
            .first()
            .and_then(|&index| self.source.constants.word(index))
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
            other => fault(refusal_of(*other)),
        }
    }

    /// Applies one index of an access chain.
    fn step(&mut self, mut value: IdValue, index: Word) -> Lowered<IdValue> {
        let constant = self.source.constants.word(index);
        match value.target.clone() {
            Some(PointerTarget::Local { local, offset, of, moving }) => {
                if let Some(index) = constant {
                    let (part, skip) = self.source.types.part(of, index)?;
                    value.target = Some(PointerTarget::Local { local, offset: offset + skip, of: part, moving });
                    return Ok(value);
                }
                let (part, count) = self.indexed(of)?;
                let slot = self.variable_slot(local)?;
                let stride = self.source.types.words(part)?;
                let limit = self.whole(count)?;
                let base = value.registers.first().copied().filter(|_| moving);
                let address = self.address(base, index, stride, limit, SlotRef::Variable(slot))?;
                value.registers = vec![address];
                value.target = Some(PointerTarget::Local { local, offset, of: part, moving: true });
                Ok(value)
            }
            Some(PointerTarget::Memory { .. }) => self.step_in_memory(value, index, constant),
            Some(PointerTarget::Opaque { .. }) => self.step_opaque(value, index, constant),
            Some(PointerTarget::Sampler { name, of }) => self.step_sampler(value, (&name, of), constant),
            _ => fault("what has no parts is indexed"),
        }
    }

    /// Returns type and number of the items of a value that can be indexed dynamically.
    fn indexed(&self, of: Word) -> Lowered<(Word, u32)> {
        match self.source.types.get(of)? {
            Type::Vector { item, count } | Type::Array { item, count, .. } => Ok((*item, *count)),
            Type::Matrix { column, columns } => Ok((*column, *columns)),
            _ => fault("what is no array is indexed"),
        }
    }

    fn step_in_memory(&mut self, mut value: IdValue, index: Word, constant: Option<u32>) -> Lowered<IdValue> {
        let Some(PointerTarget::Memory { slot, count, chosen, offset, of, form, moving }) = value.target.clone() else {
            return fault("what has no parts is indexed");
        };
        if let (Type::Array { item, count: items, .. }, true) =
            (self.source.types.get(of)?.clone(), count > 1 && !chosen)
        {
            return self.step_block(value, index, constant, (item, items));
        }
        // The item's type, its stride, the number of items, and the form of an item.
        let (part, stride, items, form) = match self.source.types.get(of)?.clone() {
            Type::Struct(members) => {
                let Some(index) = constant else { return fault("a struct is indexed by what is no constant") };
                let (first, form) = self.source.types.member(&members, index, form)?;
                let Some(member) = members.get(index as usize) else { return fault("a struct has too few members") };
                let Some(offset) = offset.checked_add(first) else { return fault("a block is too long") };
                value.target = Some(PointerTarget::Memory { slot, count, chosen, offset, of: member.of, form, moving });
                return Ok(value);
            }
            Type::Array { item, count, stride } => {
                (item, self.source.types.stride(item, stride, form)?, Some(count), form)
            }
            Type::Open { item, stride } => (item, self.source.types.stride(item, Some(stride), form)?, None, form),
            Type::Vector { item, count } => {
                let stride = form.lane.max(self.source.types.places_of_lane(item, form));
                (item, stride, Some(count), Form { lane: 0, ..form })
            }
            Type::Matrix { column, columns } => {
                let lane = self.source.types.places_of_lane(column, form);
                let stride = self.source.types.column_stride(columns, self.source.types.words(column)?, form);
                match form.row_major && !form.tight {
                    true => (column, lane, Some(columns), Form { lane: stride, ..form }),
                    false => (column, stride, Some(columns), form),
                }
            }
            _ => return fault("what has no parts is indexed"),
        };
        let fixed = constant.filter(|&index| items.is_some() || index < 1 << 20);
        if let (Some(index), Some(items)) = (fixed, items)
            && index >= items
        {
            return fault(format!("index {index} is out of range; there are {items}"));
        }
        let skipped = fixed.and_then(|index| index.checked_mul(stride)?.checked_add(offset));
        if let Some(offset) = skipped {
            value.target = Some(PointerTarget::Memory { slot, count, chosen, offset, of: part, form, moving });
            return Ok(value);
        }
        let item = value.registers.get(usize::from(moving)).copied().filter(|_| chosen);
        let limit = match items {
            Some(items) => self.whole(items)?,
            None => self.length(slot, count, item)?,
        };
        let base = value.registers.first().copied().filter(|_| moving);
        let address = self.address(base, index, stride, limit, SlotRef::Memory(slot))?;
        value.registers = [address].into_iter().chain(item).collect();
        value.target = Some(PointerTarget::Memory { slot, count, chosen, offset, of: part, form, moving: true });
        Ok(value)
    }

    /// Applies an index to an array of blocks.
    fn step_block(
        &mut self,
        mut value: IdValue,
        index: Word,
        constant: Option<u32>,
        of: (Word, u32),
    ) -> Lowered<IdValue> {
        let Some(PointerTarget::Memory { slot, offset, form, .. }) = value.target.clone() else {
            return fault("what has no parts is indexed");
        };
        let (item, items) = of;
        let nested = matches!(self.source.types.get(item)?, Type::Array { .. });
        let Some(items) = u16::try_from(items).ok().filter(|_| !nested) else {
            return fault("an array of arrays of blocks; make it one array");
        };
        let mut memory = |slot, count, chosen| {
            value.target = Some(PointerTarget::Memory { slot, count, chosen, offset, of: item, form, moving: false });
        };
        match constant {
            Some(index) if index < u32::from(items) => memory(slot + index as u16, 1, false),
            Some(index) => return fault(format!("index {index} is out of range; there are {items}")),
            None => {
                memory(slot, items, true);
                let limit = self.whole(items.into())?;
                value.registers = vec![self.address(None, index, 1, limit, SlotRef::Memory(slot))?];
            }
        }
        Ok(value)
    }

    fn step_opaque(&mut self, mut value: IdValue, index: Word, constant: Option<u32>) -> Lowered<IdValue> {
        let Some(PointerTarget::Opaque { image, slot, count, of, moving }) = value.target.clone() else {
            return fault("what has no parts is indexed");
        };
        let Type::Array { item, count: items, .. } = *self.source.types.get(of)? else {
            return fault("a sampler or image is indexed");
        };
        let each = (u32::from(count) / items.max(1)) as u16;
        if let (Some(index), false) = (constant, moving) {
            if index >= items {
                return fault(format!("index {index} is out of range; there are {items}"));
            }
            let slot = slot + index as u16 * each;
            value.target = Some(PointerTarget::Opaque { image, slot, count: each, of: item, moving });
            return Ok(value);
        }
        let mut at = self.scalar_of(index)?;
        if each > 1 {
            let each = self.whole(each.into())?;
            at = self.binary(Binary::MulInt, at, each)?;
        }
        if let Some(&before) = value.registers.first().filter(|_| moving) {
            at = self.binary(Binary::AddInt, before, at)?;
        }
        let mut registers = vec![at];
        self.own(&mut registers)?;
        value.registers = registers;
        value.target = Some(PointerTarget::Opaque { image, slot, count, of: item, moving: true });
        Ok(value)
    }

    /// Emits one step of an address and returns its register.
    pub(super) fn address(
        &mut self,
        base: Option<Register>,
        index: Word,
        stride: u32,
        limit: Register,
        of: SlotRef,
    ) -> Lowered<Register> {
        let index = self.scalar_of(index)?;
        let base = base.map_or_else(|| self.whole(0), Ok)?;
        let to = self.out.registers.temporaries(1)?;
        let step = self.out.code.steps.len() as u32;
        self.out.code.steps.push(Step { base, index, stride, limit, of });
        self.emit(Instruction::Address { to, step })?;
        Ok(to)
    }

    /// Lowers a load through a pointer.
    pub(super) fn load(&mut self, instruction: &Made) -> Lowered<()> {
        let (result, of) = made(instruction)?;
        let from = id(instruction, 0)?;
        let pointer = self.value(from)?;
        self.refuse_write_only(result, from, pointer.target.as_ref())?;
        let taken = self.scope()?.routine.first_taken.get(&result).copied();
        let words = self.source.types.words(of).unwrap_or(0);
        if words > 0 && taken.is_some_and(|first| first >= words) {
            let nothing = vec![self.whole(0)?; words as usize];
            return self.set(result, IdValue::of(nothing));
        }
        let value = self.load_from(&pointer, of)?;
        self.set(result, value)
    }

    /// Returns the value that a pointer points to.
    pub(super) fn load_from(&mut self, pointer: &IdValue, of: Word) -> Lowered<IdValue> {
        match &pointer.target {
            Some(PointerTarget::Local { of: inner, .. } | PointerTarget::Memory { of: inner, .. }) => {
                if self.source.types.words(*inner)? != self.source.types.words(of)? {
                    return fault("a pointer is read as another type than it points to");
                }
                match pointer.target {
                    Some(PointerTarget::Local { .. }) => Ok(IdValue::of(self.load_local(pointer)?)),
                    _ => Ok(IdValue::of(self.load_memory(pointer)?)),
                }
            }
            // A loaded sampler or texture has the same target as its pointer.
            Some(PointerTarget::Opaque { .. } | PointerTarget::Sampler { .. }) => Ok(pointer.clone()),
            _ => fault("there is a value where a pointer must be"),
        }
    }

    /// Lowers a store through a pointer.
    pub(super) fn store(&mut self, instruction: &Made) -> Lowered<()> {
        let pointer = self.value(id(instruction, 0)?)?;
        let value = id(instruction, 1)?;
        if pointer.registers.is_empty() && !matches!(pointer.target, Some(PointerTarget::Local { .. })) {
            let given = self.value(value)?;
            if matches!(given.target, Some(PointerTarget::Opaque { .. } | PointerTarget::Sampler { .. })) {
                return self.store_handle(id(instruction, 0)?, pointer, given);
            }
        }
        let registers = self.result_of(value)?;
        let last = self.scope()?.routine.uses.get(&value).is_some_and(|uses| uses.count == 1);
        self.store_to(&pointer, registers, last)
    }

    /// True if a type is that of a texture, an image or a sampler: compilers other than glslang pass these to functions in
    /// variables.
    pub(super) fn is_handle(&self, of: Word) -> Lowered<bool> {
        let kind = self.source.types.get(of)?;
        Ok(matches!(kind, Type::Image(_) | Type::Sampler { .. } | Type::LoneSampler))
    }

    /// Makes a variable an alias of a texture, an image or a sampler.
    fn store_handle(&mut self, variable: Word, old: IdValue, given: IdValue) -> Lowered<()> {
        match &old.target {
            None => self.set(variable, given),
            same if *same == given.target && old.registers == given.registers => Ok(()),
            _ => fault(
                "a variable holds one texture or sampler and then another; give the function the one that it reads",
            ),
        }
    }

    /// Stores registers where a pointer points to. `last` is true if the value is not used afterwards.
    pub(super) fn store_to(&mut self, pointer: &IdValue, registers: Vec<Register>, last: bool) -> Lowered<()> {
        match &pointer.target {
            Some(PointerTarget::Local { of, .. } | PointerTarget::Memory { of, .. }) => {
                if self.source.types.words(*of)? as usize != registers.len() {
                    return fault("a pointer is written as another type than it points to");
                }
                match pointer.target {
                    Some(PointerTarget::Local { .. }) => self.store_local(pointer, registers, last),
                    _ => self.store_memory(pointer, &registers),
                }
            }
            _ => fault("there is a value where a pointer must be"),
        }
    }

    /// Lowers a copy from one pointer to another.
    pub(super) fn copy_memory(&mut self, instruction: &Made) -> Lowered<()> {
        let (to, from) = (self.value(id(instruction, 0)?)?, self.value(id(instruction, 1)?)?);
        let of = match from.target {
            Some(PointerTarget::Local { of, .. } | PointerTarget::Memory { of, .. }) => of,
            _ => return fault("there is a value where a pointer must be"),
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
