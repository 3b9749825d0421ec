//! The request for a translation: language, stage, entry and numbers.

/// The stage of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProgramStage {
    /// Places vertices.
    Vertex,
    /// Computes fragments.
    Fragment,
}

impl ProgramStage {
    /// Returns its word.
    pub const fn word(self) -> &'static str {
        match self {
            ProgramStage::Vertex => "vertex",
            ProgramStage::Fragment => "fragment",
        }
    }
}

/// The language, where both differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// Cg: a third coordinate of `tex2D` is a depth to compare with.
    Cg,
    /// HLSL of Direct3D 9: vectors are cut to what a function takes, and nothing compares.
    Hlsl,
}

/// The numbers of the type `fixed` on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FixedNumbers {
    /// They are floats.
    Float,
    /// They are halves.
    Half,
    /// They are multiples of 1/1024 from -2 to 2, as on NVIDIA's cards of 2003.
    Steps,
}

/// A translation that is asked for.
#[derive(Debug, Clone, Copy)]
pub struct TranslationRequest<'a> {
    /// The stage.
    pub stage: ProgramStage,
    /// The function to begin with, or `TECHNIQUE` or `TECHNIQUE.PASS` of an effect file.
    pub entry: Option<&'a str>,
    /// The language.
    pub language: Language,
    /// True if halves have 16 bits; else they are floats.
    pub rounds_halves: bool,
    /// The numbers of the type `fixed`.
    pub fixed: FixedNumbers,
    /// True for an effect file, in which a technique names the functions.
    pub is_effect: bool,
}

impl<'a> TranslationRequest<'a> {
    /// Builds the request for a stage of a Cg text, with halves of 16 bits and `fixed` as floats.
    pub fn new(stage: ProgramStage, entry: Option<&'a str>) -> TranslationRequest<'a> {
        TranslationRequest {
            stage,
            entry,
            language: Language::Cg,
            rounds_halves: true,
            fixed: FixedNumbers::Float,
            is_effect: false,
        }
    }
}
