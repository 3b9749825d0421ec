//! Reference of the pressure: Jacobi's iteration, or cycles over coarser and coarser grids.

use super::Pressure;
use super::pressure::{COARSEST_CELL_LIMIT, DAMPED_WEIGHT, PAIR_WEIGHTS};
use super::walls::Walls;
use crate::Result;
use nalgebra::DMatrix;

/// The grids of the pressure, the finest first, and the inverse matrix of the coarsest.
#[derive(Debug)]
pub(super) struct PressureGrids {
    pub walls: Vec<Walls>,
    inverse: DMatrix<f32>,
}

impl PressureGrids {
    pub fn new(walls: Walls, pressure: Pressure) -> Result<PressureGrids> {
        let mut walls = vec![walls];
        let mut inverse = DMatrix::zeros(0, 0);
        if matches!(pressure, Pressure::Multigrid { .. }) {
            while let Some(last) = walls.last().filter(|last| last.size[0] * last.size[1] > COARSEST_CELL_LIMIT) {
                walls.push(last.coarser_grid());
            }
            inverse = walls[walls.len() - 1].invert_matrix()?.cast();
        }
        Ok(PressureGrids { walls, inverse })
    }

    pub fn solve_pressure(&self, method: Pressure, divergence: &[f32], pressure: &mut Vec<f32>) {
        match method {
            Pressure::Jacobi { sweeps } => {
                (0..sweeps).for_each(|_| self.run_sweep(0, DAMPED_WEIGHT, divergence, pressure))
            }
            Pressure::Multigrid { cycles } => (0..cycles).for_each(|_| self.run_cycle(0, divergence, pressure)),
        }
    }

    fn run_cycle(&self, level: usize, divergence: &[f32], pressure: &mut Vec<f32>) {
        let Walls { size: [columns, rows], .. } = self.walls[level];
        if level + 1 == self.walls.len() {
            *pressure = (&self.inverse * DMatrix::from_column_slice(divergence.len(), 1, divergence))
                .as_slice()
                .to_vec();
            return;
        }
        self.run_sweep(level, PAIR_WEIGHTS[0], divergence, pressure);
        self.run_sweep(level, PAIR_WEIGHTS[1], divergence, pressure);

        let coarser = &self.walls[level + 1];
        let mut rest = vec![0.0; coarser.size[0] * coarser.size[1]];
        for y in 0..rows {
            for x in 0..columns {
                let i = y * columns + x;
                let (sum, open) = self.sum_neighbours(level, pressure, x, y);
                rest[y / 2 * coarser.size[0] + x / 2] += divergence[i] - (sum - open * pressure[i]);
            }
        }
        let mut found = vec![0.0; rest.len()];
        self.run_cycle(level + 1, &rest, &mut found);
        for y in 0..rows {
            for x in 0..columns {
                let cell = y / 2 * coarser.size[0] + x / 2;
                let [left, right, above, below] = coarser.faces_of(x / 2, y / 2);
                let beside = if x % 2 == 0 { (left, cell.wrapping_sub(1)) } else { (right, cell + 1) };
                let end = if y % 2 == 0 {
                    (above, cell.wrapping_sub(coarser.size[0]))
                } else {
                    (below, cell + coarser.size[0])
                };
                pressure[y * columns + x] += 0.5 * found[cell]
                    + 0.25 * (read_neighbour(beside, &found, cell) + read_neighbour(end, &found, cell));
            }
        }
        self.run_sweep(level, PAIR_WEIGHTS[1], divergence, pressure);
        self.run_sweep(level, PAIR_WEIGHTS[0], divergence, pressure);
    }

    /// Returns the sum of the pressures around a cell, weighted by the openings of its faces, and the sum of the
    /// weights.
    fn sum_neighbours(&self, level: usize, pressure: &[f32], x: usize, y: usize) -> (f32, f32) {
        let walls = &self.walls[level];
        let columns = walls.size[0];
        let i = y * walls.size[0] + x;
        let others = [i.wrapping_sub(1), i + 1, i.wrapping_sub(columns), i + columns];
        let mut all = (0.0, 0.0);
        for (face, other) in walls.faces_of(x, y).into_iter().zip(others) {
            if face > 0 {
                let open = f32::from(face) / 128.0;
                all = (all.0 + open * pressure[other], all.1 + open);
            }
        }
        all
    }

    fn run_sweep(&self, level: usize, weight: f32, divergence: &[f32], pressure: &mut Vec<f32>) {
        let columns = self.walls[level].size[0];
        let now = std::mem::take(pressure);
        pressure.extend(now.iter().zip(divergence).enumerate().map(|(i, (old, divergence))| {
            let (sum, open) = self.sum_neighbours(level, &now, i % columns, i / columns);
            if open > 0.0 { old + weight * ((sum - divergence) / open - old) } else { 0.0 }
        }));
    }
}

/// Returns a neighbour's pressure, or that of the cell itself if a wall is between.
fn read_neighbour((open, other): (u8, usize), found: &[f32], cell: usize) -> f32 {
    found[if open > 0 { other } else { cell }]
}
