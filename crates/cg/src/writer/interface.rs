//! Semantics: the places of inputs and outputs outside of the program.

use crate::request::ProgramStage;
use crate::source_error::{CgError, CgResult};
use crate::token::Place;
use gristmill_base::nearest_names::nearest;

/// The place of an input or an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum InterfacePlace {
    /// Four numbers that a vertex program writes and a fragment program reads.
    Varying(String),
    /// An input of a vertex program.
    Attribute(String),
    /// The position of a fragment, with halves.
    WindowPosition,
    /// The position of a fragment in whole pixels.
    PixelPosition,
    /// One side or the other.
    Face,
    /// The position of a vertex.
    Position,
    PointSize,
    ClipDistance(u32),
    /// An output of a fragment program.
    Color(u32),
    Depth,
}

impl InterfacePlace {
    /// Returns the name that errors and the host use.
    pub(super) fn place_name(&self) -> String {
        match self {
            InterfacePlace::Varying(name) | InterfacePlace::Attribute(name) => name.clone(),
            InterfacePlace::WindowPosition => "WPOS".to_string(),
            InterfacePlace::PixelPosition => "VPOS".to_string(),
            InterfacePlace::Face => "FACE".to_string(),
            InterfacePlace::Position => "POSITION".to_string(),
            InterfacePlace::PointSize => "PSIZE".to_string(),
            InterfacePlace::ClipDistance(number) => format!("CLP{number}"),
            InterfacePlace::Color(number) => format!("COLOR{number}"),
            InterfacePlace::Depth => "DEPTH".to_string(),
        }
    }
}

/// Semantics of values between the stages, each with the highest number.
const VARYINGS: [(&str, u32); 9] = [
    ("TEXCOORD", 15),
    ("COLOR", 7),
    ("FOG", 0),
    ("NORMAL", 7),
    ("TANGENT", 7),
    ("BINORMAL", 7),
    ("BLENDWEIGHT", 7),
    ("BLENDINDICES", 7),
    ("ATTR", 15),
];

/// Semantics of a vertex's values, each with the highest number.
const ATTRIBUTES: [(&str, u32); 12] = [
    ("POSITION", 15),
    ("NORMAL", 15),
    ("COLOR", 15),
    ("TEXCOORD", 15),
    ("TANGENT", 15),
    ("BINORMAL", 15),
    ("BLENDWEIGHT", 15),
    ("BLENDINDICES", 15),
    ("PSIZE", 15),
    ("FOGCOORD", 0),
    ("TESSFACTOR", 15),
    ("ATTR", 15),
];

/// Returns a semantic's name in one form, and its number.
fn split_semantic(written: &str) -> (String, u32) {
    let upper = written.to_ascii_uppercase();
    let letters = upper.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = upper.get(letters.len()..).and_then(|digits| digits.parse().ok()).unwrap_or(0);
    let name = match letters {
        "COL" | "DIFFUSE" => "COLOR",
        "TEX" => "TEXCOORD",
        "HPOS" => "POSITION",
        "FOGC" => "FOG",
        "DEPR" => "DEPTH",
        "PSIZ" => "PSIZE",
        "VFACE" => "FACE",
        "SPECULAR" => return ("COLOR".to_string(), 1),
        other => other,
    };
    (name.to_string(), number)
}

/// Returns the place that a semantic names, moved on by some, as for the elements of an array.
pub(super) fn find_place(
    stage: ProgramStage,
    is_output: bool,
    written: &str,
    offset: u32,
    place: Place,
) -> CgResult<InterfacePlace> {
    let (name, number) = split_semantic(written);
    let number = number + offset;
    let numbered = |table: &[(&str, u32)]| {
        let found = table.iter().find(|(known, _)| *known == name)?;
        (number <= found.1).then(|| match number {
            // Where a card has one of a kind, the number is left out.
            0 if found.1 == 0 || !known_numbered(found.0) => name.clone(),
            _ => format!("{name}{number}"),
        })
    };
    let found = match (stage, is_output, name.as_str()) {
        (ProgramStage::Fragment, false, "WPOS") => Some(InterfacePlace::WindowPosition),
        (ProgramStage::Fragment, false, "VPOS") => Some(InterfacePlace::PixelPosition),
        (ProgramStage::Fragment, false, "FACE") => Some(InterfacePlace::Face),
        (ProgramStage::Fragment, false, _) => numbered(&VARYINGS).map(InterfacePlace::Varying),
        (ProgramStage::Fragment, true, "COLOR") => (number < 8).then_some(InterfacePlace::Color(number)),
        (ProgramStage::Fragment, true, "DEPTH") => Some(InterfacePlace::Depth),
        (ProgramStage::Fragment, true, _) => None,
        (ProgramStage::Vertex, false, _) => numbered(&ATTRIBUTES).map(InterfacePlace::Attribute),
        (ProgramStage::Vertex, true, "POSITION") => Some(InterfacePlace::Position),
        (ProgramStage::Vertex, true, "PSIZE") => Some(InterfacePlace::PointSize),
        (ProgramStage::Vertex, true, "CLP") => (number < 6).then_some(InterfacePlace::ClipDistance(number)),
        (ProgramStage::Vertex, true, "BCOL") => (number < 2).then(|| InterfacePlace::Varying(format!("BCOL{number}"))),
        (ProgramStage::Vertex, true, _) => numbered(&VARYINGS).map(InterfacePlace::Varying),
    };
    found.ok_or_else(|| explain_no_place(stage, is_output, written, place))
}

/// Returns true for semantics whose first has the number 0 in its name.
fn known_numbered(name: &str) -> bool {
    matches!(name, "TEXCOORD" | "COLOR" | "ATTR")
}

fn explain_no_place(stage: ProgramStage, is_output: bool, written: &str, place: Place) -> CgError {
    if let Some(sentence) = crate::parser::explain_later_word(written) {
        return CgError::new(place, sentence);
    }
    let known: Vec<&str> = match (stage, is_output) {
        (ProgramStage::Fragment, false) => {
            vec!["TEXCOORD0", "TEXCOORD1", "COLOR0", "COLOR1", "WPOS", "VPOS", "FACE", "VFACE", "FOG"]
        }
        (ProgramStage::Fragment, true) => vec!["COLOR", "COLOR0", "COLOR1", "COLOR2", "COLOR3", "DEPTH"],
        (ProgramStage::Vertex, false) => ATTRIBUTES.iter().map(|(name, _)| *name).collect(),
        (ProgramStage::Vertex, true) => {
            vec!["POSITION", "HPOS", "PSIZE", "CLP0", "TEXCOORD0", "TEXCOORD1", "COLOR0", "COLOR1", "FOG"]
        }
    };
    let next = match nearest(written, &known) {
        Some(near) if !near.eq_ignore_ascii_case(written) => format!("; did you mean {near}?"),
        _ => format!("; there are {}", known.join(", ")),
    };
    let what = if is_output { "output" } else { "input" };
    CgError::new(place, format!("'{written}' is not an {what} of a {} program{next}", stage.word()))
}
