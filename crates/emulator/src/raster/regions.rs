//! Rectangles without a vertex stage: their fragments are made directly, row by row.

use super::super::dispatch::Ending;
use super::super::event::Observe;
use super::super::{HAS_THREADS, thread_count};
use super::fragments::{FragmentBatch, FragmentRunner, FragmentSource};
use super::pass::PassOutcome;
use super::plan::PassPlan;
use gristmill_machine::Region;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::AtomicU64;

/// Pieces for each thread: enough that uneven rows balance out.
const PIECES_PER_THREAD: u64 = 8;

/// Up to this many warps, one thread is used.
const MAX_SERIAL_WARPS: u64 = 8;

/// Draws rectangles one after another. The pixels of one are distinct, so its warps may run on any thread.
pub(super) fn draw_regions<const W: usize, O: Observe>(
    plan: &PassPlan,
    regions: &[Region],
    observer: &mut O,
) -> PassOutcome {
    let mut all = PassOutcome::NOTHING;
    let mut runner: Option<FragmentRunner<W>> = None;
    let mut first = 0;
    for region in regions {
        let grid = RegionGrid::new(plan, region, first);
        first += grid.batches;
        let stop = AtomicU64::new(u64::MAX);
        let drawn = if HAS_THREADS && plan.parallel && grid.batches > MAX_SERIAL_WARPS {
            let pieces = (thread_count() as u64 * PIECES_PER_THREAD).min(grid.batches / 2);
            let ran = (0..pieces).into_par_iter().map(|piece| {
                grid.draw_batches(
                    find_piece_start(piece, grid.batches, pieces)..find_piece_start(piece + 1, grid.batches, pieces),
                    &mut FragmentRunner::<W>::new(plan),
                    &stop,
                    &mut (),
                )
            });
            // Reduced in the order of pieces, so the ending is that of the first warp that did not end.
            ran.reduce(|| PassOutcome::NOTHING, |one, other| one.followed_by(other))
        } else {
            grid.draw_batches(0..grid.batches, runner.get_or_insert_with(|| FragmentRunner::new(plan)), &stop, observer)
        };
        all = all.followed_by(drawn);
        if all.ending != Ending::Complete {
            break;
        }
    }
    all
}

#[inline]
fn find_piece_start(piece: u64, batches: u64, pieces: u64) -> u64 {
    (u128::from(batches) * u128::from(piece) / u128::from(pieces)) as u64
}

/// A rectangle, cut into warps.
struct RegionGrid<'p> {
    plan: &'p PassPlan<'p>,
    low: [u32; 2],
    /// One past the last.
    high: [u32; 2],
    /// Quads, or pixels, in a row.
    columns: u64,
    /// Number of all quads, or pixels.
    cells: u64,
    /// Lanes of a quad, or of a pixel.
    lanes: usize,
    batches: u64,
    /// Index of the first batch in the pass.
    first: u64,
}

impl<'p> RegionGrid<'p> {
    fn new(plan: &'p PassPlan<'p>, region: &Region, first: u64) -> RegionGrid<'p> {
        let bound = |place: usize, axis: usize| place.min(plan.bounds[axis]).min(u32::MAX as usize) as u32;
        let low = [bound(region.x, 0), bound(region.y, 1)];
        let high = [bound(region.x.saturating_add(region.width), 0), bound(region.y.saturating_add(region.height), 1)];
        let cells = |axis: usize| match high[axis] - low[axis] {
            0 => 0,
            _ if plan.quads => u64::from((high[axis] - 1) / 2 - low[axis] / 2) + 1,
            side => side.into(),
        };
        let columns = cells(0);
        let lanes = if plan.quads { 4 } else { 1 };
        let cells = columns * cells(1);
        let batches = cells.div_ceil((plan.capacity / lanes).max(1) as u64);
        RegionGrid { plan, low, high, columns, cells, lanes, batches, first }
    }

    /// Draws the batches of these numbers.
    fn draw_batches<const W: usize, O: Observe>(
        &self,
        numbers: Range<u64>,
        runner: &mut FragmentRunner<W>,
        stop: &AtomicU64,
        observer: &mut O,
    ) -> PassOutcome {
        let mut drawn = PassOutcome::NOTHING;
        let mut batch = FragmentBatch::default();
        for number in self.plan.pass.policy.order.order_numbers(numbers) {
            self.fill_batch(&mut batch, number);
            self.plan.test_early(&mut batch, &FragmentSource::NO_PRIMITIVES);
            if batch.covered == 0 {
                continue;
            }
            match runner.shade_batch(&batch, &FragmentSource::NO_PRIMITIVES, stop, observer) {
                Ok(lanes) => {
                    drawn.passed += self.plan.finish_batch(&batch, &FragmentSource::NO_PRIMITIVES, lanes, |column| {
                        runner.column_words(column)
                    });
                }
                Err(ending) => {
                    drawn.ending = ending.unwrap_or(Ending::Complete);
                    break;
                }
            }
        }
        drawn
    }

    /// Fills a batch with its fragments.
    fn fill_batch(&self, batch: &mut FragmentBatch, number: u64) {
        batch.clear(self.first + number);
        let cells = (self.plan.capacity / self.lanes) as u64;
        let start = number * cells;
        let count = cells.min(self.cells - start);
        let [mut column, mut row] = [start % self.columns, start / self.columns].map(|at| at as u32);
        for _ in 0..count {
            if self.lanes == 4 {
                let [x, y] = [self.low[0] / 2 + column, self.low[1] / 2 + row].map(|at| at * 2);
                for pixel in [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]] {
                    let within = (0..2).all(|axis| (self.low[axis]..self.high[axis]).contains(&pixel[axis]));
                    batch.covered |= u64::from(within) << batch.pixels.len();
                    batch.pixels.push(pixel);
                }
            } else {
                batch.pixels.push([self.low[0] + column, self.low[1] + row]);
            }
            column += 1;
            if u64::from(column) == self.columns {
                (column, row) = (0, row + 1);
            }
        }
        if self.lanes == 1 && count > 0 {
            batch.covered = u64::MAX >> (64 - count);
        }
    }
}
