//! Splits each combined sampler into a texture, which keeps its id and name, and a sampler.

use super::module_editor::{BlockRewriter, ModuleEditor, id, id_at};
use super::refusal::{Refusal, Translated};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Op, StorageClass, Word};
use std::collections::{HashMap, HashSet};

/// A texture and the sampler that reads it.
pub(super) struct SamplerPair {
    /// The variable of the texture.
    pub(super) texture: Word,
    /// The variable of its sampler.
    pub(super) sampler: Word,
    /// The author's name: an item of an array has its index.
    pub(super) name: String,
}

/// The split of a module under way.
#[derive(Default)]
struct SamplerSplit {
    /// The sampler of each texture, variables and parameters.
    samplers: HashMap<Word, Word>,
    /// The textures that each array of samplers became.
    arrays: HashMap<Word, Vec<Word>>,
    /// The texture that a loaded combined sampler was loaded from, and the loaded texture.
    loaded: HashMap<Word, (Word, Word)>,
    /// Ids with another name from now on.
    renamed: HashMap<Word, Word>,
}

/// Splits all combined samplers, also where functions take them.
pub(super) fn split_samplers(editor: &mut ModuleEditor) -> Translated<Vec<SamplerPair>> {
    let mut split = SamplerSplit::default();
    let pairs = split_variables(editor, &mut split)?;
    if pairs.is_empty() {
        return Ok(pairs);
    }
    split_parameters(editor, &mut split);
    editor.rewrite_blocks(|editor, block_rewriter, instruction| {
        split.rewrite_instruction(editor, block_rewriter, instruction)
    })?;
    editor.rename_ids(&split.renamed);
    let used = loaded_variables(editor);
    Ok(drop_unused_samplers(editor, pairs, &used))
}

/// Returns the texture type of a combined sampler's type.
fn texture_type(editor: &ModuleEditor, of: Word) -> Option<Word> {
    let made = editor.find_global(of)?;
    (made.class.opcode == Op::TypeSampledImage).then(|| id_at(made, 0))
}

/// Makes two variables of each combined sampler, and of each item of an array.
fn split_variables(editor: &mut ModuleEditor, split: &mut SamplerSplit) -> Translated<Vec<SamplerPair>> {
    let mut pairs = vec![];
    for (variable, class, of) in editor.list_variables() {
        if class != StorageClass::UniformConstant {
            continue;
        }
        let name = editor.find_name(variable);
        if let Some(texture) = texture_type(editor, of) {
            let sampler = add_sampler(editor, &name);
            retype_variable(editor, variable, texture);
            split.samplers.insert(variable, sampler);
            pairs.push(SamplerPair { texture: variable, sampler, name });
            continue;
        }
        let Some((texture, count)) = sampler_array(editor, of) else { continue };
        let mut items = vec![];
        for item in 0..count {
            let name = format!("{name}[{item}]");
            let pointer = editor.pointer_type(StorageClass::UniformConstant, texture);
            let operands = vec![Operand::StorageClass(StorageClass::UniformConstant)];
            let made = editor.add_global(Op::Variable, Some(pointer), operands);
            editor.set_name(made, &name);
            editor.add_to_interface(made);
            let sampler = add_sampler(editor, &name);
            split.samplers.insert(made, sampler);
            pairs.push(SamplerPair { texture: made, sampler, name });
            items.push(made);
        }
        split.arrays.insert(variable, items);
        editor.remove_global(variable);
    }
    Ok(pairs)
}

/// Returns the texture type and the length of an array of combined samplers.
fn sampler_array(editor: &ModuleEditor, of: Word) -> Option<(Word, u32)> {
    let made = editor.find_global(of)?;
    if made.class.opcode != Op::TypeArray {
        return None;
    }
    Some((texture_type(editor, id_at(made, 0))?, editor.constant_bits(id_at(made, 1))?))
}

