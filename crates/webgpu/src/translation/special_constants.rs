//! Float constants that are infinite or no numbers: WGSL has none, so they are made of their bits where they are used.

use super::module_editor::{BlockRewriter, ModuleEditor, id, id_at};
use super::refusal::Translated;
use rspirv::dr::Operand;
use rspirv::spirv::{Op, StorageClass, Word};
use std::collections::HashMap;

/// The parts of a constant.
enum SpecialConstant {
    /// The private variable with a float's bits: what is constant would be computed by a compiler, which refuses it.
    Bits(Word),
    /// The parts of a vector, a matrix, an array or a struct.
    Parts(Vec<Word>),
}

/// Replaces the uses of such constants.
pub(super) fn replace_constants(editor: &mut ModuleEditor) -> Translated<()> {
    let mut found: HashMap<Word, SpecialConstant> = HashMap::new();
    for made in editor.module.types_global_values.clone() {
        let (Some(constant), Some(of)) = (made.result_id, made.result_type) else { continue };
        match made.class.opcode {
            Op::Constant if editor.global_op(of) == Op::TypeFloat => {
                let bits = editor.constant_bits(constant).unwrap_or(0);
                if !f32::from_bits(bits).is_finite() {
                    let variable = add_bits(editor, bits);
                    found.insert(constant, SpecialConstant::Bits(variable));
                }
            }
            Op::ConstantComposite => {
                let parts: Vec<Word> = (0..made.operands.len()).map(|at| id_at(&made, at)).collect();
                if parts.iter().any(|part| found.contains_key(part)) {
                    found.insert(constant, SpecialConstant::Parts(parts));
                }
            }
            _ => {}
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    editor.rewrite_blocks(|editor, block_rewriter, mut instruction| {
        for at in 0..instruction.operands.len() {
            let used = id_at(&instruction, at);
            if found.contains_key(&used) {
                instruction.operands[at] = id(make_constant(editor, block_rewriter, &found, used));
            }
        }
        block_rewriter.out.push(instruction);
        Ok(())
    })?;
    for constant in found.into_keys() {
        editor.remove_global(constant);
    }
    Ok(())
}

/// Adds a private variable that begins with these bits.
fn add_bits(editor: &mut ModuleEditor, bits: u32) -> Word {
    let word = editor.uint_type();
    let bits = editor.add_constant(word, bits);
    let pointer = editor.pointer_type(StorageClass::Private, word);
    let operands = vec![Operand::StorageClass(StorageClass::Private), id(bits)];
    let variable = editor.add_global(Op::Variable, Some(pointer), operands);
    editor.set_name(variable, "float_bits");
    editor.add_to_interface(variable);
    variable
}

/// Makes a constant of its bits or parts.
fn make_constant(
    editor: &mut ModuleEditor,
    block_rewriter: &mut BlockRewriter,
    found: &HashMap<Word, SpecialConstant>,
    constant: Word,
) -> Word {
    let of = editor.find_global(constant).and_then(|made| made.result_type).unwrap_or(0);
    match found.get(&constant) {
        Some(SpecialConstant::Bits(variable)) => {
            let word = editor.uint_type();
            let bits = block_rewriter.push(editor, Op::Load, word, vec![id(*variable)]);
            block_rewriter.push(editor, Op::Bitcast, of, vec![id(bits)])
        }
        Some(SpecialConstant::Parts(parts)) => {
            let parts = parts
                .iter()
                .map(|part| id(make_constant(editor, block_rewriter, found, *part)))
                .collect();
            block_rewriter.push(editor, Op::CompositeConstruct, of, parts)
        }
        None => constant,
    }
}
