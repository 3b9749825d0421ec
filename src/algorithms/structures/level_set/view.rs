//! A picture of the surface, by a ray for each pixel through the pages.

use super::LevelSet;
use super::set::PagedSurface;
use crate::{KernelSource, Mouse, Result, Scene, Stream, kernel_pair};
use nalgebra::{Matrix3, Vector3, Vector4};

const VIEW: KernelSource = kernel_pair!("structures/level_set_view");

// ANCHOR: picture
/// Draws the surface seen from outside the volume, `turn` radians around it; y is up. It runs on the device.
///
/// # Errors
/// [`crate::Error::Limit`] if the picture does not fit the device.
pub fn picture(set: &LevelSet, size: [usize; 2], turn: f32) -> Result<Stream<Vector4<f32>>> {
    let PagedSurface { device, pages, memory, .. } = &set.surface;
    let mut picture = device.empty(size)?;
    if pages.table().is_empty() {
        return Ok(picture); // a volume of no cells
    }
    let extent = Vector3::from(pages.extent().map(|cells| cells as f32));
    let forward = Vector3::new(-libm::sinf(turn), -0.25, -libm::cosf(turn)).normalize();
    let right = forward.cross(&Vector3::y()).normalize();
    let up = right.cross(&forward);
    let eye = (extent - Vector3::repeat(1.0)) / 2.0 - forward * 2.1 * extent.max();
    device
        .kernel(&VIEW)?
        .call()
        .uniform("extent", pages.extent_uniform())
        .uniform("eye", eye)
        .uniform("axes", Matrix3::from_columns(&[right * 0.27, up * 0.27, forward]))
        .gather("table", pages.table())
        .gather("memory", memory)
        .output("picture", &mut picture)
        .run()?;
    Ok(picture)
}
// ANCHOR_END: picture

/// A scene of a growing surface that the eye circles.
#[derive(Debug)]
pub struct Growth {
    /// The surface.
    pub set: LevelSet,
    /// Steps per frame.
    pub steps: usize,
    /// Position of the eye, in radians around the volume.
    pub turn: f32,
}

impl Scene for Growth {
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        match mouse {
            Some(mouse) => self.turn -= 4.0 * mouse.moved[0],
            None => self.turn += 0.02,
        }
        self.set.steps(self.steps)
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        picture(&self.set, size, self.turn)
    }
}
