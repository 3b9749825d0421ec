//! Rewrites core profile GLSL as OpenGL ES 3.00 by rules. Anything without a rule stays as it is
//! and may be rejected, such as an integer used as a float.

use super::builtin::NAME_PREFIX;
use super::lexer::{Token, TokenKind, split_tokens};
use crate::Stage;
use std::collections::BTreeMap;

/// The start of each text.
const HEAD: &str = "#version 300 es
precision highp float; precision highp int;
precision highp sampler2D; precision highp isampler2D; precision highp usampler2D;
precision highp sampler3D; precision highp isampler3D; precision highp usampler3D;
precision highp samplerCube; precision highp isamplerCube; precision highp usamplerCube;
precision highp sampler2DArray; precision highp isampler2DArray; precision highp usampler2DArray;
precision highp sampler2DShadow;
";

/// Functions that ES 3.00 lacks, as text.
const FUNCTIONS: [(&str, &str); 1] = [(
    "umulExtended",
    "void umulExtended(uint a, uint b, out uint high, out uint low) {
    uint a0 = a & 0xffffu, a1 = a >> 16, b0 = b & 0xffffu, b1 = b >> 16;
    uint middle = a1 * b0 + ((a0 * b0) >> 16), other = a0 * b1 + (middle & 0xffffu);
    high = a1 * b1 + (middle >> 16) + (other >> 16);
    low = a * b;
}
",
)];

/// Samplers that ES 3.00 lacks; functions with such a parameter are left out.
const MISSING_SAMPLERS: [&str; 4] = ["sampler1D", "samplerBuffer", "sampler2DRect", "sampler1DArray"];

/// Qualifiers that ES 3.00 lacks and that only affect the last bits; they are left out. Positions
/// here have no perspective.
const DROPPED_QUALIFIERS: [&str; 2] = ["precise", "noperspective"];

/// Translates a preprocessed text of the core profile to ES 3.00; `places` has the draw buffer of each output.
pub fn translate_to_es(plain: &str, stage: Stage, places: &BTreeMap<String, u32>) -> String {
    let mut out = HEAD.to_string();
    for (name, text) in FUNCTIONS {
        if plain.contains(name) {
            out.push_str(text);
        }
    }
    let tokens = split_tokens(plain);
    let mut at = 0;
    while at < tokens.len() {
        let end = statement_end(&tokens, at);
        out.push_str(&translate_outer(&tokens[at..end], stage, places));
        at = end;
    }
    out
}

/// Returns the end of the top-level statement at `from`: after `;`, or after the `}` of a function.
fn statement_end(tokens: &[Token], from: usize) -> usize {
    let mut open = 0_i32;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.text {
            "{" | "(" | "[" => open += 1,
            ")" | "]" => open -= 1,
            "}" => {
                open -= 1;
                // The `}` of a struct or a block is followed by `;`.
                let next = tokens[at + 1..].iter().find(|token| !token.is_blank());
                let last = next.is_none_or(|next| next.kind != TokenKind::Sign && !is_instance(tokens, at));
                if open == 0 && last {
                    return at + 1;
                }
            }
            ";" if open == 0 => return at + 1,
            _ if token.kind == TokenKind::Directive && open == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Returns true if a `}` is followed by a name and `;`: `struct Ray { .. } ray;`.
fn is_instance(tokens: &[Token], brace: usize) -> bool {
    let mut behind = tokens[brace + 1..].iter().filter(|token| !token.is_blank());
    behind.next().is_some_and(|token| token.kind == TokenKind::Word)
        && behind.next().is_some_and(|token| token.text == ";" || token.text == "[")
}

/// Translates a top-level statement or a function.
fn translate_outer(tokens: &[Token], stage: Stage, places: &BTreeMap<String, u32>) -> String {
    let words: Vec<&str> = tokens
        .iter()
        .filter(|token| !token.is_blank())
        .map(|token| token.text)
        .collect();
    if tokens.iter().any(|token| token.kind == TokenKind::Directive) {
        return join_line_ends(tokens);
    }
    // A function, or its declaration, with a parameter of a type that ES lacks.
    let takes = words.iter().position(|word| *word == "(").is_some_and(|open| {
        let close = words.iter().position(|word| *word == ")").unwrap_or(open);
        words
            .get(open..close)
            .unwrap_or_default()
            .iter()
            .any(|word| is_missing_type(word))
    });
    if takes && !words.contains(&"uniform") {
        return join_line_ends(tokens);
    }
    if words.first() == Some(&"uniform") && words.contains(&"=") {
        // The host never sets the uniforms of the old fixed pipeline.
        return join_kept(tokens).replacen("uniform", "const", 1);
    }
    if stage == Stage::Fragment && declares_kind(&words, "out") && !words.contains(&"layout") {
        let name = words.iter().rev().find(|word| places.contains_key(**word));
        if let (Some(name), true) = (name, places.len() > 1) {
            let place = places.get(*name).copied().unwrap_or(0);
            return join_kept(tokens).replacen("out ", &format!("layout(location = {place}) out "), 1);
        }
    }
    join_kept(tokens)
}

fn declares_kind(words: &[&str], kind: &str) -> bool {
    words
        .iter()
        .take_while(|word| **word != "(" && **word != "{")
        .any(|word| *word == kind)
}

fn join_line_ends(tokens: &[Token]) -> String {
    tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Line)
        .map(|token| token.text)
        .collect()
}

/// Joins the tokens without the qualifiers that WebGL lacks.
fn join_kept(tokens: &[Token]) -> String {
    tokens
        .iter()
        .filter(|token| !DROPPED_QUALIFIERS.contains(&token.text))
        .map(|token| token.text)
        .collect::<String>()
}

fn is_missing_type(word: &str) -> bool {
    MISSING_SAMPLERS.contains(&word.trim_start_matches(['i', 'u']))
}

/// Renames a name of the author that collides with a function of ES 3.00, as reported by glslang.
/// Returns the text, the name and the new name; `None` for other errors.
pub fn rename_conflict(text: &str, log: &str) -> Option<(String, String, String)> {
    let line = log.lines().find(|line| line.contains("ERROR"))?;
    let name = line
        .strip_suffix('\n')
        .unwrap_or(line)
        .trim_end()
        .strip_suffix("' : redefinition")?
        .rsplit_once('\'')?
        .1;
    let made = format!("{NAME_PREFIX}{name}");
    let is_new = name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric()) && !text.contains(&made);
    let words = split_tokens(text);
    is_new.then(|| {
        (
            words
                .iter()
                .map(|token| if token.text == name { made.clone() } else { token.text.to_string() })
                .collect(),
            name.to_string(),
            made.clone(),
        )
    })
}
