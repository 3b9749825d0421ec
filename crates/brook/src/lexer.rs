//! Words and signs of a Brook text.

use crate::fault::{Fault, Outcome, Position};

/// A word or sign.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Word {
    Name(String),
    /// A whole number; its suffix may make it unsigned or long.
    Whole {
        value: u64,
        is_unsigned: bool,
        is_long: bool,
    },
    /// A number with a point or exponent; the suffix `f` makes it single.
    Real {
        value: f64,
        is_single: bool,
    },
    Text(Vec<u8>),
    Sign(&'static str),
    End,
}

/// A word with its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token {
    pub word: Word,
    pub at: Position,
    /// True if it is the first of its line: a `#` there starts a directive.
    pub starts_line: bool,
    /// True if a space is before it: `#define f (x)` is no macro with parameters.
    pub after_space: bool,
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
            Word::Whole { value, .. } => format!("the number {value}"),
            Word::Real { value, .. } => format!("the number {value}"),
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

/// The signs, longest first.
const SIGNS: &[&str] = &[
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "::", "##", "+", "-", "*", "/", "%", "=", "<", ">", "!", "&", "|", "^", "~", "?", ":", ";",
    ",", ".", "(", ")", "[", "]", "{", "}", "#",
];

/// Reads the characters of a text.
struct Reader<'t> {
    text: &'t str,
    offset: usize,
    at: Position,
}

impl Reader<'_> {
    fn peek_character(&self) -> Option<char> {
        self.text.get(self.offset..).and_then(|rest| rest.chars().next())
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek_character()?;
        self.offset += c.len_utf8();
        if c == '\n' {
            self.at.line += 1;
            self.at.column = 1;
        } else {
            self.at.column += 1;
        }
        Some(c)
    }

    fn starts_with(&self, text: &str) -> bool {
        self.text.get(self.offset..).is_some_and(|rest| rest.starts_with(text))
    }

    fn skip_characters(&mut self, characters: usize) {
        for _ in 0..characters {
            self.next();
        }
    }

    fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.peek_character().filter(|&c| accepts(c)) {
            taken.push(c);
            self.next();
        }
        taken
    }
}

/// Splits a text into words. Its last word is [`Word::End`].
pub(crate) fn read_words(text: &str, file: u32) -> Outcome<Vec<Token>> {
    let at = Position { file, line: 1, column: 1 };
    let mut reader = Reader { text, offset: 0, at };
    if text.starts_with('\u{feff}') {
        reader.next();
        reader.at.column = 1;
    }
    let mut tokens = Vec::new();
    let (mut starts_line, mut after_space) = (true, false);
    loop {
        let at = reader.at;
        let Some(c) = reader.peek_character() else {
            tokens.push(Token { word: Word::End, at, starts_line: true, after_space: true });
            return Ok(tokens);
        };
        if c == '\n' || c.is_whitespace() {
            starts_line |= c == '\n';
            after_space = true;
            reader.next();
        } else if reader.starts_with("\\\n") || reader.starts_with("\\\r\n") {
            reader.take_while(|c| c == '\\' || c == '\r');
            reader.next();
            after_space = true;
        } else if reader.starts_with("//") {
            reader.take_while(|c| c != '\n');
        } else if reader.starts_with("/*") {
            skip_comment(&mut reader)?;
            after_space = true;
        } else {
            let word = read_word(&mut reader, c)?;
            tokens.push(Token { word, at, starts_line, after_space });
            (starts_line, after_space) = (false, false);
        }
    }
}

fn skip_comment(reader: &mut Reader) -> Outcome<()> {
    let at = reader.at;
    reader.skip_characters(2);
    while !reader.starts_with("*/") {
        if reader.next().is_none() {
            return Err(Fault::new(at, "expected `*/` after this comment, found the end of the file; close it"));
        }
    }
    reader.skip_characters(2);
    Ok(())
}

fn read_word(reader: &mut Reader, first: char) -> Outcome<Word> {
    if first.is_ascii_alphabetic() || first == '_' {
        return Ok(Word::Name(reader.take_while(|c| c.is_ascii_alphanumeric() || c == '_')));
    }
    let second = reader
        .text
        .get(reader.offset + first.len_utf8()..)
        .and_then(|rest| rest.chars().next());
    if first.is_ascii_digit() || (first == '.' && second.is_some_and(|c| c.is_ascii_digit())) {
        return read_number(reader);
    }
    match first {
        '"' => read_text(reader).map(Word::Text),
        '\'' => read_character(reader),
        _ => match SIGNS.iter().find(|sign| reader.starts_with(sign)) {
            Some(sign) => {
                reader.skip_characters(sign.len());
                Ok(Word::Sign(sign))
            }
            None => Err(Fault::new(
                reader.at,
                format!("expected a word of Brook, found the character {first:?}; remove it"),
            )),
        },
    }
}