fn add_sampler(editor: &mut ModuleEditor, name: &str) -> Word {
    let kind = editor.intern(Op::TypeSampler, None, vec![]);
    let pointer = editor.pointer_type(StorageClass::UniformConstant, kind);
    let operands = vec![Operand::StorageClass(StorageClass::UniformConstant)];
    let sampler = editor.add_global(Op::Variable, Some(pointer), operands);
    editor.set_name(sampler, &format!("{name}_sampler"));
    editor.add_to_interface(sampler);
    sampler
}

/// Makes a variable a texture. It moves to the end, behind the new type of pointers.
fn retype_variable(editor: &mut ModuleEditor, variable: Word, texture: Word) {
    let pointer = editor.pointer_type(StorageClass::UniformConstant, texture);
    let operands = vec![Operand::StorageClass(StorageClass::UniformConstant)];
    let made = Instruction::new(Op::Variable, Some(pointer), Some(variable), operands);
    editor.module.types_global_values.retain(|old| old.result_id != Some(variable));
    editor.module.types_global_values.push(made.clone());
    editor.replace_global(made);
}

/// Gives functions that take a combined sampler a texture and a sampler.
fn split_parameters(editor: &mut ModuleEditor, split: &mut SamplerSplit) {
    let mut functions = std::mem::take(&mut editor.module.functions);
    for function in &mut functions {
        let mut parameters = vec![];
        for mut parameter in std::mem::take(&mut function.parameters) {
            let pointee = parameter.result_type.and_then(|pointer| editor.find_pointee(pointer));
            let texture = pointee.and_then(|pointee| texture_type(editor, pointee));
            let (Some(texture), Some(of)) = (texture, parameter.result_id) else {
                parameters.push(parameter);
                continue;
            };
            parameter.result_type = Some(editor.pointer_type(StorageClass::UniformConstant, texture));
            parameters.push(parameter);
            let kind = editor.intern(Op::TypeSampler, None, vec![]);
            let pointer = editor.pointer_type(StorageClass::UniformConstant, kind);
            let sampler = editor.fresh_id();
            let name = editor.find_name(of);
            editor.set_name(sampler, &format!("{name}_sampler"));
            parameters.push(Instruction::new(Op::FunctionParameter, Some(pointer), Some(sampler), vec![]));
            split.samplers.insert(of, sampler);
        }
        if let Some(def) = &mut function.def {
            let taken = parameters.iter().filter_map(|parameter| parameter.result_type).map(id);
            let operands = def.result_type.map(id).into_iter().chain(taken).collect();
            let kind = editor.intern(Op::TypeFunction, None, operands);
            if let Some(last) = def.operands.last_mut() {
                *last = id(kind);
            }
        }
        function.parameters = parameters;
    }
    editor.module.functions = functions;
}

impl SamplerSplit {
    /// Rewrites one instruction.
    fn rewrite_instruction(
        &mut self,
        editor: &mut ModuleEditor,
        block_rewriter: &mut BlockRewriter,
        mut instruction: Instruction,
    ) -> Translated<()> {
        match instruction.class.opcode {
            Op::AccessChain | Op::InBoundsAccessChain => {
                if let Some(items) = self.arrays.get(&id_at(&instruction, 0)) {
                    let index = editor.constant_bits(id_at(&instruction, 1));
                    let item = index.and_then(|index| items.get(index as usize)).ok_or_else(|| {
                        let count = items.len();
                        Refusal::new(format!(
                            "the index of an array of samplers must be a constant below {count}; choose by if or switch"
                        ))
                    })?;
                    self.renamed.extend(instruction.result_id.map(|result| (result, *item)));
                    return Ok(());
                }
            }
            Op::Load => {
                let texture = instruction.result_type.and_then(|of| texture_type(editor, of));
                let from = self.resolve_value(id_at(&instruction, 0));
                if let (Some(texture), Some(result)) = (texture, instruction.result_id) {
                    let loaded = block_rewriter.push(editor, Op::Load, texture, vec![id(from)]);
                    self.loaded.insert(result, (from, loaded));
                    return Ok(());
                }
            }
            Op::Image => {
                if let Some((_, loaded)) = self.loaded.get(&id_at(&instruction, 0)) {
                    self.renamed.extend(instruction.result_id.map(|result| (result, *loaded)));
                    return Ok(());
                }
            }
            Op::FunctionCall => {
                let function = instruction.operands.first().cloned();
                let arguments = instruction.operands.iter().skip(1).flat_map(|argument| {
                    let given = argument.id_ref_any().map_or(0, |given| self.resolve_value(given));
                    let sampler = self.samplers.get(&given);
                    std::iter::once(id(given)).chain(sampler.map(|sampler| id(*sampler)))
                });
                instruction.operands = function.into_iter().chain(arguments).collect();
            }
            _ => self.combine_operands(editor, block_rewriter, &mut instruction)?,
        }
        block_rewriter.out.push(instruction);
        Ok(())
    }

