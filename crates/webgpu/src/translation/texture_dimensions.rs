//! Makes textures of one dimension, and rectangles, two-dimensional: the first are no render targets of WebGPU, the
//! second are not there.

use super::module_editor::{BlockRewriter, ModuleEditor, id, id_at};
use super::refusal::{Refusal, Translated};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Dim, ImageOperands, Op, Word};
use std::collections::HashMap;

/// A half, the middle of the only row.
const HALF: u32 = 0x3f00_0000;

/// `Floor` and `SClamp` of GLSL.std.450.
const FLOOR: u32 = 8;
const S_CLAMP: u32 = 45;

/// Textures whose type changed.
struct WidenedTextures {
    /// The dimension that each type had, by its id.
    types: HashMap<Word, Dim>,
    /// The type of each result.
    results: HashMap<Word, Word>,
}

/// Gives every texture of one dimension a second one, of one row; texels of rectangles are fetched.
pub(super) fn widen_textures(editor: &mut ModuleEditor) -> Translated<()> {
    let mut types = HashMap::new();
    for made in editor.module.types_global_values.clone() {
        let (Op::TypeImage, Some(of)) = (made.class.opcode, made.result_id) else { continue };
        match made.operands.get(1) {
            Some(Operand::Dim(dim @ (Dim::Dim1D | Dim::DimRect))) => {
                types.insert(of, *dim);
                let mut made = made.clone();
                made.operands[1] = Operand::Dim(Dim::Dim2D);
                editor.replace_global(made);
            }
            Some(Operand::Dim(Dim::DimBuffer)) => {
                let sentence = "a samplerBuffer or imageBuffer is a buffer; declare a buffer block";
                return Err(Refusal::new(sentence));
            }
            _ => {}
        }
    }
    if types.is_empty() {
        return Ok(());
    }
    const GONE: [Capability; 4] =
        [Capability::SampledRect, Capability::ImageRect, Capability::Sampled1D, Capability::Image1D];
    editor.module.capabilities.retain(
        |made| !matches!(made.operands.first(), Some(Operand::Capability(capability)) if GONE.contains(capability)),
    );
    let widened = WidenedTextures { types, results: editor.result_types() };
    editor.rewrite_blocks(|editor, block_rewriter, instruction| {
        widened.rewrite_instruction(editor, block_rewriter, instruction)
    })
}

impl WidenedTextures {
    /// Returns the dimension that a texture, or a texture with its sampler, had.
    fn old_dimension(&self, editor: &ModuleEditor, texture: Word) -> Option<Dim> {
        let of = self.results.get(&texture)?;
        let of = match editor.find_global(*of) {
            Some(made) if made.class.opcode == Op::TypeSampledImage => id_at(made, 0),
            Some(made) if made.class.opcode == Op::TypePointer => id_at(made, 1),
            _ => *of,
        };
        self.types.get(&of).copied()
    }

    fn rewrite_instruction(
        &self,
        editor: &mut ModuleEditor,
        block_rewriter: &mut BlockRewriter,
        mut instruction: Instruction,
    ) -> Translated<()> {
        let Some(dim) = self.old_dimension(editor, id_at(&instruction, 0)) else {
            block_rewriter.out.push(instruction);
            return Ok(());
        };
        match instruction.class.opcode {
            Op::ImageFetch => {
                self.lengthen(editor, block_rewriter, &mut instruction, dim)?;
                if instruction.operands.get(2).is_none() {
                    let int = editor.int_type();
                    let zero = editor.add_constant(int, 0);
                    instruction
                        .operands
                        .extend([Operand::ImageOperands(ImageOperands::LOD), id(zero)]);
                }
            }
            Op::ImageRead | Op::ImageWrite | Op::ImageTexelPointer => {
                self.lengthen(editor, block_rewriter, &mut instruction, dim)?;
            }
            Op::ImageSampleImplicitLod | Op::ImageSampleExplicitLod => match dim {
                Dim::DimRect => return fetch_texel(editor, block_rewriter, &instruction),
                _ => {
                    if instruction.operands.len() > 4 {
                        let sentence = "an offset in a texture of one dimension; make it one of two";
                        return Err(Refusal::new(sentence));
                    }
                    self.lengthen(editor, block_rewriter, &mut instruction, dim)?;
                }
            },
            Op::ImageQuerySize | Op::ImageQuerySizeLod if dim == Dim::Dim1D => {
                let of = instruction.result_type.unwrap_or(0);
                let pair = editor.vector_type(of, 2);
                let size = block_rewriter.push(editor, instruction.class.opcode, pair, instruction.operands.clone());
                let operands = vec![id(size), Operand::LiteralBit32(0)];
                instruction = Instruction::new(Op::CompositeExtract, Some(of), instruction.result_id, operands);
            }
            Op::SampledImage | Op::Load | Op::FunctionCall | Op::Image | Op::ImageQuerySize | Op::ImageQuerySizeLod => {
            }
            other => {
                return Err(Refusal::new(format!(
                    "{other:?} of a texture of one dimension or a rectangle; make it one of two dimensions"
                )));
            }
        }
        block_rewriter.out.push(instruction);
        Ok(())
    }

