//! Whole numbers written with the size `n`: `ceil(n/64)`, `3*n`, `n - 1`.

/// Longest formula in bytes.
const LONGEST: usize = 200;

/// A fraction in lowest terms, so that no division loses anything; the denominator is above 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fraction {
    above: i128,
    below: i128,
}

impl Fraction {
    fn new(above: i128, below: i128) -> Option<Fraction> {
        if below == 0 {
            return None;
        }
        let divisor = greatest_divisor(above, below) * below.signum();
        Some(Fraction { above: above / divisor, below: below / divisor })
    }

    fn checked_add(self, other: Fraction) -> Option<Fraction> {
        let above = self
            .above
            .checked_mul(other.below)?
            .checked_add(other.above.checked_mul(self.below)?)?;
        Fraction::new(above, self.below.checked_mul(other.below)?)
    }

    fn checked_multiply(self, other: Fraction) -> Option<Fraction> {
        Fraction::new(self.above.checked_mul(other.above)?, self.below.checked_mul(other.below)?)
    }

    fn as_negative(self) -> Fraction {
        Fraction { above: -self.above, ..self }
    }

    fn round_up(self) -> Fraction {
        let down = self.above.div_euclid(self.below);
        Fraction { above: down + i128::from(down * self.below != self.above), below: 1 }
    }
}

fn greatest_divisor(one: i128, other: i128) -> i128 {
    let (mut one, mut other) = (one.abs(), other.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one.max(1)
}

/// Returns the whole number that a formula has for a size, from 0 on.
///
/// # Errors
/// A sentence, if it is not a formula, or not such a number.
pub fn evaluate_formula(text: &str, size: Option<u64>) -> Result<u64, String> {
    let value = evaluate_fraction(text, size)?;
    match u64::try_from(value.above) {
        Ok(whole) if value.below == 1 => Ok(whole),
        _ if value.above < 0 => Err(format!("{text} is below 0{}", of_size(size))),
        _ => Err(format!("{text} is not a whole number{}; write ceil({text})", of_size(size))),
    }
}

/// Returns the number of a formula as a text: `-1`, `0.5`.
///
/// # Errors
/// A sentence, if it is not a formula.
pub fn format_formula(text: &str, size: Option<u64>) -> Result<String, String> {
    let Fraction { above, below } = evaluate_fraction(text, size)?;
    Ok(if below == 1 { above.to_string() } else { format!("{:?}", above as f64 / below as f64) })
}

fn of_size(size: Option<u64>) -> String {
    size.map_or(String::new(), |size| format!(" for n = {size}"))
}

fn evaluate_fraction(text: &str, size: Option<u64>) -> Result<Fraction, String> {
    if text.len() > LONGEST {
        return Err(format!("a formula has at most {LONGEST} letters"));
    }
    let mut reader = FormulaReader { rest: text.trim(), size };
    let value = reader.read_sum()?;
    if reader.rest.is_empty() { Ok(value) } else { Err(reader.refuse_rest()) }
}

/// A formula that is evaluated as it is read.
struct FormulaReader<'t> {
    rest: &'t str,
    size: Option<u64>,
}

impl FormulaReader<'_> {
    fn refuse_rest(&self) -> String {
        let found = match self.rest.chars().next() {
            None => "its end".to_string(),
            Some(letter) => format!("{letter:?}"),
        };
        format!("expected a formula of n, numbers, + - * / and ceil(), found {found}")
    }

    /// Skips a word or a sign, if it comes next.
    fn accept_word(&mut self, word: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(word) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn read_sum(&mut self) -> Result<Fraction, String> {
        let mut sum = self.read_product()?;
        loop {
            let next = match () {
                () if self.accept_word("+") => self.read_product()?,
                () if self.accept_word("-") => self.read_product()?.as_negative(),
                () => return Ok(sum),
            };
            sum = sum.checked_add(next).ok_or_else(refuse_size)?;
        }
    }

    fn read_product(&mut self) -> Result<Fraction, String> {
        let mut product = self.read_factor()?;
        loop {
            let next = match () {
                () if self.accept_word("*") => self.read_factor()?,
                () if self.accept_word("/") => {
                    let divisor = self.read_factor()?;
                    Fraction::new(divisor.below, divisor.above).ok_or("it divides by 0")?
                }
                () => return Ok(product),
            };
            product = product.checked_multiply(next).ok_or_else(refuse_size)?;
        }
    }

    fn read_factor(&mut self) -> Result<Fraction, String> {
        if self.accept_word("-") {
            return Ok(self.read_factor()?.as_negative());
        }
        let is_rounded = self.accept_word("ceil");
        if self.accept_word("(") {
            let inner = self.read_sum()?;
            if !self.accept_word(")") {
                return Err(self.refuse_rest());
            }
            return Ok(if is_rounded { inner.round_up() } else { inner });
        }
        if is_rounded {
            return Err(self.refuse_rest());
        }
        if self.rest.starts_with('n') && !self.rest[1..].starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            self.accept_word("n");
            let size = self.size.ok_or("n is a size of the case; give it sizes = [..]")?;
            return Ok(Fraction { above: size.into(), below: 1 });
        }
        self.read_number()
    }

    /// Reads digits, with a point among them or not.
    fn read_number(&mut self) -> Result<Fraction, String> {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        if whole.is_empty() || part.contains('.') {
            return Err(self.refuse_rest());
        }
        let above = format!("{whole}{part}").parse().map_err(|_| refuse_size())?;
        let below = 10_i128.checked_pow(part.len() as u32).ok_or_else(refuse_size)?;
        self.rest = rest.trim_start();
        Fraction::new(above, below).ok_or_else(refuse_size)
    }
}

fn refuse_size() -> String {
    "its numbers are too large".to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_have_their_numbers() {
        for (text, size, value) in [
            ("7", None, 7),
            ("n", Some(5), 5),
            ("ceil(n/64)", Some(0), 0),
            ("ceil(n/64)", Some(1), 1),
            ("ceil(n/64)", Some(64), 1),
            ("ceil(n/64)", Some(65), 2),
            ("3*n + 1", Some(4), 13),
            ("n/3*3", Some(10), 10),
            ("2 * (n - 1)", Some(3), 4),
            ("ceil(-n/2) + 5", Some(5), 3),
            ("0.5*n", Some(4), 2),
        ] {
            assert_eq!(evaluate_formula(text, size), Ok(value), "{text}");
        }
        assert_eq!(format_formula("1/n", Some(8)), Ok("0.125".into()));
        assert_eq!(format_formula("-n", Some(8)), Ok("-8".into()));
    }

    #[test]
    fn what_is_no_formula_is_a_sentence() {
        for (text, part) in [
            ("", "found its end"),
            ("n n", "found 'n'"),
            ("nn", "found 'n'"),
            ("floor(n)", "found 'f'"),
            ("ceil n", "found 'n'"),
            ("(n", "found its end"),
            ("n/0", "it divides by 0"),
            ("n/2", "n/2 is not a whole number for n = 3; write ceil(n/2)"),
            ("n-4", "n-4 is below 0 for n = 3"),
            ("1.2.3", "found '1'"),
            ("99999999999999999999999999999999999999999", "too large"),
            ("99999999999999999999*99999999999999999999", "too large"),
        ] {
            let why = evaluate_formula(text, Some(3)).expect_err(text);
            assert!(why.contains(part), "{text}: {why}");
        }
        assert!(evaluate_formula("n", None).unwrap_err().contains("give it sizes"));
        assert!(evaluate_formula(&"(".repeat(1000), None).unwrap_err().contains("at most 200"));
    }
}
