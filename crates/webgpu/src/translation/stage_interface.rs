//! The inputs and outputs of a stage, in WebGPU's terms: numbers of vertices, positions and sizes of points.

use super::module_editor::{BlockRewriter, ModuleEditor, id, id_at, literal_at};
use super::options::{ClipSpace, PointShape, TranslationOptions};
use super::refusal::{Refusal, Translated};
use gristmill_shader::Stage;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, Decoration, ExecutionMode, Op, StorageClass, Word};
use std::collections::{HashMap, HashSet};

/// The bits of 0.5 and 1.0.
const HALF: u32 = 0x3f00_0000;
const ONE: u32 = 0x3f80_0000;

/// Bit `i` is set where corner `i` of a square's two triangles is on the right, and where it is at the top.
const RIGHT_CORNERS: u32 = 0b11_0010;
const TOP_CORNERS: u32 = 0b10_1100;

/// The variables that a vertex stage stores for the rasteriser.
#[derive(Default)]
struct VertexOutputs {
    /// The variable that was `gl_Position`.
    position: Option<Word>,
    /// The variable, now private, that was `gl_PointSize`.
    size: Option<Word>,
}

/// A vertex stage that makes squares of points.
pub(super) struct SquarePoints {
    /// The uniform block with the size of the target in pixels.
    pub(super) target: Word,
}

/// The findings in a stage's interface.
#[derive(Default)]
pub(super) struct StageInterface {
    /// True if a size other than the constant 1 is stored in `gl_PointSize`.
    pub(super) has_point_size: bool,
    /// Set if points become squares.
    pub(super) squares: Option<SquarePoints>,
}

/// Rewrites what the stage gets and gives.
pub(super) fn rewrite_interface(
    editor: &mut ModuleEditor,
    stage: Stage,
    options: &TranslationOptions,
) -> Translated<StageInterface> {
    rename_built_ins(editor)?;
    if stage != Stage::Vertex {
        return Ok(StageInterface::default());
    }
    let outputs = split_vertex_block(editor)?;
    if outputs.position.is_none() {
        let sentence =
            "it places no vertices, and WGSL has no transform feedback; write the streams in a compute kernel";
        return Err(Refusal::new(sentence));
    }
    let mut found = StageInterface { has_point_size: stores_point_size(editor, &outputs), squares: None };
    let corner = match options.points {
        PointShape::Square => {
            let (target, corner) = declare_square(editor)?;
            found.squares = Some(SquarePoints { target });
            Some((target, corner))
        }
        PointShape::Vertex => None,
    };
    if options.clip_space == ClipSpace::WebGpu || corner.is_some() {
        finish_position(editor, &outputs, options.clip_space, corner)?;
    }
    Ok(found)
}

/// Returns the literal of a decoration of an id.
fn built_in(annotation: &Instruction) -> Option<(usize, BuiltIn)> {
    let place = annotation
        .operands
        .iter()
        .position(|operand| matches!(operand, Operand::BuiltIn(_)))?;
    match annotation.operands[place] {
        Operand::BuiltIn(built_in) => Some((place, built_in)),
        _ => None,
    }
}

