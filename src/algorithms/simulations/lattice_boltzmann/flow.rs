//! Flows: the cells of a lattice, and the parameters of its steps.

use crate::{Error, Result};

/// The nine distributions of a cell, each minus its weight: 0 rests, then east, north, west, south, north-east,
/// north-west, south-west, south-east.
pub type Distributions = [f32; 9];

/// Directions of the distributions, in cells per step.
pub(super) const DIRECTIONS: [[i32; 2]; 9] =
    [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/// Weights of the distributions at rest.
pub(super) const WEIGHTS: [f64; 9] =
    [4.0 / 9.0, 1.0 / 9.0, 1.0 / 9.0, 1.0 / 9.0, 1.0 / 9.0, 1.0 / 36.0, 1.0 / 36.0, 1.0 / 36.0, 1.0 / 36.0];

/// Maximum speed for which the method is valid, in cells per step. The speed of sound is 0.577, and the
/// equilibrium is a series in the ratio to it.
pub const FASTEST: f32 = 0.3;

/// Type of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Site {
    /// Flowing fluid.
    #[default]
    Fluid,
    /// A wall at rest. Fluid sticks to it, half way between its cell and the next.
    Wall,
    /// A wall that slides with [`Flow::velocity`].
    Sliding,
    /// Fluid with fixed density 1 and [`Flow::velocity`]: an inlet or outlet.
    Held,
}

/// Relaxation of the distributions to their equilibrium.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Collision {
    /// All at one rate (Bhatnagar, Gross and Krook; Qian, d'Humières and Lallemand 1992). The effective position of
    /// walls depends slightly on the viscosity.
    OneRate,
    /// The means of opposite distributions relax at the rate of the viscosity, their differences at the rate that
    /// puts walls exactly half way between two cells (Ginzburg 2008): `(1/a - 1/2)(1/b - 1/2) = 3/16`.
    #[default]
    TwoRates,
}

/// A flow: cells on a torus, and the forces on them. Lengths are in cells, times in steps, the density is about 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Flow {
    /// Columns and rows. The lattice wraps around; row 0 is the lowest.
    pub size: [usize; 2],
    /// Cells, row after row.
    pub cells: Vec<Site>,
    /// Viscosity in cells² per step.
    pub viscosity: f32,
    /// Velocity of sliding walls and of held fluid, in cells per step.
    pub velocity: [f32; 2],
    /// Force on all fluid: density times cells per step².
    pub force: [f32; 2],
    /// Relaxation of the distributions.
    pub collision: Collision,
}

impl Flow {
    /// Builds a torus of fluid without forces.
    pub fn torus(size: [usize; 2], viscosity: f32) -> Flow {
        let cells = vec![Site::Fluid; size[0] * size[1]];
        Flow { size, cells, viscosity, velocity: [0.0; 2], force: [0.0; 2], collision: Collision::TwoRates }
    }

    /// Builds a square of fluid, `side` cells wide and high, under a lid that slides to the right: the flow of Ghia,
    /// Ghia and Shin 1982.
    ///
    /// It has walls around it, and more to the right, so that the width is a multiple of 4. The fluid's first cell is
    /// (1, 1).
    pub fn cavity(side: usize, reynolds: f32, speed: f32) -> Flow {
        let mut flow = Flow::torus([(side + 2).next_multiple_of(4), side + 2], speed * side as f32 / reynolds);
        flow.velocity = [speed, 0.0];
        flow.fill(|x, y| match (1..=side).contains(&x) && (1..=side).contains(&y) {
            true => Site::Fluid,
            false if y > side => Site::Sliding,
            false => Site::Wall,
        });
        flow
    }

    /// Builds a channel between walls in its first and last row, with a force along it.
    pub fn channel(size: [usize; 2], viscosity: f32, force: f32) -> Flow {
        let mut flow = Flow::torus(size, viscosity);
        flow.force = [force, 0.0];
        flow.fill(|_, y| if y == 0 || y + 1 == size[1] { Site::Wall } else { Site::Fluid });
        flow
    }

    /// Builds a cylinder in a stream from the left; its diameter is a sixth of the height. It is a little off the
    /// middle, so that its wake soon oscillates.
    ///
    /// The first column is held at the stream's velocity; since the lattice is a torus, the stream leaves through it
    /// too.
    pub fn cylinder(size: [usize; 2], reynolds: f32, speed: f32) -> Flow {
        let thickness = size[1] as f32 / 6.0;
        let mut flow = Flow::torus(size, speed * thickness / reynolds);
        flow.velocity = [speed, 0.0];
        let [x0, y0] = [size[0] as f32 / 4.5, size[1] as f32 / 2.0 + 0.7];
        flow.fill(|x, y| {
            let [x, y] = [x as f32 + 0.5 - x0, y as f32 + 0.5 - y0];
            if x * x + y * y < thickness * thickness / 4.0 { Site::Wall } else { Site::Fluid }
        });
        for y in 0..size[1] {
            flow.cells[y * size[0]] = Site::Held;
        }
        flow
    }

