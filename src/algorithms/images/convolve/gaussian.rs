//! The weights of a Gaussian.

use super::MOST_WEIGHTS;
use crate::{Error, Result};

/// Returns the weights of a Gaussian with that standard deviation in pixels, up to three deviations, with sum 1. A
/// deviation of 0 has the single weight 1.
///
/// ```
/// use gristmill::algorithms::convolve::gaussian;
/// assert_eq!(gaussian(2.0)?.len(), 13);
/// assert_eq!(gaussian(0.0)?, [1.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the deviation is negative, NaN, or so large that there would be more than
/// [`MOST_WEIGHTS`].
pub fn gaussian(deviation: f32) -> Result<Vec<f32>> {
    let most = (MOST_WEIGHTS / 2) as f32 / 3.0;
    if !(0.0..=most).contains(&deviation) {
        return Err(Error::data(format!("a Gaussian of {deviation} pixels is not valid; give 0 to {most}")));
    }
    let radius = (3.0 * deviation).ceil() as i32;
    let deviation = f64::from(deviation);
    let sum: f64 = (-radius..=radius).map(|x| weigh_tap(x, deviation)).sum();
    Ok((-radius..=radius).map(|x| (weigh_tap(x, deviation) / sum) as f32).collect())
}

fn weigh_tap(x: i32, deviation: f64) -> f64 {
    if x == 0 { 1.0 } else { libm::exp(-0.5 * (f64::from(x) / deviation).powi(2)) }
}
