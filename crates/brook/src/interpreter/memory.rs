//! The host's memory: blocks of bytes. An address is a block's number and a place in it, so that a pointer beyond an
//! array's end is found.

use crate::tree::Function;
use crate::types::{Kind, Type, TypeTable};

/// A value of a program. A struct and an array are their addresses, a stream its number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Value {
    Void,
    Whole(i64),
    Real(f64),
    /// The components' words: floats by their bits.
    Vector([u32; 4]),
    Address(u64),
}

/// The blocks. Number 0 is no block: the address 0 is null.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    blocks: Vec<Option<Vec<u8>>>,
    free: Vec<u32>,
    /// Blocks of functions that have returned, for the next call.
    spare: Vec<Vec<u8>>,
    bytes: usize,
}

/// The most blocks that wait for the next call.
const MOST_SPARE: usize = 64;

fn split_address(address: u64) -> (usize, i32) {
    ((address >> 32) as usize, address as u32 as i32)
}

/// Moves an address by bytes, within its block's reach.
pub(crate) fn move_address(address: u64, by: i64) -> u64 {
    (address & !0xffff_ffff) | u64::from((address as u32).wrapping_add(by as u32))
}

impl Memory {
    /// Adds a block of zeros and returns its address; `None` if that is more than the limit.
    pub fn allocate_block(&mut self, size: usize, limit: usize) -> Option<u64> {
        if size > i32::MAX as usize || self.bytes.saturating_add(size) > limit {
            return None;
        }
        let mut block = self.spare.pop().unwrap_or_default();
        block.clear();
        block.resize(size, 0);
        self.bytes += size;
        let number = match self.free.pop() {
            Some(number) => number,
            None => {
                if self.blocks.is_empty() {
                    self.blocks.push(None);
                }
                self.blocks.push(None);
                u32::try_from(self.blocks.len() - 1).ok()?
            }
        };
        *self.blocks.get_mut(number as usize)? = Some(block);
        Some(u64::from(number) << 32)
    }

    /// Frees the block that begins at an address; returns false if none does.
    pub fn release_block(&mut self, address: u64) -> bool {
        let (number, offset) = split_address(address);
        let block = self.blocks.get_mut(number).filter(|_| offset == 0).and_then(Option::take);
        let Some(block) = block else { return false };
        self.bytes = self.bytes.saturating_sub(block.len());
        if self.spare.len() < MOST_SPARE && block.len() < 4096 {
            self.spare.push(block);
        }
        self.free.push(number as u32);
        true
    }

    /// Returns so many bytes at an address, if they are in one block.
    pub fn read(&self, address: u64, length: usize) -> Option<&[u8]> {
        let (number, offset) = split_address(address);
        let start = usize::try_from(offset).ok()?;
        self.blocks.get(number)?.as_ref()?.get(start..start.checked_add(length)?)
    }

    pub fn write(&mut self, address: u64, length: usize) -> Option<&mut [u8]> {
        let (number, offset) = split_address(address);
        let start = usize::try_from(offset).ok()?;
        self.blocks
            .get_mut(number)?
            .as_mut()?
            .get_mut(start..start.checked_add(length)?)
    }

    /// Returns the bytes from an address to the end of its block.
    pub fn read_rest(&self, address: u64) -> Option<&[u8]> {
        let (number, offset) = split_address(address);
        self.blocks.get(number)?.as_ref()?.get(usize::try_from(offset).ok()?..)
    }

    /// Returns the text at an address, without its final zero.
    pub fn read_text(&self, address: u64) -> Option<&[u8]> {
        let rest = self.read_rest(address)?;
        let end = rest.iter().position(|&byte| byte == 0)?;
        rest.get(..end)
    }

