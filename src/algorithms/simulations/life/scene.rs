//! The board as a scene.

use super::{check_board, life};
use crate::{Device, KernelSource, Mouse, Result, Scene, Stream, kernel_pair};
use nalgebra::Vector4;

const DRAW: KernelSource = kernel_pair!("simulations/life_draw");

/// A board that advances by a generation per frame.
#[derive(Debug)]
pub struct Board {
    device: Device,
    cells: Stream<u32>,
}

impl Board {
    /// Builds a board of these cells, which must have two dimensions.
    ///
    /// # Errors
    /// As [`life`].
    pub fn new(device: &Device, cells: Stream<u32>) -> Result<Board> {
        check_board(&cells)?;
        Ok(Board { device: device.clone(), cells })
    }
}

impl Scene for Board {
    fn advance(&mut self, _: Option<Mouse>) -> Result<()> {
        self.cells = life(&self.device, &self.cells, 1)?;
        Ok(())
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        picture(&self.device, &self.cells, size)
    }
}

/// Draws a board as a picture of any size, on the device.
///
/// # Errors
/// As [`life`], and [`crate::Error::Limit`] if the picture does not fit the device.
pub fn picture(device: &Device, cells: &Stream<u32>, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
    let shape = check_board(cells)?;
    let mut colour = device.empty(size)?;
    let (&[columns, rows], false) = (shape.extents(), cells.is_empty()) else { return Ok(colour) };
    device
        .kernel(&DRAW)?
        .call()
        .uniform("board", [columns as f32, rows as f32])
        .gather("cells", cells)
        .output("colour", &mut colour)
        .run()?;
    Ok(colour)
}
