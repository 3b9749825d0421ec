//! Splits a program's text into tokens, each with the byte it begins at.

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgramTokenKind {
    /// A name, a keyword, or a texture target as `2D`.
    Word,
    /// Digits alone.
    Integer,
    /// A number with a point or an exponent.
    Float,
    /// A sign; `..` is one sign.
    Sign,
    /// The end of the text.
    End,
    /// A character that no program has.
    Wrong,
}

/// A token of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ProgramToken<'t> {
    pub kind: ProgramTokenKind,
    pub text: &'t str,
    /// Bytes before it in the whole program string.
    pub at: usize,
}

/// Signs of one character.
const SIGNS: &str = ",;.=-+[]{}()|:";

/// Splits a text after its first `from` bytes into tokens; the last is `Kind::End`. Blanks and
/// comments are left out; a comment ends with a newline or a carriage return.
pub(super) fn split_tokens(text: &str, from: usize) -> Vec<ProgramToken<'_>> {
    let mut tokens = vec![];
    let mut at = from;
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = &text[at..];
        let length = match first {
            ' ' | '\t' | '\n' | '\r' => 1,
            '#' => rest.find(['\n', '\r']).unwrap_or(rest.len()),
            _ => {
                let (kind, length) = first_token(rest, first);
                tokens.push(ProgramToken { kind, text: &rest[..length], at });
                length
            }
        };
        at += length;
    }
    tokens.push(ProgramToken { kind: ProgramTokenKind::End, text: "", at: text.len() });
    tokens
}

/// Returns the kind and the length in bytes of the first token.
fn first_token(rest: &str, first: char) -> (ProgramTokenKind, usize) {
    if first.is_ascii_digit() || first == '.' && count_digits(rest, 1) > 0 {
        return scan_number(rest);
    }
    if is_word_letter(first) {
        return (ProgramTokenKind::Word, rest.find(|c| !is_word_letter(c)).unwrap_or(rest.len()));
    }
    if rest.starts_with("..") {
        return (ProgramTokenKind::Sign, 2);
    }
    (if SIGNS.contains(first) { ProgramTokenKind::Sign } else { ProgramTokenKind::Wrong }, first.len_utf8())
}

/// Returns the length of the digits from a byte on.
fn count_digits(rest: &str, from: usize) -> usize {
    let behind = rest.get(from..).unwrap_or("");
    behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len())
}

fn is_word_letter(c: char) -> bool {
    c == '_' || c == '$' || c.is_ascii_alphanumeric()
}

/// Scans a number: in `0..3` the points are not part of it, and `2D` is a texture target.
fn scan_number(rest: &str) -> (ProgramTokenKind, usize) {
    let whole = count_digits(rest, 0);
    let after = read_from(rest, whole).strip_prefix('D').and_then(|after| after.chars().next());
    if whole == 1
        && read_from(rest, whole).starts_with('D')
        && !after.is_some_and(|c| c == '_' || c.is_ascii_alphanumeric())
    {
        return (ProgramTokenKind::Word, 2);
    }
    let mut length = whole;
    let mut kind = ProgramTokenKind::Integer;
    if read_from(rest, length).starts_with('.') && !read_from(rest, length).starts_with("..") {
        length += 1 + count_digits(rest, length + 1);
        kind = ProgramTokenKind::Float;
    }
    if read_from(rest, length).starts_with(['e', 'E']) {
        let sign = usize::from(read_from(rest, length + 1).starts_with(['+', '-']));
        let exponent = count_digits(rest, length + 1 + sign);
        if exponent > 0 {
            return (ProgramTokenKind::Float, length + 1 + sign + exponent);
        }
    }
    (kind, length)
}

fn read_from(rest: &str, at: usize) -> &str {
    rest.get(at..).unwrap_or("")
}
