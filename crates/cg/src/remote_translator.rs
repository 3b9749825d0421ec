//! The translator in a module of its own: the questions and answers that pass between two modules, as JSON.
//!
//! The book's pages have the emulator without the parser and the writer of this crate, and load those when a text in
//! Cg is there. The feature `remote-translator` has that effect, on WebAssembly alone.

use crate::{CgError, Language, Place, ProgramStage, ShortNumbers, Translation, TranslationRequest};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::OnceLock;

/// A function that hands a question to the other module; `None` if that is not loaded.
type AskFunction = fn(&str) -> Option<String>;

static ASK: OnceLock<AskFunction> = OnceLock::new();

/// Sets the function that hands a question to the other module and returns its answer, once for the program. It
/// returns `None` if the other module is not loaded.
///
/// ```
/// gristmill_cg::set_remote_translator(|question| Some(gristmill_cg::answer_question(question)));
/// ```
pub fn set_remote_translator(ask: fn(&str) -> Option<String>) {
    ASK.get_or_init(|| ask);
}

/// The kinds of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum QuestionKind {
    /// [`crate::translate`].
    Translation,
    /// [`crate::find_stage`].
    Stage,
    /// [`crate::is_include_file`].
    IsInclude,
}

/// A question: a text with its request.
#[derive(Debug, Serialize, Deserialize)]
struct Question<'a> {
    kind: QuestionKind,
    text: Cow<'a, str>,
    stage: ProgramStage,
    entry: Option<Cow<'a, str>>,
    language: Language,
    short_numbers: ShortNumbers,
    is_effect: bool,
    lines: Cow<'a, [(usize, usize)]>,
}

impl<'a> Question<'a> {
    fn new(kind: QuestionKind, text: &'a str, request: &TranslationRequest<'a>) -> Question<'a> {
        Question {
            kind,
            text: text.into(),
            stage: request.stage,
            entry: request.entry.map(Cow::from),
            language: request.language,
            short_numbers: request.short_numbers,
            is_effect: request.is_effect,
            lines: request.lines.into(),
        }
    }

    fn to_request(&self) -> TranslationRequest<'_> {
        TranslationRequest {
            stage: self.stage,
            entry: self.entry.as_deref(),
            language: self.language,
            short_numbers: self.short_numbers,
            is_effect: self.is_effect,
            lines: &self.lines,
        }
    }
}

/// The answer to a question of its kind.
#[derive(Debug, Serialize, Deserialize)]
enum Answer {
    Translation(Result<Translation, CgError>),
    Stage(ProgramStage),
    IsInclude(bool),
}

/// Answers a question that another module asks, as JSON. One that is no question has an empty answer, which the other
/// module takes as none.
///
/// ```
/// assert_eq!(gristmill_cg::answer_question("no question"), "");
/// ```
pub fn answer_question(question: &str) -> String {
    let Ok(question) = serde_json::from_str::<Question>(question) else { return String::new() };
    let request = question.to_request();
    let answer = match question.kind {
        QuestionKind::Translation => Answer::Translation(crate::translate(&question.text, &request)),
        QuestionKind::Stage => Answer::Stage(crate::find_stage(&question.text, &request)),
        QuestionKind::IsInclude => Answer::IsInclude(crate::is_include_file(&question.text, &request)),
    };
    serde_json::to_string(&answer).unwrap_or_default()
}

/// Asks the other module; `None` if it is not loaded.
fn ask_remote(kind: QuestionKind, text: &str, request: &TranslationRequest) -> Option<Answer> {
    let question = serde_json::to_string(&Question::new(kind, text, request)).ok()?;
    let answer = ASK.get()?(&question)?;
    serde_json::from_str(&answer).ok()
}

/// Asks for a translation. Without the other module that is an error of the request.
pub(crate) fn request_translation(text: &str, request: &TranslationRequest) -> Result<Translation, CgError> {
    match ask_remote(QuestionKind::Translation, text, request) {
        Some(Answer::Translation(translated)) => translated,
        _ => Err(CgError::new(
            Place::default(),
            "the module that reads Cg and HLSL is not loaded; load the page again, or run `gristmill check`",
        )),
    }
}

/// Asks for the stage of a text; without the other module it is that of fragments, and the translation says the error.
pub(crate) fn request_stage(text: &str, request: &TranslationRequest) -> ProgramStage {
    match ask_remote(QuestionKind::Stage, text, request) {
        Some(Answer::Stage(stage)) => stage,
        _ => ProgramStage::Fragment,
    }
}

/// Asks if a text is only for inclusion; without the other module it is not, and the translation says the error.
pub(crate) fn request_is_include_file(text: &str, request: &TranslationRequest) -> bool {
    matches!(ask_remote(QuestionKind::IsInclude, text, request), Some(Answer::IsInclude(true)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "struct S { half2 a; };\nfloat4 main(S s : TEXCOORD0, uniform float size) : COLOR\n{\n    return s.a.xyxy * size;\n}\n";
    const VERTEX: &str = "float4 main(float4 p : POSITION) : POSITION { return p; }";
    const WRONG: &str = "float4 main() : COLOR { return b; }";
    const INCLUDE: &str = "float twice(float x) { return 2 * x; }";

    /// Asks as the pages' module does, in one process.
    fn ask_here(kind: QuestionKind, text: &str, request: &TranslationRequest) -> Answer {
        set_remote_translator(|question| Some(answer_question(question)));
        ask_remote(kind, text, request).unwrap()
    }

    #[test]
    fn a_remote_answer_is_the_translator_s_own() {
        let lines = [(0, 1), (0, 7), (1, 2), (0, 8), (0, 9)];
        for language in [Language::Cg, Language::Hlsl] {
            for numbers in [ShortNumbers::Floats, ShortNumbers::Halves, ShortNumbers::HalvesAndSteps] {
                for text in [PROGRAM, VERTEX, WRONG, INCLUDE] {
                    let plain = TranslationRequest::new(ProgramStage::Fragment, Some("main"));
                    let request = TranslationRequest { language, short_numbers: numbers, lines: &lines, ..plain };
                    let Answer::Translation(translated) = ask_here(QuestionKind::Translation, text, &request) else {
                        panic!("another kind of answer")
                    };
                    assert_eq!(translated, crate::translate(text, &request), "{text}");
                    let Answer::Stage(stage) = ask_here(QuestionKind::Stage, text, &request) else {
                        panic!("another kind of answer")
                    };
                    assert_eq!(stage, crate::find_stage(text, &request), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_remote_module_knows_texts_for_inclusion() {
        let request = TranslationRequest::new(ProgramStage::Fragment, None);
        for (text, expected) in [(INCLUDE, true), (PROGRAM, false)] {
            let answer = ask_here(QuestionKind::IsInclude, text, &request);
            assert!(matches!(answer, Answer::IsInclude(is_include) if is_include == expected), "{text}");
        }
    }
}
