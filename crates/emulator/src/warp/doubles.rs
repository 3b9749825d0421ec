//! Functions of `double`s that differ from Rust's.

/// Returns 1, -1, or 0 for zeros and NaN.
pub(super) fn sign(x: f64) -> f64 {
    f64::from(u8::from(x > 0.0)) - f64::from(u8::from(x < 0.0))
}

/// Returns the smaller one; the second one if either is NaN.
pub(super) fn min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Returns the greater one; the second one if either is NaN.
pub(super) fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
