//! Points in a grid, and the search around a place.

use super::Fold;
use crate::{Device, Error, KernelSource, Result, Stream, kernel_pair};
use nalgebra::Vector4;

const SORTED: KernelSource = kernel_pair!("structures/hash_grid_sorted");
const NEAR: KernelSource = kernel_pair!("structures/hash_grid_near");

/// Points sorted by the buckets of a grid.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::hash_grid::hash_grid};
/// # use nalgebra::Vector4;
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let points = [0.0, 0.5, 1.25, 7.0].map(|x| Vector4::new(x, 0.0, 0.0, 0.0));
/// let points = device.stream(&points)?;
/// let grid = hash_grid(&device, &points, 1.0)?;
/// let near = grid.neighbours(&device, &points)?;
/// assert_eq!(near.read()?, [[2, 1], [3, 3], [2, 3], [1, 3]]); // how many, and the sum of their numbers
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct HashGrid {
    /// The points in the order of their buckets.
    pub position: Stream<Vector4<f32>>,
    /// Original index of each of them.
    pub order: Stream<u32>,
    /// Start of each bucket's points, and after the last bucket their end.
    pub starts: Stream<u32>,
    /// The cells, and the buckets.
    pub fold: Fold,
}

impl HashGrid {
    /// Reorders another stream of the points in the order of their buckets.
    ///
    /// # Errors
    /// [`crate::Error::Data`] if there are not as many elements as points, [`crate::Error::Call`] in another era than
    /// the grid's.
    pub fn sorted(&self, device: &Device, source: &Stream<Vector4<f32>>) -> Result<Stream<Vector4<f32>>> {
        let [given, wanted] = [source.len(), self.order.len()];
        if given != wanted {
            return Err(Error::data(format!("{given} elements given for {wanted} points; give each point one")));
        }
        reorder(device, &self.order, source)
    }

    /// Counts for each place the points that are not farther than the radius, and adds up their numbers, wrapping
    /// around at 2^32. A point at the place itself counts, too. A place in a crowd, with more than
    /// [`CROWD`](super::CROWD) points in the 27 cells around it, has [`u32::MAX`] for both.
    ///
    /// # Errors
    /// [`crate::Error::Call`] in another era than the grid's.
    pub fn neighbours(&self, device: &Device, places: &Stream<Vector4<f32>>) -> Result<Stream<[u32; 2]>> {
        let mut result = device.empty(places.shape())?;
        if self.order.is_empty() {
            return Ok(result);
        }
        let kernel = device.kernel(&NEAR)?;
        self.fold
            .set_uniforms(kernel.call())
            .uniform("reach", self.fold.radius * self.fold.radius)
            .gather("places", places)
            .gather("position", &self.position)
            .gather("order", &self.order)
            .gather("starts", &self.starts)
            .output("result", &mut result)
            .run()?;
        Ok(result)
    }
}

/// Reorders a stream of the points in the order of their buckets.
pub(super) fn reorder(
    device: &Device,
    order: &Stream<u32>,
    source: &Stream<Vector4<f32>>,
) -> Result<Stream<Vector4<f32>>> {
    let mut result = device.empty(order.shape())?;
    device
        .kernel(&SORTED)?
        .call()
        .input("order", order)
        .gather("source", source)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
