//! The layout of Direct3D's structured buffers: each member at the next multiple of its scalars' size.
//!
//! A `StructuredBuffer<float3>` has 12 bytes an item there, and 16 by the rules of GLSL's std430 that
//! glslang follows.

use super::words::{ModuleInstruction, split_instructions};
use rspirv::spirv::{Decoration, Op, StorageClass};
use std::collections::HashMap;

/// A type that a buffer may hold.
enum StoredType {
    /// A scalar of so many bytes.
    Scalar(u32),
    /// Vectors are items of their scalar, matrices of their column, and arrays of anything.
    Items {
        item: u32,
        count: u32,
    },
    Struct(Vec<u32>),
}

/// The bytes of a type, and the multiple at which it begins.
#[derive(Clone, Copy, Default)]
struct StoredSize {
    bytes: u32,
    alignment: u32,
}

/// The offsets and strides of the types in a module's structured buffers.
#[derive(Default)]
pub(super) struct TightLayout {
    types: HashMap<u32, StoredType>,
    /// Matrices, with the bytes of a scalar and the numbers of columns and rows.
    matrices: HashMap<u32, [u32; 3]>,
    /// The members of structs that hold their matrices row after row.
    row_major: Vec<(u32, u32)>,
    offsets: HashMap<(u32, u32), u32>,
    array_strides: HashMap<u32, u32>,
}

impl TightLayout {
    /// Lays out the buffers of a module.
    pub(super) fn read_module(words: &[u32]) -> TightLayout {
        let mut layout = TightLayout::default();
        let mut constants = HashMap::new();
        let mut buffers = vec![];
        for instruction in split_instructions(words) {
            if instruction.has_opcode(Op::Constant) {
                constants.insert(instruction.operand(1), instruction.operand(2));
            } else if is_buffer_pointer(&instruction) {
                buffers.push(instruction.operand(2));
            } else if instruction.has_opcode(Op::MemberDecorate)
                && instruction.operand(2) == Decoration::RowMajor as u32
            {
                layout.row_major.push((instruction.operand(0), instruction.operand(1)));
            } else {
                layout.read_type(&instruction, &constants);
            }
        }
        for buffer in buffers {
            layout.place_type(buffer);
        }
        layout
    }

    fn read_type(&mut self, instruction: &ModuleInstruction, constants: &HashMap<u32, u32>) {
        let (id, item, count) = (instruction.operand(0), instruction.operand(1), instruction.operand(2));
        let stored = if instruction.has_opcode(Op::TypeInt) || instruction.has_opcode(Op::TypeFloat) {
            StoredType::Scalar(item / 8)
        } else if instruction.has_opcode(Op::TypeVector) || instruction.has_opcode(Op::TypeMatrix) {
            StoredType::Items { item, count }
        } else if instruction.has_opcode(Op::TypeArray) {
            StoredType::Items { item, count: constants.get(&count).copied().unwrap_or(1) }
        } else if instruction.has_opcode(Op::TypeRuntimeArray) {
            StoredType::Items { item, count: 1 }
        } else if instruction.has_opcode(Op::TypeStruct) {
            StoredType::Struct(instruction.operands(1).to_vec())
        } else {
            return;
        };
        if instruction.has_opcode(Op::TypeMatrix)
            && let Some(StoredType::Items { item: scalar, count: rows }) = self.types.get(&item)
            && let Some(StoredType::Scalar(bytes)) = self.types.get(scalar)
        {
            self.matrices.insert(id, [*bytes, count, *rows]);
        }
        self.types.insert(id, stored);
    }

    /// Places what a type holds, and returns its size.
    fn place_type(&mut self, id: u32) -> StoredSize {
        match self.types.get(&id) {
            Some(StoredType::Scalar(bytes)) => StoredSize { bytes: *bytes, alignment: *bytes },
            Some(StoredType::Items { item, count }) => {
                let (item, count) = (*item, *count);
                let size = self.place_type(item);
                self.array_strides.insert(id, size.bytes);
                StoredSize { bytes: size.bytes.saturating_mul(count), ..size }
            }
            Some(StoredType::Struct(members)) => {
                let members = members.clone();
                self.place_members(id, &members)
            }
            None => StoredSize::default(),
        }
    }

    fn place_members(&mut self, id: u32, members: &[u32]) -> StoredSize {
        let mut whole = StoredSize { bytes: 0, alignment: 1 };
        for (number, member) in (0..).zip(members) {
            let size = self.place_type(*member);
            let offset = whole.bytes.next_multiple_of(size.alignment.max(1));
            self.offsets.insert((id, number), offset);
            whole.bytes = offset.saturating_add(size.bytes);
            whole.alignment = whole.alignment.max(size.alignment);
        }
        StoredSize { bytes: whole.bytes.next_multiple_of(whole.alignment), ..whole }
    }

    /// Returns the number that an offset or a stride has in a structured buffer; `None` for other instructions.
    pub(super) fn find_decoration(&self, instruction: &ModuleInstruction) -> Option<u32> {
        let (id, member) = (instruction.operand(0), instruction.operand(1));
        if has_type_decoration(instruction, Decoration::ArrayStride) {
            return self.array_strides.get(&id).copied();
        }
        if !instruction.has_opcode(Op::MemberDecorate) {
            return None;
        }
        let offset = self.offsets.get(&(id, member)).copied();
        match instruction.operand(2) {
            decoration if decoration == Decoration::Offset as u32 => offset,
            decoration if decoration == Decoration::MatrixStride as u32 => {
                offset.and_then(|_| self.find_matrix_stride(id, member))
            }
            _ => None,
        }
    }

    /// Returns the bytes from one column of a member's matrix to the next, or from one row to the next.
    fn find_matrix_stride(&self, id: u32, member: u32) -> Option<u32> {
        let Some(StoredType::Struct(members)) = self.types.get(&id) else { return None };
        let mut inner = *members.get(member as usize)?;
        while !self.matrices.contains_key(&inner) {
            let Some(StoredType::Items { item, .. }) = self.types.get(&inner) else { return None };
            inner = *item;
        }
        let [bytes, columns, rows] = *self.matrices.get(&inner)?;
        let is_row_major = self.row_major.contains(&(id, member));
        Some(bytes * if is_row_major { columns } else { rows })
    }
}

/// Returns true for the type of a pointer into a structured buffer, or to one of its items.
fn is_buffer_pointer(instruction: &ModuleInstruction) -> bool {
    instruction.has_opcode(Op::TypePointer) && instruction.operand(1) == StorageClass::StorageBuffer as u32
}

/// Returns true if an instruction gives a whole type that decoration.
fn has_type_decoration(instruction: &ModuleInstruction, decoration: Decoration) -> bool {
    instruction.has_opcode(Op::Decorate) && instruction.operand(1) == decoration as u32
}
