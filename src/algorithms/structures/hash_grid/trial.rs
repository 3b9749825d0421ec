//! Trial of a grid.

use super::{HashGrid, reference};
use crate::algorithms::structures::sample_evenly;
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, Stream};
use nalgebra::Vector4;

/// Approximate number of pairs of a place and a point that the reference visits; at least 256 places are judged at any
/// cost.
const PAIRS: usize = 1 << 22;

pub(super) const RADIUS: f32 = 2.0;

type GridRung = fn(&Device, &Stream<Vector4<f32>>, f32) -> Result<HashGrid>;

/// Builds points on a grid of eighths, where squared distances are exact, in a box with about 12 points within the
/// radius of each; one point is far away.
pub(super) fn build_points(workload: &Workload) -> Vec<Vector4<f32>> {
    let side = libm::cbrtf(workload.size as f32 * 2.8);
    let mut points: Vec<Vector4<f32>> = workload
        .points()
        .iter()
        .map(|point| (point.coords * side * 4.0).map(f32::round).push(0.0) / 8.0)
        .collect();
    if let Some(first) = points.first_mut() {
        first.x += 3e4;
    }
    points
}

/// Returns the indices of the places that are judged.
pub(super) fn compared_places(count: usize) -> Vec<usize> {
    sample_evenly(count, (PAIRS / count.max(1)).max(256))
}

/// Tries the points of [`build_points`].
pub(super) fn trial(device: &Device, workload: &Workload, build: GridRung) -> Result<Trial> {
    let points = build_points(workload);
    let compared = compared_places(points.len());
    let places: Vec<Vector4<f32>> = compared.iter().map(|at| points[*at]).collect();
    let wanted = reference(&points, &places, RADIUS);
    let points = device.stream(&points)?;
    let device = device.clone();
    Ok(Trial::new(
        move || build(&device, &points, RADIUS)?.neighbours(&device, &points),
        move |result: &Stream<[u32; 2]>| {
            let result = result.read()?;
            let given: Vec<[u32; 2]> = compared.iter().filter_map(|at| result.get(*at).copied()).collect();
            Ok(Check::exact(&given, &wanted).out_of(result.len()))
        },
    ))
}
