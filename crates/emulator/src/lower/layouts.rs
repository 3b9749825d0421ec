//! Layouts of types in memory. A place is the unit of addresses: a byte or a word, as the `MemoryForm` states.

use super::super::assembly::TypeLayout;
use super::fault::{Lowered, fault, limit};
use super::module::SpirvModule;
use super::types::{Form, StructMember, Type, Types};
use rspirv::spirv::Word;

impl Form {
    /// Returns the bytes of a place.
    fn bytes(self) -> u32 {
        if self.in_bytes { 1 } else { 4 }
    }

    /// Converts bytes to places.
    fn places(self, bytes: u32) -> Lowered<u32> {
        match bytes.is_multiple_of(self.bytes()) {
            true => Ok(bytes / self.bytes()),
            false => fault(format!("a place in memory of {bytes} bytes is not whole words")),
        }
    }

    /// Converts words to places.
    fn of_words(self, words: u64) -> u64 {
        words.saturating_mul(u64::from(4 / self.bytes()))
    }
}

impl Types {
    /// Returns the distance in places between items of an array in memory.
    pub(super) fn stride(&self, item: Word, declared: Option<u32>, form: Form) -> Lowered<u32> {
        match declared {
            Some(stride) if stride > 0 && !form.tight => form.places(stride),
            _ => self.extent(item, Form { tight: true, ..form }),
        }
    }

    /// Returns first place and form of a member in memory.
    pub(super) fn member(&self, members: &[StructMember], index: u32, form: Form) -> Lowered<(u32, Form)> {
        let Some(member) = members.get(index as usize) else { return fault("a struct has too few members") };
        if !form.tight {
            let stride = form.places(member.form.stride)?;
            return Ok((form.places(member.first)?, Form { stride, in_bytes: form.in_bytes, ..member.form }));
        }
        let mut before = members.iter().take(index as usize);
        let first = before.try_fold(0u64, |sum, member| Ok(sum.saturating_add(self.tight_words(member.of)?)))?;
        within(form.of_words(first)).map(|first| (first, form))
    }

    /// Returns the distance in places between columns (or rows) of a matrix.
    pub(super) fn column_stride(&self, columns: u32, rows: u32, form: Form) -> u32 {
        match form.row_major && !form.tight {
            _ if form.stride > 0 && !form.tight => form.stride,
            true => columns * 4 / form.bytes(),
            false => rows * 4 / form.bytes(),
        }
    }

    /// Returns the number of places of a type in memory, without a runtime array at its end.
    pub(super) fn extent(&self, of: Word, form: Form) -> Lowered<u32> {
        let places = match self.get(of)? {
            Type::Other(op) => return fault(self.refusal(*op)),
            Type::Void | Type::Image(_) | Type::Sampler { .. } | Type::LoneSampler | Type::Pointer { .. } => {
                return fault("what is no value lies in a memory");
            }
            _ if form.tight => form.of_words(self.tight_words(of)?),
            Type::Number(_) | Type::Bool | Type::Int { .. } | Type::Float => self.places_of_lane(of, form).into(),
            Type::Vector { item, count } => u64::from(*count) * u64::from(self.extent(*item, form)?),
            Type::Matrix { column, columns } => {
                let rows = self.lanes(*column)? as u32;
                let stride = self.column_stride(*columns, rows, form);
                let (runs, run) = if form.row_major && !form.tight { (rows, *columns) } else { (*columns, rows) };
                u64::from(stride) * u64::from(runs - 1) + u64::from(run) * u64::from(self.places_of_lane(*column, form))
            }
            Type::Array { item, count, stride } => u64::from(self.stride(*item, *stride, form)?) * u64::from(*count),
            Type::Open { .. } => 0,
            Type::Struct(members) => {
                let mut most = 0;
                for (number, member) in (0..).zip(members) {
                    let (first, form) = self.member(members, number, form)?;
                    most = most.max(u64::from(first) + u64::from(self.extent(member.of, form)?));
                }
                most
            }
        };
        within(places)
    }

