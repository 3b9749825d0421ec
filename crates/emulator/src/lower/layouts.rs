//! Layouts of types in memory. A place is the unit of addresses: a byte or a word, as the `MemoryForm` states.

use super::super::assembly::TypeLayout;
use super::error::{LowerResult, check_limit, not_emulated};
use super::module::SpirvModule;
use super::types::{MemoryForm, StructMember, Type, Types};
use rspirv::spirv::Word;

impl MemoryForm {
    /// Returns the bytes of a place.
    fn bytes_per_place(self) -> u32 {
        if self.in_bytes { 1 } else { 4 }
    }

    /// Converts bytes to places.
    fn bytes_to_places(self, bytes: u32) -> LowerResult<u32> {
        match bytes.is_multiple_of(self.bytes_per_place()) {
            true => Ok(bytes / self.bytes_per_place()),
            false => not_emulated(format!("an offset of {bytes} bytes is not a multiple of 4")),
        }
    }

    /// Converts words to places.
    fn words_to_places(self, words: u64) -> u64 {
        words.saturating_mul(u64::from(4 / self.bytes_per_place()))
    }
}

impl Types {
    /// Returns the distance in places between items of an array in memory.
    pub(super) fn array_stride(&self, item: Word, declared: Option<u32>, form: MemoryForm) -> LowerResult<u32> {
        match declared {
            Some(stride) if stride > 0 && !form.tight => form.bytes_to_places(stride),
            _ => self.memory_extent(item, MemoryForm { tight: true, ..form }),
        }
    }

    /// Returns first place and form of a member in memory.
    pub(super) fn locate_member(
        &self,
        members: &[StructMember],
        index: u32,
        form: MemoryForm,
    ) -> LowerResult<(u32, MemoryForm)> {
        let Some(member) = members.get(index as usize) else { return not_emulated("a struct has too few members") };
        if !form.tight {
            let stride = form.bytes_to_places(member.form.stride)?;
            return Ok((
                form.bytes_to_places(member.first)?,
                MemoryForm { stride, in_bytes: form.in_bytes, ..member.form },
            ));
        }
        let mut before = members.iter().take(index as usize);
        let first = before.try_fold(0u64, |sum, member| Ok(sum.saturating_add(self.tight_words(member.of)?)))?;
        check_place_limit(form.words_to_places(first)).map(|first| (first, form))
    }

    /// Returns the distance in places between columns (or rows) of a matrix.
    pub(super) fn column_stride(&self, columns: u32, rows: u32, form: MemoryForm) -> u32 {
        match form.row_major && !form.tight {
            _ if form.stride > 0 && !form.tight => form.stride,
            true => columns * 4 / form.bytes_per_place(),
            false => rows * 4 / form.bytes_per_place(),
        }
    }

    /// Returns the number of places of a type in memory, without a runtime array at its end.
    pub(super) fn memory_extent(&self, of: Word, form: MemoryForm) -> LowerResult<u32> {
        let places = match self.get(of)? {
            Type::Unsupported(op) => return not_emulated(self.type_refusal(*op)),
            Type::Void | Type::Image(_) | Type::Sampler { .. } | Type::LoneSampler | Type::Pointer { .. } => {
                return not_emulated("a memory contains a type that cannot be stored");
            }
            _ if form.tight => form.words_to_places(self.tight_words(of)?),
            Type::Number(_) | Type::Bool | Type::Int { .. } | Type::Float => self.lane_places(of, form).into(),
            Type::Vector { item, count } => u64::from(*count) * u64::from(self.memory_extent(*item, form)?),
            Type::Matrix { column, columns } => {
                let rows = self.lane_count(*column)? as u32;
                let stride = self.column_stride(*columns, rows, form);
                let (runs, run) = if form.row_major && !form.tight { (rows, *columns) } else { (*columns, rows) };
                u64::from(stride) * u64::from(runs - 1) + u64::from(run) * u64::from(self.lane_places(*column, form))
            }
            Type::Array { item, count, stride } => {
                u64::from(self.array_stride(*item, *stride, form)?) * u64::from(*count)
            }
            Type::RuntimeArray { .. } => 0,
            Type::Struct(members) => {
                let mut most = 0;
                for (number, member) in (0..).zip(members) {
                    let (first, form) = self.locate_member(members, number, form)?;
                    most = most.max(u64::from(first) + u64::from(self.memory_extent(member.of, form)?));
                }
                most
            }
        };
        check_place_limit(places)
    }

