//! Transform: every point of a mesh by a 4x4 matrix, the work that graphics hardware was first built for.
//!
//! A point (x, y, z) is the homogeneous vector (x, y, z, 1). The result is (X/W, Y/W, Z/W) of the matrix times that vector; where W is 0 the point
//! lies at infinity, and its coordinates are infinite or NaN, as IEEE 754 divides.
//!
//! | era | method | passes | bytes a point |
//! |---|---|---|---|
//! | fragment | one fragment a point | 1 | 32 |
//! | fragment, points | one vertex a point, drawn at its own texel | 1 | 32 |
//! | compute | one invocation a point | 1 | 32 |
//!
//! Sources: Clark, The Geometry Engine, SIGGRAPH 1982; Lindholm, Kilgard and Moreton, A User-Programmable Vertex Engine, SIGGRAPH 2001.

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, KernelSource, Layout, Result, Stream, fragment_kernel, kernel_pair};
use image::{Rgba, RgbaImage};
use nalgebra::{Matrix4, Perspective3, Point3, Vector3};

const TRANSFORM: KernelSource = kernel_pair!("streams/transform");
const POINTS: KernelSource = fragment_kernel!("streams/transform_points", vertex);

/// Every point by the matrix, divided by its fourth coordinate, in the device's era. The result has the shape of the source.
///
/// # Errors
/// [`crate::Error::Call`] where the source is not laid out in the era's way, [`crate::Error::Limit`] where the machine has no room for the result.
pub fn transform(device: &Device, matrix: &Matrix4<f32>, source: &Stream<Point3<f32>>) -> Result<Stream<Point3<f32>>> {
    match device.era() {
        Era::Fragment => fragment(device, matrix, source),
        Era::Compute => compute(device, matrix, source),
    }
}

// ANCHOR: reference
/// The same by a loop.
pub fn reference(matrix: &Matrix4<f32>, source: &[Point3<f32>]) -> Vec<Point3<f32>> {
    let transform = |point: &Point3<f32>| {
        let moved = matrix * point.to_homogeneous();
        Point3::from(moved.xyz() / moved.w)
    };
    source.iter().map(transform).collect()
}
// ANCHOR_END: reference

/// One fragment a point.
///
/// # Errors
/// As [`transform`].
pub fn fragment(device: &Device, matrix: &Matrix4<f32>, source: &Stream<Point3<f32>>) -> Result<Stream<Point3<f32>>> {
    map(&device.with_era(Era::Fragment)?, matrix, source)
}

/// One invocation a point.
///
/// # Errors
/// As [`transform`].
pub fn compute(device: &Device, matrix: &Matrix4<f32>, source: &Stream<Point3<f32>>) -> Result<Stream<Point3<f32>>> {
    map(&device.with_era(Era::Compute)?, matrix, source)
}

