//! Programs of 2002 to 2006: the assembly languages of ARB_fragment_program and ARB_vertex_program,
//! with NVIDIA's options NV_fragment_program, NV_fragment_program2, NV_vertex_program2 and
//! NV_vertex_program3; NVIDIA's own languages `!!FP1.0`, `!!VP1.0`, `!!VP1.1` and `!!VP2.0`; and
//! [Direct3D's](direct3d), as text and as token streams.
//!
//! A program is [parsed](reader) by the extensions' grammars, its resources are counted by their
//! rules, and it is translated to GLSL, each line in its place. From there it is compiled like all
//! GLSL.

mod attribute_aliases;
mod branch_count;
mod counts;
mod direct3d;
mod execution_count;
mod glsl;
mod language;
mod lexer;
mod limits;
mod needs;
mod opcode;
mod program;
mod program_error;
mod reader;
mod register_range;
mod texture_target;
mod vertex_language;

pub use counts::ProgramCounts;
pub use direct3d::{is_stream, list_stream};
pub use glsl::ProgramNames;
pub use language::LanguageLevel;
pub use needs::{OptionUse, ProgramNeeds, ShaderVersionUse};
pub use opcode::{Availability, Opcode, OpcodeRow, OperandShape, OperationPrecision, Saturation};
pub use program::{
    AddressComponent, AssemblyProgram, Condition, ConditionRule, ConstantKind, ConstantRegister, Destination, FogMode,
    MatrixForm, Operand, OperandSource, ParameterArray, ProgramAttribute, ProgramInstruction, ProgramOptions,
    ProgramOutput, ProgramParameter, ProgramRegister, SwizzleComponent, SwizzleSource, VariableSize,
};
pub use texture_target::TextureTarget;
pub use vertex_language::VertexLanguage;

use super::dialect::TranslatedText;
use super::expanded_kernel::{ExpandedKernel, SourceFile};
use super::{Stage, diagnostic};
use gristmill_base::error::{Error, Result};
use program_error::ParseResult;

/// Returns true if a text is a program in assembly, by its first word. Programs of other extensions are refused later by their headers.
pub fn is_program(text: &str) -> bool {
    text.trim_start().starts_with("!!") || direct3d::is_shader(text)
}

/// Returns true for a text in one of Direct3D's assemblies.
pub fn is_of_direct3d(text: &str) -> bool {
    direct3d::is_shader(text)
}

/// Returns the error of a file that is Direct3D's by its ending and its first word, and does not name its version.
pub fn explain_missing_version(file: &SourceFile) -> Option<Error> {
    let ending = file.name.rsplit('.').next().unwrap_or("").to_ascii_lowercase();
    if !["ps", "psh", "vs", "vsh"].contains(&ending.as_str()) {
        return None;
    }
    let fault = direct3d::find_missing_version(&file.text, ending.starts_with('v'))?;
    Some(fault.to_error(file))
}

/// Parses a program of any language.
fn parse_program(text: &str) -> ParseResult<AssemblyProgram> {
    if direct3d::is_shader(text) { direct3d::parse_shader(text) } else { reader::parse_program(text) }
}

/// Returns the stage that a program's first bytes name, if they name one.
pub fn program_stage(text: &str) -> Option<Stage> {
    if direct3d::is_shader(text) {
        return Some(if direct3d::is_vertex(text) { Stage::Vertex } else { Stage::Fragment });
    }
    let begins = |heads: &[&str]| heads.iter().any(|head| text.starts_with(head));
    if begins(&["!!ARBvp", "!!VP", "!!VSP"]) {
        return Some(Stage::Vertex);
    }
    begins(&["!!ARBfp", "!!FP"]).then_some(Stage::Fragment)
}

/// Returns the program as an expanded kernel: it has no includes and no constants.
///
/// # Errors
/// [`Error::Source`] if it is a program for another stage, [`Error::Call`] if constants are given.
pub fn expand(file: &SourceFile, stage: Stage, defines: &[(String, String)]) -> Result<ExpandedKernel> {
    if let Some((name, _)) = defines.first() {
        let next = if direct3d::is_shader(&file.text) { "a register c#" } else { "program.local" };
        let sentence = format!("the constant {name} is given, and a program in assembly has none; use {next}");
        return Err(Error::call(&file.name, sentence));
    }
    let of = program_stage(&file.text).unwrap_or(stage);
    if of != stage {
        let message = format!("this is a {of} program, given for a {stage} kernel");
        let report = diagnostic::draw_message(file, 1, None, &message);
        return Err(Error::Source { kernel: file.name.clone(), report });
    }
    let lines = (1..=file.text.lines().count()).map(|line| (0, line)).collect();
    let text = file.text.to_string();
    Ok(ExpandedKernel { name: file.name.clone(), stage, text, lines, files: vec![file.clone()] })
}

