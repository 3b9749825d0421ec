//! How types lie in memory.

use super::super::assembly::TypeLayout;
use super::super::number::Number;
use super::fault::{Lowered, fault, limit};
use super::module::SpirvModule;
use super::types::{Form, StructMember, Type, Types};
use rspirv::spirv::Word;

impl Types {
    /// Words from item to item of an array in memory.
    pub(super) fn stride(&self, item: Word, declared: Option<u32>, form: Form) -> Lowered<u32> {
        match declared {
            Some(stride) if stride > 0 && !form.tight => Ok(stride),
            _ => self.extent(item, Form { tight: true, ..form }),
        }
    }

    /// First word and form of a member in memory.
    pub(super) fn member(&self, members: &[StructMember], index: u32, form: Form) -> Lowered<(u32, Form)> {
        let Some(member) = members.get(index as usize) else { return fault("a struct has too few members") };
        if !form.tight {
            return Ok((member.first, member.form));
        }
        let mut before = members.iter().take(index as usize);
        let first = before.try_fold(0u64, |sum, member| Ok(sum.saturating_add(self.tight_words(member.of)?)))?;
        within(first).map(|first| (first, form))
    }

    /// Words from column to column (or from row to row) of a matrix.
    pub(super) fn column_stride(&self, columns: u32, rows: u32, form: Form) -> u32 {
        match form.row_major && !form.tight {
            _ if form.stride > 0 && !form.tight => form.stride,
            true => columns,
            false => rows,
        }
    }

    /// Words that it takes in memory, without an array that has no end.
    pub(super) fn extent(&self, of: Word, form: Form) -> Lowered<u32> {
        let words = match self.get(of)? {
            Type::Other(op) => return fault(self.refusal(*op)),
            Type::Void | Type::Image(_) | Type::Sampler { .. } | Type::LoneSampler | Type::Pointer { .. } => {
                return fault("what is no value lies in a memory");
            }
            _ if form.tight => self.tight_words(of)?,
            Type::Number(number) if number.bits() < 32 => return fault(narrow(*number)),
            Type::Number(number) => number.words().into(),
            Type::Bool | Type::Int { .. } | Type::Float => 1,
            Type::Vector { item, count } => u64::from(*count) * u64::from(self.extent(*item, form)?),
            Type::Matrix { column, columns } => {
                let rows = self.lanes(*column)? as u32;
                let stride = self.column_stride(*columns, rows, form);
                let (runs, run) = if form.row_major && !form.tight { (rows, *columns) } else { (*columns, rows) };
                u64::from(stride) * u64::from(runs - 1) + u64::from(run) * u64::from(self.words_of_lane(*column)?)
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
        within(words)
    }

    /// What lies in a memory.
    pub(super) fn layout(&self, module: &SpirvModule, of: Word, form: Form) -> Lowered<TypeLayout> {
        let scalar = || self.scalar(of).map_or_else(|| fault("a memory holds what is no number"), Ok);
        Ok(match self.get(of)? {
            Type::Bool | Type::Int { .. } | Type::Float => TypeLayout::Scalar(scalar()?),
            Type::Number(number) => TypeLayout::Number(*number),
            Type::Vector { item, count } if self.number(*item).is_some_and(|number| number.bits() != 32) => {
                let item = self.layout(module, *item, form)?;
                TypeLayout::Array { stride: item.words_of_number(), item: Box::new(item), items: *count }
            }
            Type::Matrix { column, columns } if self.number(*column).is_some_and(|number| number.bits() != 32) => {
                let stride = self.column_stride(*columns, self.words(*column)?, form);
                let item = Box::new(self.layout(module, *column, form)?);
                TypeLayout::Array { item, stride, items: *columns }
            }
            Type::Vector { count, .. } => TypeLayout::Vector(scalar()?, *count as u8),
            Type::Matrix { column, columns } => {
                let rows = self.lanes(*column)? as u32;
                let stride = self.column_stride(*columns, rows, form);
                let row_major = form.row_major && !form.tight;
                TypeLayout::Matrix { columns: *columns as u8, rows: rows as u8, stride, row_major }
            }
            Type::Array { item, count, stride } => {
                let item_layout = Box::new(self.layout(module, *item, form)?);
                TypeLayout::Array { item: item_layout, stride: self.stride(*item, *stride, form)?, items: *count }
            }
            Type::Open { item, stride } => {
                let item_layout = Box::new(self.layout(module, *item, form)?);
                TypeLayout::Array { item: item_layout, stride: self.stride(*item, Some(*stride), form)?, items: 0 }
            }
            Type::Struct(members) => {
                let mut list = vec![];
                for (number, member) in (0..).zip(members) {
                    let (first, form) = self.member(members, number, form)?;
                    let layout = self.layout(module, member.of, form)?;
                    list.push((module.member_called(of, number), first, layout));
                }
                TypeLayout::Struct(list)
            }
            Type::Other(op) => return fault(self.refusal(*op)),
            _ => return fault("what is no value lies in a memory"),
        })
    }
}

/// Why numbers of less than 32 bits are refused.
fn narrow(number: Number) -> String {
    format!("the emulator has no {} in a buffer; convert it to one of 32 bits there", number.name())
}

/// The words of a memory, if there may be so many.
fn within(words: u64) -> Lowered<u32> {
    limit("the words of a block or shared variable", words, 1 << 30, "make its arrays shorter")?;
    Ok(words as u32)
}
