//! Doubles that only carry bits, as words: `eight.glsl` loads eight numbers as four doubles, and calculates nothing with
//! them. A double becomes two words, a pair of them four, and four of them a struct of two fours.

use super::module_editor::{BlockRewriter, ModuleEditor, id, id_at, literal_at};
use super::refusal::{Refusal, Translated};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Decoration, Op, Word};
use std::collections::HashMap;

/// `UnpackDouble2x32` of the instructions of GLSL.
const UNPACK_DOUBLE: u32 = 65;

/// The types of doubles in a module.
struct DoubleTypes {
    scalar: Word,
    /// By id: 2 or 4 doubles.
    vectors: HashMap<Word, u32>,
    /// Four words.
    four: Word,
}

/// Replaces doubles by words, if all that happens to them is moving and unpacking; else leaves them, to be refused.
pub(super) fn replace_packed_doubles(editor: &mut ModuleEditor) -> Translated<()> {
    let Some(mut types) = find_doubles(editor) else { return Ok(()) };
    if !has_only_moves(editor, &types) {
        return Ok(());
    }
    types.four = replace_types(editor, &types);
    rewrite_accesses(editor, &types)?;
    let float64 = Operand::Capability(Capability::Float64);
    editor
        .module
        .capabilities
        .retain(|made| made.operands.first() != Some(&float64));
    Ok(())
}

/// Finds the types; `None` if there is none, or one that is not replaced.
fn find_doubles(editor: &ModuleEditor) -> Option<DoubleTypes> {
    let globals = &editor.module.types_global_values;
    let is_double = |made: &&Instruction| made.class.opcode == Op::TypeFloat && literal_at(made, 0) == 64;
    let scalar = globals.iter().find(is_double)?.result_id?;
    let vectors: HashMap<Word, u32> = globals
        .iter()
        .filter(|made| made.class.opcode == Op::TypeVector && id_at(made, 0) == scalar)
        .filter_map(|made| Some((made.result_id?, literal_at(made, 1))))
        .collect();
    let known = vectors.values().all(|lanes| *lanes == 2 || *lanes == 4);
    known.then_some(DoubleTypes { scalar, vectors, four: 0 })
}

/// Returns true if doubles are only loaded, stored, passed, picked and unpacked.
fn has_only_moves(editor: &ModuleEditor, types: &DoubleTypes) -> bool {
    let is_double = |of: Word| of == types.scalar || types.vectors.contains_key(&of);
    let globals = editor.module.types_global_values.iter();
    if globals.filter_map(|made| made.result_type).any(is_double) {
        return false;
    }
    let results = editor.result_types();
    let mut all = editor.module.functions.iter().flat_map(|function| function.all_inst_iter());
    all.all(|made| {
        let uses = made.operands.iter().any(|operand| match operand {
            Operand::IdRef(word) => results.get(word).is_some_and(|of| is_double(*of)),
            _ => false,
        });
        let makes = made.result_type.is_some_and(is_double);
        let moves = match made.class.opcode {
            Op::Load | Op::Store | Op::FunctionCall | Op::FunctionParameter | Op::CompositeExtract => true,
            Op::VectorShuffle => id_at(made, 0) == id_at(made, 1),
            Op::ExtInst => made.operands.get(1) == Some(&Operand::LiteralExtInstInteger(UNPACK_DOUBLE)),
            _ => false,
        };
        moves || !(uses || makes)
    })
}

/// Replaces the types of doubles by types of words, under their ids. Returns the type of four words.
fn replace_types(editor: &mut ModuleEditor, types: &DoubleTypes) -> Word {
    let word = editor.uint_type();
    let four = editor.fresh_id();
    let fours = Instruction::new(Op::TypeVector, None, Some(four), vec![id(word), Operand::LiteralBit32(4)]);
    // All that follows may use them.
    let globals = &mut editor.module.types_global_values;
    if let Some(at) = globals.iter().position(|made| made.result_id == Some(word)) {
        let made = globals.remove(at);
        globals.insert(0, made);
    }
    globals.insert(1, fours.clone());
    editor.replace_global(fours);
    let pair = vec![id(word), Operand::LiteralBit32(2)];
    editor.replace_global(Instruction::new(Op::TypeVector, None, Some(types.scalar), pair));
    for (vector, lanes) in &types.vectors {
        if *lanes == 2 {
            let operands = vec![id(word), Operand::LiteralBit32(4)];
            editor.replace_global(Instruction::new(Op::TypeVector, None, Some(*vector), operands));
        } else {
            editor.replace_global(Instruction::new(Op::TypeStruct, None, Some(*vector), vec![id(four); 2]));
            editor.decorate_member(*vector, 0, Decoration::Offset, Some(0));
            editor.decorate_member(*vector, 1, Decoration::Offset, Some(16));
        }
    }
    four
}

