//! The rung of 2005: walls as numbers instead of bits, and a step in two passes.

use super::memory::LatticeMemory;
use super::{Distributions, Flow, Site};
use crate::{Device, Era, Error, KernelSource, Result, Stream, fragment_kernel};
use nalgebra::Vector4;

const PULL: KernelSource = fragment_kernel!("simulations/lattice_boltzmann_pull_2005");
const COLLIDE: KernelSource = fragment_kernel!("simulations/lattice_boltzmann_2005");

/// A flow on a device without integers, for [`fragment_2005`].
#[derive(Debug)]
pub struct FloatLattice {
    flow: Flow,
    memory: LatticeMemory,
    /// Origin of the distributions along the axes and the diagonals: 0 is fluid, 1 a wall, 2 a sliding wall.
    walls: [Stream<[f32; 4]>; 2],
    /// Type of each cell: -1 is a wall, 0 fluid, 1 held fluid.
    kinds: Stream<f32>,
}

impl FloatLattice {
    /// Builds a lattice from distributions, row after row; walls have zeros.
    ///
    /// # Errors
    /// As [`Lattice::start`](super::Lattice::start).
    pub fn start(device: &Device, flow: Flow, start: &[Distributions]) -> Result<FloatLattice> {
        flow.check_values()?;
        if start.len() != flow.cells.len() {
            let given = start.len();
            let needed = flow.cells.len();
            return Err(Error::data(format!(
                "distributions of {given} cells given, the lattice has {needed}; Flow::moving makes them"
            )));
        }
        let device = device.with_era(Era::Fragment)?;
        let mut memory = LatticeMemory::empty(&device, flow.size)?;
        memory.write(&flow, start)?;
        let links = flow.link_bits();
        let walls = |first: u32| {
            device.stream_of(
                flow.size,
                &links
                    .iter()
                    .map(|link: &u32| [0, 1, 2, 3].map(|lane| count_walls(*link, first + lane)))
                    .collect::<Vec<_>>(),
            )
        };
        let kinds: Vec<f32> = flow
            .cells
            .iter()
            .map(|cell: &Site| match cell {
                Site::Fluid => 0.0,
                Site::Held => 1.0,
                Site::Wall | Site::Sliding => -1.0,
            })
            .collect();
        let walls = [walls(1)?, walls(5)?];
        let kinds = device.stream_of(flow.size, &kinds)?;
        Ok(FloatLattice { flow, memory, walls, kinds })
    }

    /// Reads the distributions after the last collision, each minus its weight, row after row.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<Vec<Distributions>> {
        self.memory.read()
    }
}

fn count_walls(link: u32, direction: u32) -> f32 {
    (link >> direction & 1) as f32 + (link >> (16 + direction) & 1) as f32
}

/// Runs one fragment per cell, which pulls in one pass and collides in the next, by kernels of GLSL 1.10 for a
/// Radeon 9700.
///
/// # Errors
/// As [`super::lattice_boltzmann`](fn@super::lattice_boltzmann).
pub fn fragment_2005(device: &Device, start: &FloatLattice, steps: usize) -> Result<FloatLattice> {
    let device = device.with_era(Era::Fragment)?;
    let pull = device.kernel(&PULL)?;
    let collide = device.kernel(&COLLIDE)?;
    let FloatLattice { flow, walls: [axis_walls, diagonal_walls], kinds, .. } = start;
    let mut now = start.memory.copy(&device)?;
    let mut next = LatticeMemory::empty(&device, flow.size)?;
    let mut arrived = [device.empty::<Vector4<f32>>(flow.size)?, device.empty(flow.size)?];
    for _ in 0..steps {
        let [axes, diagonals, rests] = now.textures_mut()?;
        let [new_axes, new_diagonals, new_rests] = next.textures_mut()?;
        let [arrived_axes, arrived_diagonals] = &mut arrived;
        // ANCHOR: step_2005
        pull.call()
            .uniform("velocity", flow.velocity)
            .gather("axes", axes)
            .gather("diagonals", diagonals)
            .input("axis_walls", axis_walls)
            .input("diagonal_walls", diagonal_walls)
            .output("gl_FragData[0]", arrived_axes)
            .output("gl_FragData[1]", arrived_diagonals)
            .run()?;
        collide
            .call()
            .uniform("rates", flow.relaxation_rates().map(|rate| rate as f32))
            .uniform("force", flow.force)
            .uniform("velocity", flow.velocity)
            .input("axes", arrived_axes)
            .input("diagonals", arrived_diagonals)
            .input("rests", rests)
            .input("kinds", kinds)
            .output("gl_FragData[0]", new_axes)
            .output("gl_FragData[1]", new_diagonals)
            .output("gl_FragData[2]", new_rests)
            .run()?;
        // ANCHOR_END: step_2005
        std::mem::swap(&mut now, &mut next);
    }
    let walls = [device.copy_of(axis_walls)?, device.copy_of(diagonal_walls)?];
    Ok(FloatLattice { flow: flow.clone(), memory: now, walls, kinds: device.copy_of(kinds)? })
}
