//! A camera for a mesh.

use nalgebra::{Matrix4, Perspective3, Point3, Vector3};

/// Builds a camera that sees all of these points, from the front and a little above: the projection, the view, and the
/// scaling of the points into a ball of radius 1.
///
/// For points that it sees, W is their distance from the eye: 2 to 4. Without points it sees the ball alone.
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
