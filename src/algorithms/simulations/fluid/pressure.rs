//! The pressure that removes a flow's divergence: by Jacobi's iteration, or by cycles over coarser and coarser
//! grids.

use super::Pressure;
use super::walls::{Walls, block_counts};
use crate::{Device, Era, Kernel, KernelSource, PingPong, Result, Stream, kernel_pair};

const SWEEP: KernelSource = kernel_pair!("simulations/fluid_pressure");
const RESTRICT: KernelSource = kernel_pair!("simulations/fluid_restrict");
const PROLONG: KernelSource = kernel_pair!("simulations/fluid_prolong");
const COARSEST: KernelSource = kernel_pair!("simulations/fluid_coarsest");

/// Weight of Jacobi's iteration alone. At 1 a checkerboard of pressures would never decay between walls.
pub(super) const DAMPED_WEIGHT: f32 = 0.9;

/// Weights of the two sweeps before and two after a coarser grid: together they leave at most 0.22 of any wave
/// shorter than four cells (Chebyshev's polynomial of the second degree on the eigenvalues from 1/2 to 2).
pub(super) const PAIR_WEIGHTS: [f32; 2] = [0.561_69, 1.389_6];

/// Maximum count of cells of the coarsest grid, which is solved directly.
pub(super) const COARSEST_CELL_LIMIT: usize = 256;

/// One grid: its faces, its divergence, and two alternating pressures. All are blocks of two by two cells.
#[derive(Debug)]
struct PressureGrid {
    faces: Stream<[u32; 4]>,
    divergence: Stream<[f32; 4]>,
    pressure: PingPong<[f32; 4]>,
}

#[derive(Debug)]
pub(super) struct PressureSolver {
    sweep: Kernel,
    restrict: Kernel,
    prolong: Kernel,
    coarsest: Kernel,
    levels: Vec<PressureGrid>,
    inverse: Stream<[f32; 4]>,
}

impl PressureSolver {
    pub(super) fn new(device: &Device, walls: &Walls, pressure: Pressure) -> Result<PressureSolver> {
        let mut walls = walls.clone();
        let mut levels = vec![build_level(&walls, device)?];
        let mut inverse = device.empty([0, 0])?;
        if matches!(pressure, Pressure::Multigrid { .. }) {
            while walls.size[0] * walls.size[1] > COARSEST_CELL_LIMIT {
                walls = walls.coarser_grid();
                levels.push(build_level(&walls, device)?);
            }
            let blocks = block_counts(walls.size).iter().product::<usize>();
            inverse = device.stream_of([4 * blocks, blocks], &inverse_by_blocks(&walls)?)?;
        }
        Ok(PressureSolver {
            sweep: device.kernel(&SWEEP)?,
            restrict: device.kernel(&RESTRICT)?,
            prolong: device.kernel(&PROLONG)?,
            coarsest: device.kernel(&COARSEST)?,
            levels,
            inverse,
        })
    }

    /// The divergence of the finest grid, to be written by the caller.
    pub(super) fn finest_divergence(&mut self) -> &mut Stream<[f32; 4]> {
        &mut self.levels[0].divergence
    }

    /// The pressure of the finest grid, by blocks.
    pub(super) fn finest_pressure(&self) -> &Stream<[f32; 4]> {
        self.levels[0].pressure.now()
    }

    /// Resets the pressure that the next solve starts from to zero.
    pub(super) fn reset_pressure(&mut self) -> Result<()> {
        let pressure = &mut self.levels[0].pressure;
        let none = vec![[0.0; 4]; pressure.now().len()];
        pressure.step(|_, next| next.write(&none))
    }

    /// Solves the pressure for the divergence, starting from the previous pressure.
    pub(super) fn solve_pressure(&mut self, pressure: Pressure) -> Result<()> {
        match pressure {
            Pressure::Jacobi { sweeps } => (0..sweeps).try_for_each(|_| self.run_sweep(0, DAMPED_WEIGHT, true)),
            Pressure::Multigrid { cycles } => (0..cycles).try_for_each(|_| self.run_cycle(0)),
        }
    }

