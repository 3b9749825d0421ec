//! Programs of 2002 to 2006: the assembly languages of ARB_fragment_program and ARB_vertex_program, with NVIDIA's options
//! NV_fragment_program and NV_fragment_program2.
//!
//! A program is [read](reader) by the extensions' grammars, [counted](counts()) by their rules, and translated to GLSL,
//! each line in its place, which goes the way of all GLSL from there.

mod counts;
mod fault;
mod glsl;
mod lexer;
mod limits;
mod needs;
mod opcode;
mod program;
mod reader;
mod turns;

pub use counts::ProgramCounts;
pub use needs::{OptionUse, ProgramNeeds};

use super::dialect::Translated;
use super::expanded::{Expanded, SourceFile};
use super::{Stage, diagnostic};
use gristmill_base::error::{Error, Result};
use program::Attribute;

/// Whether a text is a program in assembly, by its first bytes. Those of other extensions are refused by their heads.
pub fn is_program(text: &str) -> bool {
    text.starts_with("!!")
}

/// The program as a kernel's text: it has no includes and no constants.
///
/// # Errors
/// [`Error::Source`] where it is a program for another stage, [`Error::Call`] for constants.
pub fn expand(file: &SourceFile, stage: Stage, defines: &[(String, String)]) -> Result<Expanded> {
    if let Some((name, _)) = defines.first() {
        let sentence = format!("the constant {name} is given, and a program in assembly has none; use program.local");
        return Err(Error::call(&file.name, sentence));
    }
    let is_vertex = ["!!ARBvp", "!!VP", "!!VSP"].iter().any(|head| file.text.starts_with(head));
    let of = if is_vertex { Stage::Vertex } else { Stage::Fragment };
    if of != stage {
        let message = format!("this is a {of} program, given for a {stage} kernel");
        let report = diagnostic::draw(file, 1, None, &message);
        return Err(Error::Source { kernel: file.name.clone(), report });
    }
    let lines = (1..=file.text.lines().count()).map(|line| (0, line)).collect();
    let text = file.text.to_string();
    Ok(Expanded { name: file.name.clone(), stage, text, lines, files: vec![file.clone()] })
}

/// What a fragment program reads that a vertex stage must write, as the author calls it; the first thing, if there is any.
pub fn interpolated(text: &str) -> Option<String> {
    let program = reader::read(text).ok().filter(|program| program.level.fragment)?;
    let fog = program.options.fog.map(|_| "fragment.fogcoord".to_string());
    let named = program.attributes.iter().find_map(|attribute| match attribute {
        Attribute::Color => Some("fragment.color".to_string()),
        Attribute::Secondary => Some("fragment.color.secondary".to_string()),
        Attribute::Fogcoord => Some("fragment.fogcoord".to_string()),
        Attribute::Texcoord(n) => Some(format!("fragment.texcoord[{n}]")),
        _ => None,
    });
    named.or(fog)
}

/// The program in GLSL, each line the translation of the author's line of that number.
///
/// # Errors
/// [`Error::Source`] draws the first thing that is wrong, with its position as `PROGRAM_ERROR_POSITION_ARB` has it.
/// [`Error::NotEmulated`] draws what GLSL has no words for.
pub fn translate(expanded: &Expanded) -> Result<Translated> {
    let file = file(expanded);
    let program = reader::read(&file.text).map_err(|fault| fault.drawn(&file))?;
    glsl::translate(&program, &file.text).map_err(|fault| match fault.drawn(&file) {
        Error::Source { kernel, report } => Error::NotEmulated { kernel, report },
        other => other,
    })
}

/// The declarations of a translation for a driver, where an index that is out of range reads what is nearest: the
/// extension leaves the result open, and lets nothing end by it.
pub fn bounded(preamble: &str) -> String {
    glsl::bounded(preamble)
}

/// What a program takes.
///
/// # Errors
/// [`Error::Source`] as of [`translate`].
pub fn counts(name: &str, text: &str) -> Result<ProgramCounts> {
    let of = |ending| name.ends_with(ending);
    // Loaded for the other stage a program is wrong at its first byte.
    let other = of(".vp") && text.starts_with("!!ARBfp") || of(".fp") && text.starts_with("!!ARBvp");
    let read = match other {
        true => Err(fault::Fault::new(0, "the program is one for the other stage than its name says")),
        false => reader::read(text).map(|program| counts::counts(&program)),
    };
    read.map_err(|fault| fault.drawn(&SourceFile { name: name.to_string(), text: text.to_string().into() }))
}

/// Returns what a program asks of a card beside its counts; none where it cannot be read.
pub fn needs(text: &str) -> Option<ProgramNeeds> {
    let program = reader::read(text).ok()?;
    Some(needs::find_needs(&program, text))
}

/// The file that a program came from.
fn file(expanded: &Expanded) -> SourceFile {
    let own = expanded.files.first().cloned();
    own.unwrap_or_else(|| SourceFile { name: expanded.name.clone(), text: expanded.text.clone().into() })
}
