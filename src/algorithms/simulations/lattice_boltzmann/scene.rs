//! The lattice as a scene: its vorticity in colours. A pressed mouse builds walls.

use super::Lattice;
use super::flow::Site;
use crate::{KernelSource, Mouse, Result, Scene, Stream, kernel_pair};
use nalgebra::Vector4;

const DRAW: KernelSource = kernel_pair!("simulations/lattice_boltzmann_draw");

impl Scene for Lattice {
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        if let Some(mouse) = mouse.filter(|mouse| mouse.pressed) {
            self.build_wall(mouse.at)?;
        }
        self.run(self.steps_per_frame)
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        self.draw_vorticity(size)
    }
}

impl Lattice {
    /// Draws the current state; black and transparent if there are no cells.
    pub(super) fn draw_vorticity(&self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        let mut picture = self.device.empty(size)?;
        if self.flow.cells.is_empty() {
            return Ok(picture);
        }
        self.with_fields(|fields| {
            self.device
                .kernel(&DRAW)?
                .call()
                .uniform("brightest", self.brightest)
                .gather("fields", fields)
                .gather("links", &self.links)
                .output("picture", &mut picture)
                .run()
        })?;
        Ok(picture)
    }

    /// Builds a round wall at a place of the picture; its diameter is a twentieth of the height.
    fn build_wall(&mut self, [x, y]: [f32; 2]) -> Result<()> {
        let [width, height] = self.flow.size;
        let radius = (height as f32 / 40.0).max(1.0);
        let [x, y] = [x * width as f32, (1.0 - y) * height as f32];
        for (at, cell) in self.flow.cells.iter_mut().enumerate() {
            let [dx, dy] = [(at % width) as f32 + 0.5 - x, (at / width) as f32 + 0.5 - y];
            if *cell == Site::Fluid && libm::hypotf(dx, dy) < radius {
                *cell = Site::Wall;
            }
        }
        self.links.write(&self.flow.link_bits())
    }
}
