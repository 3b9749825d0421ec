//! Guesses the dialect of a text without `#version`: a text with a precision is GLSL ES, as those
//! of WebGL, unless the precision is inside `#ifdef GL_ES`.

use super::Dialect;
use super::lexer::{Token, TokenKind, split_tokens};

/// Types that a precision may precede.
const PRECISION_TYPES: [&str; 14] = [
    "float",
    "int",
    "vec2",
    "vec3",
    "vec4",
    "ivec2",
    "ivec3",
    "ivec4",
    "mat2",
    "mat3",
    "mat4",
    "sampler2D",
    "samplerCube",
    "const",
];

/// Words of early desktop GLSL that GLSL ES never had, by their beginnings.
const DESKTOP_WORDS: [&str; 22] = [
    "gl_TexCoord",
    "gl_MultiTexCoord",
    "gl_Vertex",
    "gl_Normal",
    "gl_Color",
    "gl_SecondaryColor",
    "gl_FrontColor",
    "gl_BackColor",
    "gl_FrontSecondaryColor",
    "gl_BackSecondaryColor",
    "gl_ModelView",
    "gl_Projection",
    "gl_TextureMatrix",
    "gl_LightSource",
    "gl_FrontMaterial",
    "gl_FogFragCoord",
    "gl_FogCoord",
    "gl_ClipVertex",
    "ftransform",
    "sampler2DRect",
    "texture2DRect",
    "sampler1D",
];

/// A word, and its line in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordAtLine<'t> {
    pub word: &'t str,
    pub line: usize,
}

/// The signs of a text's dialect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DialectSigns<'t> {
    /// A precision outside of any `#if` about `GL_ES`.
    pub precision: Option<WordAtLine<'t>>,
    /// A precision inside an `#if` about `GL_ES`.
    pub precision_of_es: Option<WordAtLine<'t>>,
    /// A feature that only desktop GLSL has.
    pub desktop: Option<WordAtLine<'t>>,
}

impl DialectSigns<'_> {
    /// Returns the dialect of a text with these signs and without `#version`.
    pub(super) fn guess_dialect(&self) -> Dialect {
        match (self.precision, self.precision_of_es, self.desktop) {
            (Some(_), _, _) | (None, Some(_), None) => Dialect::WEB,
            _ => Dialect::DEFAULT,
        }
    }
}

/// Finds the signs of a text's dialect, the first of each kind.
pub fn find_signs(text: &str) -> DialectSigns<'_> {
    let mut signs = DialectSigns::default();
    // True for each open `#if` about `GL_ES`.
    let mut conditions: Vec<bool> = vec![];
    let mut line = 1;
    let all = split_tokens(text);
    for (at, token) in all.iter().enumerate() {
        if token.kind == TokenKind::Directive {
            follow_condition(token.text, &mut conditions);
        }
        let found = WordAtLine { word: token.text, line };
        line += token.text.matches('\n').count();
        if token.kind != TokenKind::Word {
            continue;
        }
        if DESKTOP_WORDS.iter().any(|word| token.text.starts_with(word)) {
            signs.desktop.get_or_insert(found);
        }
        if has_precision(&all, at) {
            match conditions.contains(&true) {
                true => signs.precision_of_es.get_or_insert(found),
                false => signs.precision.get_or_insert(found),
            };
        }
    }
    signs
}

/// Updates the list of open `#if`s.
fn follow_condition(directive: &str, conditions: &mut Vec<bool>) {
    let words = directive.trim_start_matches(['#', ' ', '\t']);
    if words.starts_with("if") {
        conditions.push(words.contains("GL_ES"));
    } else if words.starts_with("endif") {
        conditions.pop();
    }
}

/// Returns true if a precision begins at a token: a statement, or a qualifier before a type.
fn has_precision(all: &[Token], at: usize) -> bool {
    let Some(word) = all.get(at).map(|token| token.text) else { return false };
    if !is_precision(word) && word != "precision" {
        return false;
    }
    let next = all[at + 1..].iter().find(|token| !token.is_blank());
    next.is_some_and(|next| match word {
        "precision" => is_precision(next.text),
        _ => PRECISION_TYPES.contains(&next.text),
    })
}

fn is_precision(word: &str) -> bool {
    matches!(word, "highp" | "mediump" | "lowp")
}
