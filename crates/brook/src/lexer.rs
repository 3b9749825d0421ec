//! Words and signs of a Brook text.

use crate::fault::Position;
use gristmill_cg::TokenKind;
use std::str::Chars;

/// A number as it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    /// A whole number; its suffix may make it unsigned or long.
    Whole { value: u64, is_unsigned: bool, is_long: bool },
    /// A number with a point or exponent; the suffix `f` makes it single.
    Real { value: f64, is_single: bool },
}

/// A word or sign.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Word {
    Name(String),
    Number(Number),
    Text(Vec<u8>),
    Sign(&'static str),
    End,
}

/// A word with its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token {
    pub word: Word,
    pub at: Position,
}

impl Token {
    /// Returns true if it is this sign.
    pub fn is_sign(&self, sign: &str) -> bool {
        matches!(self.word, Word::Sign(known) if known == sign)
    }

    /// Returns the word as a message quotes it.
    pub fn describe_word(&self) -> String {
        match &self.word {
            Word::Name(name) => format!("`{}`", shorten_name(name)),
            Word::Number(Number::Whole { value, .. }) => format!("the number {value}"),
            Word::Number(Number::Real { value, .. }) => format!("the number {value}"),
            Word::Text(_) => "a text in quotes".to_string(),
            Word::Sign(sign) => format!("`{sign}`"),
            Word::End => "the end of the file".to_string(),
        }
    }
}

/// Returns a name, cut if it is longer than a message can show.
pub(crate) fn shorten_name(name: &str) -> String {
    if name.chars().count() <= 60 {
        return name.to_string();
    }
    name.chars().take(57).chain("...".chars()).collect()
}

/// The signs.
const SIGNS: [&str; 48] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "::", "+", "-", "*", "/", "%", "=", "<", ">", "!", "&", "|", "^", "~", "?", ":", ";", ",",
    ".", "(", ")", "[", "]", "{", "}", "#",
];

/// Reads a word of a token of C.
///
/// # Errors
/// A sentence that says what was expected and found.
pub(crate) fn read_word(token: &gristmill_cg::Token) -> Result<Word, String> {
    let text = &*token.text;
    match token.kind {
        TokenKind::Word => match text.chars().find(|c| !(c.is_ascii_alphanumeric() || *c == '_')) {
            None => Ok(Word::Name(text.to_string())),
            Some(c) => Err(refuse_character(c)),
        },
        TokenKind::Number => read_number(text).map(Word::Number),
        TokenKind::Symbol | TokenKind::Stray => match SIGNS.iter().find(|sign| **sign == text) {
            Some(sign) => Ok(Word::Sign(sign)),
            None => Err(refuse_character(text.chars().next().unwrap_or_default())),
        },
        TokenKind::Text => read_text(text).map(Word::Text),
        TokenKind::Character => match read_text(text)?.as_slice() {
            [byte] => {
                let value = u64::from(*byte);
                Ok(Word::Number(Number::Whole { value, is_unsigned: false, is_long: false }))
            }
            _ => Err("expected one character between single quotes; write as 'a'".to_string()),
        },
        TokenKind::End => Ok(Word::End),
    }
}

fn refuse_character(c: char) -> String {
    format!("expected a word of Brook, found the character {c:?}; remove it")
}

fn read_number(text: &str) -> Result<Number, String> {
    let text = text.to_ascii_lowercase();
    if let Some(rest) = text.strip_prefix("0x") {
        let (digits, suffix) = split_while(rest, |c| c.is_ascii_hexdigit());
        let value = u64::from_str_radix(digits, 16).map_err(|_| {
            format!("expected 1 to 16 hexadecimal digits after 0x, found {}; write fewer", digits.len())
        })?;
        return finish_whole(value, suffix);
    }
    let (mantissa, rest) = split_while(&text, |c| c.is_ascii_digit() || c == '.');
    let exponent = match rest.strip_prefix('e') {
        Some(after) => {
            let (digits, _) = split_while(after.strip_prefix(['+', '-']).unwrap_or(after), |c| c.is_ascii_digit());
            if digits.is_empty() {
                return Err("expected digits in this number's exponent, found none; write as 1.0e5".to_string());
            }
            rest.len() - after.len() + after.len().min(after.find(digits).unwrap_or(0) + digits.len())
        }
        None => 0,
    };
    let (digits, suffix) = text.split_at(mantissa.len() + exponent);
    if exponent > 0 || mantissa.contains('.') || suffix.starts_with('f') {
        let value = digits.parse().map_err(|_| "expected a number; write as 0.5".to_string())?;
        return match suffix {
            "" | "l" => Ok(Number::Real { value, is_single: false }),
            "f" | "h" => Ok(Number::Real { value, is_single: true }),
            _ => Err(format!("expected the suffix f after a number, found {}; remove it", shorten_name(suffix))),
        };
    }
    // Brook's compiler read a number that begins with 0 in base 8, up to its first 8 or 9.
    let (base, digits) = match digits.len() > 1 && digits.starts_with('0') {
        true => (8, split_while(digits, |c| c.is_digit(8)).0),
        false => (10, digits),
    };
    let value = u64::from_str_radix(digits, base).map_err(|_| {
        let digits = shorten_name(digits);
        format!("expected a number of 64 bits in base {base}, found {digits}; write a smaller one")
    })?;
    finish_whole(value, suffix)
}

/// Splits a text after the characters of a kind.
fn split_while(text: &str, accepts: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !accepts(c)).unwrap_or(text.len()))
}

fn finish_whole(value: u64, suffix: &str) -> Result<Number, String> {
    if !["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(&suffix) {
        let suffix = shorten_name(suffix);
        return Err(format!("expected a suffix u or l after a whole number, found {suffix}; remove it"));
    }
    let is_long = suffix.contains('l') || value > u64::from(u32::MAX);
    let is_unsigned = suffix.contains('u') || (value > i32::MAX as u64 && !is_long);
    Ok(Number::Whole { value, is_unsigned, is_long })
}

/// Reads the inside of a text in quotes.
fn read_text(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => bytes.extend(read_escape(&mut rest)?),
            c => bytes.extend(c.to_string().as_bytes()),
        }
    }
    Ok(bytes)
}

/// Reads what is after a backslash: at most one byte, none at the end of a line.
fn read_escape(rest: &mut Chars) -> Result<Option<u8>, String> {
    Ok(Some(match rest.next() {
        Some('n') => b'\n',
        Some('t') => b'\t',
        Some('r') => b'\r',
        Some('a') => 7,
        Some('b') => 8,
        Some('f') => 12,
        Some('v') => 11,
        Some('\n') | None => return Ok(None),
        Some('x') => {
            let digits = take_digits(rest, 16, usize::MAX);
            u8::from_str_radix(&digits, 16)
                .map_err(|_| "expected two hexadecimal digits after \\x; write as \\x41".to_string())?
        }
        Some(first @ '0'..='7') => {
            let digits = format!("{first}{}", take_digits(rest, 8, 2));
            u32::from_str_radix(&digits, 8).unwrap_or_default() as u8
        }
        Some(c @ ('\\' | '\'' | '"' | '?')) => c as u8,
        Some(c) => {
            return Err(format!("expected an escape such as \\n, found \\{c}; write \\\\ for a backslash"));
        }
    }))
}

/// Takes the digits of a base that come next, at most so many.
fn take_digits(rest: &mut Chars, base: u32, most: usize) -> String {
    let digits: String = rest.as_str().chars().take_while(|c| c.is_digit(base)).take(most).collect();
    *rest = rest.as_str().get(digits.len()..).unwrap_or("").chars();
    digits
}
