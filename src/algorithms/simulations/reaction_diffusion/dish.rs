//! The dish as a scene: the mouse adds drops.

use super::{GrayScott, reaction_diffusion};
use crate::{Device, KernelSource, Mouse, Result, Scene, Stream, kernel_pair};
use nalgebra::Vector4;

const DRAW: KernelSource = kernel_pair!("simulations/reaction_diffusion_draw");
const DROP: KernelSource = kernel_pair!("simulations/reaction_diffusion_drop");

/// A dish in which a reaction runs.
#[derive(Debug)]
pub struct Dish {
    device: Device,
    cells: Stream<[f32; 2]>,
    reaction: GrayScott,
    /// Steps per frame.
    pub steps: usize,
}

impl Dish {
    /// Builds a dish with some drops of V, in the device's era.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if it does not fit the device.
    pub fn new(device: &Device, size: [usize; 2], reaction: GrayScott, seed: u32) -> Result<Dish> {
        let cells = device.stream_of(size, &reaction.drops(size, 14, seed))?;
        Ok(Dish { device: device.clone(), cells, reaction, steps: 120 })
    }

    /// The current amounts of U and of V in each cell.
    pub fn cells(&self) -> &Stream<[f32; 2]> {
        &self.cells
    }

    /// Adds a drop of V at a place, 0 to 1 from the left and from the top.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if the device lacks memory.
    pub fn drop_at(&mut self, [x, y]: [f32; 2]) -> Result<()> {
        let shape = self.cells.shape();
        let [width, height] = [shape.extent(0) as f32, shape.extent(1) as f32];
        let mut result = self.device.empty(shape)?;
        self.device
            .kernel(&DROP)?
            .call()
            .uniform("centre", [x * width, y * height])
            .uniform("radius", 6.0)
            .input("cells", &self.cells)
            .output("result", &mut result)
            .run()?;
        self.cells = result;
        Ok(())
    }
}

impl Scene for Dish {
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        if let Some(mouse) = mouse.filter(|mouse| mouse.pressed) {
            self.drop_at(mouse.at)?;
        }
        self.cells = reaction_diffusion(&self.device, &self.cells, &self.reaction, self.steps)?;
        Ok(())
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        picture(&self.device, &self.cells, size)
    }
}

/// Draws a dish as a picture of any size, on the device: V as a landscape lit from the upper left.
///
/// # Errors
/// [`crate::Error::Limit`] if the picture does not fit the device.
pub fn picture(device: &Device, cells: &Stream<[f32; 2]>, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
    let mut result = device.empty(size)?;
    if cells.is_empty() {
        return Ok(result);
    }
    device
        .kernel(&DRAW)?
        .call()
        .gather("cells", cells)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
