//! A picture of a volume on the host.

use super::View;
use nalgebra::{Vector3, Vector4};

const STEP: f64 = 0.5;
const FAINT: f64 = 1.0 / 1024.0;

/// Slopes and values, for reads between the cells.
struct SlopeVolume {
    cells: Vec<Vector4<f64>>,
    shape: [usize; 3],
}

// ANCHOR: reference
/// The same picture by loops over pixels and samples, in `f64`.
pub fn reference(cells: &[f32], shape: [usize; 3], white: f32, view: &View, size: [usize; 2]) -> Vec<Vector4<f32>> {
    let all: Vec<usize> = (0..size[0] * size[1]).collect();
    reference_pixels(cells, shape, white, view, size, &all)
}

/// Computes some pixels of it, by their numbers.
pub(super) fn reference_pixels(
    cells: &[f32],
    shape: [usize; 3],
    white: f32,
    view: &View,
    size: [usize; 2],
    some: &[usize],
) -> Vec<Vector4<f32>> {
    let volume = SlopeVolume::new(cells, shape, f64::from(white));
    let [eye, forward, right, up] = [view.eye, view.forward, view.right, view.up].map(|v| v.cast::<f64>());
    some.iter()
        .map(|&i: &usize| {
            let [x, y] = [locate_on_screen(i % size[0], size[0]), locate_on_screen(i / size[0], size[1])];
            let ray = (forward + right * x - up * y).normalize();
            let (light, opacity) = volume.march_ray(eye, ray, right.normalize(), up.normalize());
            let edge = (libm::hypot(x, y) * 0.7).clamp(0.0, 1.0);
            let wall = Vector3::new(0.09, 0.11, 0.16).lerp(&Vector3::new(0.01, 0.01, 0.02), edge);
            (light + wall * (1.0 - opacity))
                .map(|lane| lane.clamp(0.0, 1.0))
                .push(1.0)
                .cast()
        })
        .collect()
}

fn locate_on_screen(at: usize, of: usize) -> f64 {
    (at as f64 + 0.5) / of as f64 * 2.0 - 1.0
}
// ANCHOR_END: reference

impl SlopeVolume {
    // ANCHOR: march
    /// Returns the light along a ray, and the share of light from behind that it blocks.
    fn march_ray(
        &self,
        eye: Vector3<f64>,
        ray: Vector3<f64>,
        right: Vector3<f64>,
        up: Vector3<f64>,
    ) -> (Vector3<f64>, f64) {
        let mut colour = Vector3::zeros();
        let mut clear = 1.0;
        let farthest = (eye.norm() + self.far_corner().norm()) / STEP;
        for i in 0..farthest as usize {
            let at = eye + ray * (i as f64 * STEP);
            let inside = at.zip_map(&self.far_corner(), |at, end| at.min(end - at)).min();
            if inside >= 0.0 && clear > FAINT {
                let here = self.sample_trilinear(at);
                let (seen, opacity) = transfer_function(here.w);
                let stops = 1.0 - libm::pow(1.0 - opacity * inside.min(1.0), STEP);
                colour += shade_sample(seen, here.xyz(), ray, right, up) * (clear * stops);
                clear *= 1.0 - stops;
            }
        }
        (colour, 1.0 - clear)
    }
    // ANCHOR_END: march

    fn new(cells: &[f32], shape: [usize; 3], white: f64) -> SlopeVolume {
        let [width, height, depth] = shape;
        let at = |x: usize, y: usize, z: usize| f64::from(cells[x + width * (y + height * z)]) / white;
        SlopeVolume {
            cells: (0..cells.len())
                .map(|i: usize| {
                    let [x, y, z] = [i % width, i / width % height, i / width / height];
                    let across = at((x + 1).min(width - 1), y, z) - at(x.saturating_sub(1), y, z);
                    let along = at(x, (y + 1).min(height - 1), z) - at(x, y.saturating_sub(1), z);
                    let upward = at(x, y, (z + 1).min(depth - 1)) - at(x, y, z.saturating_sub(1));
                    Vector4::new(across / 2.0, along / 2.0, upward / 2.0, at(x, y, z))
                })
                .collect(),
            shape,
        }
    }

    fn far_corner(&self) -> Vector3<f64> {
        Vector3::from(self.shape.map(|extent| extent as f64 - 1.0))
    }

    fn sample_trilinear(&self, at: Vector3<f64>) -> Vector4<f64> {
        let low = at.map(|lane| lane.max(0.0) as usize);
        let share = at - low.cast::<f64>();
        let mut sum = Vector4::zeros();
        for corner in 0..8 {
            let mut weight = 1.0;
            let mut index = 0;
            for axis in (0..3).rev() {
                let high = (corner >> axis) & 1;
                weight *= if high == 1 { share[axis] } else { 1.0 - share[axis] };
                index = index * self.shape[axis] + (low[axis] + high).min(self.shape[axis] - 1);
            }
            sum += self.cells[index] * weight;
        }
        sum
    }
}

fn clamped_ramp(from: f64, to: f64, value: f64) -> f64 {
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}

fn transfer_function(value: f64) -> (Vector3<f64>, f64) {
    let colour = Vector3::new(0.55, 0.10, 0.22).lerp(&Vector3::new(0.95, 0.55, 0.45), clamped_ramp(0.25, 0.50, value));
    let colour = colour.lerp(&Vector3::new(1.00, 0.95, 0.82), clamped_ramp(0.52, 0.70, value));
    let colour = colour.lerp(&Vector3::new(1.00, 0.55, 0.05), clamped_ramp(0.95, 1.15, value));
    (colour, 0.25 * clamped_ramp(0.22, 0.42, value) + 0.65 * clamped_ramp(0.52, 0.68, value))
}

fn shade_sample(
    colour: Vector3<f64>,
    slope: Vector3<f64>,
    ray: Vector3<f64>,
    right: Vector3<f64>,
    up: Vector3<f64>,
) -> Vector3<f64> {
    let steep = slope.norm();
    let normal = slope / (steep + 0.001);
    let light = (ray - up * 0.6 + right * 0.4).normalize();
    let facing = normal.dot(&light).clamp(0.0, 1.0);
    let gleam = normal.dot(&(light + ray).normalize()).clamp(0.0, 1.0).powi(24);
    let surface = steep / (steep + 0.04);
    colour * (0.8 + (0.25 + 0.85 * facing - 0.8) * surface) + Vector3::repeat(0.2 * gleam * surface)
}
