//! Programs, compiled and linked by the driver through glium.

use super::context::DeviceContext;
use super::cover::build_cover;
use super::uniforms::TrackedUniforms;
use glium::backend::Context;
use glium::program::{ComputeShader, ProgramCreationError, ProgramCreationInput, ShaderType, TransformFeedbackMode};
use glium::texture::Texture2d;
use gristmill_base::error::{Error, Result};
use gristmill_machine::KernelStages;
use gristmill_shader::{self as shader, DriverText, ExpandedKernel, Interface};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A linked program with its interface.
pub(super) struct LinkedProgram {
    pub current: Rc<DeviceContext>,
    pub program: Option<GlProgram>,
    pub interface: Interface,
    /// The driver's names, for author's names that differ from them.
    pub names: DriverNames,
    /// Its uniforms, for launches repeated without glium.
    pub uniforms: RefCell<TrackedUniforms>,
    /// Number of launches through glium.
    pub launches: Cell<u64>,
}

/// Maps the author's names to the driver's, if a translation was compiled.
pub(super) type DriverNames = BTreeMap<String, String>;

impl LinkedProgram {
    /// Returns true if it reads rectangle textures: then the cover's positions are in texels.
    pub(super) fn reads_rectangles(&self) -> bool {
        self.interface.reads_rectangles()
    }

    /// Returns the driver's name for a name of the author.
    pub(super) fn driver_name<'n>(&'n self, own: &'n str) -> &'n str {
        self.names.get(own).map_or(own, String::as_str)
    }
}

impl Drop for LinkedProgram {
    fn drop(&mut self) {
        self.current.free_object(self.program.take());
    }
}

pub(super) enum GlProgram {
    Fragment(glium::Program),
    /// A program that writes vertex streams, and the target that glium requires of a pass; nothing is drawn to it.
    Vertex(glium::Program, Texture2d),
    Compute(ComputeShader),
}

/// An empty fragment stage, because glium has no programs without one.
const EMPTY_FRAGMENT: &str = "#version 330 core\nvoid main() {}";

impl GlProgram {
    /// Builds the program of the given stages; returns it with the driver's names. Assembly is
    /// always translated. Other texts are translated if the driver's core profile refuses them and
    /// translations exist.
    pub(super) fn new(context: &Rc<Context>, code: &KernelStages) -> Result<(GlProgram, DriverNames)> {
        if let (None, Some(cover), Some(fragment)) = (code.vertex, code.cover, code.fragment) {
            let covered = build_cover(code, cover, fragment)?;
            let whole = KernelStages { vertex: Some(&covered.cover), ..*code };
            let Some(translated) = covered.fragment else { return GlProgram::new(context, &whole) };
            let names = translated.names.clone();
            let texts = StageTexts { vertex: None, fragment: Some(translated), names: names.clone() };
            return Ok((GlProgram::from_texts(context, &whole, &texts)?, names));
        }
        let stages = [code.vertex, code.fragment];
        let is_other = |text: &str| shader::is_program(text) || shader::is_cg(text);
        let assembly = stages.iter().flatten().any(|stage| is_other(&stage.text));
        // Outputs are attached by name, and no driver knows the output names of GLSL 1.10.
        let outputs = code.module.interface.outputs.iter();
        let unnamed = code.fragment.is_some() && outputs.clone().any(|output| output.name.starts_with("gl_Frag"));
        let refused = match assembly || unnamed {
            true => None,
            false => match GlProgram::from_texts(context, code, &StageTexts::default()) {
                Ok(program) => return Ok((program, DriverNames::new())),
                Err(refused) => Some(refused),
            },
        };
        let [vertex, fragment] = stages.map(|stage| stage.map(shader::driver_text).transpose());
        let vertex = vertex?.flatten();
        let fragment = fragment?.flatten();
        let names: DriverNames = [&vertex, &fragment]
            .into_iter()
            .flatten()
            .flat_map(|text| text.names.clone())
            .collect();
        match refused {
            Some(refused) if vertex.is_none() && fragment.is_none() => Err(refused),
            refused => {
                let program =
                    GlProgram::from_texts(context, code, &StageTexts { vertex, fragment, names: names.clone() });
                program
                    .map(|program| (program, names))
                    .map_err(|error| refused.unwrap_or(error))
            }
        }
    }

    /// Builds the program from these texts, or from the author's for stages without one.
    fn from_texts(context: &Rc<Context>, code: &KernelStages, texts: &StageTexts) -> Result<GlProgram> {
        match (code.vertex, code.fragment, code.compute) {
            (Some(vertex), Some(fragment), _) => {
                let fragment = (fragment, stage_text(fragment, &texts.fragment));
                link_program(context, (vertex, stage_text(vertex, &texts.vertex)), fragment, None)
                    .map(GlProgram::Fragment)
            }
            (Some(vertex), None, _) => {
                let outputs = code.module.interface.outputs.iter();
                let outputs = outputs.map(|output| texts.names.get(&output.name).unwrap_or(&output.name).clone());
                let written = Some((outputs.collect(), TransformFeedbackMode::Separate));
                let program = link_program(
                    context,
                    (vertex, stage_text(vertex, &texts.vertex)),
                    (vertex, EMPTY_FRAGMENT),
                    written,
                )?;
                let target = Texture2d::empty(context, 1, 1);
                let target = target.map_err(|error| Error::driver("making a target", error.to_string()))?;
                Ok(GlProgram::Vertex(program, target))
            }
            (_, _, Some(compute)) => ComputeShader::from_source(context, &compute.text)
                .map(GlProgram::Compute)
                .map_err(|error| match &error {
                    ProgramCreationError::CompilationError(log, _) => compile_error(compute, log),
                    _ => compile_error(compute, &error.to_string()),
                }),
            _ => Err(Error::driver("compiling", "a kernel needs a vertex, a fragment or a compute stage")),
        }
    }
}

/// Texts to be compiled instead of the author's.
#[derive(Default)]
struct StageTexts {
    vertex: Option<DriverText>,
    fragment: Option<DriverText>,
    names: DriverNames,
}

fn stage_text<'t>(stage: &'t ExpandedKernel, text: &'t Option<DriverText>) -> &'t str {
    text.as_ref().map_or(&stage.text, |text| &text.text)
}

/// Links a program that draws. Each stage is a pair: the author's text and the driver's.
fn link_program(
    context: &Rc<Context>,
    (vertex, vertex_shader): (&ExpandedKernel, &str),
    (fragment, fragment_shader): (&ExpandedKernel, &str),
    written: Option<(Vec<String>, TransformFeedbackMode)>,
) -> Result<glium::Program> {
    let input = ProgramCreationInput::SourceCode {
        vertex_shader,
        fragment_shader,
        geometry_shader: None,
        tessellation_control_shader: None,
        tessellation_evaluation_shader: None,
        transform_feedback_varyings: written,
        outputs_srgb: true, // numbers are not colours: no conversion on the way out
        uses_point_size: true,
    };
    glium::Program::new(context, input).map_err(|error| match &error {
        ProgramCreationError::CompilationError(log, ShaderType::Vertex) => compile_error(vertex, log),
        ProgramCreationError::CompilationError(log, _) => compile_error(fragment, log),
        _ => compile_error(fragment, &error.to_string()),
    })
}

fn compile_error(stage: &ExpandedKernel, log: &str) -> Error {
    Error::Source { kernel: stage.name.clone(), report: shader::draw_log(stage, log) }
}
