//! Replaces names of the author that glslang would read as keywords by others of the same length,
//! so that the columns of its messages stay correct.

use super::lexer::{Token, TokenKind, split_tokens};
use std::collections::BTreeMap;

/// The author's names, by their replacements.
pub type AuthorNames = BTreeMap<String, String>;

/// Replaces the words for which `is_name` holds, in code and in directives. Returns the text and
/// the replaced names, or `None` if there is no such word.
pub(super) fn replace_names(text: &str, is_name: impl Fn(&str) -> bool) -> Option<(String, AuthorNames)> {
    let all = split_tokens(text);
    let mut names = AuthorNames::new();
    for word in all.iter().flat_map(token_words).filter(|word| is_name(word)) {
        if !names.values().any(|name| name == word) {
            names.insert(find_stand_in(word, text)?, word.to_string());
        }
    }
    if names.is_empty() {
        return None;
    }
    let replaced = all.iter().map(|token| match token.kind {
        TokenKind::Word => replace_word(&names, token.text),
        TokenKind::Directive if has_names(token.text) => {
            let inside = split_tokens(token.text.trim_start_matches('#'));
            let hash = &token.text[..token.text.len() - token.text.trim_start_matches('#').len()];
            inside
                .iter()
                .fold(hash.to_string(), |line, token| line + &replace_word(&names, token.text))
        }
        _ => token.text.to_string(),
    });
    Some((replaced.collect(), names.clone()))
}

fn replace_word(names: &AuthorNames, word: &str) -> String {
    let stand_in = names.iter().find(|(_, name)| *name == word);
    stand_in.map_or(word, |(stand_in, _)| stand_in).to_string()
}

/// Returns the words of a token; for a directive all its words, if it can contain the author's names.
fn token_words<'t>(token: &Token<'t>) -> Vec<&'t str> {
    match token.kind {
        TokenKind::Word => vec![token.text],
        TokenKind::Directive if has_names(token.text) => {
            let inside = split_tokens(token.text.trim_start_matches('#'));
            inside
                .iter()
                .filter(|token| token.kind == TokenKind::Word)
                .map(|token| token.text)
                .collect()
        }
        _ => vec![],
    }
}

/// Returns true if a directive can contain names of the author.
fn has_names(directive: &str) -> bool {
    let words = directive.trim_start_matches(['#', ' ', '\t']);
    ["define", "undef", "if", "elif"].iter().any(|word| words.starts_with(word))
}

/// Returns a name of the same length that does not occur in the text.
fn find_stand_in(word: &str, text: &str) -> Option<String> {
    let stem = &word[..word.len() - 1];
    let endings = ('0'..='9').chain('A'..='Z').chain('a'..='z');
    std::iter::once('_')
        .chain(endings)
        .map(|end| format!("{stem}{end}"))
        .find(|name| name != word && !text.contains(name.as_str()))
}