/// Takes the origin of the window: row 0 of a target is its first in memory in OpenGL and in WebGPU.
pub(super) fn check_modes(editor: &mut ModuleEditor, is_of_opengl: bool) -> Translated<()> {
    for mode in &mut editor.module.execution_modes {
        match mode.operands.get(1) {
            Some(Operand::ExecutionMode(ExecutionMode::OriginLowerLeft)) => {
                mode.operands[1] = Operand::ExecutionMode(ExecutionMode::OriginUpperLeft);
            }
            Some(Operand::ExecutionMode(ExecutionMode::OriginUpperLeft)) if is_of_opengl => {
                let sentence =
                    "origin_upper_left counts rows from the last one; leave it out and subtract from the height";
                return Err(Refusal::new(sentence));
            }
            Some(Operand::ExecutionMode(ExecutionMode::PixelCenterInteger)) => {
                let sentence = "pixel_center_integer is not in WGSL; leave it out and subtract 0.5 from gl_FragCoord";
                return Err(Refusal::new(sentence));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Gives built-in variables of OpenGL the numbers of their twins in Vulkan.
fn rename_built_ins(editor: &mut ModuleEditor) -> Translated<()> {
    for annotation in &mut editor.module.annotations {
        let Some((place, found)) = built_in(annotation) else { continue };
        let twin = match found {
            BuiltIn::VertexId => BuiltIn::VertexIndex,
            BuiltIn::InstanceId => BuiltIn::InstanceIndex,
            BuiltIn::PointCoord => {
                let sentence =
                    "gl_PointCoord is not in WGSL; pass the point's place from the vertex kernel and subtract";
                return Err(Refusal::new(sentence));
            }
            BuiltIn::HelperInvocation => {
                return Err(Refusal::new("gl_HelperInvocation is not in WGSL; leave it out"));
            }
            other => other,
        };
        annotation.operands[place] = Operand::BuiltIn(twin);
    }
    Ok(())
}

/// Splits the block `gl_PerVertex`: the position is an output, the size of a point a private variable.
fn split_vertex_block(editor: &mut ModuleEditor) -> Translated<VertexOutputs> {
    let mut outputs = VertexOutputs::default();
    let mut block = None;
    for (variable, class, of) in editor.list_variables() {
        if class != StorageClass::Output {
            continue;
        }
        if editor.global_op(of) == Op::TypeStruct && member_built_in(editor, of, 0) == Some(BuiltIn::Position) {
            block = Some((variable, of));
        }
        match variable_built_in(editor, variable) {
            Some(BuiltIn::Position) => outputs.position = Some(variable),
            Some(BuiltIn::PointSize) => {
                editor.remove_global(variable);
                outputs.size = Some(variable);
            }
            _ => {}
        }
    }
    let float = editor.float_type();
    let mut renamed = HashMap::new();
    if let Some((variable, of)) = block {
        let four = editor.vector_type(float, 4);
        let pointer = editor.pointer_type(StorageClass::Output, four);
        let position =
            editor.add_global(Op::Variable, Some(pointer), vec![Operand::StorageClass(StorageClass::Output)]);
        editor.decorate(position, Decoration::BuiltIn, None);
        if let Some(last) = editor.module.annotations.last_mut() {
            last.operands.push(Operand::BuiltIn(BuiltIn::Position));
        }
        editor.add_to_interface(position);
        let size = add_size(editor);
        split_accesses(editor, (variable, of), [position, size], &mut renamed)?;
        editor.remove_global(variable);
        editor.remove_type(of);
        outputs = VertexOutputs { position: Some(position), size: Some(size) };
    } else if let Some(old) = outputs.size {
        let size = add_size(editor);
        renamed.insert(old, size);
        outputs.size = Some(size);
    }
    editor.rename_ids(&renamed);
    Ok(outputs)
}

/// Adds the private variable with the size of a point, which is 1 unless it is stored.
fn add_size(editor: &mut ModuleEditor) -> Word {
    let float = editor.float_type();
    let one = editor.add_constant(float, ONE);
    let pointer = editor.pointer_type(StorageClass::Private, float);
    let operands = vec![Operand::StorageClass(StorageClass::Private), id(one)];
    let size = editor.add_global(Op::Variable, Some(pointer), operands);
    editor.set_name(size, "point_size");
    editor.add_to_interface(size);
    size
}

/// Replaces accesses of the block's members.
fn split_accesses(
    editor: &mut ModuleEditor,
    (block, of): (Word, Word),
    [position, size]: [Word; 2],
    renamed: &mut HashMap<Word, Word>,
) -> Translated<()> {
    editor.rewrite_blocks(|editor, block_rewriter, mut instruction| {
        let uses = instruction.operands.contains(&id(block));
        let is_chain = matches!(instruction.class.opcode, Op::AccessChain | Op::InBoundsAccessChain);
        if !uses {
            block_rewriter.out.push(instruction);
            return Ok(());
        }
        let member = editor.constant_bits(id_at(&instruction, 1)).unwrap_or(0);
        let variable = match member_built_in(editor, of, member).filter(|_| is_chain) {
            Some(BuiltIn::Position) => position,
            Some(BuiltIn::PointSize) => size,
            _ => return Err(Refusal::new("gl_ClipDistance is not in WGSL; discard in the fragment kernel")),
        };
        if instruction.operands.len() == 2 {
            renamed.extend(instruction.result_id.map(|result| (result, variable)));
        } else {
            instruction.operands.remove(1);
            instruction.operands[0] = id(variable);
            block_rewriter.out.push(instruction);
        }
        Ok(())
    })
}

fn member_built_in(editor: &ModuleEditor, of: Word, member: u32) -> Option<BuiltIn> {
    let annotations = editor.module.annotations.iter();
    let mut named = annotations.filter(|annotation| {
        annotation.class.opcode == Op::MemberDecorate
            && id_at(annotation, 0) == of
            && literal_at(annotation, 1) == member
    });
    named.find_map(|annotation| Some(built_in(annotation)?.1))
}

fn variable_built_in(editor: &ModuleEditor, variable: Word) -> Option<BuiltIn> {
    let annotations = editor.module.annotations.iter();
    let mut named = annotations.filter(|made| made.class.opcode == Op::Decorate && id_at(made, 0) == variable);
    named.find_map(|annotation| Some(built_in(annotation)?.1))
}

/// Returns true if a stage stores a size of points other than the constant 1.
fn stores_point_size(editor: &ModuleEditor, outputs: &VertexOutputs) -> bool {
    let Some(size) = outputs.size else { return false };
    let functions = editor.module.functions.iter();
    let mut all = functions.flat_map(|function| function.all_inst_iter());
    all.any(|made| {
        made.class.opcode == Op::Store && id_at(made, 0) == size && editor.constant_bits(id_at(made, 1)) != Some(ONE)
    })
}

/// Removes inputs that no body uses: glslang declares the vertex's and the instance's number in every kernel.
fn drop_unused_inputs(editor: &mut ModuleEditor) {
    let functions = editor.module.functions.iter();
    let operands = functions
        .flat_map(|function| function.all_inst_iter())
        .flat_map(|made| &made.operands);
    let used: HashSet<Word> = operands.filter_map(Operand::id_ref_any).collect();
    for (variable, class, _) in editor.list_variables() {
        if class == StorageClass::Input && !used.contains(&variable) {
            editor.remove_global(variable);
        }
    }
}

/// Declares the size of the target and the number of a square's corner; the kernel's vertex becomes the instance.
fn declare_square(editor: &mut ModuleEditor) -> Translated<(Word, Word)> {
    drop_unused_inputs(editor);
    for annotation in &mut editor.module.annotations {
        let Some((place, found)) = built_in(annotation) else { continue };
        match found {
            BuiltIn::InstanceIndex => {
                return Err(Refusal::new("gl_InstanceID of a point with a size; use gl_VertexID"));
            }
            BuiltIn::VertexIndex => annotation.operands[place] = Operand::BuiltIn(BuiltIn::InstanceIndex),
            _ => {}
        }
    }
    let float = editor.float_type();
    let pair = editor.vector_type(float, 2);
    let block = editor.add_global(Op::TypeStruct, None, vec![id(pair)]);
    editor.set_name(block, "Target");
    editor.set_member_name(block, 0, "size");
    editor.decorate(block, Decoration::Block, None);
    editor.decorate_member(block, 0, Decoration::Offset, Some(0));
    let pointer = editor.pointer_type(StorageClass::Uniform, block);
    let target = editor.add_global(Op::Variable, Some(pointer), vec![Operand::StorageClass(StorageClass::Uniform)]);
    editor.set_name(target, "render_target");
    editor.add_to_interface(target);
    let word = editor.uint_type();
    let pointer = editor.pointer_type(StorageClass::Input, word);
    let corner = editor.add_global(Op::Variable, Some(pointer), vec![Operand::StorageClass(StorageClass::Input)]);
    editor.set_name(corner, "corner");
    editor.decorate(corner, Decoration::BuiltIn, None);
    if let Some(last) = editor.module.annotations.last_mut() {
        last.operands.push(Operand::BuiltIn(BuiltIn::VertexIndex));
    }
    editor.add_to_interface(corner);
    Ok((target, corner))
}

/// Moves the position where the entry point returns: its depth from OpenGL's range to WebGPU's, a square's corner to
/// its place.
fn finish_position(
    editor: &mut ModuleEditor,
    outputs: &VertexOutputs,
    clip_space: ClipSpace,
    square: Option<(Word, Word)>,
) -> Translated<()> {
    let Some(position) = outputs.position else { return Ok(()) };
    let entry = editor.module.entry_points.first().map_or(0, |entry| id_at(entry, 1));
    let functions = std::mem::take(&mut editor.module.functions);
    let (entries, others): (Vec<_>, Vec<_>) =
        functions.into_iter().partition(|function| function.def_id() == Some(entry));
    editor.module.functions = entries;
    let float = editor.float_type();
    let four = editor.vector_type(float, 4);
    editor.rewrite_blocks(|editor, block_rewriter, instruction| {
        if instruction.class.opcode == Op::Return {
            let mut place = block_rewriter.push(editor, Op::Load, four, vec![id(position)]);
            if clip_space == ClipSpace::WebGpu {
                let half = editor.add_constant(float, HALF);
                let [z, w] = [2, 3].map(|at| take_lane(editor, block_rewriter, float, (place, at)));
                let sum = block_rewriter.push(editor, Op::FAdd, float, vec![id(z), id(w)]);
                let z = block_rewriter.push(editor, Op::FMul, float, vec![id(sum), id(half)]);
                place = put_lane(editor, block_rewriter, four, (z, place, 2));
            }
            if let (Some((target, corner)), Some(size)) = (square, outputs.size) {
                place = move_to_corner(editor, block_rewriter, [place, target, corner, size]);
            }
            let store = Instruction::new(Op::Store, None, None, vec![id(position), id(place)]);
            block_rewriter.out.push(store);
        }
        block_rewriter.out.push(instruction);
        Ok(())
    })?;
    editor.module.functions.extend(others);
    Ok(())
}

fn take_lane(
    editor: &mut ModuleEditor,
    block_rewriter: &mut BlockRewriter,
    float: Word,
    (vector, lane): (Word, u32),
) -> Word {
    let operands = vec![id(vector), Operand::LiteralBit32(lane)];
    block_rewriter.push(editor, Op::CompositeExtract, float, operands)
}

fn put_lane(
    editor: &mut ModuleEditor,
    block_rewriter: &mut BlockRewriter,
    of: Word,
    (value, vector, lane): (Word, Word, u32),
) -> Word {
    let operands = vec![id(value), id(vector), Operand::LiteralBit32(lane)];
    block_rewriter.push(editor, Op::CompositeInsert, of, operands)
}

/// Moves a point to a corner of its square: half of its size is `size / target` in clip space, times `w`.
fn move_to_corner(
    editor: &mut ModuleEditor,
    block_rewriter: &mut BlockRewriter,
    [place, target, corner, size]: [Word; 4],
) -> Word {
    let [float, word, int, truth] = [editor.float_type(), editor.uint_type(), editor.int_type(), editor.bool_type()];
    let [pair, four] = [2, 4].map(|lanes| editor.vector_type(float, lanes));
    let [zero, one] = [0, 1].map(|bits| editor.add_constant(word, bits));
    let first = editor.add_constant(int, 0);
    let pointer = editor.pointer_type(StorageClass::Uniform, pair);
    let pointer = block_rewriter.push(editor, Op::AccessChain, pointer, vec![id(target), id(first)]);
    let pixels = block_rewriter.push(editor, Op::Load, pair, vec![id(pointer)]);
    let corner = block_rewriter.push(editor, Op::Load, word, vec![id(corner)]);
    let size = block_rewriter.push(editor, Op::Load, float, vec![id(size)]);
    let w = take_lane(editor, block_rewriter, float, (place, 3));
    let mut moved = place;
    for (lane, corners) in [(0, RIGHT_CORNERS), (1, TOP_CORNERS)] {
        let corners = editor.add_constant(word, corners);
        let bits = block_rewriter.push(editor, Op::ShiftRightLogical, word, vec![id(corners), id(corner)]);
        let bit = block_rewriter.push(editor, Op::BitwiseAnd, word, vec![id(bits), id(one)]);
        let is_far = block_rewriter.push(editor, Op::INotEqual, truth, vec![id(bit), id(zero)]);
        let pixels = take_lane(editor, block_rewriter, float, (pixels, lane));
        let half = block_rewriter.push(editor, Op::FDiv, float, vec![id(size), id(pixels)]);
        let half = block_rewriter.push(editor, Op::FMul, float, vec![id(half), id(w)]);
        let back = block_rewriter.push(editor, Op::FNegate, float, vec![id(half)]);
        let by = block_rewriter.push(editor, Op::Select, float, vec![id(is_far), id(half), id(back)]);
        let old = take_lane(editor, block_rewriter, float, (moved, lane));
        let new = block_rewriter.push(editor, Op::FAdd, float, vec![id(old), id(by)]);
        moved = put_lane(editor, block_rewriter, four, (new, moved, lane));
    }
    moved
}
