//! A kernel's text with its includes, and the map from its lines to those of the files.

use super::Stage;
use super::dialect::is_vulkan;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A file as its author wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its name without folders, such as `scan.frag`.
    pub name: String,
    /// Its text.
    pub text: Cow<'static, str>,
}

/// A kernel's text with its includes, ready for a compiler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpandedKernel {
    /// The kernel file.
    pub name: String,
    /// The stage that it is written for.
    pub stage: Stage,
    /// The whole text: `#version`, the host's constants, the rest with its includes. Every line ends with a
    /// newline.
    pub text: String,
    /// The origin of each line of the text: an index into `files`, and a line counted from 1. A
    /// line that defines a constant of the host belongs to the `#version` line.
    pub lines: Vec<(usize, usize)>,
    /// The kernel file, then the files it includes, in order of appearance.
    pub files: Vec<SourceFile>,
}

/// Returns the file, the line (from 1) and the text of the first line that contains a name as a
/// word; `None` for an empty name.
pub fn source_line(expanded: &ExpandedKernel, name: &str) -> Option<(String, usize, String)> {
    let name = name.split('[').next().filter(|name| !name.is_empty())?;
    let at = expanded.text.lines().position(|line| {
        let code = line.split("//").next().unwrap_or("");
        code.split(|c| !is_name_letter(c)).any(|word| word == name)
    })?;
    let (file, line) = expanded.locate_line(at + 1)?;
    let text = file.text.lines().nth(line - 1).unwrap_or_default().trim().to_string();
    Some((file.name.clone(), line, text))
}

fn is_name_letter(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

impl ExpandedKernel {
    /// Returns true if its bindings and window origin are OpenGL's: it is GLSL, and not Vulkan's.
    pub fn is_of_opengl(&self) -> bool {
        let is_module = self.name.ends_with(".spv") || self.name.ends_with(".wgsl");
        !is_module && !is_vulkan(&self.text)
    }

    /// Returns the file and the line that a line of the text came from, both counted from 1.
    pub fn locate_line(&self, line: usize) -> Option<(&SourceFile, usize)> {
        // At the end of the text compilers report one line more than the last.
        let line = if line == self.lines.len() + 1 { line - 1 } else { line };
        let &(file, line) = self.lines.get(line.checked_sub(1)?)?;
        Some((self.files.get(file)?, line))
    }
}
