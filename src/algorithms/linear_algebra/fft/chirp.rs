//! Bluestein's chirp: what turns a transform of any length into a convolution.

use nalgebra::Complex;
use std::f64::consts::PI;

/// `exp(-pi i k^2 / n)` for k from 0 to before n.
pub(super) fn chirp(n: usize) -> Vec<Complex<f64>> {
    // The square only counts modulo 2 n; taken in whole numbers, it keeps the angle exact.
    let angle = |k: u128| (k * k % (2 * n as u128)) as f64 / n as f64;
    let at = |k: u128| {
        let (sine, cosine) = libm::sincos(-PI * angle(k));
        Complex::new(cosine, sine)
    };
    (0..n as u128).map(at).collect()
}

/// The chirp's conjugate, which goes both ways from 0 and round the end of a line so long: what is to be
/// transformed.
pub(super) fn round_the_end(chirp: &[Complex<f64>], length: usize) -> Vec<Complex<f64>> {
    let mut line = vec![Complex::new(0.0, 0.0); length];
    for (k, factor) in chirp.iter().enumerate() {
        line[k] = factor.conj();
        line[(length - k) % length] = factor.conj();
    }
    line
}
