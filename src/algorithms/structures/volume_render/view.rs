//! A view of a volume.

use crate::{Call, Error, Result, Shape};
use nalgebra::Vector3;

/// Largest number of cells along a ray: FARTHEST of volume_render.glsl. Two samples per cell, of five turns each, stay
/// below the 65,535 of llvmpipe.
const FARTHEST: f32 = 4096.0;

/// A view of a volume. Lengths are in cells; cell (x, y, z) is at the point (x, y, z).
///
/// ```
/// use gristmill::algorithms::volume_render::View;
/// let view = View::around([9, 9, 9], 0.0, 0.0);
/// assert!((view.eye.x - 4.0).abs() < 1e-5 && view.eye.y < 0.0); // before the middle, and outside
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Origin of the rays.
    pub eye: Vector3<f32>,
    /// Vector from there to the centre of the picture.
    pub forward: Vector3<f32>,
    /// Vector from that centre to the picture's right edge.
    pub right: Vector3<f32>,
    /// Vector from that centre to the picture's upper edge.
    pub up: Vector3<f32>,
}

impl View {
    /// Builds a view of a whole volume: `turn` around its third axis and `tilt` above it, both in radians.
    pub fn around(shape: [usize; 3], turn: f32, tilt: f32) -> View {
        let end = Vector3::from(shape.map(|extent| extent.saturating_sub(1) as f32));
        let centre = end / 2.0;
        let radius = end.norm().max(2.0) / 2.0;
        let [sin, cos] = [libm::sinf(turn), libm::cosf(turn)];
        let forward = Vector3::new(sin * libm::cosf(tilt), cos * libm::cosf(tilt), -libm::sinf(tilt));
        let right = Vector3::new(cos, -sin, 0.0);
        let up = right.cross(&forward);
        View { eye: centre - forward * (radius * 3.2), forward, right: right * 0.3, up: up * 0.3 }
    }

    /// Checks that no ray ends before it leaves the volume, nor loops for longer than drivers allow.
    pub(super) fn check(&self, volume: Shape) -> Result<()> {
        let off = (0..volume.rank().min(3)).map(|axis| {
            let end = volume.extent(axis).saturating_sub(1) as f32;
            self.eye[axis].abs().max((end - self.eye[axis]).abs())
        });
        let farthest = off.map(|off| off * off).sum::<f32>().sqrt();
        if farthest <= FARTHEST {
            return Ok(());
        }
        let thing = "cells from the eye to the volume's farthest corner";
        Err(Error::limit(thing, farthest.ceil() as u128, FARTHEST as u128, "look from nearer, or at a smaller volume"))
    }

    /// Sets the uniforms of volume_render.glsl.
    pub(super) fn set_uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("eye", self.eye)
            .uniform("forward", self.forward)
            .uniform("right", self.right)
            .uniform("up", self.up)
    }
}
