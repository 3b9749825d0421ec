//! The request for a translation: language, stage, entry and numbers.

use serde::{Deserialize, Serialize};

/// The stage of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// Cg: a third coordinate of `tex2D` is a depth to compare with.
    Cg,
    /// HLSL of Direct3D 9: vectors are cut to what a function takes, and nothing compares.
    Hlsl,
}

/// The numbers of the types `half` and `fixed` in a fragment program. NVIDIA's compiler chose them by its profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ShortNumbers {
    /// Both are floats: the profile `arbfp1`, and all profiles of vertex programs.
    Floats,
    /// Both have 16 bits: `fp40` on a GeForce 6800, `ps_2_x`, `ps_3_0`.
    Halves,
    /// A `half` has 16 bits, and a `fixed` is a multiple of 1/1024 from -2 to 2: `fp30`.
    HalvesAndSteps,
}

impl ShortNumbers {
    const ALL: [ShortNumbers; 3] = [ShortNumbers::Floats, ShortNumbers::Halves, ShortNumbers::HalvesAndSteps];

    /// Returns its word.
    pub const fn word(self) -> &'static str {
        match self {
            ShortNumbers::Floats => "floats",
            ShortNumbers::Halves => "halves",
            ShortNumbers::HalvesAndSteps => "steps",
        }
    }

    /// Returns those of a word; `None` for another word.
    pub fn from_word(word: &str) -> Option<ShortNumbers> {
        ShortNumbers::ALL.into_iter().find(|numbers| numbers.word() == word)
    }
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
    /// The numbers of `half` and `fixed` in a fragment program; in a vertex program they are floats.
    pub short_numbers: ShortNumbers,
    /// True for an effect file, in which a technique names the functions.
    pub is_effect: bool,
    /// The origin of each line, as [`ExpandedText`](crate::ExpandedText) has it, for `__LINE__`; empty for a text of one file.
    pub lines: &'a [(usize, usize)],
}

impl<'a> TranslationRequest<'a> {
    /// Builds the request for a stage of a Cg text, with 16 bits for `half` and `fixed`.
    pub fn new(stage: ProgramStage, entry: Option<&'a str>) -> TranslationRequest<'a> {
        TranslationRequest {
            stage,
            entry,
            language: Language::Cg,
            short_numbers: ShortNumbers::Halves,
            is_effect: false,
            lines: &[],
        }
    }
}
