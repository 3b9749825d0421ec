//! Transform: every point of a mesh by a 4x4 matrix, the work that graphics hardware was first built for.
//!
//! A point (x, y, z) is the homogeneous vector (x, y, z, 1). The result is (X/W, Y/W, Z/W) of the matrix times that
//! vector; if W is 0 the point is at infinity, and its coordinates are infinite or NaN, as IEEE 754 divides.
//!
#![doc = table!()]
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::transform;
//! use gristmill::nalgebra::{Matrix4, Point3};
//! use gristmill::{Device, Era, Layout};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let matrix = Matrix4::new_scaling(2.0);
//! let points = [Point3::new(1.0, 2.0, 3.0)];
//! let doubled = transform::reference(&matrix, &points);
//! assert_eq!(doubled, [Point3::new(2.0, 4.0, 6.0)]);
//! let [old, new] = [fragment.stream(&points)?, compute.stream(&points)?];
//! assert_eq!(transform(&device, &matrix, &new)?.read()?, doubled);
//! assert_eq!(transform::fragment(&fragment, &matrix, &old)?.read()?, doubled);
//! assert_eq!(transform::fragment_2005(&fragment, &matrix, &old)?.read()?, doubled);
//! assert_eq!(transform::compute(&compute, &matrix, &new)?.read()?, doubled);
//!
//! let vertices = fragment.stream_in(Layout::Linear, 1, &points)?;
//! assert_eq!(transform::fragment_points(&fragment, &matrix, &vertices)?.read()?, doubled);
//! assert_eq!(transform::fragment_feedback(&fragment, &matrix, &vertices)?.read()?, doubled);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod camera;
mod error_bound;

use super::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, Layout, Result, Stream, fragment_kernel, kernel_pair, vertex_kernel};
use error_bound::error_bound;
use image::{Rgba, RgbaImage};
use nalgebra::{Matrix4, Point3};

pub use camera::camera;

rungs! {
    "every vertex of a mesh by a 4x4 matrix", 1 << 20, trial;
    fragment: "one fragment per point", "1 pass; 32 bytes per point", "GPU Gems 2, chapter 33";
    fragment_points: "one vertex per point, drawn at its own texel", "1 pass; 32 bytes per point",
        "Clark, The Geometry Engine, 1982; Lindholm, Kilgard and Moreton, A User-Programmable Vertex Engine, 2001",
        by |device, workload| trial_in(device, workload, Layout::Linear, fragment_points);
    fragment_feedback: "one vertex per point, written to a vertex stream; nothing is drawn",
        "1 launch; 32 bytes per point", "NV_transform_feedback, 2006; OpenGL 3.0, 2008, section 2.15",
        by |device, workload| trial_in(device, workload, Layout::Linear, fragment_feedback);
    fragment_2005: "one fragment per point, read by texture coordinates", "1 pass; 32 bytes per point",
        "Kipfer, Segal and Westermann, UberFlow, 2004 (vertices that fragments write)", on "radeon-9700";
    compute: "one invocation per point", "1 dispatch; 32 bytes per point", "Red Book 8, chapter 12";
}

const TRANSFORM: KernelSource = kernel_pair!("streams/transform");
const OF_2005: KernelSource = fragment_kernel!("streams/transform_2005");
const FEEDBACK: KernelSource = vertex_kernel!("streams/transform_feedback");
const POINTS: KernelSource = fragment_kernel!("streams/transform_points", vertex);

/// Multiplies every point by the matrix and divides by the fourth coordinate, in the device's era. The result has the
/// shape of the source.
///
/// # Errors
/// [`crate::Error::Call`] if the source does not have the era's layout, [`crate::Error::Limit`] if the device has no
/// room for the result.
pub fn transform(device: &Device, matrix: &Matrix4<f32>, source: &Stream<Point3<f32>>) -> Result<Stream<Point3<f32>>> {
    match device.era() {
        Era::Fragment => fragment(device, matrix, source),
        Era::Compute => compute(device, matrix, source),
    }
}

// ANCHOR: reference
/// Transforms the same points by a loop on the host.
pub fn reference(matrix: &Matrix4<f32>, source: &[Point3<f32>]) -> Vec<Point3<f32>> {
    source
        .iter()
        .map(|point: &Point3<f32>| {
            let moved = matrix * point.to_homogeneous();
            Point3::from(moved.xyz() / moved.w)
        })
        .collect()
}
// ANCHOR_END: reference

