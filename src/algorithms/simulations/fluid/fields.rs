//! A fluid on the host: its upload and its readback.

use super::Fluid;
use crate::{Error, Result, Stream};
use nalgebra::{Vector2, Vector4};

/// A fluid on the host.
#[derive(Debug, Clone, PartialEq)]
pub struct Fields {
    /// Columns and rows.
    pub size: [usize; 2],
    /// Per cell: the velocity across its left face to the right, and across its upper face downwards, in cells per
    /// unit of time.
    pub velocity: Vec<Vector2<f32>>,
    /// Dye per cell; channels of 0 to 1 are colours.
    pub dye: Vec<Vector4<f32>>,
    /// True for each cell that is a wall.
    pub solid: Vec<bool>,
}

impl Fields {
    /// Builds a fluid at rest, without dye and walls.
    pub fn still(size: [usize; 2]) -> Fields {
        let cells = size[0] * size[1];
        Fields {
            size,
            velocity: vec![Vector2::zeros(); cells],
            dye: vec![Vector4::zeros(); cells],
            solid: vec![false; cells],
        }
    }

    pub(super) fn check_values(&self) -> Result<()> {
        let [columns, rows] = self.size;
        let counts = [("velocity", self.velocity.len()), ("dye", self.dye.len()), ("solid", self.solid.len())];
        if let Some((name, count)) = counts.iter().find(|(_, count)| *count != columns * rows) {
            let cells = columns * rows;
            return Err(Error::data(format!("{name} has {count} elements, {columns}x{rows} cells need {cells}")));
        }
        for i in 0..columns * rows {
            if !is_finite(self.velocity[i].as_slice()) || !is_finite(self.dye[i].as_slice()) {
                let x = i % columns;
                let y = i / columns;
                return Err(Error::data(format!("the fluid of cell ({x}, {y}) is not finite; give finite numbers")));
            }
        }
        Ok(())
    }
}

fn is_finite(lanes: &[f32]) -> bool {
    lanes.iter().all(|lane| lane.is_finite())
}

impl Fluid {
    /// Reads the fluid back to the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<Fields> {
        let velocity = self.velocity.now().read()?;
        let dye = self.dye.now().read()?;
        Ok(Fields { size: self.size, velocity, dye, solid: self.solid.clone() })
    }

    /// Restarts with the velocities and the dye of `start`, and keeps the walls.
    ///
    /// # Errors
    /// As [`Fluid::new`].
    pub fn restart(&mut self, start: &Fields) -> Result<()> {
        start.check_values()?;
        self.velocity
            .step(|_, next| next.write(&self.walls.stop_at_walls(&start.velocity)))?;
        self.dye.step(|_, next| next.write(&start.dye))?;
        self.solver.reset_pressure()
    }

    /// Returns the largest divergence of a cell before the last step's pressure was solved, and now.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn divergence(&mut self) -> Result<[f32; 2]> {
        let before = self.solver.finest_divergence();
        let mut now = self.device.empty(before.shape())?;
        if !now.is_empty() {
            self.kernels
                .divergence
                .call()
                .gather("velocity", self.velocity.now())
                .output("result", &mut now)
                .run()?;
        }
        Ok([find_largest(before)?, find_largest(&now)?])
    }
}

fn find_largest(blocks: &Stream<[f32; 4]>) -> Result<f32> {
    let blocks = blocks.read()?;
    Ok(blocks
        .as_flattened()
        .iter()
        .fold(0.0_f32, |largest, cell| largest.max(cell.abs())))
}
