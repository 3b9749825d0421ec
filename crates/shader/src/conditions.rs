//! Evaluates `#if` branches, as far as the text itself determines them: a file included only in a
//! branch that is not taken need not exist.

use super::dialect::Dialect;
use std::collections::BTreeMap;

/// Deepest nesting of parentheses, macros and operators.
const MAX_DEPTH: usize = 64;

/// Binary operators with their precedence; longer ones come before their prefixes.
const BINARY_OPERATORS: [(&str, u8); 18] = [
    ("||", 1),
    ("&&", 2),
    ("==", 6),
    ("!=", 6),
    ("<=", 7),
    (">=", 7),
    ("<<", 8),
    (">>", 8),
    ("|", 3),
    ("^", 4),
    ("&", 5),
    ("<", 7),
    (">", 7),
    ("+", 9),
    ("-", 9),
    ("*", 10),
    ("/", 10),
    ("%", 10),
];

/// The definition of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Macro {
    /// This text.
    Text(String),
    /// Unknown: the macro has parameters, or a branch that may or may not be taken defines it.
    Unknown,
    /// Not defined.
    Undefined,
}

/// An open `#if`. Each of these is `None` if the text does not determine it.
#[derive(Debug, Clone, Copy)]
struct Branch {
    /// True if the text around it is compiled.
    around: Option<bool>,
    /// True if this branch holds, if the text around is compiled.
    holds: Option<bool>,
    /// True if a branch before this one held.
    held: Option<bool>,
}

/// The open branches at a line, and the macros defined there.
#[derive(Debug)]
pub(super) struct PreprocessorConditions {
    open: Vec<Branch>,
    macros: BTreeMap<String, Macro>,
}

impl PreprocessorConditions {
    /// Returns the state at the first line of a text in this dialect.
    pub(super) fn new(dialect: Dialect) -> PreprocessorConditions {
        let es = if dialect.is_es() { Macro::Text("1".to_string()) } else { Macro::Undefined };
        let version = Macro::Text(dialect.version.to_string());
        let macros = BTreeMap::from([("GL_ES".to_string(), es), ("__VERSION__".to_string(), version)]);
        PreprocessorConditions { open: vec![], macros }
    }

    /// Returns true if a line here is compiled; `None` if the text does not determine it.
    pub(super) fn is_taken(&self) -> Option<bool> {
        self.open
            .last()
            .map_or(Some(true), |branch| both_hold(branch.around, branch.holds))
    }

    /// Applies a directive: its word, and the rest of its line.
    pub(super) fn follow_directive(&mut self, word: &str, rest: &str) {
        let rest = rest.trim();
        match word {
            "if" => self.open_branch(self.evaluate(rest).map(|value| value != 0)),
            "ifdef" => self.open_branch(self.is_defined(rest)),
            "ifndef" => self.open_branch(negate(self.is_defined(rest))),
            "elif" => {
                let holds = self.evaluate(rest).map(|value| value != 0);
                self.next_branch(holds);
            }
            "else" => self.next_branch(Some(true)),
            "endif" => {
                self.open.pop();
            }
            "define" => self.define_macro(rest),
            "undef" => self.set_macro(rest, Macro::Undefined),
            _ => {}
        }
    }

    fn open_branch(&mut self, holds: Option<bool>) {
        self.open.push(Branch { around: self.is_taken(), holds, held: Some(false) });
    }

    /// Advances to the next branch of an `#if`, which holds if none before it did.
    fn next_branch(&mut self, holds: Option<bool>) {
        if let Some(branch) = self.open.last_mut() {
            branch.held = either_holds(branch.held, branch.holds);
            branch.holds = both_hold(holds, negate(branch.held));
        }
    }

