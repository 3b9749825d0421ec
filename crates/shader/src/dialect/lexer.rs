//! Splits a text into tokens; joined together they are the text again.

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A keyword or a name.
    Word,
    /// A number with its suffix.
    Number,
    /// A single sign.
    Sign,
    /// Blanks of one line.
    Blank,
    /// The end of a line.
    Line,
    /// A comment, if the text is not preprocessed.
    Comment,
    /// A line that begins with `#`, without its newline.
    Directive,
}

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub kind: TokenKind,
    pub text: &'t str,
}

impl Token<'_> {
    /// Returns true for blanks, line ends and comments.
    pub(super) fn is_blank(&self) -> bool {
        matches!(self.kind, TokenKind::Blank | TokenKind::Line | TokenKind::Comment)
    }
}

/// Splits a text into tokens.
pub(super) fn split_tokens(text: &str) -> Vec<Token<'_>> {
    let mut all = vec![];
    let mut rest = text;
    let mut begins = true;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = first_token(rest, first, begins);
        let (token, after) = rest.split_at(length);
        all.push(Token { kind, text: token });
        begins = kind == TokenKind::Line || begins && kind == TokenKind::Blank;
        rest = after;
    }
    all
}

/// Returns the kind and the length in bytes of the first token of a text that is not empty.
fn first_token(rest: &str, first: char, begins: bool) -> (TokenKind, usize) {
    let is_number = first.is_ascii_digit() || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit());
    match first {
        '\n' => (TokenKind::Line, 1),
        '#' if begins => (TokenKind::Directive, measure_line(rest)),
        '/' if rest.starts_with("//") => (TokenKind::Comment, measure_line(rest)),
        '/' if rest.starts_with("/*") => (TokenKind::Comment, rest[2..].find("*/").map_or(rest.len(), |end| end + 4)),
        _ if first.is_whitespace() => (TokenKind::Blank, measure_run(rest, &|c| c.is_whitespace() && c != '\n')),
        _ if is_number => (TokenKind::Number, number_length(rest)),
        _ if is_word_letter(first) => (TokenKind::Word, measure_run(rest, &is_word_letter)),
        _ => (TokenKind::Sign, first.len_utf8()),
    }
}

fn measure_line(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

fn is_word_letter(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

/// Returns the length of the first letters for which `holds` is true.
fn measure_run(rest: &str, holds: &dyn Fn(char) -> bool) -> usize {
    rest.find(|c| !holds(c)).unwrap_or(rest.len())
}

/// Returns the length in bytes of the number at the start of a text: digits, letters, points, and
/// the sign of an exponent.
fn number_length(rest: &str) -> usize {
    let hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
    let mut before = ' ';
    for (at, c) in rest.char_indices() {
        let exponent = matches!(c, '+' | '-') && matches!(before, 'e' | 'E') && !hexadecimal;
        if !(c.is_ascii_alphanumeric() || c == '.' || c == '_' || exponent) {
            return at;
        }
        before = c;
    }
    rest.len()
}