fn read_number(reader: &mut Reader) -> Outcome<Word> {
    let at = reader.at;
    if reader.starts_with("0x") || reader.starts_with("0X") {
        reader.skip_characters(2);
        let digits = reader.take_while(|c| c.is_ascii_hexdigit());
        let value = u64::from_str_radix(&digits, 16).map_err(|_| {
            Fault::new(at, format!("expected 1 to 16 hexadecimal digits after 0x, found {}; write fewer", digits.len()))
        })?;
        return finish_whole(reader, at, value);
    }
    let mut digits = reader.take_while(|c| c.is_ascii_digit());
    let mut is_real = false;
    if reader.peek_character() == Some('.') {
        is_real = true;
        reader.next();
        digits.push('.');
        digits += &reader.take_while(|c| c.is_ascii_digit());
    }
    if reader.peek_character().is_some_and(|c| c == 'e' || c == 'E') {
        is_real = true;
        reader.next();
        digits.push('e');
        if let Some(sign) = reader.peek_character().filter(|&c| c == '+' || c == '-') {
            reader.next();
            digits.push(sign);
        }
        let exponent = reader.take_while(|c| c.is_ascii_digit());
        if exponent.is_empty() {
            return Err(Fault::new(at, "expected digits in this number's exponent, found none; write as 1.0e5"));
        }
        digits += &exponent;
    }
    if is_real || reader.peek_character().is_some_and(|c| c == 'f' || c == 'F') {
        let value = digits
            .parse::<f64>()
            .map_err(|_| Fault::new(at, "expected a number; write as 0.5"))?;
        let suffix = reader.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        return match suffix.as_str() {
            "" | "l" | "L" => Ok(Word::Real { value, is_single: false }),
            "f" | "F" | "h" => Ok(Word::Real { value, is_single: true }),
            _ => Err(Fault::new(at, format!("expected the suffix f after a number, found {suffix}; remove it"))),
        };
    }
    // Brook's compiler read a number that begins with 0 in base 8, up to its first 8 or 9.
    let is_octal = digits.len() > 1 && digits.starts_with('0');
    let base = if is_octal { 8 } else { 10 };
    if is_octal {
        digits.truncate(digits.find(['8', '9']).unwrap_or(digits.len()));
    }
    let value = u64::from_str_radix(&digits, base).map_err(|_| {
        let digits = shorten_name(&digits);
        Fault::new(at, format!("expected a number of 64 bits in base {base}, found {digits}; write a smaller one"))
    })?;
    finish_whole(reader, at, value)
}

fn finish_whole(reader: &mut Reader, at: Position, value: u64) -> Outcome<Word> {
    let suffix = reader
        .take_while(|c| c.is_ascii_alphanumeric() || c == '_')
        .to_ascii_lowercase();
    if !["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(&suffix.as_str()) {
        let suffix = shorten_name(&suffix);
        return Err(Fault::new(
            at,
            format!("expected a suffix u or l after a whole number, found {suffix}; remove it"),
        ));
    }
    let is_long = suffix.contains('l') || value > u64::from(u32::MAX);
    let is_unsigned = suffix.contains('u') || (value > i32::MAX as u64 && !is_long);
    Ok(Word::Whole { value, is_unsigned, is_long })
}

fn read_text(reader: &mut Reader) -> Outcome<Vec<u8>> {
    let at = reader.at;
    reader.next();
    let mut bytes = Vec::new();
    loop {
        match reader.next() {
            Some('"') => return Ok(bytes),
            Some('\\') => bytes.extend(read_escape(reader, at)?),
            Some('\n') | None => {
                return Err(Fault::new(
                    at,
                    "expected `\"` at the end of this text, found the end of the line; close it",
                ));
            }
            Some(c) => bytes.extend(c.to_string().as_bytes()),
        }
    }
}

/// Reads what is after a backslash: at most one byte, none at the end of a line.
fn read_escape(reader: &mut Reader, at: Position) -> Outcome<Option<u8>> {
    let Some(c) = reader.next() else {
        return Err(Fault::new(
            at,
            "expected a character after the backslash, found the end of the file; close the text",
        ));
    };
    Ok(Some(match c {
        'n' => b'\n',
        't' => b'\t',
        'r' => b'\r',
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        '\n' => return Ok(None),
        'x' => {
            let digits = reader.take_while(|c| c.is_ascii_hexdigit());
            u8::from_str_radix(&digits, 16)
                .map_err(|_| Fault::new(at, "expected two hexadecimal digits after \\x; write as \\x41"))?
        }
        '0'..='7' => {
            let mut value = c.to_digit(8).unwrap_or_default();
            for _ in 0..2 {
                let Some(digit) = reader.peek_character().and_then(|c| c.to_digit(8)) else { break };
                reader.next();
                value = value * 8 + digit;
            }
            value as u8
        }
        '\\' | '\'' | '"' | '?' => c as u8,
        _ => {
            return Err(Fault::new(
                at,
                format!("expected an escape such as \\n, found \\{c}; write \\\\ for a backslash"),
            ));
        }
    }))
}

fn read_character(reader: &mut Reader) -> Outcome<Word> {
    let at = reader.at;
    reader.next();
    let value = match reader.next() {
        Some('\\') => read_escape(reader, at)?.map(u64::from),
        Some(c) if c.is_ascii() && c != '\'' && c != '\n' => Some(c as u64),
        _ => None,
    };
    match (value, reader.next()) {
        (Some(value), Some('\'')) => Ok(Word::Whole { value, is_unsigned: false, is_long: false }),
        _ => Err(Fault::new(at, "expected one character between single quotes; write as 'a'")),
    }
}