    /// Returns the layout of a type in memory, with offsets in bytes.
    pub(super) fn memory_layout(&self, module: &SpirvModule, of: Word, form: MemoryForm) -> LowerResult<TypeLayout> {
        let scalar = || {
            self.scalar_type(of)
                .map_or_else(|| not_emulated("a memory contains something that is not a number"), Ok)
        };
        Ok(match self.get(of)? {
            Type::Bool | Type::Int { .. } | Type::Float => TypeLayout::Scalar(scalar()?),
            Type::Number(number) => TypeLayout::Number(*number),
            Type::Vector { item, count }
                if self.element_number(*item).is_some_and(|number| number.bit_width() != 32) =>
            {
                let stride = self.lane_places(*item, form) * form.bytes_per_place();
                TypeLayout::Array { item: Box::new(self.memory_layout(module, *item, form)?), stride, items: *count }
            }
            Type::Matrix { column, columns }
                if self.element_number(*column).is_some_and(|number| number.bit_width() != 32) =>
            {
                let stride = self.column_stride(*columns, self.word_count(*column)?, form) * form.bytes_per_place();
                let item = Box::new(self.memory_layout(module, *column, form)?);
                TypeLayout::Array { item, stride, items: *columns }
            }
            Type::Vector { count, .. } => TypeLayout::Vector(scalar()?, *count as u8),
            Type::Matrix { column, columns } => {
                let rows = self.lane_count(*column)? as u32;
                let stride = self.column_stride(*columns, rows, form) * form.bytes_per_place();
                let row_major = form.row_major && !form.tight;
                TypeLayout::Matrix { columns: *columns as u8, rows: rows as u8, stride, row_major }
            }
            Type::Array { item, count, stride } => {
                let item_layout = Box::new(self.memory_layout(module, *item, form)?);
                let stride = self.array_stride(*item, *stride, form)?.saturating_mul(form.bytes_per_place());
                TypeLayout::Array { item: item_layout, stride, items: *count }
            }
            Type::RuntimeArray { item, stride } => {
                let item_layout = Box::new(self.memory_layout(module, *item, form)?);
                let stride = self
                    .array_stride(*item, Some(*stride), form)?
                    .saturating_mul(form.bytes_per_place());
                TypeLayout::Array { item: item_layout, stride, items: 0 }
            }
            Type::Struct(members) => {
                let mut list = vec![];
                for (number, member) in (0..).zip(members) {
                    let bytes = form.bytes_per_place();
                    let (first, form) = self.locate_member(members, number, form)?;
                    let layout = self.memory_layout(module, member.of, form)?;
                    list.push((module.member_display_name(of, number), first.saturating_mul(bytes), layout));
                }
                TypeLayout::Struct(list)
            }
            Type::Unsupported(op) => return not_emulated(self.type_refusal(*op)),
            _ => return not_emulated("a memory contains a type that cannot be stored"),
        })
    }

    /// Returns the alignment of a type in a memory addressed by bytes. Each number must be at a
    /// multiple of its size, up to four bytes, so that none is split over two words.
    pub(super) fn required_alignment(&self, of: Word, form: MemoryForm) -> LowerResult<u32> {
        match self.get(of)? {
            Type::Vector { item, .. } => self.required_alignment(*item, form),
            Type::Matrix { column, .. } => check_alignment(form.stride, self.required_alignment(*column, form)?),
            Type::Array { item, stride, .. } => {
                check_alignment(self.array_stride(*item, *stride, form)?, self.required_alignment(*item, form)?)
            }
            Type::RuntimeArray { item, stride } => {
                check_alignment(self.array_stride(*item, Some(*stride), form)?, self.required_alignment(*item, form)?)
            }
            Type::Struct(members) => {
                let mut most = 1;
                for (number, member) in (0..).zip(members) {
                    let (first, form) = self.locate_member(members, number, form)?;
                    most = most.max(check_alignment(first, self.required_alignment(member.of, form)?)?);
                }
                Ok(most)
            }
            _ => Ok(self.lane_places(of, form).min(4)),
        }
    }
}

fn check_alignment(bytes: u32, alignment: u32) -> LowerResult<u32> {
    match bytes.is_multiple_of(alignment.max(1)) {
        true => Ok(alignment),
        false => not_emulated(format!("a number is at offset {bytes}, which must be a multiple of {alignment}")),
    }
}

/// Checks the number of places of a memory against the limit.
fn check_place_limit(places: u64) -> LowerResult<u32> {
    check_limit("the words, or bytes, of a block or shared variable", places, 1 << 30, "make its arrays shorter")?;
    Ok(places as u32)
}
