//! Expressions.

use super::Parser;
use crate::fault::{Outcome, Position, refuse_text};
use crate::lexer::Word;
use crate::syntax::{BinaryOperator, Expression, ExpressionKind, UnaryOperator};

/// The most operations that stand in each other, as in a sum of that many numbers.
const MOST_DEEP: u16 = 160;

/// Builds an expression of others, if they do not stand too deep.
fn build_expression(at: Position, kind: ExpressionKind) -> Outcome<Expression> {
    let depth = 1 + match &kind {
        ExpressionKind::Unary(_, a) | ExpressionKind::Member(a, _) | ExpressionKind::Cast(_, a) => a.depth,
        ExpressionKind::SizeOf(a) => a.depth,
        ExpressionKind::Step { place, .. } => place.depth,
        ExpressionKind::Binary(_, a, b) | ExpressionKind::Assign(_, a, b) => a.depth.max(b.depth),
        ExpressionKind::Comma(a, b) | ExpressionKind::Index(a, b) => a.depth.max(b.depth),
        ExpressionKind::Select(a, b, c) => a.depth.max(b.depth).max(c.depth),
        ExpressionKind::Call(a, list) => list.iter().map(|b| b.depth).max().unwrap_or(0).max(a.depth),
        ExpressionKind::List(list) => list.iter().map(|b| b.depth).max().unwrap_or(0),
        _ => 0,
    };
    if depth > MOST_DEEP {
        return refuse_text(at, format!("operations stand more than {MOST_DEEP} deep; split this expression"));
    }
    Ok(Expression { at, kind, depth })
}

