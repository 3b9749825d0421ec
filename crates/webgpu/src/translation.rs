//! Translates glslang's SPIR-V of a kernel to WGSL.
//!
//! OpenGL's SPIR-V has combined samplers, uniforms outside of blocks, and textures with one dimension; WGSL has none of
//! them. Passes over the module replace them one after another, then naga reads the module, validates it and writes
//! the text. Each stage has a bind group of its own, so that stages share no binding.

mod bindings;
mod loose_uniforms;
mod module_editor;
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
use stage_interface::StageInterface;

pub use resource::{StageResource, UniformMember};

/// What a translation depends on besides the kernel.
#[derive(Debug, Clone, Copy, Default)]
pub struct TranslationOptions<'a> {
    /// The formats, such as `rgba32f`, of images whose declarations say none: image name and format. An image that is
    /// not listed has four channels of 32 bits.
    pub image_formats: &'a [(&'a str, &'a str)],
    /// What a vertex of the vertex stage is.
    pub points: PointShape,
    /// The space of `gl_Position`.
    pub clip_space: ClipSpace,
}

/// Where positions of vertices lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClipSpace {
    /// WebGPU's: depths are from 0 to 1, and the first row of a target is at the top. A kernel's own are moved there.
    #[default]
    WebGpu,
    /// OpenGL's, as the kernel has it: for a reader that holds the WGSL against the kernel.
    OpenGl,
}

/// What a vertex kernel's vertices become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PointShape {
    /// A corner, or a point of one pixel: what a kernel stores in `gl_PointSize` has no effect.
    #[default]
    Vertex,
    /// A square of `gl_PointSize` pixels: an instance of six vertices, since points of WebGPU are a pixel each.
    Square,
}

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
    /// What the launch must bind, by binding.
    pub resources: Vec<StageResource>,
    /// True if a vertex stage stores a size in `gl_PointSize` that is not the constant 1.
    pub has_point_size: bool,
}

/// A part of a kernel that WGSL cannot say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// What was found, and what to write instead.
    sentence: String,
    /// The line of the expanded text, from 1, if it is known.
    line: Option<u32>,
}

impl Refusal {
    /// Makes a refusal without a line.
    fn new(sentence: impl Into<String>) -> Refusal {
        Refusal { sentence: sentence.into(), line: None }
    }

    /// Adds the line, unless there is one.
    fn at(self, line: Option<u32>) -> Refusal {
        Refusal { line: self.line.or(line), ..self }
    }

    /// Turns it into the error of a kernel, with the author's file and line.
    fn into_error(self, expanded: &ExpandedKernel) -> Error {
        let place = self.line.and_then(|line| expanded.locate_line(line as usize));
        let place = place.map_or(String::new(), |(file, line)| format!("{}:{line}: ", file.name));
        Error::call(&expanded.name, format!("it has no WGSL: {place}{}", self.sentence))
    }
}

pub(crate) type Translated<T> = std::result::Result<T, Refusal>;

/// Translates the stages of a kernel from the SPIR-V that [`gristmill_shader::compile`] returns.
///
/// # Errors
/// [`Error::Call`] with the line of the author's file, where WGSL or naga cannot say what the kernel does.
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
            None => Error::call(stage.to_string(), refusal.sentence),
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
    editor.drop_what_wgsl_ignores();
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