/// Returns the first input of a fragment program that a vertex stage must write, by the author's name, if there is one.
pub fn first_interpolated(text: &str) -> Option<String> {
    let program = parse_program(text).ok().filter(|program| program.level.fragment)?;
    if let Some(parts) = &program.direct3d {
        let interpolated =
            |attribute: &ProgramAttribute| !matches!(attribute, ProgramAttribute::Position | ProgramAttribute::Facing);
        let first = parts.inputs.iter().find(|(attribute, _)| interpolated(attribute));
        return first.map(|(_, name)| name.clone());
    }
    if program.level.registers {
        let interpolated = |attribute: &&ProgramAttribute| **attribute != ProgramAttribute::Position;
        return program
            .attributes
            .iter()
            .find(interpolated)
            .map(|attribute| program.register_name(*attribute));
    }
    let fog = program.options.fog.map(|_| "fragment.fogcoord".to_string());
    let named = program.attributes.iter().find_map(|attribute| match attribute {
        ProgramAttribute::Color => Some("fragment.color".to_string()),
        ProgramAttribute::Secondary => Some("fragment.color.secondary".to_string()),
        ProgramAttribute::Fogcoord => Some("fragment.fogcoord".to_string()),
        ProgramAttribute::Texcoord(n) => Some(format!("fragment.texcoord[{n}]")),
        _ => None,
    });
    named.or(fog)
}

/// Translates the program to GLSL; each line is the translation of the author's line with that number.
///
/// # Errors
/// [`Error::Source`] draws the first error, with its position as in `PROGRAM_ERROR_POSITION_ARB`.
/// [`Error::NotEmulated`] draws an instruction that GLSL cannot express.
pub fn translate(expanded: &ExpandedKernel) -> Result<TranslatedText> {
    let file = source_file(expanded);
    let program = parse_program(&file.text).map_err(|fault| fault.to_error(&file))?;
    glsl::translate_program(&program, &file.text).map_err(|fault| match fault.to_error(&file) {
        Error::Source { kernel, report } => Error::NotEmulated { kernel, report },
        other => other,
    })
}

/// Translates the program to GLSL as `translate` does, but leaves out what GLSL cannot express: enough to read the
/// program's interface from.
///
/// # Errors
/// [`Error::Source`] as in `translate`.
pub fn translate_interface(expanded: &ExpandedKernel) -> Result<TranslatedText> {
    let file = source_file(expanded);
    let program = parse_program(&file.text).map_err(|fault| fault.to_error(&file))?;
    Ok(glsl::translate_interface(&program, &file.text))
}

/// Reads a program.
///
/// # Errors
/// [`Error::Source`] as in `translate`.
pub fn read_program(expanded: &ExpandedKernel) -> Result<AssemblyProgram> {
    let file = source_file(expanded);
    parse_program(&file.text).map_err(|fault| fault.to_error(&file))
}

/// Returns a translation's declarations for a driver, with indices clamped to their range: the
/// extension leaves the result of an index out of range undefined, but forbids termination.
pub fn bound_indices(preamble: &str) -> String {
    glsl::bound_indices(preamble)
}

/// Counts the resources of a program.
///
/// # Errors
/// [`Error::Source`] as in `translate`.
pub fn counts(name: &str, text: &str) -> Result<ProgramCounts> {
    // A program loaded for the wrong stage is wrong at its first byte.
    let stage = program_stage(text);
    let other = name.ends_with(".vp") && stage == Some(Stage::Fragment)
        || name.ends_with(".fp") && stage == Some(Stage::Vertex);
    let read = match other {
        true => {
            Err(program_error::ProgramError::new(0, "the program is for another stage than the ending of its name"))
        }
        false => parse_program(text).map(|program| counts::count_resources(&program)),
    };
    read.map_err(|fault| fault.to_error(&SourceFile { name: name.to_string(), text: text.to_string().into() }))
}

/// Returns the features that a program needs of a card besides its counts; `None` if it cannot be parsed.
pub fn needs(text: &str) -> Option<ProgramNeeds> {
    let program = parse_program(text).ok()?;
    Some(needs::find_needs(&program, text))
}

/// Returns true if a text is a vertex program that has a position: its own, or OpenGL's.
pub fn writes_position(text: &str) -> bool {
    let is_position = |one: Destination| one.register == ProgramRegister::Output(ProgramOutput::Position);
    parse_program(text).is_ok_and(|program| {
        let mut destinations = program.instructions.iter().filter_map(|one| one.destination);
        program.options.position_invariant || destinations.any(is_position)
    })
}

/// Returns the file of a program.
fn source_file(expanded: &ExpandedKernel) -> SourceFile {
    let own = expanded.files.first().cloned();
    own.unwrap_or_else(|| SourceFile { name: expanded.name.clone(), text: expanded.text.clone().into() })
}
