//! Cg and Direct3D 9's HLSL: files by their endings, expanded and translated by the crate `gristmill-cg`.
//!
//! An expanded text says in its first line, a `#pragma`, with which function it begins: so the text
//! alone is enough for all that comes after, as it is for a program in assembly.

use super::dialect::TranslatedText;
use super::expanded_kernel::{ExpandedKernel, SourceFile};
use super::{Stage, diagnostic};
use gristmill_base::error::{Error, Result};
use gristmill_base::includes::IncludeLookup;
use gristmill_cg::{CgError, ExpandedText, Language, ProgramStage, ShortNumbers, TranslationRequest};

/// The beginning of an expanded text.
const MARK: &str = "#pragma gristmill_cg";

/// The endings of files, each with true for HLSL, and true for effect files.
const ENDINGS: [(&str, bool, bool); 4] =
    [("cg", false, false), ("hlsl", true, false), ("fx", true, true), ("cgfx", false, true)];

/// Returns true if a file is Cg or HLSL, by the ending of its name.
pub fn is_cg_name(name: &str) -> bool {
    find_ending(name).is_some()
}

fn find_ending(name: &str) -> Option<(&'static str, bool, bool)> {
    let (_, ending) = name.rsplit_once('.')?;
    ENDINGS.into_iter().find(|(known, ..)| known.eq_ignore_ascii_case(ending))
}

/// Returns true if an expanded text is Cg or HLSL.
pub fn is_cg(text: &str) -> bool {
    text.starts_with(MARK)
}

/// Expands a file, whose program begins with a function of that name, or with `main`. Without a stage it has
/// that of the function.
///
/// # Errors
/// [`Error::Source`] draws the first error of the preprocessor. [`Error::Call`] for the compute stage.
pub fn expand_cg(
    file: &SourceFile,
    stage: Option<Stage>,
    entry: Option<&str>,
    includes: &IncludeLookup,
    defines: &[(String, String)],
) -> Result<ExpandedKernel> {
    let (_, is_hlsl, is_effect) = find_ending(&file.name).unwrap_or(ENDINGS[0]);
    let expanded = expand_files(file, includes, defines)?;
    let language = if is_hlsl { "hlsl" } else { "cg" };
    let form = if is_effect { "effect" } else { "plain" };
    let numbers = ShortNumbers::Halves.word();
    let mark = format!("{MARK} {language} {form} {numbers} {}\n", entry.unwrap_or(""));
    let kernel = mark_text(file, Stage::Fragment, &mark, expanded);
    let stage = match stage {
        Some(stage) => stage,
        None => match gristmill_cg::find_stage(&kernel.text, &read_request(&kernel.text, ProgramStage::Fragment)) {
            ProgramStage::Vertex => Stage::Vertex,
            ProgramStage::Fragment => Stage::Fragment,
        },
    };
    if stage == Stage::Compute {
        let sentence = "Cg and Direct3D 9's HLSL have vertex and fragment programs; a compute kernel in a .hlsl has [numthreads(64, 1, 1)] before its function";
        return Err(Error::call(&file.name, sentence));
    }
    Ok(ExpandedKernel { stage, ..kernel })
}

/// Inserts the files that a text in Cg or HLSL includes.
///
/// # Errors
/// [`Error::Source`] draws the first error of the preprocessor.
pub(super) fn expand_files(
    file: &SourceFile,
    includes: &IncludeLookup,
    defines: &[(String, String)],
) -> Result<ExpandedText> {
    let expanded = gristmill_cg::expand_includes(&file.name, &file.text, defines, includes);
    expanded.map_err(|(at, error)| {
        let at = SourceFile { name: at.name, text: at.text.into() };
        draw_error(&file.name, &at, error.place.line as usize, &error)
    })
}

