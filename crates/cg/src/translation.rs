//! A translated program.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A program in GLSL, core profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Translation {
    /// The version of GLSL.
    pub version: u32,
    /// Declarations before the text, without `#version`.
    pub preamble: String,
    /// The statements, each on its author's line.
    pub text: String,
    /// The author's name of each name that differs from it.
    pub names: BTreeMap<String, String>,
    /// The function that it begins with.
    pub entry: String,
}
