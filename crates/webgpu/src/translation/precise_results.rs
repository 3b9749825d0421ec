//! Keeps the results of `precise` operations: WGSL lets a compiler reorder sums and contract a product with a sum, which
//! loses the errors that pairs of floats are made of.

use super::module_editor::{BlockRewriter, ModuleEditor, id, id_at};
use super::refusal::Translated;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass, Word};
use std::collections::HashSet;

/// The name of a uniform that no launch sets, so that it is 0, and no compiler knows it.
const ZERO_NAME: &str = "always_zero";

/// Passes each precise result through integers and an exclusive or with the 0 of a uniform: nothing sees through that.
pub(super) fn keep_precise_results(editor: &mut ModuleEditor) -> Translated<()> {
    let annotations = editor.module.annotations.iter();
    let precise: HashSet<Word> = annotations
        .filter(|made| made.operands.get(1) == Some(&Operand::Decoration(Decoration::NoContraction)))
        .map(|made| id_at(made, 0))
        .collect();
    if precise.is_empty() {
        return Ok(());
    }
    let word = editor.uint_type();
    let pointer = editor.pointer_type(StorageClass::UniformConstant, word);
    let operands = vec![Operand::StorageClass(StorageClass::UniformConstant)];
    let zero = editor.add_global(Op::Variable, Some(pointer), operands);
    editor.set_name(zero, ZERO_NAME);
    editor.rewrite_blocks(|editor, block_rewriter, instruction| {
        let result = instruction.result_id.unwrap_or(0);
        let of = instruction.result_type.unwrap_or(0);
        let (scalar, lanes) = editor.lanes_of(of);
        if precise.contains(&result) && editor.global_op(scalar) == Op::TypeFloat {
            hide_result(editor, block_rewriter, instruction, (zero, lanes));
        } else {
            block_rewriter.out.push(instruction);
        }
        Ok(())
    })
}

/// Appends the operation with a new id, and its value under the old one.
fn hide_result(
    editor: &mut ModuleEditor,
    block_rewriter: &mut BlockRewriter,
    instruction: Instruction,
    (zero, lanes): (Word, u32),
) {
    let (of, result) = (instruction.result_type, instruction.result_id);
    let word = editor.uint_type();
    let words = editor.vector_type(word, lanes);
    let value = block_rewriter.push(editor, instruction.class.opcode, of.unwrap_or(0), instruction.operands);
    let bits = block_rewriter.push(editor, Op::Bitcast, words, vec![id(value)]);
    let mut zeros = block_rewriter.push(editor, Op::Load, word, vec![id(zero)]);
    if lanes > 1 {
        zeros = block_rewriter.push(editor, Op::CompositeConstruct, words, vec![id(zeros); lanes as usize]);
    }
    let same = block_rewriter.push(editor, Op::BitwiseXor, words, vec![id(bits), id(zeros)]);
    block_rewriter
        .out
        .push(Instruction::new(Op::Bitcast, of, result, vec![id(same)]));
}
