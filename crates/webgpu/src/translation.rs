//! Translates glslang's SPIR-V of a kernel to WGSL.
//!
//! OpenGL's SPIR-V has combined samplers, uniforms outside of blocks, and textures with one dimension; WGSL has none of
//! them. Passes over the module replace them one after another, then naga reads the module, validates it and writes
//! the text. Each stage has a bind group of its own, so that stages share no binding.

mod bindings;
mod input_arguments;
mod loose_uniforms;
mod module_editor;
mod options;
mod packed_doubles;
mod precise_results;
mod refusal;
mod resource;
mod sampler_split;
mod special_constants;
mod stage_interface;
mod texture_dimensions;
mod wgsl_writer;
mod wider_operations;

use gristmill_base::error::{Error, Result};
use gristmill_shader::{ExpandedKernel, Stage};
use module_editor::ModuleEditor;
use refusal::Translated;
use stage_interface::StageInterface;

pub use options::{ClipSpace, PointShape, TranslationOptions};
pub use resource::{StageResource, UniformMember};

/// A kernel in WGSL.
#[derive(Debug, Clone, PartialEq)]
pub struct TranslatedKernel {
    /// Its stages, in the order given.
    pub stages: Vec<TranslatedStage>,
}

/// One stage of a kernel in WGSL.
#[derive(Debug, Clone, PartialEq)]
pub struct TranslatedStage {
    /// Vertex, fragment or compute.
    pub stage: Stage,
    /// The text; its entry point is `main`.
    pub wgsl: String,
    /// The bind group of its resources: 1 for a vertex stage, else 0.
    pub group: u32,
    /// The resources that a launch has to bind, by binding.
    pub resources: Vec<StageResource>,
    /// True if a vertex stage stores a size in `gl_PointSize` that is not the constant 1.
    pub has_point_size: bool,
}

/// Translates the stages of a kernel from the SPIR-V that [`gristmill_shader::compile`] returns.
///
/// # Errors
/// [`Error::Card`] with the line of the author's file, where WGSL or naga cannot say what the kernel does.
pub fn translate_kernel(
    spirv: &[(Stage, Vec<u32>)],
    texts: &[&ExpandedKernel],
    options: &TranslationOptions,
) -> Result<TranslatedKernel> {
    let stages = spirv.iter().map(|(stage, words)| {
        let expanded = texts.iter().find(|expanded| expanded.stage == *stage);
        let is_of_opengl = expanded.is_none_or(|expanded| expanded.is_of_opengl());
        let translated = translate_stage((*stage, is_of_opengl), words, options);
        translated.map_err(|refusal| match expanded {
            Some(expanded) => refusal.into_error(expanded),
            None => Error::card(stage.to_string(), refusal.sentence),
        })
    });
    Ok(TranslatedKernel { stages: stages.collect::<Result<_>>()? })
}

/// Translates one stage, whose window may be OpenGL's.
fn translate_stage(
    (stage, is_of_opengl): (Stage, bool),
    words: &[u32],
    options: &TranslationOptions,
) -> Translated<TranslatedStage> {
    let group = u32::from(stage == Stage::Vertex);
    let mut editor = ModuleEditor::read_module(words)?;
    precise_results::keep_precise_results(&mut editor)?;
    editor.drop_what_wgsl_ignores();
    packed_doubles::replace_packed_doubles(&mut editor)?;
    editor.check_widths()?;
    let uniforms = loose_uniforms::gather_uniforms(&mut editor)?;
    let pairs = sampler_split::split_samplers(&mut editor)?;
    texture_dimensions::widen_textures(&mut editor)?;
    wider_operations::replace_operations(&mut editor)?;
    special_constants::replace_constants(&mut editor)?;
    stage_interface::check_modes(&mut editor, is_of_opengl)?;
    let StageInterface { has_point_size, squares } = stage_interface::rewrite_interface(&mut editor, stage, options)?;
    let resources = bindings::assign_bindings(&mut editor, group, uniforms, squares, &pairs, options)?;
    let wgsl = wgsl_writer::write_wgsl(&editor.into_words(), options.clip_space)?;
    Ok(TranslatedStage { stage, wgsl, group, resources, has_point_size })
}
