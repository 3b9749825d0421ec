//! Conditions: `#if` and its kin, and their expressions.

use super::macros::MacroTable;
use crate::source_error::{CgError, CgResult};
use crate::syntax::BINARY_LEVELS;
use crate::token::{Place, Token, TokenKind};

/// Deepest nesting of an expression.
const MAX_DEPTH: usize = 64;

/// An open `#if`.
#[derive(Debug)]
pub(super) struct OpenCondition {
    pub place: Place,
    /// True while its lines are read.
    pub is_taken: bool,
    /// True if one of its parts was read, or all of it lies in lines that are not.
    pub is_done: bool,
    /// True after `#else`.
    pub has_else: bool,
}

/// Returns the value of the expression of an `#if`.
pub(super) fn evaluate_condition(macros: &mut MacroTable, place: Place, words: &[Token]) -> CgResult<bool> {
    let replaced = replace_defined(macros, words)?;
    let tokens = macros.expand_tokens(&replaced)?;
    let mut expression = Expression { tokens: &tokens, at: 0, place, depth: 0 };
    let value = expression.read_choice()?;
    match expression.peek_token() {
        None => Ok(value != 0),
        Some(token) => {
            let message = format!("expected the end of the condition, found {}", token.describe_token());
            Err(CgError::new(token.place, message))
        }
    }
}

/// Replaces `defined NAME` and `defined(NAME)` before macros are.
fn replace_defined(macros: &MacroTable, words: &[Token]) -> CgResult<Vec<Token>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(token) = words.get(at) {
        if !token.is_word("defined") {
            out.push(token.clone());
            at += 1;
            continue;
        }
        let has_brackets = words.get(at + 1).is_some_and(|open| open.is_symbol("("));
        let name = words
            .get(at + 1 + usize::from(has_brackets))
            .filter(|name| name.kind == TokenKind::Word);
        let is_closed = !has_brackets || words.get(at + 3).is_some_and(|close| close.is_symbol(")"));
        let Some(name) = name.filter(|_| is_closed) else {
            return Err(CgError::new(token.place, "expected a macro's name after defined, as in defined(NAME)"));
        };
        let text = if macros.is_defined(&name.text) { "1" } else { "0" };
        out.push(Token { kind: TokenKind::Number, text: text.into(), ..token.clone() });
        at += if has_brackets { 4 } else { 2 };
    }
    Ok(out)
}

/// An expression that is read.
struct Expression<'t> {
    tokens: &'t [Token],
    at: usize,
    place: Place,
    depth: usize,
}

impl<'t> Expression<'t> {
    fn peek_token(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    fn accept_symbol(&mut self, symbol: &str) -> bool {
        let is_there = self.peek_token().is_some_and(|token| token.is_symbol(symbol));
        self.at += usize::from(is_there);
        is_there
    }

    fn read_choice(&mut self) -> CgResult<i64> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(CgError::new(self.place, format!("the condition is nested deeper than {MAX_DEPTH}; split it")));
        }
        let condition = self.read_level(0)?;
        let value = if self.accept_symbol("?") {
            let yes = self.read_choice()?;
            if !self.accept_symbol(":") {
                return Err(CgError::new(self.place, "expected : after ? in the condition"));
            }
            let no = self.read_choice()?;
            if condition != 0 { yes } else { no }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(value)
    }

    fn read_level(&mut self, level: usize) -> CgResult<i64> {
        let Some(operators) = BINARY_LEVELS.get(level) else { return self.read_unary() };
        let mut value = self.read_level(level + 1)?;
        while let Some(token) = self
            .peek_token()
            .filter(|token| operators.iter().any(|one| token.is_symbol(one)))
        {
            self.at += 1;
            let right = self.read_level(level + 1)?;
            value = apply_operator(&token.text, value, right)
                .ok_or_else(|| CgError::new(token.place, "the condition divides by zero"))?;
        }
        Ok(value)
    }

    fn read_unary(&mut self) -> CgResult<i64> {
        let mut operators = Vec::new();
        while let Some(token) = self
            .peek_token()
            .filter(|token| ["!", "-", "+", "~"].iter().any(|one| token.is_symbol(one)))
        {
            operators.push(&*token.text);
            self.at += 1;
        }
        let mut value = self.read_primary()?;
        for operator in operators.iter().rev() {
            value = match *operator {
                "!" => i64::from(value == 0),
                "-" => value.wrapping_neg(),
                "~" => !value,
                _ => value,
            };
        }
        Ok(value)
    }

    fn read_primary(&mut self) -> CgResult<i64> {
        let Some(token) = self.peek_token() else {
            return Err(CgError::new(self.place, "expected a condition, found the end of the line"));
        };
        self.at += 1;
        if token.is_symbol("(") {
            let value = self.read_choice()?;
            if !self.accept_symbol(")") {
                return Err(CgError::new(token.place, "this ( of the condition is not closed; add )"));
            }
            return Ok(value);
        }
        match token.kind {
            // Names that are no macros count as 0.
            TokenKind::Word => Ok(i64::from(token.is_word("true"))),
            TokenKind::Number => read_number(&token.text).ok_or_else(|| {
                CgError::new(token.place, format!("a condition has whole numbers only, found {}", token.text))
            }),
            _ => {
                Err(CgError::new(token.place, format!("expected a number or a name, found {}", token.describe_token())))
            }
        }
    }
}

/// Reads a whole number; one with a point is cut off, as NVIDIA's compiler does.
fn read_number(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return i64::from_str_radix(hex, 16).ok();
    }
    digits.parse().ok().or_else(|| {
        let number: f64 = digits.trim_end_matches(['f', 'F', 'h', 'x']).parse().ok()?;
        Some(number as i64)
    })
}

/// Applies an operator; `None` if it divides by zero.
fn apply_operator(operator: &str, a: i64, b: i64) -> Option<i64> {
    Some(match operator {
        "||" => i64::from(a != 0 || b != 0),
        "&&" => i64::from(a != 0 && b != 0),
        "|" => a | b,
        "^" => a ^ b,
        "&" => a & b,
        "==" => i64::from(a == b),
        "!=" => i64::from(a != b),
        "<" => i64::from(a < b),
        ">" => i64::from(a > b),
        "<=" => i64::from(a <= b),
        ">=" => i64::from(a >= b),
        "<<" => a.wrapping_shl(b as u32),
        ">>" => a.wrapping_shr(b as u32),
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" => a.checked_div(b)?,
        _ => a.checked_rem(b)?,
    })
}
