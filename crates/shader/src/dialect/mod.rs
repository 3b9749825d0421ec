//! The dialects of GLSL: which one a text is written in, and how one of old becomes one that SPIR-V is made of.
//!
//! glslang reads every dialect, and makes SPIR-V of some: of OpenGL's from 3.30 on without the compatibility
//! profile, of ES from 3.10 on. A text of another is read by glslang as what it is, which says whether it is right,
//! and is then [translated](translate()) token by token, each line in its place.

mod accepted;
mod builtin;
mod counters;
mod es;
mod later;
mod lexer;
mod raised;
mod restore;
mod stand_in;
mod steps;
mod translate;
mod unsaid;

pub use accepted::{AcceptedText, accept_text};
pub use counters::replace_counters;
pub use es::{renamed, web};
pub use raised::raise_version;
pub use restore::restore;
pub use stand_in::Names;
pub use steps::steps_behind;
pub use translate::{Translated, translate};
pub use unsaid::find_signs;

use std::fmt;

/// The versions there are of OpenGL's GLSL.
const DESKTOP: [u32; 12] = [110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450];

/// The last of them, which stands alone so that the sentence about versions can name it.
const LAST: u32 = 460;

/// The versions there are of OpenGL ES's GLSL.
const ES: [u32; 4] = [100, 300, 310, 320];

/// Which GLSL a text is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// The number behind `#version`.
    pub version: u32,
    /// What stands behind the number, or follows from it.
    pub profile: LanguageProfile,
}

/// Which of the languages of one version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LanguageProfile {
    /// OpenGL's, before 1.50 the only one.
    Desktop,
    /// OpenGL's with what was taken out of it.
    Compatibility,
    /// OpenGL ES's.
    Es,
}

impl Dialect {
    /// What a text without `#version` is written in.
    pub const UNSAID: Dialect = Dialect { version: 110, profile: LanguageProfile::Desktop };

    /// What a text without `#version` is written in that says a precision, as those of WebGL do.
    pub const WEB: Dialect = Dialect { version: 100, profile: LanguageProfile::Es };

    /// What stands behind `#version`.
    ///
    /// # Errors
    /// A sentence about a version that never was, or a profile that it has not.
    pub fn read(words: &str) -> Result<Dialect, String> {
        let mut words = words.split_whitespace();
        let number = words.next().unwrap_or("");
        let profile = words.next();
        let Ok(version) = number.parse::<u32>() else {
            return Err("#version takes a number; write #version 450 core".to_string());
        };
        if words.next().is_some() {
            return Err("#version takes a number and a profile; write nothing behind them".to_string());
        }
        let desktop = DESKTOP.contains(&version) || version == LAST;
        if !desktop && !ES.contains(&version) {
            return Err(format!(
                "there is no GLSL of version {version}; there are 110 to 150 and 330 to {LAST} by tens, and 100, 300 es, 310 es and 320 es"
            ));
        }
        let profile = match profile {
            None if version == 100 => LanguageProfile::Es,
            None if desktop => LanguageProfile::Desktop,
            Some("es") if !desktop && version != 100 => LanguageProfile::Es,
            Some("core") if desktop && version >= 150 => LanguageProfile::Desktop,
            Some("compatibility") if desktop && version >= 150 => LanguageProfile::Compatibility,
            None => return Err(format!("version {version} is of GLSL ES; write #version {version} es")),
            Some(profile @ ("es" | "core" | "compatibility")) => {
                let right = if ES.contains(&version) && version != 100 { " es" } else { "" };
                return Err(format!("version {version} has no profile {profile}; write #version {version}{right}"));
            }
            Some(profile) => {
                return Err(format!("there is no profile {profile}; there are core, compatibility and es"));
            }
        };
        Ok(Dialect { version, profile })
    }

    /// The dialect of a text, and whether it says so itself. What is wrong about its `#version` is not asked here.
    pub fn of(text: &str) -> (Dialect, bool) {
        match version_line(text).and_then(|words| Dialect::read(words).ok()) {
            Some(said) => (said, true),
            None => (find_signs(text).dialect(), false),
        }
    }

    /// Whether it is OpenGL ES's.
    pub fn is_es(self) -> bool {
        self.profile == LanguageProfile::Es
    }

