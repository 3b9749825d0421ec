//! Memory layout of a lattice's distributions.

use super::{Distributions, Flow, Site};
use crate::{Device, Era, Error, Result, Stream};
use nalgebra::Vector4;

// ANCHOR: memory
/// The nine distributions of every cell, in the layout of an era.
#[derive(Debug)]
pub(super) enum LatticeMemory {
    /// Textures: along the axes; along the diagonals; and the one at rest, with density and velocity.
    Textures(Box<[Stream<Vector4<f32>>; 3]>),
    /// One array after the other, each with all cells.
    Buffer(Box<Stream<f32>>),
}
// ANCHOR_END: memory

impl LatticeMemory {
    pub(super) fn empty(device: &Device, [width, height]: [usize; 2]) -> Result<LatticeMemory> {
        Ok(match device.era() {
            Era::Fragment => LatticeMemory::Textures(Box::new([
                device.empty([width, height])?,
                device.empty([width, height])?,
                device.empty([width, height])?,
            ])),
            Era::Compute => LatticeMemory::Buffer(Box::new(device.empty([width, height, 9])?)),
        })
    }

    /// Writes distributions of the flow's cells, after a collision.
    pub(super) fn write(&mut self, flow: &Flow, cells: &[Distributions]) -> Result<()> {
        match self {
            LatticeMemory::Textures(textures) => {
                let [axes, diagonals, rests] = textures.as_mut();
                axes.write(&collect_lanes([1, 2, 3, 4], cells))?;
                diagonals.write(&collect_lanes([5, 6, 7, 8], cells))?;
                rests.write(
                    &cells
                        .iter()
                        .zip(&flow.cells)
                        .map(|(f, cell): (&Distributions, &Site)| {
                            let x = f[1] - f[3] + f[5] - f[6] - f[7] + f[8];
                            let y = f[2] - f[4] + f[5] + f[6] - f[7] - f[8];
                            // The physical velocity excludes half of the force, which has acted since.
                            let half = if *cell == Site::Fluid { 0.5 } else { 0.0 };
                            Vector4::new(f[0], f.iter().sum(), x - half * flow.force[0], y - half * flow.force[1])
                        })
                        .collect::<Vec<_>>(),
                )
            }
            LatticeMemory::Buffer(buffer) => {
                let arrays = (0..9).flat_map(|i| cells.iter().map(move |f| f[i]));
                buffer.write(&arrays.collect::<Vec<_>>())
            }
        }
    }

    pub(super) fn read(&self) -> Result<Vec<Distributions>> {
        match self {
            LatticeMemory::Textures(textures) => {
                let [axes, diagonals, rests] = textures.as_ref();
                let cells = axes.read()?.into_iter().zip(diagonals.read()?).zip(rests.read()?);
                Ok(cells.map(|((a, d), r)| [r.x, a.x, a.y, a.z, a.w, d.x, d.y, d.z, d.w]).collect())
            }
            LatticeMemory::Buffer(buffer) => {
                let arrays = buffer.read()?;
                let cells = arrays.len() / 9;
                Ok((0..cells).map(|at| std::array::from_fn(|i| arrays[i * cells + at])).collect())
            }
        }
    }

    /// The textures of the fragment era.
    pub(super) fn textures_mut(&mut self) -> Result<&mut [Stream<Vector4<f32>>; 3]> {
        match self {
            LatticeMemory::Textures(textures) => Ok(textures),
            LatticeMemory::Buffer(_) => {
                Err(Error::call("lattice_boltzmann", "the lattice belongs to the other era; build it on this device"))
            }
        }
    }

    pub(super) fn copy(&self, device: &Device) -> Result<LatticeMemory> {
        Ok(match self {
            LatticeMemory::Textures(textures) => {
                let [axes, diagonals, rests] = textures.as_ref();
                LatticeMemory::Textures(Box::new([
                    device.copy_of(axes)?,
                    device.copy_of(diagonals)?,
                    device.copy_of(rests)?,
                ]))
            }
            LatticeMemory::Buffer(buffer) => LatticeMemory::Buffer(Box::new(device.copy_of(buffer)?)),
        })
    }
}

fn collect_lanes([a, b, c, d]: [usize; 4], cells: &[Distributions]) -> Vec<Vector4<f32>> {
    cells.iter().map(|f| Vector4::new(f[a], f[b], f[c], f[d])).collect()
}
