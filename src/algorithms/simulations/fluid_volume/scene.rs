//! The smoke as a scene, seen from the front.

use super::Volume;
use crate::algorithms::check_turns;
use crate::{KernelSource, Mouse, Result, Scene, Stream, kernel_pair};
use nalgebra::Vector4;

const PICTURE: KernelSource = kernel_pair!("simulations/fluid_volume_picture");

impl Scene for Volume {
    /// Advances by a step. A pressed mouse moves the source of the smoke.
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        if let Some(mouse) = mouse.filter(|mouse| mouse.pressed) {
            self.chimney.source.x = mouse.at[0] * self.size[0] as f32;
            self.chimney.source.y = mouse.at[1] * self.size[1] as f32;
        }
        self.steps(1)
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        let mut result = self.device.empty(size)?;
        if !self.divergence.is_empty() && !result.is_empty() {
            check_turns(&self.device, "a picture of all slices", self.size[2], "show a volume of fewer slices")?;
            self.device
                .kernel(&PICTURE)?
                .call()
                .uniform(
                    "cells_per_pixel",
                    [self.size[0] as f32 / size[0] as f32, self.size[1] as f32 / size[1] as f32],
                )
                .uniform("density", 24.0 / self.size[2] as f32)
                .gather("smoke", self.cells.now())
                .output("result", &mut result)
                .run()?;
        }
        Ok(result)
    }
}
