//! The directives of the assembler of D3DX: macros and conditions as in C, by the preprocessor that reads Cg.

use super::lexer::{ShaderToken, TokenKind, last_letter, skip_blanks};
use super::version::is_version_word;
use crate::assembly::program_error::{ParseResult, ProgramError};
use gristmill_cg::{Place, Token, preprocess_text};

/// Words after `#` that a shader may begin with. `#version` begins GLSL.
const DIRECTIVES: [&str; 10] = ["define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "line", "pragma"];

/// Returns the length of the directive that a text begins with, up to its line's end.
fn directive_length(text: &str) -> Option<usize> {
    let word = text.strip_prefix('#')?.trim_start_matches([' ', '\t']);
    let letters = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
    if !DIRECTIVES.contains(&word.get(..letters)?) {
        return None;
    }
    let mut ends = text.match_indices('\n').map(|(at, _)| at);
    // A backslash joins a line with the next.
    let is_joined = |end: usize| text.get(..end).is_some_and(|line| line.trim_end_matches('\r').ends_with('\\'));
    Some(ends.find(|end| !is_joined(*end)).unwrap_or(text.len()))
}

/// Returns the length of the blanks, comments and directives that a text begins with.
pub(super) fn skip_directives(text: &str) -> usize {
    let mut at = 0;
    loop {
        at += skip_blanks(text.get(at..).unwrap_or(""));
        match directive_length(text.get(at..).unwrap_or("")) {
            Some(length) => at += length,
            None => return at,
        }
    }
}

/// Returns true if a text has directives.
pub(super) fn has_directives(text: &str) -> bool {
    text.lines().any(|line| directive_length(line.trim_start()).is_some())
}

/// The tokens of a text whose directives were followed.
pub(super) struct ExpandedShader {
    tokens: Vec<Token>,
    /// The first byte of each line.
    lines: Vec<usize>,
    /// The word of the version, the bytes before it, and the tokens that it has.
    version: Option<(usize, String, usize)>,
    end: usize,
}

impl ExpandedShader {
    /// Follows the directives of a text.
    pub(super) fn expand_text(text: &str) -> ParseResult<ExpandedShader> {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines: Vec<usize> = [0].into_iter().chain(ends).collect();
        let tokens = preprocess_text(&blank_comments(text), &[])
            .map_err(|fault| ProgramError::new(find_byte(&lines, fault.place), fault.message))?;
        let version = join_version(text, &tokens).map(|(word, count)| {
            let at = tokens.first().map_or(0, |first| find_byte(&lines, first.place));
            (at, word, count)
        });
        Ok(ExpandedShader { tokens, lines, version, end: last_letter(text) })
    }

    /// Returns the word of the version, and the bytes before it.
    pub(super) fn find_version(&self) -> Option<(usize, &str)> {
        self.version.as_ref().map(|(at, word, _)| (*at, word.as_str()))
    }

    /// Returns the tokens behind the version; those of a macro are where its name is.
    pub(super) fn shader_tokens(&self) -> Vec<ShaderToken<'_>> {
        let behind = self.version.as_ref().map_or(0, |(_, _, count)| *count);
        let tokens = self.tokens.iter().skip(behind);
        tokens
            .map(|token| ShaderToken {
                kind: match token.kind {
                    gristmill_cg::TokenKind::Word => TokenKind::Word,
                    gristmill_cg::TokenKind::Number => TokenKind::Number,
                    gristmill_cg::TokenKind::Symbol => TokenKind::Sign,
                    gristmill_cg::TokenKind::End => TokenKind::End,
                    _ => TokenKind::Wrong,
                },
                text: &token.text,
                at: if token.kind == gristmill_cg::TokenKind::End {
                    self.end
                } else {
                    find_byte(&self.lines, token.place)
                },
                begins_line: token.starts_line,
            })
            .collect()
    }
}

/// Returns the byte of a place.
fn find_byte(lines: &[usize], place: Place) -> usize {
    let line = lines.get(place.line.saturating_sub(1) as usize).copied().unwrap_or(0);
    line + place.column.saturating_sub(1) as usize
}

/// Returns the word of the version that tokens begin with, which may have points, and the number of its tokens.
fn join_version(text: &str, tokens: &[Token]) -> Option<(String, usize)> {
    let first = tokens.first()?;
    let mut count = 1;
    let mut end = first.end;
    while let Some(next) = tokens.get(count).filter(|next| next.start == end && next.end > end) {
        end = next.end;
        count += 1;
    }
    let word = text.get(first.start..end)?;
    is_version_word(word).then(|| (word.to_string(), count))
}

/// Returns a text with blanks in the place of comments that begin with a semicolon, which C has not.
fn blank_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let code = line.find("//").unwrap_or(line.len());
        match line.find(';').filter(|at| *at < code) {
            Some(at) => {
                let (kept, comment) = line.split_at(at);
                out.push_str(kept);
                out.extend(
                    comment
                        .bytes()
                        .map(|byte| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' }),
                );
            }
            None => out.push_str(line),
        }
    }
    out
}
