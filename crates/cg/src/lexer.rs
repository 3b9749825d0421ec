//! Splits a text into tokens. Comments and line ends after a backslash are blanks.

use crate::source_error::{CgError, CgResult};
use crate::token::{Place, Token, TokenKind};

/// Symbols of more than one letter, longest first.
const LONG_SYMBOLS: [&str; 24] = [
    "<<=", ">>=", "...", "->", "##", "::", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=",
];

/// Symbols of one letter.
const SYMBOLS: &str = "#+-*/%<>=!&|^~?:;,.()[]{}\\@";

/// Splits a text into tokens, without one for its end.
pub(crate) fn split_tokens(text: &str) -> CgResult<Vec<Token>> {
    let mut lexer =
        Lexer { text, at: 0, line: 1, line_start: 0, starts_line: true, is_spaced: false, tokens: Vec::new() };
    while lexer.skip_blanks()? {
        lexer.read_token();
    }
    Ok(lexer.tokens)
}

/// The state of the splitting.
struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    line_start: usize,
    starts_line: bool,
    is_spaced: bool,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn rest_of_text(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn current_place(&self) -> Place {
        Place { line: self.line, column: (self.at - self.line_start + 1) as u32 }
    }

    /// Advances past blanks and comments; returns false at the end of the text.
    fn skip_blanks(&mut self) -> CgResult<bool> {
        self.is_spaced = false;
        loop {
            let rest = self.rest_of_text();
            let Some(letter) = rest.chars().next() else { return Ok(false) };
            if letter == '\n' {
                self.at += 1;
                self.end_line(true);
            } else if letter == '\\' && line_end_length(rest, 1) > 0 {
                self.at += 1 + line_end_length(rest, 1);
                self.end_line(false);
            } else if rest.starts_with("//") {
                self.skip_line_comment();
            } else if rest.starts_with("/*") {
                self.skip_block_comment()?;
            } else if letter.is_whitespace() || letter == '\u{feff}' {
                self.at += letter.len_utf8();
            } else {
                return Ok(true);
            }
            self.is_spaced = true;
        }
    }

    fn end_line(&mut self, starts_line: bool) {
        self.line += 1;
        self.line_start = self.at;
        self.starts_line |= starts_line;
    }

    /// Advances to the end of the line, or of the last line if each ends with a backslash.
    fn skip_line_comment(&mut self) {
        loop {
            let rest = self.rest_of_text();
            let Some(end) = rest.find('\n') else {
                self.at = self.text.len();
                return;
            };
            if !rest.get(..end).unwrap_or("").trim_end_matches('\r').ends_with('\\') {
                self.at += end;
                return;
            }
            self.at += end + 1;
            self.end_line(false);
        }
    }

    fn skip_block_comment(&mut self) -> CgResult<()> {
        let place = self.current_place();
        let rest = self.rest_of_text();
        let Some(end) = rest.get(2..).and_then(|inside| inside.find("*/")) else {
            return Err(CgError::new(place, "the comment that begins here never ends; close it with */"));
        };
        let comment_end = self.at + end + 4;
        while let Some(line_end) = self.text.get(self.at..comment_end).and_then(|comment| comment.find('\n')) {
            self.at += line_end + 1;
            self.end_line(true);
        }
        self.at = comment_end;
        Ok(())
    }

    fn read_token(&mut self) {
        let rest = self.rest_of_text();
        let first = rest.chars().next().unwrap_or(' ');
        let (kind, length) = if is_word_letter(first) && !first.is_ascii_digit() {
            (TokenKind::Word, rest.find(|letter| !is_word_letter(letter)).unwrap_or(rest.len()))
        } else if first.is_ascii_digit()
            || first == '.' && rest[1..].starts_with(|letter: char| letter.is_ascii_digit())
        {
            (TokenKind::Number, number_length(rest))
        } else if let Some((kind, length)) = read_quotes(rest) {
            (kind, length)
        } else if let Some(symbol) = LONG_SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            (TokenKind::Symbol, symbol.len())
        } else if SYMBOLS.contains(first) {
            (TokenKind::Symbol, 1)
        } else {
            (TokenKind::Stray, first.len_utf8())
        };
        let whole = rest.get(..length).unwrap_or("");
        let text = match kind {
            TokenKind::Text | TokenKind::Character => whole.get(1..length - 1).unwrap_or(""),
            _ => whole,
        };
        let token = Token {
            kind,
            text: text.into(),
            place: self.current_place(),
            start: self.at,
            end: self.at + length,
            starts_line: self.starts_line,
            is_spaced: self.is_spaced,
            is_painted: false,
        };
        // A text goes on after a line end with a backslash.
        let line_ends: Vec<usize> = whole.match_indices('\n').map(|(end, _)| self.at + end + 1).collect();
        self.line += line_ends.len() as u32;
        self.line_start = line_ends.last().copied().unwrap_or(self.line_start);
        self.at += length;
        self.starts_line = false;
        self.tokens.push(token);
    }
}

