//! Accuracy of a transformed point.

use crate::Device;
use crate::algorithms::epsilon;
use nalgebra::{Matrix4, Point3};

/// Largest difference, over all coordinates of these points, between two results that are both right.
///
/// With u half a unit in the last place and S the sum of the sizes of its four terms, a computed dot product
/// is off by 4 u S at most, in whatever order and fused or not (Higham, Accuracy and Stability of Numerical
/// Algorithms, 2002, section 3.1); GLSL lets a division be off by 5 u. To first order, a coordinate q = X / W
/// of two such results differs by (8 S(X) + 8 |q| S(W)) u / W + 6 |q| u; 9 for 8 pays for the rest.
///
/// A card with a mantissa of fewer than 24 bits truncates matrix and points too, and truncates where others round: six
/// times 2 u for each term, compared with an exact reference.
pub(super) fn error_bound(device: &Device, matrix: &Matrix4<f32>, points: &[Point3<f32>]) -> f64 {
    let unit = epsilon(device) / 2.0;
    let matrix = matrix.cast::<f64>();
    let roundings = if epsilon(device) > f64::from(f32::EPSILON) { 13.0 } else { 9.0 };
    points
        .iter()
        .map(|point: &Point3<f32>| {
            let point = point.cast::<f64>().to_homogeneous();
            let moved = matrix * point;
            let sums = matrix.abs() * point.abs();
            [0, 1, 2]
                .map(|axis: usize| {
                    let quotient = (moved[axis] / moved.w).abs();
                    roundings * (sums[axis] + quotient * sums.w) / moved.w.abs() + 6.0 * quotient
                })
                .into_iter()
                .fold(0.0, f64::max)
        })
        .fold(0.0, f64::max)
        * unit
}