    fn define_macro(&mut self, rest: &str) {
        let end = rest
            .find(|c: char| c != '_' && !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let (name, text) = rest.split_at(end);
        let is_plain = !text.starts_with('(') && !text.ends_with('\\');
        let meaning = if is_plain { Macro::Text(text.trim().to_string()) } else { Macro::Unknown };
        self.set_macro(name, meaning);
    }

    fn set_macro(&mut self, name: &str, meaning: Macro) {
        match self.is_taken() {
            Some(true) => self.macros.insert(name.to_string(), meaning),
            Some(false) => None,
            None => self.macros.insert(name.to_string(), Macro::Unknown),
        };
    }

    fn is_defined(&self, name: &str) -> Option<bool> {
        match self.macros.get(name) {
            Some(Macro::Text(_)) => Some(true),
            Some(Macro::Unknown) => None,
            Some(Macro::Undefined) => Some(false),
            // Compilers define names for their extensions.
            None if name.starts_with("GL_") || name.contains("__") => None,
            None => Some(false),
        }
    }

    /// Returns the value of an expression, if the text determines it.
    fn evaluate(&self, expression: &str) -> Option<i64> {
        let mut reader = ExpressionReader { conditions: self, rest: expression.trim_start(), depth: 0 };
        let value = reader.read_binary(0)?;
        // A continuation line is not read, so the value is unknown.
        if reader.rest.is_empty() { value } else { None }
    }
}

/// A parser of `#if` expressions. Methods return `None` if the expression cannot be parsed, and
/// `Some(None)` if its value is unknown.
struct ExpressionReader<'a> {
    conditions: &'a PreprocessorConditions,
    rest: &'a str,
    depth: usize,
}

type KnownValue = Option<i64>;

impl ExpressionReader<'_> {
    fn take_sign(&mut self, sign: &str) -> bool {
        let taken = self.rest.strip_prefix(sign);
        self.rest = taken.map_or(self.rest, str::trim_start);
        taken.is_some()
    }

    fn take_word(&mut self) -> Option<String> {
        let end = self
            .rest
            .find(|c: char| c != '_' && !c.is_ascii_alphanumeric())
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!word.is_empty()).then(|| word.to_string())
    }

    /// Reads an expression whose operators all bind tighter than `least`.
    fn read_binary(&mut self, least: u8) -> Option<KnownValue> {
        let mut left = self.read_unary()?;
        while let Some((sign, binds)) = BINARY_OPERATORS.into_iter().find(|(sign, _)| self.rest.starts_with(sign)) {
            if binds <= least {
                break;
            }
            self.take_sign(sign);
            let right = self.read_binary(binds)?;
            left = apply_operator(sign, left, right);
        }
        Some(left)
    }

    fn read_unary(&mut self) -> Option<KnownValue> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = if self.take_sign("!") {
            self.read_unary()?.map(|value| i64::from(value == 0))
        } else if self.take_sign("-") {
            self.read_unary()?.and_then(i64::checked_neg)
        } else if self.take_sign("+") {
            self.read_unary()?
        } else if self.take_sign("~") {
            self.read_unary()?.map(|value| !value)
        } else if self.take_sign("(") {
            let value = self.read_binary(0)?;
            self.take_sign(")").then_some(value)?
        } else {
            self.read_primary()?
        };
        self.depth -= 1;
        Some(value)
    }

    fn read_primary(&mut self) -> Option<KnownValue> {
        let word = self.take_word()?;
        if word == "defined" {
            let open = self.take_sign("(");
            let name = self.take_word()?;
            return (!open || self.take_sign(")")).then(|| self.conditions.is_defined(&name).map(i64::from));
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(parse_number(&word));
        }
        let Some(Macro::Text(text)) = self.conditions.macros.get(&word) else { return Some(None) };
        let mut inner = ExpressionReader { conditions: self.conditions, rest: text.trim_start(), depth: self.depth };
        let value = inner.read_binary(0)?;
        Some(if inner.rest.is_empty() { value } else { None })
    }
}