    /// Gives the coordinate of a texture of one dimension its second component.
    fn lengthen(
        &self,
        editor: &mut ModuleEditor,
        block_rewriter: &mut BlockRewriter,
        instruction: &mut Instruction,
        dim: Dim,
    ) -> Translated<()> {
        if dim != Dim::Dim1D {
            return Ok(());
        }
        let coordinate = id_at(instruction, 1);
        let of = self.results.get(&coordinate).copied();
        let of = of
            .or_else(|| editor.find_global(coordinate).and_then(|made| made.result_type))
            .unwrap_or(0);
        if editor.lanes_of(of).1 != 1 {
            let sentence = "an array of textures of one dimension; make it a texture of two";
            return Err(Refusal::new(sentence));
        }
        let is_float = editor.global_op(of) == Op::TypeFloat;
        let second = editor.add_constant(of, if is_float { HALF } else { 0 });
        let pair = editor.vector_type(of, 2);
        let made = block_rewriter.push(editor, Op::CompositeConstruct, pair, vec![id(coordinate), id(second)]);
        instruction.operands[1] = id(made);
        Ok(())
    }
}

/// Fetches the texel that a coordinate in texels lies in, at most the one at the edge.
fn fetch_texel(
    editor: &mut ModuleEditor,
    block_rewriter: &mut BlockRewriter,
    instruction: &Instruction,
) -> Translated<()> {
    let (combined, coordinate) = (id_at(instruction, 0), id_at(instruction, 1));
    let made = block_rewriter.out.iter().find(|made| made.result_id == Some(combined));
    let texture = made.map(|made| id_at(made, 0));
    let Some(texture) = texture else {
        return Err(Refusal::new("a rectangle is read where it was not loaded; report this as a bug"));
    };
    let [float, int] = [editor.float_type(), editor.int_type()];
    let [floats, ints] = [editor.vector_type(float, 2), editor.vector_type(int, 2)];
    let library = editor
        .module
        .ext_inst_imports
        .first()
        .and_then(|import| import.result_id)
        .ok_or_else(|| Refusal::new("the module has no GLSL.std.450; report this as a bug"))?;
    let floor = vec![id(library), Operand::LiteralExtInstInteger(FLOOR), id(coordinate)];
    let floor = block_rewriter.push(editor, Op::ExtInst, floats, floor);
    let texel = block_rewriter.push(editor, Op::ConvertFToS, ints, vec![id(floor)]);
    editor.require_capability(Capability::ImageQuery);
    let zero = editor.add_constant(int, 0);
    let size = block_rewriter.push(editor, Op::ImageQuerySizeLod, ints, vec![id(texture), id(zero)]);
    let [zeros, ones] = [editor.splat_constant(ints, 0), editor.splat_constant(ints, 1)];
    let last = block_rewriter.push(editor, Op::ISub, ints, vec![id(size), id(ones)]);
    let clamp = vec![id(library), Operand::LiteralExtInstInteger(S_CLAMP), id(texel), id(zeros), id(last)];
    let texel = block_rewriter.push(editor, Op::ExtInst, ints, clamp);
    let operands = vec![id(texture), id(texel), Operand::ImageOperands(ImageOperands::LOD), id(zero)];
    let fetch = Instruction::new(Op::ImageFetch, instruction.result_type, instruction.result_id, operands);
    block_rewriter.out.push(fetch);
    Ok(())
}