    /// Returns the id that another one now stands for.
    fn resolve_value(&self, of: Word) -> Word {
        self.renamed.get(&of).copied().unwrap_or(of)
    }

    /// Combines texture and sampler before an instruction that reads through both.
    fn combine_operands(
        &self,
        editor: &mut ModuleEditor,
        block_rewriter: &mut BlockRewriter,
        instruction: &mut Instruction,
    ) -> Translated<()> {
        for operand in &mut instruction.operands {
            let Some((variable, loaded)) = operand.id_ref_any().and_then(|used| self.loaded.get(&used)) else {
                continue;
            };
            let Some(sampler) = self.samplers.get(variable) else { continue };
            if !is_float_texture(editor, *variable) {
                let name = editor.find_name(*variable);
                return Err(Refusal::new(format!(
                    "{name} holds integers, which WGSL reads by texels only; use texelFetch, with % for repeating"
                )));
            }
            let kind = editor.intern(Op::TypeSampler, None, vec![]);
            let sampler = block_rewriter.push(editor, Op::Load, kind, vec![id(*sampler)]);
            let Some(texture) = block_rewriter
                .out
                .iter()
                .find(|made| made.result_id == Some(*loaded))
                .and_then(|made| made.result_type)
                .or_else(|| {
                    editor
                        .find_global(*variable)
                        .and_then(|made| editor.find_pointee(made.result_type?))
                })
            else {
                continue;
            };
            let kind = editor.intern(Op::TypeSampledImage, None, vec![id(texture)]);
            *operand = id(block_rewriter.push(editor, Op::SampledImage, kind, vec![id(*loaded), id(sampler)]));
        }
        Ok(())
    }
}

/// Returns false for a variable that is a texture of integers.
fn is_float_texture(editor: &ModuleEditor, variable: Word) -> bool {
    let of = editor
        .find_global(variable)
        .and_then(|made| editor.find_pointee(made.result_type?));
    let texel = of.and_then(|of| editor.find_global(of)).map(|image| id_at(image, 0));
    texel.is_none_or(|texel| editor.global_op(texel) == Op::TypeFloat)
}

/// Returns the variables that bodies load or pass to functions.
fn loaded_variables(editor: &ModuleEditor) -> HashSet<Word> {
    let functions = editor.module.functions.iter().flat_map(|function| function.all_inst_iter());
    let uses = functions.filter(|made| matches!(made.class.opcode, Op::Load | Op::FunctionCall));
    uses.flat_map(|made| made.operands.iter().filter_map(Operand::id_ref_any))
        .collect()
}

/// Removes samplers that nothing loads: their textures are only read by texels.
fn drop_unused_samplers(editor: &mut ModuleEditor, pairs: Vec<SamplerPair>, used: &HashSet<Word>) -> Vec<SamplerPair> {
    for pair in pairs.iter().filter(|pair| !used.contains(&pair.sampler)) {
        editor.remove_global(pair.sampler);
    }
    pairs
}