/// Puts a line before an expanded text, for what its compiler has to know besides the text.
pub(super) fn mark_text(file: &SourceFile, stage: Stage, mark: &str, expanded: ExpandedText) -> ExpandedKernel {
    let files = expanded.files.into_iter();
    let files = files.map(|one| SourceFile { name: one.name, text: one.text.into() });
    ExpandedKernel {
        name: file.name.clone(),
        stage,
        text: format!("{mark}{}", expanded.text),
        lines: std::iter::once((0, 1)).chain(expanded.lines).collect(),
        files: files.collect(),
    }
}

/// Returns true if an expanded text is only for inclusion by others: no function of it can begin a program.
pub fn is_cg_include(expanded: &ExpandedKernel) -> bool {
    gristmill_cg::is_include_file(&expanded.text, &read_request(&expanded.text, ProgramStage::Fragment))
}

/// Returns the request that the first line of an expanded text says.
fn read_request(text: &str, stage: ProgramStage) -> TranslationRequest<'_> {
    let line = text.lines().next().unwrap_or("");
    let mut words = line.split_whitespace().skip(2);
    let language = if words.next() == Some("hlsl") { Language::Hlsl } else { Language::Cg };
    let is_effect = words.next() == Some("effect");
    let short_numbers = words.next().and_then(ShortNumbers::from_word).unwrap_or(ShortNumbers::Halves);
    TranslationRequest { language, is_effect, short_numbers, ..TranslationRequest::new(stage, words.next()) }
}

/// Sets the numbers of `half` and `fixed` in an expanded text; one in another language stays as it is.
pub fn set_short_numbers(expanded: &mut ExpandedKernel, numbers: ShortNumbers) {
    if !is_cg(&expanded.text) {
        return;
    }
    let Some((mark, text)) = expanded.text.split_once('\n') else { return };
    let mut words: Vec<&str> = mark.split(' ').collect();
    if let Some(word) = words.get_mut(4) {
        *word = numbers.word();
    }
    expanded.text = format!("{}\n{text}", words.join(" "));
}

/// Returns the numbers that `half` and `fixed` have in an expanded text in Cg or HLSL; `None` if it would be the same
/// with others.
pub fn find_short_numbers(expanded: &ExpandedKernel) -> Option<ShortNumbers> {
    if !is_cg(&expanded.text) {
        return None;
    }
    let translate_in = |numbers: ShortNumbers| {
        let mut expanded = expanded.clone();
        set_short_numbers(&mut expanded, numbers);
        translate(&expanded).map(|made| made.text).ok()
    };
    let is_same = translate_in(ShortNumbers::Floats) == translate_in(ShortNumbers::HalvesAndSteps);
    let own = read_request(&expanded.text, ProgramStage::Fragment).short_numbers;
    (!is_same).then_some(own)
}

/// Translates an expanded text to GLSL; each line is the translation of the author's line with that number.
///
/// # Errors
/// [`Error::Source`] draws the first error: a mistake, or a part of the language that is not read here.
pub fn translate(expanded: &ExpandedKernel) -> Result<TranslatedText> {
    let stage = if expanded.stage == Stage::Vertex { ProgramStage::Vertex } else { ProgramStage::Fragment };
    let request = TranslationRequest { lines: &expanded.lines, ..read_request(&expanded.text, stage) };
    let translated = gristmill_cg::translate(&expanded.text, &request).map_err(|error| {
        let line = error.place.line as usize;
        if line == 0 {
            return Error::call(&expanded.name, error.message);
        }
        let located = expanded.locate_line(line.min(expanded.lines.len().max(1)));
        match located {
            Some((file, line)) => draw_error(&expanded.name, file, line, &error),
            None => Error::Source { kernel: expanded.name.clone(), report: error.message },
        }
    })?;
    let gristmill_cg::Translation { version, preamble, text, names, .. } = translated;
    Ok(TranslatedText { version, preamble, text, names })
}

/// Draws an error at its line.
fn draw_error(kernel: &str, file: &SourceFile, line: usize, error: &CgError) -> Error {
    let report = diagnostic::draw_message(file, line, Some(error.place.column as usize), &error.message);
    Error::Source { kernel: kernel.to_string(), report }
}