    fn read_array<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        self.read(address, N)?.try_into().ok()
    }

    /// Loads a number.
    pub fn load_number(&self, address: u64, kind: Kind) -> Option<Value> {
        Some(match kind {
            Kind::Bool | Kind::Byte | Kind::Fixed => {
                Value::Whole(i64::from(u8::from_le_bytes(self.read_array(address)?)))
            }
            Kind::Char => Value::Whole(i64::from(i8::from_le_bytes(self.read_array(address)?))),
            Kind::Short => Value::Whole(i64::from(i16::from_le_bytes(self.read_array(address)?))),
            Kind::Word => Value::Whole(i64::from(u16::from_le_bytes(self.read_array(address)?))),
            Kind::Int => Value::Whole(i64::from(i32::from_le_bytes(self.read_array(address)?))),
            Kind::UInt => Value::Whole(i64::from(u32::from_le_bytes(self.read_array(address)?))),
            Kind::Long | Kind::ULong => Value::Whole(i64::from_le_bytes(self.read_array(address)?)),
            Kind::Float => Value::Real(f64::from(f32::from_le_bytes(self.read_array(address)?))),
            Kind::Double => Value::Real(f64::from_le_bytes(self.read_array(address)?)),
        })
    }

    /// Stores a number, cut to its kind.
    pub fn store_number(&mut self, address: u64, kind: Kind, value: Value) -> Option<()> {
        let (whole, real) = match value {
            Value::Whole(whole) => (whole, whole as f64),
            Value::Real(real) => (real as i64, real),
            Value::Address(address) => (address as i64, 0.0),
            _ => (0, 0.0),
        };
        match kind {
            Kind::Float => self.write(address, 4)?.copy_from_slice(&(real as f32).to_le_bytes()),
            Kind::Double => self.write(address, 8)?.copy_from_slice(&real.to_le_bytes()),
            _ => {
                let size = kind.size();
                let bytes = whole.to_le_bytes();
                self.write(address, size)?.copy_from_slice(bytes.get(..size)?);
            }
        }
        Some(())
    }

    /// Loads a value of a type; of structs and arrays, their address.
    pub fn load_value(&self, address: u64, ty: &Type) -> Option<Value> {
        match ty {
            Type::Number { kind, lanes: 1 } => self.load_number(address, *kind),
            Type::Number { kind, lanes } => {
                let mut words = [0; 4];
                for (lane, word) in words.iter_mut().enumerate().take(usize::from(*lanes)) {
                    let value = self.load_number(move_address(address, (lane * kind.size()) as i64), *kind)?;
                    *word = lane_word(value);
                }
                Some(Value::Vector(words))
            }
            Type::Pointer(_) => Some(Value::Address(u64::from_le_bytes(self.read_array(address)?))),
            Type::Stream(_) => Some(Value::Whole(i64::from_le_bytes(self.read_array(address)?))),
            _ => Some(Value::Address(address)),
        }
    }

    /// Stores a value of a type; a struct is copied.
    pub fn store_value(&mut self, address: u64, ty: &Type, value: Value, types: &TypeTable) -> Option<()> {
        match (ty, value) {
            (Type::Number { kind, lanes: 1 }, value) => self.store_number(address, *kind, value),
            (Type::Number { kind, lanes }, Value::Vector(words)) => {
                for (lane, word) in words.iter().enumerate().take(usize::from(*lanes)) {
                    let place = move_address(address, (lane * kind.size()) as i64);
                    self.store_number(place, *kind, word_value(*word, *kind))?;
                }
                Some(())
            }
            (Type::Pointer(_), Value::Address(to)) => {
                self.write(address, 8)?.copy_from_slice(&to.to_le_bytes());
                Some(())
            }
            (Type::Pointer(_) | Type::Stream(_), Value::Whole(number)) => {
                self.write(address, 8)?.copy_from_slice(&number.to_le_bytes());
                Some(())
            }
            (Type::Struct(_), Value::Address(from)) => self.copy_bytes(address, from, types.size(ty)),
            _ => Some(()),
        }
    }

    /// Copies bytes from one address to another.
    pub fn copy_bytes(&mut self, to: u64, from: u64, length: usize) -> Option<()> {
        let bytes = self.read(from, length)?.to_vec();
        self.write(to, length)?.copy_from_slice(&bytes);
        Some(())
    }
}

/// Returns a number as a component of a vector.
pub(crate) fn lane_word(value: Value) -> u32 {
    match value {
        Value::Whole(whole) => whole as u32,
        Value::Real(real) => (real as f32).to_bits(),
        _ => 0,
    }
}

/// Returns a component of a vector as a number.
pub(crate) fn word_value(word: u32, kind: Kind) -> Value {
    match kind {
        Kind::Float | Kind::Double => Value::Real(f64::from(f32::from_bits(word))),
        Kind::UInt => Value::Whole(i64::from(word)),
        _ => Value::Whole(i64::from(word as i32)),
    }
}

/// The places of a function's locals in its block.
#[derive(Debug, Clone, Default)]
pub(crate) struct FrameLayout {
    pub size: usize,
    /// The place of each local, and the bytes of its own block if it has one: arrays do.
    pub locals: Vec<(usize, Option<usize>)>,
}

/// Lays out a function's locals.
pub(crate) fn lay_out_frame(function: &Function, types: &TypeTable) -> FrameLayout {
    let mut layout = FrameLayout::default();
    for local in &function.locals {
        let (size, align) = types.size_align(&local.ty);
        let (size, align, own) = match local.ty {
            Type::Array(..) => (8, 8, Some(size)),
            _ => (size, align.max(1), None),
        };
        let at = layout.size.next_multiple_of(align);
        layout.locals.push((at, own));
        layout.size = at + size;
    }
    layout
}
