//! Programs: compiled and linked by the driver, through glium.

use super::context::Current;
use crate::backend::Code;
use crate::data::error::{Error, Result};
use crate::shader::{self, Expanded, Interface};
use glium::backend::Context;
use glium::program::{ComputeShader, ProgramCreationError, ProgramCreationInput, ShaderType, TransformFeedbackMode};
use glium::texture::Texture2d;
use std::rc::Rc;

/// A linked program, with what it declares.
pub(super) struct Linked {
    pub current: Rc<Current>,
    pub program: Option<Program>,
    pub interface: Interface,
}

impl Drop for Linked {
    fn drop(&mut self) {
        self.current.free(self.program.take());
    }
}

pub(super) enum Program {
    Fragment(glium::Program),
    /// What writes vertex streams, and the target that glium wants of a pass; nothing is drawn to it.
    Vertex(glium::Program, Texture2d),
    Compute(ComputeShader),
}

/// glium knows no program without a fragment stage.
const NOTHING: &str = "#version 330 core\nvoid main() {}";

impl Program {
    /// The program of those stages.
    pub(super) fn new(context: &Rc<Context>, code: &Code) -> Result<Program> {
        match (code.vertex, code.fragment, code.compute) {
            (Some(vertex), Some(fragment), _) => {
                linked(context, (vertex, &vertex.text), (fragment, &fragment.text), None).map(Program::Fragment)
            }
            (Some(vertex), None, _) => {
                let outputs = code.module.interface.outputs.iter().map(|output| output.name.clone());
                let written = Some((outputs.collect(), TransformFeedbackMode::Separate));
                let program = linked(context, (vertex, &vertex.text), (vertex, NOTHING), written)?;
                let target = Texture2d::empty(context, 1, 1);
                let target = target.map_err(|error| Error::driver("making a target", error.to_string()))?;
                Ok(Program::Vertex(program, target))
            }
            (_, _, Some(compute)) => ComputeShader::from_source(context, &compute.text)
                .map(Program::Compute)
                .map_err(|error| match &error {
                    ProgramCreationError::CompilationError(log, _) => refused(compute, log),
                    _ => refused(compute, &error.to_string()),
                }),
            _ => Err(Error::driver("compiling", "a kernel needs a vertex, a fragment or a compute stage")),
        }
    }
}

/// A program that draws; each stage is what its author wrote and what the driver gets.
fn linked(
    context: &Rc<Context>,
    (vertex, vertex_shader): (&Expanded, &str),
    (fragment, fragment_shader): (&Expanded, &str),
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
        ProgramCreationError::CompilationError(log, ShaderType::Vertex) => refused(vertex, log),
        ProgramCreationError::CompilationError(log, _) => refused(fragment, log),
        _ => refused(fragment, &error.to_string()),
    })
}

fn refused(stage: &Expanded, log: &str) -> Error {
    Error::Source { kernel: stage.name.clone(), report: shader::report(stage, log) }
}