/// Returns the kind and the bytes of a text or a character in quotes, which ends in its line.
fn read_quotes(rest: &str) -> Option<(TokenKind, usize)> {
    let quote = rest.chars().next()?;
    let kind = match quote {
        '"' => TokenKind::Text,
        '\'' => TokenKind::Character,
        _ => return None,
    };
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\n' => return None,
            '\\' => is_escaped = true,
            _ if letter == quote => return Some((kind, at + 1)),
            _ => {}
        }
    }
    None
}

/// Returns the bytes of the line end at a position of a text: 0, 1 or 2.
fn line_end_length(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or("");
    match () {
        () if rest.starts_with('\n') => 1,
        () if rest.starts_with("\r\n") => 2,
        () => 0,
    }
}

/// Returns true for letters of names. Others than ASCII's are taken, so that errors name the whole word.
fn is_word_letter(letter: char) -> bool {
    letter == '_' || letter == '$' || letter.is_alphanumeric()
}

/// Returns the bytes of a number with its suffix, as the preprocessor of C takes it.
fn number_length(rest: &str) -> usize {
    let mut before = ' ';
    for (at, letter) in rest.char_indices() {
        let is_hex = rest.starts_with("0x") || rest.starts_with("0X");
        let is_sign = matches!(letter, '+' | '-') && matches!(before, 'e' | 'E') && !is_hex;
        if !(is_word_letter(letter) || letter == '.' || is_sign) {
            return at;
        }
        // The swizzle of a number, as in 1.xxx, is no part of it.
        if letter == '.' && !is_hex && starts_swizzle(rest.get(at + 1..).unwrap_or("")) {
            return at;
        }
        before = letter;
    }
    rest.len()
}

/// Returns true if a swizzle begins a text, as in `xxx` or `rgba`, and no suffix or exponent.
fn starts_swizzle(rest: &str) -> bool {
    let word = rest.split(|letter| !is_word_letter(letter)).next().unwrap_or("");
    let is_suffix = word.len() < 2 && !matches!(word, "r" | "g" | "b" | "a" | "y" | "z" | "w");
    !is_suffix && word.chars().all(|letter| "xyzwrgba".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_texts(text: &str) -> Vec<String> {
        split_tokens(text).unwrap().iter().map(|token| token.text.to_string()).collect()
    }

    #[test]
    fn numbers_have_their_suffix_and_no_swizzle() {
        assert_eq!(
            split_texts("1.5h 0x1F .5f 1e-3 2.xxx 1.0.rgb 3.f a.x"),
            ["1.5h", "0x1F", ".5f", "1e-3", "2", ".", "xxx", "1.0", ".", "rgb", "3.f", "a", ".", "x"]
        );
    }

    #[test]
    fn comments_and_joined_lines_are_blanks() {
        let tokens = split_tokens("a /* b\n c */ d // e \\\n f\n#g \\\n h").unwrap();
        let seen: Vec<(&str, u32, u32, bool)> = tokens
            .iter()
            .map(|token| (&*token.text, token.place.line, token.place.column, token.starts_line))
            .collect();
        assert_eq!(
            seen,
            [("a", 1, 1, true), ("d", 2, 7, true), ("#", 4, 1, true), ("g", 4, 2, false), ("h", 5, 2, false)]
        );
    }

    #[test]
    fn what_never_ends_is_named_at_its_start() {
        assert_eq!(split_tokens("a\n /* b").unwrap_err().place, Place { line: 2, column: 2 });
    }

    #[test]
    fn quotes_keep_what_is_between_them() {
        let text = "\"a\\\"\" 'b' '\\'' \"c\\\n d\" e 'f\n\" \u{1}";
        let tokens = split_tokens(text).unwrap();
        let seen: Vec<(TokenKind, &str, u32)> = tokens
            .iter()
            .map(|token| (token.kind, &*token.text, token.place.line))
            .collect();
        let wanted = [
            (TokenKind::Text, "a\\\"", 1),
            (TokenKind::Character, "b", 1),
            (TokenKind::Character, "\\'", 1),
            (TokenKind::Text, "c\\\n d", 1),
            (TokenKind::Word, "e", 2),
            (TokenKind::Stray, "'", 2),
            (TokenKind::Word, "f", 2),
            (TokenKind::Stray, "\"", 3),
            (TokenKind::Stray, "\u{1}", 3),
        ];
        assert_eq!(seen, wanted);
    }
}
