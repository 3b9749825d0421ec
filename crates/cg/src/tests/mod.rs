//! Whole texts: their errors, their lines and names, and that no text makes the reader panic.
//!
//! The results of programs are tested on the emulator, in `tests/cg` of the crate `gristmill`.

mod effects;
mod mistakes;
mod mutations;
mod translations;

use crate::{CgError, Language, ProgramStage, Translation, TranslationRequest, translate};

/// Translates a fragment program that begins with `main`.
fn translate_fragment(text: &str) -> Result<Translation, CgError> {
    translate(text, &TranslationRequest::new(ProgramStage::Fragment, None))
}

fn translate_hlsl(text: &str) -> Result<Translation, CgError> {
    let request = TranslationRequest::new(ProgramStage::Fragment, None);
    translate(text, &TranslationRequest { language: Language::Hlsl, ..request })
}

/// Returns the place and the sentence of a text's error.
fn find_error(text: &str) -> (u32, u32, String) {
    let error = translate_fragment(text).expect_err(text);
    (error.place.line, error.place.column, error.message)
}
