//! Bluestein's chirp, which turns a transform of any length into a convolution.

use nalgebra::Complex;
use std::f64::consts::PI;

/// Returns `exp(-pi i k^2 / n)` for k from 0 to n - 1.
pub(super) fn chirp_factors(n: usize) -> Vec<Complex<f64>> {
    (0..n as u128)
        .map(|k: u128| {
            let (sine, cosine) = libm::sincos(-PI * compute_angle(k, n));
            Complex::new(cosine, sine)
        })
        .collect()
}

/// Returns `k^2 / n`. Only the square modulo 2 n matters; in integers, the angle stays exact.
fn compute_angle(k: u128, n: usize) -> f64 {
    (k * k % (2 * n as u128)) as f64 / n as f64
}

/// Returns the chirp's conjugate, mirrored around 0 in a line of `length` elements that wraps around: the input of
/// its transform.
pub(super) fn wrap_conjugate(chirp: &[Complex<f64>], length: usize) -> Vec<Complex<f64>> {
    let mut line = vec![Complex::new(0.0, 0.0); length];
    for (k, factor) in chirp.iter().enumerate() {
        line[k] = factor.conj();
        line[(length - k) % length] = factor.conj();
    }
    line
}
