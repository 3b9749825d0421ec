//! The condition of an `#if`: whole numbers, `defined`, and the operators of C.

use super::macros::MacroTable;
use crate::fault::{Fault, Outcome, Position};
use crate::lexer::{Token, Word};

/// The most brackets and signs that stand in each other.
const MOST_NESTED: usize = 64;

struct Reader<'w> {
    words: &'w [Token],
    at: usize,
    line: Position,
    depth: usize,
}

/// Returns true if the condition holds. Names that are not macros are 0, as in C.
pub(super) fn evaluate_condition(line: Position, words: &[Token], macros: &MacroTable) -> Outcome<bool> {
    let mut plain = Vec::new();
    let mut at = 0;
    while let Some(token) = words.get(at) {
        if token.word != Word::Name("defined".to_string()) {
            plain.push(token.clone());
            at += 1;
            continue;
        }
        let bracket = usize::from(words.get(at + 1).is_some_and(|next| next.is_sign("(")));
        let Some(Token { word: Word::Name(name), .. }) = words.get(at + 1 + bracket) else {
            return Err(Fault::new(token.at, "expected a name after `defined`; write one"));
        };
        let value = u64::from(macros.is_defined(name));
        plain.push(Token { word: Word::Whole { value, is_unsigned: false, is_long: false }, ..token.clone() });
        at += 2 + 2 * bracket;
    }
    let mut expanded = Vec::new();
    macros.expand_words(&plain, &mut expanded)?;
    let mut reader = Reader { words: &expanded, at: 0, line, depth: 0 };
    let value = reader.read_binary(0)?;
    match reader.words.get(reader.at) {
        None => Ok(value != 0),
        Some(token) => Err(Fault::new(
            line,
            format!("expected the end of this condition, found {}; remove it", token.describe_word()),
        )),
    }
}

const LEVELS: [&[&str]; 8] = [
    &["||"],
    &["&&"],
    &["|", "^", "&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Reader<'_> {
    fn read_binary(&mut self, level: usize) -> Outcome<i64> {
        let Some(signs) = LEVELS.get(level) else { return self.read_unary() };
        let mut left = self.read_binary(level + 1)?;
        while let Some(Token { word: Word::Sign(sign), .. }) = self.words.get(self.at) {
            if !signs.contains(sign) {
                break;
            }
            self.at += 1;
            let right = self.read_binary(level + 1)?;
            left = apply_operator(sign, left, right)
                .ok_or_else(|| Fault::new(self.line, "this condition divides by 0; use another number"))?;
        }
        Ok(left)
    }

    fn read_unary(&mut self) -> Outcome<i64> {
        self.depth += 1;
        if self.depth > MOST_NESTED {
            return Err(Fault::new(
                self.line,
                format!("brackets stand more than {MOST_NESTED} deep in this condition; use fewer"),
            ));
        }
        let token = self.words.get(self.at).cloned();
        self.at += 1;
        let value = match token.as_ref().map(|token| &token.word) {
            Some(Word::Whole { value, .. }) => *value as i64,
            Some(Word::Name(_)) => 0,
            Some(Word::Sign("!")) => i64::from(self.read_unary()? == 0),
            Some(Word::Sign("-")) => self.read_unary()?.wrapping_neg(),
            Some(Word::Sign("+")) => self.read_unary()?,
            Some(Word::Sign("~")) => !self.read_unary()?,
            Some(Word::Sign("(")) => {
                let value = self.read_binary(0)?;
                if !self.words.get(self.at).is_some_and(|token| token.is_sign(")")) {
                    return Err(Fault::new(self.line, "expected `)` in this condition; close the bracket"));
                }
                self.at += 1;
                value
            }
            _ => {
                let found = token.map_or("the end of the line".to_string(), |token| token.describe_word());
                return Err(Fault::new(
                    self.line,
                    format!("expected a whole number in this condition, found {found}; write one"),
                ));
            }
        };
        self.depth -= 1;
        Ok(value)
    }
}

fn apply_operator(sign: &str, left: i64, right: i64) -> Option<i64> {
    Some(match sign {
        "||" => i64::from(left != 0 || right != 0),
        "&&" => i64::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<=" => i64::from(left <= right),
        ">=" => i64::from(left >= right),
        "<<" => left.wrapping_shl(right as u32),
        ">>" => left.wrapping_shr(right as u32),
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" => left.checked_div(right)?,
        _ => left.checked_rem(right)?,
    })
}
