//! The fountain as a scene.

use super::{Fountain, Particles, run_ticks};
use crate::{Blend, Device, Era, KernelSource, Layout, Mouse, Result, Scene, Stream, fragment_kernel};
use nalgebra::{Point3, Vector4};

const DRAW: KernelSource = fragment_kernel!("simulations/particles_draw", vertex);

/// Draws the particles from the side, on the device: each adds its light to its pixel.
///
/// The vertex kernel fetches a texture of the fragment era. A buffer of the compute era is the vertex stream
/// itself.
///
/// # Errors
/// [`crate::Error::Limit`] if the picture or the particles do not fit a texture.
// ANCHOR: picture
pub fn picture(device: &Device, particles: &Particles, [width, height]: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
    let drawing = device.with_era(Era::Fragment)?;
    let mut light = drawing.stream_of([width, height], &vec![NIGHT_COLOUR; width * height])?;
    let buffer = particles.position.layout() == Layout::Linear;
    let kernel = drawing.kernel(&if buffer { DRAW.define("BUFFER", 1) } else { DRAW })?;
    let call = kernel
        .call()
        .uniform("centre", [0.0, 0.5])
        .uniform("reach", [5.0 * width as f32 / height.max(1) as f32, -5.0]) // row 0 is the picture's top
        .uniform("brightness", (width as f32 * height as f32 / (8.0 * particles.position.len().max(1) as f32)).min(0.6))
        .output("light", &mut light)
        .blend(Blend::Add)
        .points(particles.position.len());
    match buffer {
        true => call.vertex_stream("position", &particles.position).run()?,
        false => call.gather("position", &particles.position).run()?,
    }
    Ok(light)
}
// ANCHOR_END: picture

/// The background colour.
const NIGHT_COLOUR: Vector4<f32> = Vector4::new(0.02, 0.03, 0.06, 1.0);

/// A fountain that advances tick by tick. The pressed mouse moves its source.
#[derive(Debug)]
pub struct Running {
    device: Device,
    fountain: Fountain,
    particles: Particles,
    tick: usize,
}

impl Running {
    /// Builds a fountain that has run for a long time.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if the particles do not fit the device.
    pub fn new(device: &Device, fountain: &Fountain, particles: usize) -> Result<Running> {
        let particles = Particles::new(device, &fountain.running(particles))?;
        Ok(Running { device: device.clone(), fountain: *fountain, particles, tick: 0 })
    }
}

// ANCHOR: scene
impl Scene for Running {
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        if let Some(mouse) = mouse.filter(|mouse| mouse.pressed) {
            self.fountain.source = Point3::new(10.0 * (mouse.at[0] - 0.5), 0.5 - 10.0 * (mouse.at[1] - 0.5), 0.0);
        }
        self.particles = run_ticks(&self.device, &self.particles, &self.fountain, self.tick..self.tick + 1, 1)?;
        self.tick += 1;
        Ok(())
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        picture(&self.device, &self.particles, size)
    }
}
// ANCHOR_END: scene