    /// Returns the layout of a type in memory, with offsets in bytes.
    pub(super) fn layout(&self, module: &SpirvModule, of: Word, form: Form) -> Lowered<TypeLayout> {
        let scalar = || self.scalar(of).map_or_else(|| fault("a memory holds what is no number"), Ok);
        Ok(match self.get(of)? {
            Type::Bool | Type::Int { .. } | Type::Float => TypeLayout::Scalar(scalar()?),
            Type::Number(number) => TypeLayout::Number(*number),
            Type::Vector { item, count } if self.number(*item).is_some_and(|number| number.bits() != 32) => {
                let stride = self.places_of_lane(*item, form) * form.bytes();
                TypeLayout::Array { item: Box::new(self.layout(module, *item, form)?), stride, items: *count }
            }
            Type::Matrix { column, columns } if self.number(*column).is_some_and(|number| number.bits() != 32) => {
                let stride = self.column_stride(*columns, self.words(*column)?, form) * form.bytes();
                let item = Box::new(self.layout(module, *column, form)?);
                TypeLayout::Array { item, stride, items: *columns }
            }
            Type::Vector { count, .. } => TypeLayout::Vector(scalar()?, *count as u8),
            Type::Matrix { column, columns } => {
                let rows = self.lanes(*column)? as u32;
                let stride = self.column_stride(*columns, rows, form) * form.bytes();
                let row_major = form.row_major && !form.tight;
                TypeLayout::Matrix { columns: *columns as u8, rows: rows as u8, stride, row_major }
            }
            Type::Array { item, count, stride } => {
                let item_layout = Box::new(self.layout(module, *item, form)?);
                let stride = self.stride(*item, *stride, form)?.saturating_mul(form.bytes());
                TypeLayout::Array { item: item_layout, stride, items: *count }
            }
            Type::Open { item, stride } => {
                let item_layout = Box::new(self.layout(module, *item, form)?);
                let stride = self.stride(*item, Some(*stride), form)?.saturating_mul(form.bytes());
                TypeLayout::Array { item: item_layout, stride, items: 0 }
            }
            Type::Struct(members) => {
                let mut list = vec![];
                for (number, member) in (0..).zip(members) {
                    let bytes = form.bytes();
                    let (first, form) = self.member(members, number, form)?;
                    let layout = self.layout(module, member.of, form)?;
                    list.push((module.member_called(of, number), first.saturating_mul(bytes), layout));
                }
                TypeLayout::Struct(list)
            }
            Type::Other(op) => return fault(self.refusal(*op)),
            _ => return fault("what is no value lies in a memory"),
        })
    }

    /// Returns the alignment of a type in a memory addressed by bytes. Each number must be at a multiple of its size, up to
    /// four bytes, so that none is split over two words.
    pub(super) fn alignment(&self, of: Word, form: Form) -> Lowered<u32> {
        let at = |bytes: u32, alignment: u32| match bytes.is_multiple_of(alignment.max(1)) {
            true => Ok(alignment),
            false => fault(format!("a number lies at {bytes} bytes, which must be a multiple of {alignment}")),
        };
        match self.get(of)? {
            Type::Vector { item, .. } => self.alignment(*item, form),
            Type::Matrix { column, .. } => at(form.stride, self.alignment(*column, form)?),
            Type::Array { item, stride, .. } => at(self.stride(*item, *stride, form)?, self.alignment(*item, form)?),
            Type::Open { item, stride } => at(self.stride(*item, Some(*stride), form)?, self.alignment(*item, form)?),
            Type::Struct(members) => {
                let mut most = 1;
                for (number, member) in (0..).zip(members) {
                    let (first, form) = self.member(members, number, form)?;
                    most = most.max(at(first, self.alignment(member.of, form)?)?);
                }
                Ok(most)
            }
            _ => Ok(self.places_of_lane(of, form).min(4)),
        }
    }
}

/// Checks the number of places of a memory against the limit.
fn within(places: u64) -> Lowered<u32> {
    limit("the words, or bytes, of a block or shared variable", places, 1 << 30, "make its arrays shorter")?;
    Ok(places as u32)
}
