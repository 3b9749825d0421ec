//! The rung of 2005: texels sorted by the bitonic network, and the neighbours in the loops of a GeForce 6800.

use super::trial::{build_points, compared_places};
use super::{Fold, reference};
use crate::algorithms::primitives::rows::in_one_dimension;
use crate::algorithms::primitives::{check_countable, column_and_row};
use crate::algorithms::search::search_texels_2005;
use crate::algorithms::sort::sort_texels_2005;
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, PingPong, Result, Stream, fragment_kernel};
use nalgebra::Vector4;

const BUCKET: KernelSource = fragment_kernel!("structures/hash_grid_2005");
const KEYS: KernelSource = fragment_kernel!("structures/hash_grid_keys_2005");
const SORTED: KernelSource = fragment_kernel!("structures/hash_grid_sorted_2005");
const NEAR: KernelSource = fragment_kernel!("structures/hash_grid_near_2005");

/// Points of a bucket per pass, as in hash_grid_near_2005.frag.
const POINTS_PER_PASS: usize = 64;

/// Most points in the 27 cells around a place, as there: floats of 24 bits add the columns of so many exactly.
const FLOAT_CROWD: usize = 4_096;

/// Points sorted by the buckets of a grid, counted in floats: the result of [`fragment_2005`].
#[derive(Debug)]
#[non_exhaustive]
pub struct FloatHashGrid {
    /// The points in the order of their buckets.
    pub position: Stream<Vector4<f32>>,
    /// Column and row where each of them was, in the first two channels: all outputs of a pass have one format on the
    /// cards of the time.
    pub order: Stream<[f32; 4]>,
    /// Column and row of the first point of each bucket, and after the last bucket of their end.
    pub starts: Stream<[f32; 2]>,
    /// The cells, and the buckets.
    pub fold: Fold,
    /// The number of points in the fullest bucket.
    pub fullest: usize,
}

/// Sorts by the bitonic network, a binary search for each bucket; the neighbours are found in the loops of a GeForce
/// 6800. All by kernels of GLSL 1.10.
///
/// Sources: Purcell et al., Photon Mapping on Programmable Graphics Hardware, 2003; Kipfer, Segal and Westermann,
/// UberFlow: A GPU-Based Particle Engine, 2004.
///
/// # Errors
/// Those of [`super::hash_grid`]; [`crate::Error::Limit`] for more points than the card's floats count.
pub fn fragment_2005(device: &Device, position: &Stream<Vector4<f32>>, radius: f32) -> Result<FloatHashGrid> {
    let device = device.with_era(Era::Fragment)?;
    let points = position.len();
    check_countable(&device, points)?;
    let fold = Fold::new(points, radius)?;
    let own = in_one_dimension(&device, position)?;
    let source = own.as_ref().unwrap_or(position);
    // ANCHOR: sort_2005
    let mut texels = device.empty::<[f32; 4]>(points)?;
    fold.set_float_uniforms(device.kernel(&BUCKET)?.call())
        .input("position", source)
        .output("gl_FragColor", &mut texels)
        .run()?;
    let texels = sort_texels_2005(&device, texels)?;
    let mut keys = device.empty::<[f32; 4]>(fold.buckets() + 1)?;
    device.kernel(&KEYS)?.call().output("gl_FragColor", &mut keys).run()?;
    let starts = search_texels_2005(&device, &texels, &keys)?;
    // ANCHOR_END: sort_2005
    let mut position = device.empty(points)?;
    let mut order = device.empty(points)?;
    device
        .kernel(&SORTED)?
        .call()
        .input("sorted", &texels)
        .gather("position", source)
        .output("gl_FragData[0]", &mut position)
        .output("gl_FragData[1]", &mut order)
        .run()?;
    let fullest = find_fullest(&starts, &order)?;
    Ok(FloatHashGrid { position, order, starts, fold, fullest })
}

/// Returns the number of points in the fullest bucket: the host reads where they begin.
fn find_fullest(starts: &Stream<[f32; 2]>, order: &Stream<[f32; 4]>) -> Result<usize> {
    let width = order.plan().size()[0];
    let starts: Vec<usize> = starts.read()?.iter().map(|texel| number_of(texel, width)).collect();
    Ok(starts.windows(2).map(|ends| ends[1].saturating_sub(ends[0])).max().unwrap_or(0))
}

fn number_of([column, row]: &[f32; 2], width: usize) -> usize {
    *column as usize + *row as usize * width
}

impl FloatHashGrid {
    /// Counts for each place the points that are not farther than the radius, and adds up the columns and the rows
    /// where they were: three channels. A place in a crowd, with more than 4,096 points in the 27 cells around it, has
    /// -1 in all.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] or [`crate::Error::Card`] if a card is older than the GeForce 6800.
    pub fn neighbours(&self, device: &Device, places: &Stream<Vector4<f32>>) -> Result<Stream<Vector4<f32>>> {
        let device = device.with_era(Era::Fragment)?;
        let mut found = PingPong::new(device.empty(places.shape())?, device.empty(places.shape())?);
        // ANCHOR: near_2005
        let kernel = device.kernel(&NEAR)?;
        for skipped in (0..self.fullest.min(FLOAT_CROWD)).step_by(POINTS_PER_PASS) {
            found.step(|found, next| {
                self.fold
                    .set_float_uniforms(kernel.call())
                    .uniform("reach", self.fold.radius * self.fold.radius)
                    .uniform("skipped", skipped as f32)
                    .uniform("skipped_texels", column_and_row(skipped, &self.position))
                    .input("places", places)
                    .input("found", found)
                    .gather("position", &self.position)
                    .gather("order", &self.order)
                    .gather("starts", &self.starts)
                    .output("gl_FragColor", next)
                    .run()
            })?;
        }
        // ANCHOR_END: near_2005
        Ok(found.into_now())
    }

    /// Reads what [`FloatHashGrid::neighbours`] found, as [`HashGrid::neighbours`](super::HashGrid::neighbours) returns
    /// it: how many points, and the sum of their numbers, wrapping around at 2^32; [`u32::MAX`] for both in a crowd.
    ///
    /// # Errors
    /// Those of [`Stream::read`].
    pub fn read_found(&self, found: &Stream<Vector4<f32>>) -> Result<Vec<[u32; 2]>> {
        let width = self.order.plan().size()[0] as u64;
        let found = found.read()?;
        Ok(found
            .iter()
            .map(|found: &Vector4<f32>| match found.x < 0.0 {
                true => [u32::MAX; 2],
                false => [found.x as u32, (found.y as u64 + width * found.z as u64) as u32],
            })
            .collect())
    }
}

/// Builds the trial of this rung, on the same points as the others.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let points = build_points(workload);
    let compared = compared_places(points.len());
    let places: Vec<Vector4<f32>> = compared.iter().map(|at| points[*at]).collect();
    let wanted = reference(&points, &places, super::trial::RADIUS);
    let points = device.stream(&points)?;
    let device = device.clone();
    Ok(Trial::new(
        move || {
            let grid = fragment_2005(&device, &points, super::trial::RADIUS)?;
            let found = grid.neighbours(&device, &points)?;
            Ok((grid, found))
        },
        move |(grid, found): &(FloatHashGrid, Stream<Vector4<f32>>)| {
            let found = grid.read_found(found)?;
            let given: Vec<[u32; 2]> = compared.iter().filter_map(|at| found.get(*at).copied()).collect();
            Ok(Check::exact(&given, &wanted).out_of(found.len()))
        },
    ))
}
