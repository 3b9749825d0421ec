//! The dialects of GLSL: detects the dialect of a text, and translates old dialects to one that compiles to SPIR-V.
//!
//! glslang reads every dialect, but compiles only some to SPIR-V: desktop GLSL from 3.30 on without
//! the compatibility profile, and ES from 3.10 on. For other dialects glslang only checks the text;
//! then it is [translated](translate()) token by token, each line in its place.

mod accepted_text;
mod builtin;
mod counters;
mod dialect_signs;
mod es;
mod later_words;
mod lexer;
mod loop_steps;
mod raised_version;
mod restore;
mod stand_in_names;
mod translate;

pub use accepted_text::{AcceptedText, accept_text};
pub use counters::replace_counters;
pub use dialect_signs::find_signs;
pub use es::{rename_conflict, translate_to_es};
pub use loop_steps::use_postfix_steps;
pub use raised_version::raise_version;
pub use restore::restore_names;
pub use stand_in_names::AuthorNames;
pub use translate::{TranslatedText, translate};

use std::fmt;

/// The versions of desktop GLSL, except the last.
const DESKTOP_VERSIONS: [u32; 12] = [110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450];

/// The last version, separate because messages name it.
const LATEST_VERSION: u32 = 460;

/// The versions of GLSL ES.
const ES_VERSIONS: [u32; 4] = [100, 300, 310, 320];

/// The GLSL version and profile of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// The number after `#version`.
    pub version: u32,
    /// The profile after the number, or the one that the number implies.
    pub profile: LanguageProfile,
}

/// The profile of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LanguageProfile {
    /// Desktop GLSL; before 1.50 the only profile.
    Desktop,
    /// Desktop GLSL with the removed features.
    Compatibility,
    /// GLSL ES.
    Es,
}

impl Dialect {
    /// The dialect of a text without `#version`.
    pub const DEFAULT: Dialect = Dialect { version: 110, profile: LanguageProfile::Desktop };

    /// The dialect of a text without `#version` that declares a precision, as texts of WebGL do.
    pub const WEB: Dialect = Dialect { version: 100, profile: LanguageProfile::Es };

    /// Parses the rest of a `#version` line.
    ///
    /// # Errors
    /// A sentence about a version that does not exist, or a profile that the version lacks.
    pub fn parse_version(words: &str) -> Result<Dialect, String> {
        let mut words = words.split_whitespace();
        let number = words.next().unwrap_or("");
        let profile = words.next();
        let Ok(version) = number.parse::<u32>() else {
            return Err("#version takes a number; write #version 450 core".to_string());
        };
        if words.next().is_some() {
            return Err("#version is followed by a number and a profile; remove the rest of the line".to_string());
        }
        let desktop = DESKTOP_VERSIONS.contains(&version) || version == LATEST_VERSION;
        if !desktop && !ES_VERSIONS.contains(&version) {
            return Err(format!(
                "there is no GLSL of version {version}; there are 110 to 150 and 330 to {LATEST_VERSION} by tens, and 100, 300 es, 310 es and 320 es"
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
                let right = if ES_VERSIONS.contains(&version) && version != 100 { " es" } else { "" };
                return Err(format!("version {version} has no profile {profile}; write #version {version}{right}"));
            }
            Some(profile) => {
                return Err(format!("there is no profile {profile}; there are core, compatibility and es"));
            }
        };
        Ok(Dialect { version, profile })
    }

    /// Returns the dialect of a text, and true if its `#version` says so. Errors in `#version` are not reported here.
    pub fn detect(text: &str) -> (Dialect, bool) {
        match version_line(text).and_then(|words| Dialect::parse_version(words).ok()) {
            Some(said) => (said, true),
            None => (find_signs(text).guess_dialect(), false),
        }
    }

    /// Returns true for GLSL ES.
    pub fn is_es(self) -> bool {
        self.profile == LanguageProfile::Es
    }

    /// Returns true if glslang compiles it to SPIR-V without translation.
    pub fn is_direct(self) -> bool {
        match self.profile {
            LanguageProfile::Desktop => self.version >= 330,
            LanguageProfile::Compatibility => false,
            LanguageProfile::Es => self.version >= 310,
        }
    }

    /// Returns true if it has a feature added in these versions of desktop GLSL and of ES; 0 is never.
    fn is_since(self, desktop: u32, es: u32) -> bool {
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

/// Returns the tokens of a text that are not blank.
fn split_words(text: &str) -> Vec<&str> {
    let tokens = lexer::split_tokens(text).into_iter().filter(|token| !token.is_blank());
    tokens.map(|token| token.text).collect()
}

/// Returns the line of the first word in the code of a text that begins with `start`.
pub fn find_word(text: &str, start: &str) -> Option<usize> {
    find_line(text, |word| word.starts_with(start))
}

/// Returns the line of a name's first use in the code of a text.
pub fn find_name(text: &str, name: &str) -> Option<usize> {
    find_line(text, |word| word == name)
}

fn find_line(text: &str, is_meant: impl Fn(&str) -> bool) -> Option<usize> {
    let mut line = 1;
    for token in lexer::split_tokens(text) {
        if token.kind == lexer::TokenKind::Word && is_meant(token.text) {
            return Some(line);
        }
        line += token.text.matches('\n').count();
    }
    None
}

/// Returns true for Vulkan's GLSL: the text has descriptor sets, or another feature of Vulkan alone.
pub fn is_vulkan(text: &str) -> bool {
    let words = split_words(text);
    words.iter().enumerate().any(|(at, word)| match *word {
        "set" | "input_attachment_index" => is_qualifier(&words, at) && words.get(at + 1) == Some(&"="),
        "push_constant" => is_qualifier(&words, at) && matches!(words.get(at + 1), Some(&("," | ")"))),
        "gl_VertexIndex" | "gl_InstanceIndex" => true,
        directive if directive.starts_with('#') => directive.contains("GL_KHR_vulkan_glsl"),
        _ => false,
    })
}

/// Returns true if the last open parenthesis before a word is that of a layout.
fn is_qualifier(words: &[&str], at: usize) -> bool {
    let open = words[..at].iter().rposition(|word| matches!(*word, "(" | ")" | ";"));
    open.is_some_and(|open| words[open] == "(" && open > 0 && words[open - 1] == "layout")
}

/// Returns true if a text of GLSL ES makes all its floats `mediump` or `lowp`, which may be halves.
pub fn asks_for_halves(text: &str) -> bool {
    let words = split_words(text);
    let has_default = words
        .windows(3)
        .any(|three| three[0] == "precision" && matches!(three[1], "mediump" | "lowp") && three[2] == "float");
    let is_es = Dialect::detect(text).0.is_es();
    is_es
        && has_default
        && !words
            .iter()
            .any(|word| *word == "highp" || word.starts_with('#') && word.contains("highp"))
}

/// Returns the rest of the `#version` line at the start of a text, after blanks and comments.
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
