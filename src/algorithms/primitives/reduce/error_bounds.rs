//! Error bounds of sums, and the number of passes over blocks.

/// Largest difference of an `f32` sum from [`super::reference()`]'s if no element goes through more than `additions`
/// additions.
///
/// Each addition rounds by at most `u = 2^-24` of its result, so that an element which went through `k` of them counts
/// up to `(1 + u)^k` times: the sum is off by at most `k u / (1 - k u)` times the sum of the magnitudes (Higham,
/// Accuracy and Stability of Numerical Algorithms, section 4.2). The second summand covers denormals that a device
/// treats as zero. The bound does not hold if a partial sum overflows.
///
/// ```
/// use gristmill::algorithms::reduce::bound;
/// let numbers = vec![1.0; 1 << 20];
/// assert!(bound(20, &numbers) < 1.3); // a tree
/// assert!(bound(1 << 20, &numbers) > 60_000.0); // one after the other
/// ```
pub fn bound(additions: usize, source: &[f32]) -> f64 {
    let relative = additions as f64 * f64::from(f32::EPSILON) / 2.0;
    if relative >= 1.0 {
        return f64::INFINITY;
    }
    let magnitude: f64 = source.iter().map(|element| f64::from(element.abs())).sum();
    relative / (1.0 - relative) * magnitude + source.len() as f64 * 2.0 * f64::from(f32::MIN_POSITIVE)
}

/// Number of passes over blocks of `factor` x `factor`: the logarithm of the texture's longer side to the base
/// `factor`, rounded up.
///
/// ```
/// use gristmill::algorithms::reduce::passes_of;
/// assert_eq!([passes_of([1024, 977], 2), passes_of([1024, 977], 8), passes_of([1, 1], 2)], [10, 4, 0]);
/// ```
pub fn passes_of(size: [usize; 2], factor: usize) -> usize {
    let mut side = size[0].max(size[1]);
    let mut passes = 0;
    while side > 1 {
        side = side.div_ceil(factor);
        passes += 1;
    }
    passes
}
