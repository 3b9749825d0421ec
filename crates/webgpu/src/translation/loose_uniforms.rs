//! Gathers the uniforms outside of blocks into one block.

use super::module_editor::{ModuleEditor, id, id_at, literal_at};
use super::refusal::{Refusal, Translated};
use super::resource::UniformMember;
use gristmill_base::element::Scalar;
use gristmill_shader::UniformKind;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass, Word};
use std::collections::HashMap;

/// The block of uniforms.
pub(super) struct UniformBlock {
    /// The variable.
    pub(super) variable: Word,
    /// Its size in bytes.
    pub(super) bytes: u32,
    /// True if it is a storage buffer.
    pub(super) storage: bool,
    /// Its members.
    pub(super) members: Vec<UniformMember>,
}

/// A loose uniform.
struct LooseUniform {
    variable: Word,
    of: Word,
    member: UniformMember,
}

/// Gathers all loose uniforms. A `bool`, which no buffer can hold, becomes a `uint` that is compared with 0.
pub(super) fn gather_uniforms(editor: &mut ModuleEditor) -> Translated<Option<UniformBlock>> {
    let mut loose = vec![];
    let mut offset = 0;
    for (variable, class, of) in editor.list_variables() {
        if class != StorageClass::UniformConstant || is_opaque(editor, of) {
            continue;
        }
        let name = editor.find_name(variable);
        let (kind, items) = uniform_kind(editor, of)
            .ok_or_else(|| Refusal::new(format!("the uniform {name} has a type that no buffer of WGSL can hold")))?;
        let [align, bytes] = kind_layout(kind);
        let stride = bytes.next_multiple_of(align);
        offset = u32::next_multiple_of(offset, align);
        let member = UniformMember { name, kind, items, offset, stride };
        offset += items.map_or(bytes, |items| items * stride);
        loose.push(LooseUniform { variable, of, member });
    }
    if loose.is_empty() {
        return Ok(None);
    }
    let dense = |uniform: &LooseUniform| uniform.member.items.is_some() && !uniform.member.stride.is_multiple_of(16);
    let storage = loose.iter().any(dense);
    let class = if storage { StorageClass::StorageBuffer } else { StorageClass::Uniform };
    let members: Vec<Word> = loose.iter().map(|uniform| words_type(editor, uniform.of)).collect();
    let block = editor.add_global(Op::TypeStruct, None, members.iter().map(|member| id(*member)).collect());
    editor.set_name(block, "Uniforms");
    editor.decorate(block, Decoration::Block, None);
    for (at, uniform) in (0..).zip(&loose) {
        editor.set_member_name(block, at, &uniform.member.name);
        editor.decorate_member(block, at, Decoration::Offset, Some(uniform.member.offset));
        if let UniformKind::Matrix { rows, .. } = uniform.member.kind {
            editor.decorate_member(block, at, Decoration::ColMajor, None);
            let apart = if rows == 2 { 8 } else { 16 };
            editor.decorate_member(block, at, Decoration::MatrixStride, Some(apart));
        }
    }
    let pointer = editor.pointer_type(class, block);
    let variable = editor.add_global(Op::Variable, Some(pointer), vec![Operand::StorageClass(class)]);
    editor.set_name(variable, "uniforms");
    if storage {
        editor.decorate(variable, Decoration::NonWritable, None);
    }
    editor.add_to_interface(variable);
    replace_uses(editor, &loose, &members, (variable, class))?;
    for uniform in &loose {
        editor.remove_global(uniform.variable);
    }
    let members = loose.into_iter().map(|uniform| uniform.member).collect();
    Ok(Some(UniformBlock { variable, bytes: offset.next_multiple_of(16), storage, members }))
}

/// Replaces each use of a loose uniform by one of the block's member.
fn replace_uses(
    editor: &mut ModuleEditor,
    loose: &[LooseUniform],
    members: &[Word],
    (block, class): (Word, StorageClass),
) -> Translated<()> {
    let by_variable: HashMap<Word, usize> =
        loose.iter().enumerate().map(|(at, uniform)| (uniform.variable, at)).collect();
    // Pointers into the block: the type that each points to there.
    let mut pointers: HashMap<Word, Word> = HashMap::new();
    editor.rewrite_blocks(|editor, block_rewriter, instruction| {
        let mut instruction = instruction;
        for at in 0..instruction.operands.len() {
            let Some(&member) = by_variable.get(&id_at(&instruction, at)) else { continue };
            let pointer = editor.pointer_type(class, members[member]);
            let int = editor.int_type();
            let index = editor.add_constant(int, member as u32);
            let pointed = block_rewriter.push(editor, Op::AccessChain, pointer, vec![id(block), id(index)]);
            pointers.insert(pointed, members[member]);
            instruction.operands[at] = id(pointed);
        }
        match (instruction.class.opcode, pointers.get(&id_at(&instruction, 0)).copied()) {
            (Op::AccessChain | Op::InBoundsAccessChain, Some(_)) => {
                let old = instruction
                    .result_type
                    .and_then(|pointer| editor.find_pointee(pointer))
                    .unwrap_or(0);
                let to = words_type(editor, old);
                instruction.result_type = Some(editor.pointer_type(class, to));
                if let Some(result) = instruction.result_id {
                    pointers.insert(result, to);
                }
            }
            (Op::Load, Some(words)) if instruction.result_type != Some(words) => {
                let of = instruction.result_type.unwrap_or(0);
                if editor.global_op(of) == Op::TypeArray {
                    let sentence = "an array of bool is copied as a whole; make it an array of int";
                    return Err(Refusal::new(sentence));
                }
                let loaded = block_rewriter.push(editor, Op::Load, words, instruction.operands.clone());
                let zero = editor.splat_constant(words, 0);
                let operands = vec![id(loaded), id(zero)];
                instruction = Instruction::new(Op::INotEqual, Some(of), instruction.result_id, operands);
            }
            _ => {}
        }
        block_rewriter.out.push(instruction);
        Ok(())
    })
}

