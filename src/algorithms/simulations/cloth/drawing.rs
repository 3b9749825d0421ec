//! A cloth that falls over a ball, as a scene.

use super::{Fabric, Particles, cloth};
use crate::{
    Compare, DepthStencilState, Device, Era, KernelSource, Mouse, Result, Scene, Stream, Topology, fragment_kernel,
};
use nalgebra::{Isometry3, Perspective3, Point3, Vector3, Vector4};

const DRAW: KernelSource = fragment_kernel!("simulations/cloth_draw", vertex);
/// Cells of the ball in `cloth_draw.vert`: around it, times from pole to pole.
const BALL_CELLS: usize = 48 * 24;
/// Steps per frame.
const STEPS: usize = 10;

/// A cloth that falls over a ball. A pressed mouse pushes the ball.
#[derive(Debug)]
pub struct Draping {
    device: Device,
    fabric: Fabric,
    cloth: Particles,
}

impl Draping {
    /// Builds a square cloth, `columns` particles wide, in the device's era.
    ///
    /// # Errors
    /// As [`Particles::in_rows`].
    pub fn new(device: &Device, columns: usize) -> Result<Draping> {
        let spacing = 1.3 / columns.max(2) as f32;
        let fabric = Fabric { spacing, ..Fabric::default() };
        let mut state = fabric.flat(columns, columns, 1.02);
        // A little off the centre and turned, so that the folds differ.
        let turn = nalgebra::Rotation3::from_axis_angle(&Vector3::y_axis(), 0.5);
        for place in &mut state.position {
            *place = (turn * place.xyz() + Vector3::new(0.06, 0.0, 0.04)).push(place.w);
        }
        Ok(Draping { device: device.clone(), fabric, cloth: Particles::in_rows(device, columns, &state)? })
    }

    /// The current cloth and its fabric.
    pub fn parts(&self) -> (&Particles, &Fabric) {
        (&self.cloth, &self.fabric)
    }
}

impl Scene for Draping {
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        if let Some(Mouse { moved: [across, down], pressed: true, .. }) = mouse {
            self.fabric.ball.x += (2.0 * across).clamp(-0.1, 0.1);
            self.fabric.ball.z += (2.0 * down).clamp(-0.1, 0.1);
        }
        self.cloth = cloth(&self.device, &self.cloth, &self.fabric, STEPS)?;
        Ok(())
    }

    // ANCHOR: picture
    fn picture(&mut self, [width, height]: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        let device = self.device.with_era(Era::Fragment)?;
        let mut picture = device.empty([width, height])?;
        if picture.is_empty() {
            return Ok(picture);
        }
        let position = device.copy_of(&self.cloth.position)?;
        let eye = Point3::new(0.0, 1.25, 1.9);
        let view = Isometry3::look_at_rh(&eye, &Point3::new(0.0, 0.50, 0.0), &Vector3::y());
        let camera = Perspective3::new(width as f32 / height as f32, 0.70, 0.1, 10.0).to_homogeneous();
        let cells = [0, 1]
            .map(|axis| position.shape().extent(axis).saturating_sub(1))
            .iter()
            .product::<usize>();
        let mut mask = device.depth_stencil(width, height)?;
        device
            .kernel(&DRAW)?
            .call()
            .uniform("camera", camera * view.to_homogeneous())
            .uniform("eye", eye)
            .uniform("ball", self.fabric.ball)
            .gather("position", &position)
            .output("picture", &mut picture)
            .depth_stencil(
                &mut mask,
                DepthStencilState { depth: Compare::Less, write_depth: true, ..DepthStencilState::default() },
            )
            .vertices(Topology::Triangles, 6 * (1 + BALL_CELLS + cells))
            .run()?;
        Ok(picture)
    }
    // ANCHOR_END: picture
}
