//! Texts for drivers whose core profile may not know the author's dialect: the translation that the emulator runs.

use super::dialect::{self, Dialect, TranslatedText};
use super::glslang::{CompileTarget, GlslangInput, Shader, start_glslang};
use super::{ExpandedKernel, assembly, cg};
use gristmill_base::error::Result;
use std::collections::BTreeMap;

/// The oldest core profile version that has everything a translation uses.
const OLDEST_CORE: u32 = 330;

/// A stage for a driver of the core profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriverText {
    /// The text, with its `#version`.
    pub text: String,
    /// The driver's names for names of the author that were replaced.
    pub names: BTreeMap<String, String>,
}

/// Translates a stage for a driver: a program in assembly, Cg, or GLSL that today's core profile does
/// not accept; `None` for any other.
///
/// # Errors
/// [`Error::Source`](gristmill_base::error::Error::Source) if the text has an error.
pub fn driver_text(expanded: &ExpandedKernel) -> Result<Option<DriverText>> {
    if assembly::is_program(&expanded.text) {
        let translated = assembly::translate(expanded)?;
        let preamble = assembly::bound_indices(&translated.preamble);
        return Ok(Some(DriverText::new(TranslatedText { preamble, ..translated })));
    }
    if cg::is_cg(&expanded.text) {
        return Ok(Some(DriverText::new(cg::translate(expanded)?)));
    }
    let (dialect, _) = Dialect::detect(&expanded.text);
    if dialect.is_direct() || dialect.is_es() && dialect.version > 100 {
        return Ok(None);
    }
    start_glslang(&[expanded])?;
    let accepted = dialect::accept_text(&expanded.text, dialect);
    let plain = Shader::preprocess(expanded, &GlslangInput::for_text(&accepted.text, CompileTarget::Checked))?;
    let mut translated = dialect::translate(&plain, expanded.stage, dialect);
    translated.names.extend(accepted.names);
    // A text without extensions gets the version of its dialect, which a driver of OpenGL 3.3 (a software renderer, a Mac) accepts; extensions are
    // part of today's version.
    let version = match expanded.text.contains("#extension") {
        true => translated.version,
        false if dialect.is_es() => OLDEST_CORE,
        false => dialect.version.max(OLDEST_CORE),
    };
    Ok(Some(DriverText::new(TranslatedText { version, ..translated })))
}

impl DriverText {
    fn new(translated: TranslatedText) -> DriverText {
        let TranslatedText { version, preamble, text, names } = translated;
        let text = format!("#version {version} core\n{preamble}{text}");
        DriverText { text, names: names.into_iter().map(|(made, own)| (own, made)).collect() }
    }
}