    // ANCHOR: cycle
    /// Runs one cycle from this grid down to the coarsest and up again.
    fn run_cycle(&mut self, level: usize) -> Result<()> {
        if level + 1 == self.levels.len() {
            return self.solve_coarsest();
        }
        self.run_sweep(level, PAIR_WEIGHTS[0], level == 0)?;
        self.run_sweep(level, PAIR_WEIGHTS[1], true)?;
        self.restrict_residual(level)?;
        self.run_cycle(level + 1)?;
        self.prolong_correction(level)?;
        self.run_sweep(level, PAIR_WEIGHTS[1], true)?;
        self.run_sweep(level, PAIR_WEIGHTS[0], true)
    }
    // ANCHOR_END: cycle

    /// Runs one sweep. If `known` is false, the pressure starts at zero.
    fn run_sweep(&mut self, level: usize, weight: f32, known: bool) -> Result<()> {
        let PressureGrid { faces, divergence, pressure } = &mut self.levels[level];
        pressure.step(|now, next| {
            self.sweep
                .call()
                .uniform("weight", weight)
                .uniform("known", known)
                .gather("faces", faces)
                .gather("divergence", divergence)
                .gather("pressure", now)
                .output("result", next)
                .run()
        })
    }

    /// Writes the rest of the divergence to the next coarser grid, as the divergence there.
    fn restrict_residual(&mut self, level: usize) -> Result<()> {
        let (finer, coarser) = self.levels.split_at_mut(level + 1);
        let PressureGrid { faces, divergence, pressure } = &finer[level];
        self.restrict
            .call()
            .gather("faces", faces)
            .gather("divergence", divergence)
            .gather("pressure", pressure.now())
            .output("result", &mut coarser[0].divergence)
            .run()
    }

    /// Adds the correction of the next coarser grid to the pressure of this one.
    fn prolong_correction(&mut self, level: usize) -> Result<()> {
        let (finer, coarser) = self.levels.split_at_mut(level + 1);
        finer[level].pressure.step(|now, next| {
            self.prolong
                .call()
                .gather("coarse", coarser[0].pressure.now())
                .gather("coarse_faces", &coarser[0].faces)
                .gather("pressure", now)
                .output("result", next)
                .run()
        })
    }

    /// Solves the pressure of the coarsest grid directly.
    fn solve_coarsest(&mut self) -> Result<()> {
        let Some(PressureGrid { divergence, pressure, .. }) = self.levels.last_mut() else { return Ok(()) };
        let blocks = divergence.len();
        pressure.step(|_, next| {
            let call = self
                .coarsest
                .call()
                .uniform("blocks", blocks as i32)
                .gather("inverse", &self.inverse)
                .gather("divergence", divergence)
                .output("result", next);
            match self.coarsest.era() {
                Era::Fragment => call.run(),
                Era::Compute => call.elements(blocks).run(),
            }
        })
    }
}

fn build_level(walls: &Walls, device: &Device) -> Result<PressureGrid> {
    let shape = block_counts(walls.size);
    let pressure = PingPong::new(device.empty(shape)?, device.empty(shape)?);
    let faces = device.stream_of(shape, &walls.pack_blocks())?;
    Ok(PressureGrid { faces, divergence: device.empty(shape)?, pressure })
}

/// Returns the inverse matrix, with a row for each block of pressures and four columns for each block of
/// divergences.
fn inverse_by_blocks(walls: &Walls) -> Result<Vec<[f32; 4]>> {
    let inverse = walls.invert_matrix()?;
    let [columns, rows] = walls.size;
    let [along, down] = block_counts(walls.size);
    let cell = |block: usize, lane: usize| {
        let x = block % along * 2 + lane % 2;
        let y = block / along * 2 + lane / 2;
        (x < columns && y < rows).then_some(y * columns + x)
    };
    let mut elements = Vec::with_capacity(4 * (along * down).pow(2));
    for row in 0..along * down {
        for column in 0..4 * along * down {
            let given = cell(column / 4, column % 4);
            elements.push(std::array::from_fn(|lane| match (cell(row, lane), given) {
                (Some(i), Some(j)) => inverse[(i, j)] as f32,
                _ => 0.0,
            }));
        }
    }
    Ok(elements)
}
