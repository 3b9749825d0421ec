//! Reference of the transform: by halves, in 64 bits.

use super::Direction;
use crate::Shape;
use nalgebra::Complex;
use std::f64::consts::TAU;

/// Odd sizes above this use Bluestein's algorithm instead of the definition.
const CHIRP_LIMIT: usize = 64;

/// Computes the same in 64 bits: by halves while a length is even, by the definition if it is odd, by Bluestein's
/// chirp if it is odd and long.
pub fn reference(direction: Direction, shape: impl Into<Shape>, source: &[[f32; 2]]) -> Vec<Complex<f64>> {
    let shape = shape.into();
    // The inverse is the transform of the conjugates, conjugated and divided.
    let mut numbers: Vec<_> = source
        .iter()
        .map(|&[real, imaginary]: &[f32; 2]| Complex::new(f64::from(real), f64::from(imaginary)))
        .map(|number| turn_number(number, direction))
        .collect();
    let width = shape.extent(0).max(1);
    let height = shape.extent(1);
    for row in numbers.chunks_mut(width) {
        row.copy_from_slice(&transform_line(row));
    }
    for x in 0..if shape.rank() == 2 { width.min(numbers.len()) } else { 0 } {
        let column: Vec<_> = numbers.iter().skip(x).step_by(width).copied().collect();
        for (y, number) in transform_line(&column).into_iter().enumerate().take(height) {
            numbers[y * width + x] = number;
        }
    }
    let divisor = if direction == Direction::Forward { 1.0 } else { numbers.len() as f64 };
    numbers
        .into_iter()
        .map(|number| turn_number(number, direction) / divisor)
        .collect()
}

/// Returns the conjugate for the inverse transform.
fn turn_number(number: Complex<f64>, direction: Direction) -> Complex<f64> {
    if direction == Direction::Forward { number } else { number.conj() }
}

// ANCHOR: reference
/// Transforms one line, forward.
pub(super) fn transform_line(source: &[Complex<f64>]) -> Vec<Complex<f64>> {
    let n = source.len();
    if n >> n.trailing_zeros().min(63) > CHIRP_LIMIT {
        return transform_by_chirp(source);
    }
    let roots: Vec<_> = (0..n)
        .map(|i: usize| {
            let (sine, cosine) = libm::sincos(-TAU * i as f64 / n as f64);
            Complex::new(cosine, sine)
        })
        .collect();
    transform_halves(source, 0, 1, &roots)
}

/// Transforms the elements `first`, `first + stride` and so on: those at even places, those at odd places, and
/// combines the two.
fn transform_halves(source: &[Complex<f64>], first: usize, stride: usize, roots: &[Complex<f64>]) -> Vec<Complex<f64>> {
    let n = source.len() / stride;
    let root = |power: usize| roots[power % n * stride];
    if n % 2 == 1 {
        return (0..n)
            .map(|k: usize| (0..n).map(|j| source[first + j * stride] * root(j * k)).sum())
            .collect(); // the definition; of one element, itself
    }
    let even = transform_halves(source, first, 2 * stride, roots);
    let odd = transform_halves(source, first + stride, 2 * stride, roots);
    (0..n).map(|k| even[k % (n / 2)] + odd[k % (n / 2)] * root(k)).collect()
}
// ANCHOR_END: reference

/// Transforms by Bluestein's algorithm: since 2 j k = j^2 + k^2 - (k - j)^2, a transform is a convolution with a
/// chirp, which is three transforms of a power of two.
fn transform_by_chirp(source: &[Complex<f64>]) -> Vec<Complex<f64>> {
    let n = source.len();
    let chirp = super::chirp::chirp_factors(n);
    let length = (2 * n - 1).next_power_of_two();
    let mut turned = vec![Complex::new(0.0, 0.0); length];
    for ((turned, number), factor) in turned.iter_mut().zip(source).zip(&chirp) {
        *turned = number * factor;
    }
    let spectrum = transform_line(&super::chirp::wrap_conjugate(&chirp, length));
    let product: Vec<_> = transform_line(&turned)
        .iter()
        .zip(spectrum)
        .map(|(a, b)| (a * b).conj())
        .collect();
    let sums = transform_line(&product);
    sums.iter()
        .zip(&chirp)
        .map(|(sum, factor)| sum.conj() * factor / length as f64)
        .collect()
}
