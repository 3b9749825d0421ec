//! Comparison of a result with the other era's: it may find errors that the reference's bound lets pass.

use super::Verdict;

/// Results of two eras that differ by more than this are not compared.
const MAX_ERA_DISTANCE: f64 = 1e-2;

/// The other era's result, and its distance to that of the right kernel.
#[derive(Debug)]
pub(crate) struct OtherEraResult {
    reads: Vec<f64>,
    off: f64,
}

impl OtherEraResult {
    /// Stores the results of the right kernels of both eras; `None` if they differ too much, because of their random
    /// numbers or their order of operations.
    pub(crate) fn new(own: &[f64], reads: &[f64]) -> Option<OtherEraResult> {
        let off = relative_distance(own, reads);
        (off <= MAX_ERA_DISTANCE).then(|| OtherEraResult { reads: reads.to_vec(), off })
    }

    /// Returns a verdict if a result is further from the other era's than the right one.
    pub(crate) fn judge_result(&self, given: &[f64]) -> Option<Verdict> {
        let distance = relative_distance(given, &self.reads);
        (distance > 1.5 * self.off + 1e-6).then_some(Verdict::Apart(distance, self.off))
    }
}

/// Returns the largest distance of two results, relative to the largest finite number of the second.
fn relative_distance(given: &[f64], wanted: &[f64]) -> f64 {
    if given.len() != wanted.len() {
        return f64::INFINITY;
    }
    let finite = wanted.iter().copied().filter(|lane| lane.is_finite());
    let largest = finite.fold(0.0, |most, lane| lane.abs().max(most));
    given
        .iter()
        .zip(wanted)
        .map(|(given, wanted): (&f64, &f64)| match (given == wanted, given.is_nan() && wanted.is_nan()) {
            (false, false) if given.is_finite() && wanted.is_finite() => (given - wanted).abs() / largest,
            (false, false) => f64::INFINITY,
            _ => 0.0,
        })
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_as_near_as_the_right_one() {
        let other = OtherEraResult::new(&[1.0, 2.0, f64::NAN], &[1.0, 2.002, f64::NAN]).unwrap();
        assert_eq!(other.judge_result(&[1.001, 2.002, f64::NAN]), None);
        assert!(matches!(other.judge_result(&[1.01, 2.002, f64::NAN]), Some(Verdict::Apart(..))));
        assert!(matches!(other.judge_result(&[1.0, 2.002, 1.0]), Some(Verdict::Apart(far, _)) if far.is_infinite()));
        assert!(other.judge_result(&[1.0]).is_some());
        assert!(OtherEraResult::new(&[1.0], &[2.0]).is_none());
    }
}
