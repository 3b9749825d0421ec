//! What `double`s have another way than Rust.

/// 1, -1, or 0 for zeros and what is no number.
pub(super) fn sign(x: f64) -> f64 {
    f64::from(u8::from(x > 0.0)) - f64::from(u8::from(x < 0.0))
}

/// The smaller one; the second one if either is no number.
pub(super) fn min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater one; the second one if either is no number.
pub(super) fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
