//! The difference that a float may have from an expected one.

/// An allowed difference of a float.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tolerance {
    /// This value, times the expected magnitude if that is above 1.
    Scaled(f64),
    /// This value, whatever the magnitude.
    Absolute(f64),
    /// This many steps from one number of the type to the next.
    Ulps(u32),
}

impl Tolerance {
    /// Parses `1e-5`, `0.1 abs` or `2 ulp`. The error is a sentence.
    pub(super) fn parse_words(words: &str) -> Result<Tolerance, String> {
        let refuse = || "expected a number from 0 on after ~, as 1e-5, 0.1 abs or 2 ulp".to_string();
        let words = words.trim();
        if let Some(ulps) = words.strip_suffix("ulp") {
            return ulps.trim().parse().map(Tolerance::Ulps).map_err(|_| refuse());
        }
        let absolute = words.strip_suffix("abs");
        let number: f64 = absolute.unwrap_or(words).trim().parse().map_err(|_| refuse())?;
        if !(number >= 0.0 && number.is_finite()) {
            return Err(refuse());
        }
        Ok(if absolute.is_some() { Tolerance::Absolute(number) } else { Tolerance::Scaled(number) })
    }

    /// Returns true if a number with this difference in steps of its type is near enough.
    pub(super) fn is_near(self, given: f64, wanted: f64, steps: u64) -> bool {
        match self {
            Tolerance::Scaled(most) => (given - wanted).abs() <= most * wanted.abs().max(1.0),
            Tolerance::Absolute(most) => (given - wanted).abs() <= most,
            // The largest number is one step below infinity, and not near it.
            Tolerance::Ulps(most) => given.is_finite() && wanted.is_finite() && steps <= u64::from(most),
        }
    }
}

/// Returns the steps between two floats of 16, 32 or 64 bits.
pub(super) fn count_steps(width: u32, one: u64, other: u64) -> u64 {
    order_of(width, one).abs_diff(order_of(width, other)).min(u64::MAX.into()) as u64
}

/// Returns the place of a float among all of its type, by its bits.
fn order_of(width: u32, bits: u64) -> i128 {
    let sign = 1_u64 << (width - 1);
    let magnitude = i128::from(bits & (sign - 1));
    if bits & sign == 0 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_over_zero() {
        let steps = |one: f32, other: f32| count_steps(32, one.to_bits().into(), other.to_bits().into());
        assert_eq!(steps(1.0, 1.0), 0);
        assert_eq!(steps(1.0, 1.0 + f32::EPSILON), 1);
        assert_eq!(steps(-0.0, 0.0), 0);
        assert_eq!(steps(f32::from_bits(1), -f32::from_bits(2)), 3);
        assert_eq!(count_steps(16, 0x3c00, 0x3c02), 2);
        assert_eq!(count_steps(64, f64::MAX.to_bits(), f64::MIN.to_bits()), 2 * f64::MAX.to_bits());
    }

    #[test]
    fn words_are_read() {
        for (words, tolerance) in [
            ("1e-5", Tolerance::Scaled(1e-5)),
            (" 0.5 abs", Tolerance::Absolute(0.5)),
            ("2ulp", Tolerance::Ulps(2)),
            ("0 ulp", Tolerance::Ulps(0)),
        ] {
            assert_eq!(Tolerance::parse_words(words), Ok(tolerance), "{words}");
        }
        for words in ["", "x", "-1", "1.5 ulp", "inf", "abs", "-1 abs"] {
            assert!(Tolerance::parse_words(words).is_err(), "{words}");
        }
    }
}