    /// Whether glslang makes SPIR-V of it as it stands.
    pub fn is_direct(self) -> bool {
        match self.profile {
            LanguageProfile::Desktop => self.version >= 330,
            LanguageProfile::Compatibility => false,
            LanguageProfile::Es => self.version >= 310,
        }
    }

    /// Whether it has what came to OpenGL's language and to that of ES with these versions; 0 is never.
    fn since(self, desktop: u32, es: u32) -> bool {
        let first = if self.is_es() { es } else { desktop };
        first != 0 && self.version >= first
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, behind) = match self.profile {
            LanguageProfile::Desktop => ("GLSL", ""),
            LanguageProfile::Compatibility => ("GLSL", " compatibility"),
            LanguageProfile::Es => ("GLSL ES", ""),
        };
        f.pad(&format!("{name} {}.{:02}{behind}", self.version / 100, self.version % 100))
    }
}

/// The tokens of a text that are no blanks.
fn words(text: &str) -> Vec<&str> {
    let tokens = lexer::tokens(text).into_iter().filter(|token| !token.is_blank());
    tokens.map(|token| token.text).collect()
}

/// Returns the line of the first word in the code of a text that begins so.
pub fn find_word(text: &str, start: &str) -> Option<usize> {
    find_line(text, |word| word.starts_with(start))
}

/// Returns the line of a name where it stands first in the code of a text.
pub fn find_name(text: &str, name: &str) -> Option<usize> {
    find_line(text, |word| word == name)
}

fn find_line(text: &str, is_meant: impl Fn(&str) -> bool) -> Option<usize> {
    let mut line = 1;
    for token in lexer::tokens(text) {
        if token.kind == lexer::TokenKind::Word && is_meant(token.text) {
            return Some(line);
        }
        line += token.text.matches('\n').count();
    }
    None
}

/// Whether a text is of Vulkan's GLSL: it says where its resources are, or what only that has.
pub fn is_vulkan(text: &str) -> bool {
    let words = words(text);
    // Whether the last parenthesis that was opened is that of a layout.
    let qualifies = |at: usize| {
        let open = words[..at].iter().rposition(|word| matches!(*word, "(" | ")" | ";"));
        open.is_some_and(|open| words[open] == "(" && open > 0 && words[open - 1] == "layout")
    };
    words.iter().enumerate().any(|(at, word)| match *word {
        "set" | "input_attachment_index" => qualifies(at) && words.get(at + 1) == Some(&"="),
        "push_constant" => qualifies(at) && matches!(words.get(at + 1), Some(&("," | ")"))),
        "gl_VertexIndex" | "gl_InstanceIndex" => true,
        directive if directive.starts_with('#') => directive.contains("GL_KHR_vulkan_glsl"),
        _ => false,
    })
}

/// Returns whether a text of OpenGL ES's language leaves all its floats to `mediump` or `lowp`, which may be halves.
pub fn asks_for_halves(text: &str) -> bool {
    let words = words(text);
    let has_default = words
        .windows(3)
        .any(|three| three[0] == "precision" && matches!(three[1], "mediump" | "lowp") && three[2] == "float");
    let is_es = Dialect::of(text).0.is_es();
    is_es
        && has_default
        && !words
            .iter()
            .any(|word| *word == "highp" || word.starts_with('#') && word.contains("highp"))
}

/// What stands behind the `#version` that a text begins with, after blanks and comments.
fn version_line(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    loop {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/")?.1.trim_start();
        } else if let Some(comment) = rest.strip_prefix("//") {
            let mut lines = comment.split_inclusive('\n');
            let mut length = 0;
            for line in lines.by_ref() {
                length += line.len();
                if !line.trim_end_matches('\n').ends_with('\\') {
                    break;
                }
            }
            rest = comment[length..].trim_start();
        } else {
            break;
        }
    }
    let line = rest.lines().next()?;
    let words = line.strip_prefix('#')?.trim_start().strip_prefix("version")?;
    let end = words
        .find("//")
        .into_iter()
        .chain(words.find("/*"))
        .min()
        .unwrap_or(words.len());
    Some(&words[..end])
}

#[cfg(test)]
mod tests;