fn map(device: &Device, matrix: &Matrix4<f32>, source: &Stream<Point3<f32>>) -> Result<Stream<Point3<f32>>> {
    let mut result = device.empty(source.shape())?;
    let kernel = device.kernel(&TRANSFORM)?;
    kernel
        .call()
        .uniform("matrix", *matrix)
        .input("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// One vertex a point: the vertex unit multiplies, and draws each product as a point of one texel, at its element's place.
///
/// The source is a vertex stream, [`crate::Layout::Linear`].
///
/// # Errors
/// As [`transform`].
pub fn fragment_points(
    device: &Device,
    matrix: &Matrix4<f32>,
    source: &Stream<Point3<f32>>,
) -> Result<Stream<Point3<f32>>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.empty(source.len())?;
    if source.is_empty() {
        return Ok(result);
    }
    device
        .kernel(&POINTS)?
        .call()
        .uniform("matrix", *matrix)
        .vertex_stream("source", source)
        .output("result", &mut result)
        .points(source.len())
        .run()?;
    Ok(result)
}

/// A camera that sees all of these points, from the front and a little above: projection, view, and the fit of the points into a ball of radius 1.
///
/// Of points that it sees, W is their distance from the eye: 2 to 4. Without points it sees the ball alone.
///
/// ```
/// use gristmill::algorithms::transform;
/// use nalgebra::Point3;
/// let mesh = [Point3::new(10.0, 0.0, 0.0), Point3::new(30.0, 5.0, -5.0)];
/// let seen = transform::reference(&transform::camera(&mesh), &mesh);
/// assert!(seen.iter().all(|point| point.coords.amax() <= 1.0));
/// ```
pub fn camera(points: &[Point3<f32>]) -> Matrix4<f32> {
    let origin = Point3::origin();
    let [low, high] = points
        .iter()
        .fold(points.first().map_or([origin; 2], |first| [*first; 2]), |[low, high], point| {
            [low.inf(point), high.sup(point)]
        });
    let radius = nalgebra::distance(&low, &high) / 2.0;
    let fit = Matrix4::new_scaling(if radius > 0.0 { radius.recip() } else { 1.0 })
        * Matrix4::new_translation(&-nalgebra::center(&low, &high).coords);
    let view = Matrix4::look_at_rh(&Point3::new(1.0, 1.0, 2.645), &origin, &Vector3::y());
    Perspective3::new(1.0, std::f32::consts::FRAC_PI_4, 1.0, 5.0).to_homogeneous() * view * fit
}

/// How far two results may lie apart that are both right, for these points: the largest over all coordinates.
///
/// With u half a unit in the last place and S the sum of the sizes of its four terms, a computed dot product is off by 4 u S at most, in whatever
/// order and fused or not (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1); GLSL lets a division be off by 5 u. To
/// first order, a coordinate q = X / W of two such results differs by (8 S(X) + 8 |q| S(W)) u / W + 6 |q| u; 9 for 8 pays for the rest.
fn bound(matrix: &Matrix4<f32>, points: &[Point3<f32>]) -> f64 {
    let matrix = matrix.cast::<f64>();
    let of_point = |point: &Point3<f32>| {
        let point = point.cast::<f64>().to_homogeneous();
        let (moved, sums) = (matrix * point, matrix.abs() * point.abs());
        let of_coordinate = |axis: usize| {
            let quotient = (moved[axis] / moved.w).abs();
            9.0 * (sums[axis] + quotient * sums.w) / moved.w.abs() + 6.0 * quotient
        };
        [0, 1, 2].map(of_coordinate).into_iter().fold(0.0, f64::max)
    };
    points.iter().map(of_point).fold(0.0, f64::max) * f64::from(f32::EPSILON) / 2.0
}

type Points = fn(&Device, &Matrix4<f32>, &Stream<Point3<f32>>) -> Result<Stream<Point3<f32>>>;

fn trial(device: &Device, workload: &Workload, layout: Layout, rung: Points) -> Result<Trial> {
    let points = workload.points();
    let matrix = camera(&points);
    let wanted = reference(&matrix, &points);
    let bound = bound(&matrix, &points);
    let source = device.stream_in(layout, points.len(), &points)?;
    let device = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &matrix, &source),
        move |result| Ok(Check::within(&coordinates(&result.read()?), &coordinates(&wanted), bound)),
        |result| Ok(dots(&result.read()?)),
    ))
}

/// The points that a camera has seen, a dot each.
fn dots(points: &[Point3<f32>]) -> RgbaImage {
    const SIDE: u32 = 512;
    let mut picture = RgbaImage::from_pixel(SIDE, SIDE, Rgba([255; 4]));
    let pixel = |coordinate: f32| ((coordinate + 1.0) / 2.0 * SIDE as f32) as u32;
    for point in points {
        if let Some(dot) = picture.get_pixel_mut_checked(pixel(point.x), pixel(-point.y)) {
            *dot = Rgba([25, 51, 102, 255]);
        }
    }
    picture
}

fn coordinates(points: &[Point3<f32>]) -> Vec<f32> {
    points.iter().flat_map(|point| [point.x, point.y, point.z]).collect()
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "transform",
    part: "streams",
    summary: "every vertex of a mesh by a 4x4 matrix",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "one fragment a point",
            source: "GPU Gems 2, chapter 33",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Packed, fragment),
        },
        Rung {
            name: "fragment_points",
            era: Era::Fragment,
            method: "one vertex a point",
            source: "Lindholm et al. 2001",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Linear, fragment_points),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "one invocation a point",
            source: "Red Book 8, chapter 12",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Layout::Linear, compute),
        },
    ],
};