/// Returns true for textures, samplers, images, and arrays of them.
fn is_opaque(editor: &ModuleEditor, of: Word) -> bool {
    match editor.find_global(of) {
        Some(made) => match made.class.opcode {
            Op::TypeImage | Op::TypeSampler | Op::TypeSampledImage => true,
            Op::TypeArray | Op::TypeRuntimeArray => is_opaque(editor, id_at(made, 0)),
            _ => false,
        },
        None => false,
    }
}

/// Returns the kind of a uniform, and its number of items if it is an array.
fn uniform_kind(editor: &ModuleEditor, of: Word) -> Option<(UniformKind, Option<u32>)> {
    let made = editor.find_global(of)?;
    if made.class.opcode == Op::TypeArray {
        let items = editor.constant_bits(id_at(made, 1))?;
        return match uniform_kind(editor, id_at(made, 0))? {
            (kind, None) => Some((kind, Some(items))),
            _ => None,
        };
    }
    if made.class.opcode == Op::TypeMatrix {
        let (scalar, rows) = editor.lanes_of(id_at(made, 0));
        let columns = literal_at(made, 1) as u8;
        let is_float = find_lane_type(editor, scalar)? == LaneType::Number(Scalar::F32);
        return is_float.then_some((UniformKind::Matrix { columns, rows: rows as u8 }, None));
    }
    let (scalar, lanes) = editor.lanes_of(of);
    let lanes = lanes as u8;
    Some(match find_lane_type(editor, scalar)? {
        LaneType::Number(scalar) => (UniformKind::Vector { scalar, lanes }, None),
        LaneType::Bool => (UniformKind::Bool { lanes }, None),
    })
}

/// The type of a lane that a buffer can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LaneType {
    /// A truth, which a buffer holds as a word.
    Bool,
    /// A number of 32 bits.
    Number(Scalar),
}

impl LaneType {
    /// Returns the number's type; `None` for a truth.
    pub(super) fn number(self) -> Option<Scalar> {
        match self {
            LaneType::Bool => None,
            LaneType::Number(scalar) => Some(scalar),
        }
    }
}

/// Returns the type of a lane; `None` if it is not one of 32 bits.
pub(super) fn find_lane_type(editor: &ModuleEditor, of: Word) -> Option<LaneType> {
    let made = editor.find_global(of)?;
    match (made.class.opcode, literal_at(made, 0), literal_at(made, 1)) {
        (Op::TypeBool, ..) => Some(LaneType::Bool),
        (Op::TypeFloat, 32, _) => Some(LaneType::Number(Scalar::F32)),
        (Op::TypeInt, 32, 1) => Some(LaneType::Number(Scalar::I32)),
        (Op::TypeInt, 32, 0) => Some(LaneType::Number(Scalar::U32)),
        _ => None,
    }
}

/// Returns alignment and size in bytes, by WGSL's rules.
fn kind_layout(kind: UniformKind) -> [u32; 2] {
    let vector = |lanes: u8| match lanes {
        1 => [4, 4],
        2 => [8, 8],
        3 => [16, 12],
        _ => [16, 16],
    };
    match kind {
        UniformKind::Vector { lanes, .. } | UniformKind::Bool { lanes } => vector(lanes),
        UniformKind::Matrix { columns, rows } => {
            let [align, _] = vector(rows);
            [align, align * u32::from(columns)]
        }
    }
}

/// Returns a type with words in place of its `bool`s.
fn words_type(editor: &mut ModuleEditor, of: Word) -> Word {
    let Some(made) = editor.find_global(of).cloned() else { return of };
    match made.class.opcode {
        Op::TypeBool => editor.uint_type(),
        Op::TypeVector if editor.global_op(id_at(&made, 0)) == Op::TypeBool => {
            let word = editor.uint_type();
            editor.vector_type(word, literal_at(&made, 1))
        }
        Op::TypeArray => {
            let item = words_type(editor, id_at(&made, 0));
            match item == id_at(&made, 0) {
                true => of,
                false => editor.intern(Op::TypeArray, None, vec![id(item), id(id_at(&made, 1))]),
            }
        }
        _ => of,
    }
}