impl Parser<'_> {
    /// Reads an expression with commas.
    pub(super) fn read_expression(&mut self) -> Outcome<Expression> {
        let mut left = self.read_assignment()?;
        while self.peek_token().is_sign(",") {
            let at = self.next().at;
            let right = self.read_assignment()?;
            left = build_expression(at, ExpressionKind::Comma(Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    /// Reads an expression without commas outside brackets.
    pub(super) fn read_assignment(&mut self) -> Outcome<Expression> {
        self.read_nested(|parser| {
            let left = parser.read_choice()?;
            let at = parser.current_position();
            let Word::Sign(sign) = parser.peek_token().word else { return Ok(left) };
            let operator = match sign {
                "=" => None,
                _ => match sign.strip_suffix('=') {
                    Some(plain) => match BinaryOperator::of_sign(plain) {
                        Some(known) if !known.is_comparison() => Some(known),
                        _ => return Ok(left),
                    },
                    None => return Ok(left),
                },
            };
            parser.next();
            let right = parser.read_assignment()?;
            build_expression(at, ExpressionKind::Assign(operator, Box::new(left), Box::new(right)))
        })
    }

    fn read_choice(&mut self) -> Outcome<Expression> {
        let condition = self.read_binary(1)?;
        let at = self.current_position();
        if !self.take_sign("?") {
            return Ok(condition);
        }
        let yes = self.read_nested(Self::read_expression)?;
        self.expect_sign(":", "between the two values of `?`")?;
        let no = self.read_nested(Self::read_choice)?;
        build_expression(at, ExpressionKind::Select(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    /// Reads operations that bind at least as tightly as this level.
    pub(super) fn read_binary(&mut self, level: u8) -> Outcome<Expression> {
        let mut left = self.read_unary()?;
        loop {
            let at = self.current_position();
            let Word::Sign(sign) = self.peek_token().word else { return Ok(left) };
            let operator = BinaryOperator::of_sign(sign).filter(|known| known.binding_level() >= level);
            let Some(operator) = operator else { return Ok(left) };
            self.next();
            let right = self.read_nested(|parser| parser.read_binary(operator.binding_level() + 1))?;
            left = build_expression(at, ExpressionKind::Binary(operator, Box::new(left), Box::new(right)))?;
        }
    }

    /// Reads an extent between `<` and `>`, where a `>` ends it.
    pub(super) fn read_extent(&mut self) -> Outcome<Expression> {
        self.read_binary(BinaryOperator::Add.binding_level())
    }

    fn read_unary(&mut self) -> Outcome<Expression> {
        self.read_nested(|parser| {
            let at = parser.current_position();
            let operator = match parser.peek_token().word {
                Word::Sign("-") => UnaryOperator::Minus,
                Word::Sign("+") => UnaryOperator::Plus,
                Word::Sign("!") => UnaryOperator::Not,
                Word::Sign("~") => UnaryOperator::Complement,
                Word::Sign("&") => UnaryOperator::AddressOf,
                Word::Sign("*") => UnaryOperator::Dereference,
                Word::Sign(sign @ ("++" | "--")) => {
                    parser.next();
                    let place = Box::new(parser.read_unary()?);
                    let step = if sign == "++" { 1 } else { -1 };
                    return build_expression(at, ExpressionKind::Step { step, is_postfix: false, place });
                }
                Word::Sign("(") if parser.is_type_ahead(1) => {
                    parser.next();
                    let type_name = parser.read_type_name()?;
                    parser.expect_sign(")", "after the type of this conversion")?;
                    let value = Box::new(parser.read_unary()?);
                    return build_expression(at, ExpressionKind::Cast(type_name, value));
                }
                _ => return parser.read_postfix(),
            };
            parser.next();
            let operand = Box::new(parser.read_unary()?);
            build_expression(at, ExpressionKind::Unary(operator, operand))
        })
    }

    fn read_postfix(&mut self) -> Outcome<Expression> {
        let mut left = self.read_primary()?;
        loop {
            let at = self.current_position();
            let Word::Sign(sign) = self.peek_token().word else { return Ok(left) };
            let kind = match sign {
                "(" => {
                    self.next();
                    ExpressionKind::Call(Box::new(left), self.read_arguments()?)
                }
                "[" => {
                    self.next();
                    let index = Box::new(self.read_expression()?);
                    self.expect_sign("]", "after the index")?;
                    ExpressionKind::Index(Box::new(left), index)
                }
                "." | "->" => {
                    self.next();
                    let (member, place) = self.expect_name("the name of a member")?;
                    if sign == "->" {
                        left = build_expression(at, ExpressionKind::Unary(UnaryOperator::Dereference, Box::new(left)))?;
                    }
                    left = build_expression(place, ExpressionKind::Member(Box::new(left), member))?;
                    continue;
                }
                "++" | "--" => {
                    self.next();
                    let step = if sign == "++" { 1 } else { -1 };
                    ExpressionKind::Step { step, is_postfix: true, place: Box::new(left) }
                }
                _ => return Ok(left),
            };
            left = build_expression(at, kind)?;
        }
    }

    /// Reads arguments and the `)` after them.
    fn read_arguments(&mut self) -> Outcome<Vec<Expression>> {
        let mut arguments = Vec::new();
        if self.take_sign(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.read_assignment()?);
            if self.take_sign(")") {
                return Ok(arguments);
            }
            self.expect_sign(",", "or `)` after this argument")?;
        }
    }

    fn read_primary(&mut self) -> Outcome<Expression> {
        let token = self.peek_token().clone();
        let at = token.at;
        let kind = match token.word {
            Word::Number(number) => ExpressionKind::Number(number),
            Word::Text(mut text) => {
                while let Word::Text(more) = &self.peek_at(1).word {
                    text.extend(more);
                    self.at += 1;
                }
                ExpressionKind::Text(text)
            }
            Word::Sign("(") => {
                self.next();
                let inner = self.read_expression()?;
                self.expect_sign(")", "after this expression")?;
                return Ok(inner);
            }
            Word::Name(name) => match name.as_str() {
                "sizeof" => return self.read_size(at),
                "indexof" => return self.read_index_of(at),
                // A vector or number is made by the name of its type.
                _ if self.is_type_ahead(0) && !self.peek_at(1).is_sign("(") => {
                    return Err(self.unexpected_fault("a value"));
                }
                "iter" if self.peek_at(1).is_sign("(") => ExpressionKind::Name(name),
                "struct" | "kernel" | "reduce" | "out" | "iter" | "vout" | "if" | "for" | "while" | "return" => {
                    return Err(self.unexpected_fault("a value"));
                }
                _ if super::CPP_WORDS.contains(&name.as_str()) => return Err(self.unexpected_fault("a value")),
                _ => ExpressionKind::Name(name),
            },
            _ => return Err(self.unexpected_fault("a value")),
        };
        self.next();
        build_expression(at, kind)
    }

    fn read_size(&mut self, at: Position) -> Outcome<Expression> {
        self.next();
        if self.peek_token().is_sign("(") && self.is_type_ahead(1) {
            self.next();
            let type_name = self.read_type_name()?;
            self.expect_sign(")", "after the type of sizeof")?;
            return build_expression(at, ExpressionKind::SizeOfType(type_name));
        }
        let operand = Box::new(self.read_unary()?);
        build_expression(at, ExpressionKind::SizeOf(operand))
    }

    fn read_index_of(&mut self, at: Position) -> Outcome<Expression> {
        self.next();
        let mut brackets = 0;
        while self.take_sign("(") {
            brackets += 1;
        }
        let (name, _) = self.expect_name("the name of a stream after `indexof`")?;
        for _ in 0..brackets {
            self.expect_sign(")", "after the stream of `indexof`")?;
        }
        build_expression(at, ExpressionKind::IndexOf(name))
    }

    /// Reads an initialiser: a value, or values in braces.
    pub(super) fn read_initialiser(&mut self) -> Outcome<Expression> {
        let at = self.current_position();
        if !self.take_sign("{") {
            return self.read_assignment();
        }
        self.read_nested(|parser| {
            let mut values = Vec::new();
            while !parser.take_sign("}") {
                values.push(parser.read_initialiser()?);
                if !parser.take_sign(",") {
                    parser.expect_sign("}", "or `,` after this value")?;
                    break;
                }
            }
            build_expression(at, ExpressionKind::List(values))
        })
    }
}