    /// Sets every cell by its column and row.
    pub fn fill(&mut self, cell: impl Fn(usize, usize) -> Site) {
        let width = self.size[0];
        self.cells = (0..width * self.size[1]).map(|at| cell(at % width, at / width)).collect();
    }

    /// The relaxation time of stress, in steps: three times the viscosity plus a half. [`Collision::OneRate`] uses its
    /// inverse as the rate.
    pub fn relaxation_time(&self) -> f32 {
        3.0 * self.viscosity + 0.5
    }

    /// Returns the relaxation rates of the means and of the differences of opposite distributions.
    pub(super) fn relaxation_rates(&self) -> [f64; 2] {
        let time = 3.0 * f64::from(self.viscosity) + 0.5;
        match self.collision {
            Collision::OneRate => [1.0 / time; 2],
            Collision::TwoRates => [1.0 / time, 1.0 / (3.0 / 16.0 / (time - 0.5) + 0.5)],
        }
    }

    /// Returns distributions in equilibrium with the velocity at each column and row, in cells per step. Walls have
    /// zeros.
    pub fn moving(&self, velocity: impl Fn(usize, usize) -> [f32; 2]) -> Vec<Distributions> {
        let cells = self.cells.iter().enumerate();
        cells
            .map(|(at, cell)| match cell {
                Site::Fluid => equilibrium(0.0, velocity(at % self.size[0], at / self.size[0])),
                Site::Held => equilibrium(0.0, self.velocity),
                Site::Wall | Site::Sliding => [0.0; 9],
            })
            .collect()
    }

    /// Returns for each cell the bits that `lattice_boltzmann.glsl` names.
    pub(super) fn link_bits(&self) -> Vec<u32> {
        let [width, height] = self.size;
        (0..self.cells.len())
            .map(|at: usize| {
                let walls = (1..9)
                    .map(|direction: usize| {
                        let [dx, dy] = DIRECTIONS[direction];
                        let x = (at % width).wrapping_add_signed(width as isize - dx as isize) % width;
                        let y = (at / width).wrapping_add_signed(height as isize - dy as isize) % height;
                        match self.cells[y * width + x] {
                            Site::Wall => 1 << direction,
                            Site::Sliding => 1 << direction | 1 << (16 + direction),
                            Site::Fluid | Site::Held => 0,
                        }
                    })
                    .fold(0, |bits, bit| bits | bit);
                match self.cells[at] {
                    Site::Fluid => walls,
                    Site::Held => walls | 1 << 16,
                    Site::Wall | Site::Sliding => 1,
                }
            })
            .collect()
    }

    /// Checks that the flow can be computed.
    pub(super) fn check_values(&self) -> Result<()> {
        let [width, height] = self.size;
        if self.cells.len() != width * height {
            let given = self.cells.len();
            return Err(Error::data(format!(
                "{given} cells given for a lattice of {width}x{height}; it has {}",
                width * height
            )));
        }
        let time = self.relaxation_time();
        if !(time > 0.5 && time.is_finite()) {
            return Err(Error::data(format!(
                "a viscosity of {} is a relaxation time of {time} steps, the limit is above 0.5; give a greater viscosity, or more cells to the same flow",
                self.viscosity
            )));
        }
        let speed = libm::hypotf(self.velocity[0], self.velocity[1]);
        if speed.is_nan() || speed > FASTEST {
            return Err(Error::data(format!(
                "walls or held fluid of {speed} cells per step given, the limit is {FASTEST}; give a lower speed, and a viscosity lower by as much"
            )));
        }
        if !self.force.iter().all(|force| force.is_finite()) {
            return Err(Error::data(format!("a force of {:?} given; it must be finite", self.force)));
        }
        Ok(())
    }
}

/// Returns the equilibrium distributions, minus their weights, at a density given minus 1. The density affects the
/// pressure alone, not the momentum (He and Luo 1997): so sound disturbs a steady flow less.
pub fn equilibrium(density: f32, velocity: [f32; 2]) -> Distributions {
    let [x, y] = velocity.map(f64::from);
    std::array::from_fn(|i| {
        let along = f64::from(DIRECTIONS[i][0]) * x + f64::from(DIRECTIONS[i][1]) * y;
        let series = f64::from(density) + 3.0 * along + 4.5 * along * along - 1.5 * (x * x + y * y);
        (WEIGHTS[i] * series) as f32
    })
}