/// Parses a decimal, hexadecimal or octal number.
fn parse_number(word: &str) -> KnownValue {
    let digits = word.trim_end_matches(['u', 'U']);
    match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hexadecimal) => i64::from_str_radix(hexadecimal, 16).ok(),
        None if digits.len() > 1 && digits.starts_with('0') => i64::from_str_radix(digits, 8).ok(),
        None => digits.parse().ok(),
    }
}

fn apply_operator(sign: &str, left: KnownValue, right: KnownValue) -> KnownValue {
    match sign {
        "&&" => return both_hold(to_truth(left), to_truth(right)).map(i64::from),
        "||" => return either_holds(to_truth(left), to_truth(right)).map(i64::from),
        _ => {}
    }
    let left = left?;
    let right = right?;
    let shift = u32::try_from(right).ok().filter(|shift| *shift < 32);
    match sign {
        "==" => Some(i64::from(left == right)),
        "!=" => Some(i64::from(left != right)),
        "<=" => Some(i64::from(left <= right)),
        ">=" => Some(i64::from(left >= right)),
        "<" => Some(i64::from(left < right)),
        ">" => Some(i64::from(left > right)),
        "<<" => left.checked_shl(shift?),
        ">>" => left.checked_shr(shift?),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&" => Some(left & right),
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        _ => left.checked_rem(right),
    }
}

fn to_truth(value: KnownValue) -> Option<bool> {
    value.map(|value| value != 0)
}

fn negate(truth: Option<bool>) -> Option<bool> {
    truth.map(|truth| !truth)
}

fn both_hold(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn either_holds(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    negate(both_hold(negate(a), negate(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns for each line that is not a directive whether it is compiled.
    fn taken_lines(text: &str) -> Vec<Option<bool>> {
        let mut conditions = PreprocessorConditions::new(Dialect::DEFAULT);
        let mut taken = vec![];
        for line in text.lines() {
            match line.strip_prefix('#') {
                Some(directive) => {
                    let (word, rest) = directive.split_once(' ').unwrap_or((directive, ""));
                    conditions.follow_directive(word, rest);
                }
                None => taken.push(conditions.is_taken()),
            }
        }
        taken
    }

    #[test]
    fn branches_are_taken_as_the_text_says() {
        let [yes, no, unknown] = [Some(true), Some(false), None];
        for (text, expected) in [
            ("a\n#if 0\nb\n#else\nc\n#endif\nd", vec![yes, no, yes, yes]),
            ("#if 1\na\n#elif 1\nb\n#else\nc\n#endif", vec![yes, no, no]),
            ("#define A 3\n#if A == 3 && !defined(B)\na\n#endif\n#undef A\n#ifdef A\nb\n#endif", vec![yes, no]),
            ("#ifdef GL_ES\na\n#endif\n#if __VERSION__ >= 130\nb\n#else\nc\n#endif", vec![no, no, yes]),
            ("#ifdef GL_ARB_anything\na\n#define B\n#else\nb\n#endif\n#ifdef B\nc\n#endif", vec![unknown; 3]),
            ("#if 0 && GL_unknown\na\n#elif 1 || GL_unknown\nb\n#endif", vec![no, yes]),
            ("#define F(x) x\n#if F(1)\na\n#endif\n#if 0\n#if GL_unknown\nb\n#endif\n#endif", vec![unknown, no]),
            ("#if (1 + 2 * 3 << 1) == 14 && -7 / 2 == -3 && 0x10 == 020\na\n#endif", vec![yes]),
            ("#if 1 /\na\n#endif\n#if 1 / 0\nb\n#endif\n#if 1 \\\nc\n#endif", vec![unknown; 3]),
        ] {
            assert_eq!(taken_lines(text), expected, "{text}");
        }
        let deep = format!("#if {}1\na\n#endif", "(".repeat(100_000));
        assert_eq!(taken_lines(&deep), [unknown]);
        assert_eq!(taken_lines("#define A A\n#if A\na\n#endif"), [unknown]);
        assert_eq!(taken_lines(&format!("#if 1{}\na\n#endif", " + 1".repeat(100_000))), [yes]);
    }
}
