//! The plate as a scene.

use super::heat;
use crate::{Device, KernelSource, Mouse, Result, Scene, Stream, kernel_pair};
use nalgebra::Vector4;

const PICTURE: KernelSource = kernel_pair!("simulations/heat_picture");

/// A plate as a scene.
#[derive(Debug)]
pub struct Plate {
    device: Device,
    cells: Stream<f32>,
    /// Steps per frame.
    steps: usize,
}

impl Plate {
    /// Uploads temperatures of 0 to 1; each frame runs `steps` steps at a rate of 1/4.
    ///
    /// # Errors
    /// [`crate::Error::Data`] if the count of cells does not match the size.
    pub fn new(device: &Device, size: [usize; 2], cells: &[f32], steps: usize) -> Result<Plate> {
        Ok(Plate { device: device.clone(), cells: device.stream_of(size, cells)?, steps })
    }
}

impl Scene for Plate {
    /// Advances by a frame. A pressed mouse heats its place.
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        if let Some(mouse) = mouse.filter(|mouse| mouse.pressed) {
            let extents = [self.cells.shape().extent(0), self.cells.shape().extent(1)];
            let [x, y] = [0, 1].map(|axis| (mouse.at[axis] * extents[axis] as f32) as usize);
            let [from, to] = [x.saturating_sub(4).min(extents[0]), (x + 5).min(extents[0])];
            for row in y.saturating_sub(4)..(y + 5).min(extents[1]) {
                self.cells.write_range(row * extents[0] + from, &vec![1.0; to - from])?;
            }
        }
        self.cells = heat(&self.device, &self.cells, 0.25, self.steps)?;
        Ok(())
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        let mut result = self.device.empty(size)?;
        if !self.cells.is_empty() && !result.is_empty() {
            self.device
                .kernel(&PICTURE)?
                .call()
                .uniform(
                    "cells_per_pixel",
                    [
                        self.cells.shape().extent(0) as f32 / size[0] as f32,
                        self.cells.shape().extent(1) as f32 / size[1] as f32,
                    ],
                )
                .gather("cells", &self.cells)
                .output("result", &mut result)
                .run()?;
        }
        Ok(result)
    }
}
