//! Smoke on the host, its source, and their checks.

use crate::{Error, Result, random};
use nalgebra::Vector4;

/// Source of the smoke, and its behaviour.
#[derive(Debug, Clone, PartialEq)]
pub struct Chimney {
    /// Time per step.
    pub interval: f32,
    /// Upward acceleration of a cell full of smoke: cells per unit of time, per unit of time.
    pub rise: f32,
    /// Share of the smoke that is left after a step, 0 to 1.
    pub fade: f32,
    /// Sweeps for the pressure per step.
    pub sweeps: usize,
    /// Position of the source: column, row, slice, and its radius, in cells.
    pub source: Vector4<f32>,
    /// State of the fluid in the source: its velocity, and the density of its smoke.
    pub given: Vector4<f32>,
}

impl Default for Chimney {
    /// 60 steps per unit of time; no source, no rise, no fading.
    fn default() -> Chimney {
        let source = Vector4::new(-1.0, -1.0, -1.0, 0.5);
        let given = Vector4::zeros();
        Chimney { interval: 1.0 / 60.0, rise: 0.0, fade: 1.0, sweeps: 30, source, given }
    }
}

impl Chimney {
    pub(super) fn check_values(&self) -> Result<()> {
        let Chimney { interval, rise, fade, source, given, .. } = self;
        if !(interval.is_finite() && *interval > 0.0) {
            return Err(Error::data(format!("an interval of {interval} is not valid; give one above 0")));
        }
        if !rise.is_finite() || source.iter().chain(given).any(|number| !number.is_finite()) || source.w <= 0.0 {
            return Err(Error::data(
                "the rise or the source has a number that is not finite, or no radius; give numbers",
            ));
        }
        if !(0.0..=1.0).contains(fade) {
            return Err(Error::data(format!("smoke fades to {fade} times its density in a step, expected 0 to 1")));
        }
        Ok(())
    }
}

/// A volume on the host.
#[derive(Debug, Clone, PartialEq)]
pub struct Smoke {
    /// Columns, rows (the first is the top) and slices (the first is the nearest).
    pub size: [usize; 3],
    /// Per cell, columns first: the velocities to the right across the left face, downwards across the upper face,
    /// and away from the viewer across the front face; then the smoke.
    pub cells: Vec<Vector4<f32>>,
}

impl Smoke {
    /// Builds a fluid at rest, without smoke.
    pub fn still(size: [usize; 3]) -> Smoke {
        Smoke { size, cells: vec![Vector4::zeros(); size.iter().product()] }
    }

    /// Builds a chimney in the middle of the ground, and its source.
    pub fn chimney(size: [usize; 3]) -> (Smoke, Chimney) {
        let [columns, rows, slices] = size.map(|cells| cells as f32);
        let source = Vector4::new(0.45 * columns, 0.92 * rows, 0.5 * slices, 0.1 * columns);
        let given = Vector4::new(0.1 * columns, -0.9 * rows, 0.0, 1.0);
        let mut state = Smoke::still(size);
        // Air is never quite still: without this noise, the smoke would look the same from all sides.
        for (i, cell) in (0..).zip(&mut state.cells) {
            *cell = Vector4::from_fn(
                |lane, _| if lane < 3 { rows * (random::uniform(1, i, lane as u32) - 0.5) } else { 0.0 },
            );
        }
        (state, Chimney { interval: 1.0 / 30.0, rise: 4.0 * rows, fade: 0.995, source, given, ..Chimney::default() })
    }

    /// Returns the cells, with the velocities across the walls set to 0, or the error in them.
    pub(super) fn checked_cells(&self) -> Result<Vec<Vector4<f32>>> {
        let [columns, rows, slices] = self.size;
        if self.cells.len() != columns * rows * slices {
            let given = self.cells.len();
            let wanted = columns * rows * slices;
            return Err(Error::data(format!("{given} cells given, {columns}x{rows}x{slices} are {wanted}")));
        }
        self.cells
            .iter()
            .enumerate()
            .map(|(i, cell): (usize, &Vector4<f32>)| {
                let place = [i % columns, i / columns % rows, i / columns / rows];
                if cell.iter().any(|number| !number.is_finite()) {
                    return Err(Error::data(format!("the fluid of cell {place:?} is not finite; give finite numbers")));
                }
                Ok(Vector4::from_fn(|lane, _| if lane < 3 && place[lane] == 0 { 0.0 } else { cell[lane] }))
            })
            .collect()
    }
}