/// One fragment per point.
///
/// # Errors
/// As [`transform`].
pub fn fragment(device: &Device, matrix: &Matrix4<f32>, source: &Stream<Point3<f32>>) -> Result<Stream<Point3<f32>>> {
    run_map(&device.with_era(Era::Fragment)?, &TRANSFORM, "result", matrix, source)
}

/// One fragment per point by a kernel of GLSL 1.10, for any card that calculates in floats.
///
/// # Errors
/// As [`transform`].
pub fn fragment_2005(
    device: &Device,
    matrix: &Matrix4<f32>,
    source: &Stream<Point3<f32>>,
) -> Result<Stream<Point3<f32>>> {
    run_map(&device.with_era(Era::Fragment)?, &OF_2005, "gl_FragColor", matrix, source)
}

/// One invocation per point.
///
/// # Errors
/// As [`transform`].
pub fn compute(device: &Device, matrix: &Matrix4<f32>, source: &Stream<Point3<f32>>) -> Result<Stream<Point3<f32>>> {
    run_map(&device.with_era(Era::Compute)?, &TRANSFORM, "result", matrix, source)
}

fn run_map(
    device: &Device,
    kernel: &KernelSource,
    output: &str,
    matrix: &Matrix4<f32>,
    source: &Stream<Point3<f32>>,
) -> Result<Stream<Point3<f32>>> {
    let mut result = device.uninit(source.shape())?;
    device
        .kernel(kernel)?
        .call()
        .uniform("matrix", *matrix)
        .input("source", source)
        .output(output, &mut result)
        .run()?;
    Ok(result)
}

/// One vertex per point: the vertex unit multiplies, and draws each product as a point of one texel, at the texel of
/// its element.
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
    let mut result = device.uninit(source.len())?;
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

/// One vertex per point: the vertex unit multiplies, and its products go straight to a vertex stream that the next pass
/// can draw with. Without transform feedback, that costs a pass and a copy.
///
/// Source and result are vertex streams, [`crate::Layout::Linear`].
///
/// # Errors
/// As [`transform`].
pub fn fragment_feedback(
    device: &Device,
    matrix: &Matrix4<f32>,
    source: &Stream<Point3<f32>>,
) -> Result<Stream<Point3<f32>>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.uninit_in(Layout::Linear, source.shape())?;
    device
        .kernel(&FEEDBACK)?
        .call()
        .uniform("matrix", *matrix)
        .vertex_stream("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

type TransformRung = fn(&Device, &Matrix4<f32>, &Stream<Point3<f32>>) -> Result<Stream<Point3<f32>>>;

/// Tries a rung on points in the era's own layout.
fn trial(device: &Device, workload: &Workload, rung: TransformRung) -> Result<Trial> {
    let layout = if device.era() == Era::Fragment { Layout::Packed } else { Layout::Linear };
    trial_in(device, workload, layout, rung)
}

fn trial_in(device: &Device, workload: &Workload, layout: Layout, rung: TransformRung) -> Result<Trial> {
    let points = workload.points();
    let matrix = camera(&points);
    let wanted = reference(&matrix, &points);
    let bound = error_bound(device, &matrix, &points);
    let source = device.stream_in(layout, points.len(), &points)?;
    let device = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &matrix, &source),
        move |result| Ok(Check::within(&flatten_points(&result.read()?), &flatten_points(&wanted), bound)),
        |result| Ok(draw_dots(&result.read()?)),
    ))
}

/// Width and height of the picture of dots.
const SIDE: u32 = 512;

/// Draws a dot for each point that the camera sees.
fn draw_dots(points: &[Point3<f32>]) -> RgbaImage {
    let mut picture = RgbaImage::from_pixel(SIDE, SIDE, Rgba([255; 4]));
    for point in points {
        if let Some(dot) = picture.get_pixel_mut_checked(find_pixel(point.x), find_pixel(-point.y)) {
            *dot = Rgba([25, 51, 102, 255]);
        }
    }
    picture
}

/// Finds the pixel of a coordinate from -1 to 1.
fn find_pixel(coordinate: f32) -> u32 {
    ((coordinate + 1.0) / 2.0 * SIDE as f32) as u32
}

fn flatten_points(points: &[Point3<f32>]) -> Vec<f32> {
    points.iter().flat_map(|point| [point.x, point.y, point.z]).collect()
}
