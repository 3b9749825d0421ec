//! The light at points on the host.

use super::{HostPhotons, Search};
use nalgebra::Vector4;

// ANCHOR: reference
/// Computes the same light on the host, from every entry for every point, in `f64`.
pub fn reference(photons: &HostPhotons, points: &[Vector4<f32>], search: &Search) -> Vec<Vector4<f32>> {
    points
        .iter()
        .map(|point: &Vector4<f32>| {
            if point.w == 0.0 {
                return Vector4::zeros();
            }
            let mut near = nearest_entries(photons, point, search);
            let most = f64::from(search.radius) * f64::from(search.radius);
            near.retain(|(square, _)| *square <= most);
            let reach = if near.len() < search.neighbours { most } else { near[search.neighbours - 1].0.max(1e-12) };
            let power: Vector4<f64> = near.iter().take(search.neighbours).map(|(_, power)| power).sum();
            let mut light = power / disc_area(point, reach.sqrt());
            light.w = reach.sqrt();
            light.cast()
        })
        .collect()
}
// ANCHOR_END: reference

// ANCHOR: area
/// Computes the area of the part of a disc around a point that is on the point's wall.
///
/// An edge cuts off a segment of the disc; its area is a polynomial with an error of at most a thousandth of
/// the disc.
pub(super) fn disc_area(point: &Vector4<f32>, radius: f64) -> f64 {
    let own = (point.w as usize - 1) / 2;
    let along = (0..3).filter(|axis| *axis != own).map(|axis| f64::from(point[axis]));
    let part: f64 = along
        .map(|at| (1.0 - compute_share_beyond(at, radius)) * (1.0 - compute_share_beyond(1.0 - at, radius)))
        .product();
    std::f64::consts::PI * radius * radius * part
}

fn compute_share_beyond(edge: f64, radius: f64) -> f64 {
    let edge = (edge / radius).min(1.0);
    libm::pow(1.0 - edge, 1.5) * (0.5 + 0.112 * edge - 0.0118 * edge * edge)
}
// ANCHOR_END: area

// ANCHOR: nearest
/// Returns the entries on the point's surface in the order of their squared distance, with their power.
pub(super) fn nearest_entries(
    photons: &HostPhotons,
    point: &Vector4<f32>,
    search: &Search,
) -> Vec<(f64, Vector4<f64>)> {
    let entries = photons
        .position
        .iter()
        .zip(&photons.power)
        .skip(search.first_entry(photons.count));
    let own = entries.filter(|(place, _)| place.w == point.w);
    let mut near: Vec<_> = own
        .map(|(place, power)| (square_distance(place, point), power.cast()))
        .collect();
    near.sort_by(|one, other| one.0.total_cmp(&other.0));
    near
}

fn square_distance(place: &Vector4<f32>, point: &Vector4<f32>) -> f64 {
    (place.xyz().cast::<f64>() - point.xyz().cast()).norm_squared()
}
// ANCHOR_END: nearest
