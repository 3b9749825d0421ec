//! The difference of a picture from the reference's.

use super::reference::{ReferenceScene, Seen};
use super::{Camera, Mesh};
use crate::Pointer;
use nalgebra::Vector4;

/// Distances from a pixel's centre, in pixels, at which the reference may look for rounding errors.
const OFFSETS: [f64; 3] = [0.0, 1.0 / 256.0, 1.0 / 16.0];

/// Largest difference of light and depths from the reference for a pixel to count as the same: half a level of 255.
///
/// A hit is known to about `2^-20` of the scene, and an interpolated normal to the same part of the triangle; the light
/// of a place changes by less than a thousandth from that, even if a mirror enlarges the error a little more.
pub const BOUND: f64 = 0.5 / 255.0;

/// Computes the difference of a picture from the [`reference()`](super::reference()): the largest difference of a lane
/// of light, relative if it is above 1, or of a depth, always relative; infinite if another triangle is seen.
///
/// Floats cannot decide which of two triangles a ray through their common edge hits, nor on which side of a shadow's
/// edge a place is; and in a mirror such an edge may be anywhere. So if a pixel differs, it is also compared with the
/// reference at sixteen places around it, at most a 16th of a pixel away, and the nearest counts.
pub fn difference(light: &[Vector4<f32>], seen: &[Pointer], mesh: &Mesh, view: &Camera, start: f64) -> f64 {
    let all: Vec<usize> = (0..view.size[0] * view.size[1]).collect();
    difference_at(&all, (light, seen), mesh, view, start)
}

/// Works like [`difference`], for some of the pixels, which are given by their indices.
pub(super) fn difference_at(
    pixels: &[usize],
    (light, seen): (&[Vector4<f32>], &[Pointer]),
    mesh: &Mesh,
    view: &Camera,
    start: f64,
) -> f64 {
    let scene = ReferenceScene::new(mesh, view, start);
    let [width, height] = view.size;
    if light.len() != width * height || seen.len() != width * height {
        return f64::INFINITY;
    }
    let mut worst = 0.0_f64;
    for &at in pixels {
        let x = (at % width) as f64;
        let y = (at / width) as f64;
        let mut least = f64::INFINITY;
        for (distance, turn) in OFFSETS.iter().flat_map(|distance| (0..8).map(move |turn| (*distance, turn))) {
            let (sine, cosine) = libm::sincos(f64::from(turn) * std::f64::consts::FRAC_PI_4);
            let apart =
                pixel_difference(&light[at], seen[at], &scene.trace_pixel(x + distance * cosine, y + distance * sine));
            least = least.min(apart);
            if least <= BOUND {
                break;
            }
        }
        worst = worst.max(least);
    }
    worst
}

fn pixel_difference(light: &Vector4<f32>, seen: Pointer, wanted: &Seen) -> f64 {
    if seen.target() != wanted.triangle {
        return f64::INFINITY;
    }
    let depth = match wanted.triangle {
        Some(_) => (f64::from(light.w) - wanted.depth).abs() / wanted.depth,
        None => f64::from(u8::from(light.w != 1e30)),
    };
    let lanes = [0, 1, 2].map(|lane| (f64::from(light[lane]) - wanted.light[lane]).abs() / wanted.light[lane].max(1.0));
    let apart = lanes.into_iter().fold(depth, f64::max);
    if lanes.iter().any(|lane| lane.is_nan()) || apart.is_nan() { f64::INFINITY } else { apart }
}
