//! Splits a shader's text into tokens, each with the byte it begins at.

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Number,
    Sign,
    /// The end of the text.
    End,
    /// A character that no shader has.
    Wrong,
}

/// A token of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShaderToken<'t> {
    pub kind: TokenKind,
    pub text: &'t str,
    pub at: usize,
    /// True for the first token of a line.
    pub begins_line: bool,
}

const SIGNS: &str = ",.-+[]()!";

/// Returns the length of the blanks and comments that a text begins with.
pub(super) fn skip_blanks(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = text.get(at..).unwrap_or("");
        let length = if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") || rest.starts_with(';') {
            rest.find(['\n', '\r']).unwrap_or(rest.len())
        } else {
            rest.find(|c: char| !c.is_whitespace() && c != '\u{feff}').unwrap_or(rest.len())
        };
        if length == 0 {
            return at;
        }
        at += length;
    }
}

/// Returns the bytes before the last letter, where what is missing at the end is drawn.
pub(super) fn last_letter(text: &str) -> usize {
    text.trim_end().char_indices().next_back().map_or(0, |(at, _)| at)
}

/// Splits a text after its first `from` bytes into tokens; the last is the end of the text.
pub(super) fn split_tokens(text: &str, from: usize) -> Vec<ShaderToken<'_>> {
    let mut tokens = vec![];
    let mut at = from;
    loop {
        let blank = skip_blanks(text.get(at..).unwrap_or(""));
        let begins_line = text.get(at..at + blank).is_some_and(|skipped| skipped.contains(['\n', '\r']));
        at += blank;
        let rest = text.get(at..).unwrap_or("");
        let Some(first) = rest.chars().next() else { break };
        let (kind, length) = first_token(rest, first);
        tokens.push(ShaderToken { kind, text: rest.get(..length).unwrap_or(""), at, begins_line });
        at += length;
    }
    tokens.push(ShaderToken { kind: TokenKind::End, text: "", at: last_letter(text), begins_line: false });
    tokens
}

/// Returns the kind and the length in bytes of the first token.
fn first_token(rest: &str, first: char) -> (TokenKind, usize) {
    let begins_number = first.is_ascii_digit()
        || first == '.'
            && rest
                .get(1..)
                .is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
    if begins_number {
        return (TokenKind::Number, number_length(rest));
    }
    if is_word_letter(first) {
        return (TokenKind::Word, rest.find(|c| !is_word_letter(c)).unwrap_or(rest.len()));
    }
    (if SIGNS.contains(first) { TokenKind::Sign } else { TokenKind::Wrong }, first.len_utf8())
}

fn is_word_letter(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

/// Returns the length of a number with its point, exponent and `f`, or of `1.#INF`.
fn number_length(rest: &str) -> usize {
    for special in ["1.#INF", "1.#QNAN", "1.#IND"] {
        if rest.starts_with(special) {
            let behind = rest.get(special.len()..).unwrap_or("");
            return special.len() + behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        }
    }
    let digits = |from: usize| {
        let behind = rest.get(from..).unwrap_or("");
        behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len())
    };
    let begins = |from: usize, signs: &[char]| rest.get(from..).is_some_and(|behind| behind.starts_with(signs));
    let mut length = digits(0);
    if begins(length, &['.']) {
        length += 1 + digits(length + 1);
    }
    if begins(length, &['e', 'E']) {
        let sign = usize::from(begins(length + 1, &['+', '-']));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    length + usize::from(begins(length, &['f', 'F']))
}