/// Replaces what picks doubles out of vectors.
fn rewrite_accesses(editor: &mut ModuleEditor, types: &DoubleTypes) -> Translated<()> {
    let results = editor.result_types();
    let lanes_of = |value: Word| results.get(&value).and_then(|of| types.vectors.get(of)).copied();
    // Pointers to one double of a pair: the pair, and which it is.
    let mut halves: HashMap<Word, (Word, u32)> = HashMap::new();
    editor.rewrite_blocks(|editor, block_rewriter, instruction| {
        let source = id_at(&instruction, 0);
        let result = instruction.result_id.unwrap_or(0);
        match instruction.class.opcode {
            Op::AccessChain | Op::InBoundsAccessChain => {
                match point_to_pair(editor, block_rewriter, types, &instruction, &results)? {
                    Some(half) => drop(halves.insert(result, half)),
                    None => block_rewriter.out.push(instruction),
                }
            }
            Op::Load if halves.contains_key(&source) => {
                let (pair, half) = halves[&source];
                let words = block_rewriter.push(editor, Op::Load, types.four, vec![id(pair)]);
                push_half(block_rewriter, types, (words, half), result);
            }
            Op::Store if halves.contains_key(&source) => {
                return Err(Refusal::new("one double of a vector is stored; WGSL has no numbers of 64 bits, use 32"));
            }
            Op::CompositeExtract if lanes_of(source).is_some() => {
                let lane = literal_at(&instruction, 1);
                let pair = take_pair(editor, block_rewriter, types, (source, lanes_of(source)), lane);
                push_half(block_rewriter, types, (pair, lane % 2), result);
            }
            Op::VectorShuffle if lanes_of(source).is_some() => {
                let picked: Vec<u32> = (2..instruction.operands.len()).map(|at| literal_at(&instruction, at)).collect();
                let [first, second] = picked[..] else {
                    return Err(Refusal::new(
                        "the kernel rearranges vectors of four doubles; WGSL has no numbers of 64 bits, use 32",
                    ));
                };
                let lanes = lanes_of(source);
                // Both operands of a choice from one vector are that vector: a lane of the second counts on.
                let [first, second] = [first, second].map(|lane| lane % lanes.unwrap_or(2));
                let [a, b] =
                    [first, second].map(|lane| take_pair(editor, block_rewriter, types, (source, lanes), lane));
                let [a_at, b_at] = [2 * (first % 2), 4 + 2 * (second % 2)];
                let lanes = [a_at, a_at + 1, b_at, b_at + 1].map(Operand::LiteralBit32);
                let operands = [id(a), id(b)].into_iter().chain(lanes).collect();
                block_rewriter
                    .out
                    .push(Instruction::new(Op::VectorShuffle, Some(types.four), Some(result), operands));
            }
            Op::ExtInst if instruction.operands.get(1) == Some(&Operand::LiteralExtInstInteger(UNPACK_DOUBLE)) => {
                let words = id(id_at(&instruction, 2));
                block_rewriter.out.push(Instruction::new(
                    Op::CopyObject,
                    instruction.result_type,
                    Some(result),
                    vec![words],
                ));
            }
            _ => block_rewriter.out.push(instruction),
        }
        Ok(())
    })
}

/// Returns the four words that hold a lane of a vector: the vector itself, or a member of the struct.
fn take_pair(
    editor: &mut ModuleEditor,
    block_rewriter: &mut BlockRewriter,
    types: &DoubleTypes,
    (vector, lanes): (Word, Option<u32>),
    lane: u32,
) -> Word {
    if lanes != Some(4) {
        return vector;
    }
    let operands = vec![id(vector), Operand::LiteralBit32(lane / 2)];
    block_rewriter.push(editor, Op::CompositeExtract, types.four, operands)
}

/// Appends an instruction that takes one double's two words from four, under an id.
fn push_half(block_rewriter: &mut BlockRewriter, types: &DoubleTypes, (pair, half): (Word, u32), result: Word) {
    let lanes = [2 * half, 2 * half + 1].map(Operand::LiteralBit32);
    let operands = [id(pair), id(pair)].into_iter().chain(lanes).collect();
    block_rewriter
        .out
        .push(Instruction::new(Op::VectorShuffle, Some(types.scalar), Some(result), operands));
}

/// Replaces a pointer to one double of a vector by one to its pair: returns that and the half. `None` for other pointers.
fn point_to_pair(
    editor: &mut ModuleEditor,
    block_rewriter: &mut BlockRewriter,
    types: &DoubleTypes,
    chain: &Instruction,
    results: &HashMap<Word, Word>,
) -> Translated<Option<(Word, u32)>> {
    let base = id_at(chain, 0);
    let pointer = results.get(&base).copied();
    let pointer = pointer
        .or_else(|| editor.find_global(base).and_then(|made| made.result_type))
        .unwrap_or(0);
    let mut of = editor.find_pointee(pointer).unwrap_or(0);
    let last = chain.operands.len() - 1;
    for at in 1..last {
        of = inner_type(editor, of, id_at(chain, at));
    }
    let Some(&lanes) = types.vectors.get(&of) else { return Ok(None) };
    let Some(lane) = editor.constant_bits(id_at(chain, last)) else {
        return Err(Refusal::new(
            "a double is picked by a number that changes; WGSL has no numbers of 64 bits, use 32",
        ));
    };
    let mut operands = chain.operands[..last].to_vec();
    if lanes == 4 {
        let int = editor.int_type();
        operands.push(id(editor.add_constant(int, lane / 2)));
    }
    if operands.len() == 1 {
        return Ok(Some((base, lane % 2)));
    }
    let class = match editor.find_global(pointer).and_then(|made| made.operands.first()) {
        Some(Operand::StorageClass(class)) => *class,
        _ => return Ok(None),
    };
    let pointer = editor.pointer_type(class, types.four);
    let pair = block_rewriter.push(editor, chain.class.opcode, pointer, operands);
    Ok(Some((pair, lane % 2)))
}

/// Returns the type that an index leads to.
fn inner_type(editor: &ModuleEditor, of: Word, index: Word) -> Word {
    let Some(made) = editor.find_global(of) else { return 0 };
    match made.class.opcode {
        Op::TypeStruct => id_at(made, editor.constant_bits(index).unwrap_or(0) as usize),
        _ => id_at(made, 0),
    }
}
