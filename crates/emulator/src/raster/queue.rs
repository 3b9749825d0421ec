//! Queue of fragments between rasterisation and the targets: they run in any order and are written in the order of
//! their primitives.

use super::super::dispatch::{Ending, ScheduleOrder};
use super::super::event::Observe;
use super::super::{HAS_THREADS, thread_count};
use super::fragments::{FragmentBatch, FragmentRunner, FragmentSource};
use super::pass::PassOutcome;
use super::plan::PassPlan;
use super::primitive::Primitive;
use super::record::VertexBlock;
use rayon::prelude::*;
use std::sync::atomic::AtomicU64;

/// Warps queued for each thread.
const WARPS_PER_THREAD: usize = 64;

/// Collects quads into warps, and draws them once enough are queued.
pub(super) struct FragmentQueue<'p, 'o, const W: usize, O> {
    plan: &'p PassPlan<'p>,
    vertices: &'p VertexBlock,
    runner: FragmentRunner<'p, W>,
    observer: &'o mut O,
    /// Primitives of the queued fragments, the newest last.
    primitives: Vec<Primitive>,
    open: FragmentBatch,
    /// Full warps in the queue.
    waiting: Vec<FragmentBatch>,
    /// Drawn warps, for reuse.
    spare: Vec<FragmentBatch>,
    /// The number of the next warp.
    next: u64,
    drawn: PassOutcome,
}

impl<'p, 'o, const W: usize, O: Observe> FragmentQueue<'p, 'o, W, O> {
    pub(super) fn new(
        plan: &'p PassPlan<'p>,
        vertices: &'p VertexBlock,
        observer: &'o mut O,
    ) -> FragmentQueue<'p, 'o, W, O> {
        FragmentQueue {
            plan,
            vertices,
            runner: FragmentRunner::new(plan),
            observer,
            primitives: Vec::new(),
            open: FragmentBatch::default(),
            waiting: Vec::new(),
            spare: Vec::new(),
            next: 0,
            drawn: PassOutcome::NOTHING,
        }
    }

    /// Begins a primitive; the quads that follow belong to it.
    pub(super) fn begin_primitive(&mut self, primitive: Primitive) {
        self.primitives.push(primitive);
    }

    /// Returns true if a warp did not end; nothing is drawn afterwards.
    pub(super) fn has_failed(&self) -> bool {
        self.drawn.ending != Ending::Complete
    }

    /// Adds a quad, with a bit for each pixel that the primitive covers.
    pub(super) fn push_quad(&mut self, [column, row]: [u32; 2], coverage: u8) {
        if self.has_failed() {
            return;
        }
        let [x, y] = [column * 2, row * 2];
        if self.plan.quads && self.open.pixels.len() + 4 > self.plan.capacity {
            self.close_warp();
        }
        for (bit, pixel) in [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]].into_iter().enumerate() {
            let covered = (coverage >> bit) & 1 == 1;
            if !self.plan.quads && !covered {
                continue;
            }
            if self.open.pixels.len() >= self.plan.capacity {
                self.close_warp();
            }
            self.open.covered |= u64::from(covered) << self.open.pixels.len();
            self.open.pixels.push(pixel);
            self.open.primitives.push((self.primitives.len() - 1) as u32);
        }
    }

    /// Queues the open warp, and draws the queue once it is long enough.
    fn close_warp(&mut self) {
        let scene = FragmentSource { primitives: &self.primitives, vertices: Some(self.vertices) };
        self.plan.test_early(&mut self.open, &scene);
        if self.open.covered != 0 {
            let fresh = self.spare.pop().unwrap_or_default();
            self.waiting.push(std::mem::replace(&mut self.open, fresh));
            self.next += 1;
        }
        self.open.clear(self.next);
        let enough = match self.plan.parallel {
            true => WARPS_PER_THREAD * thread_count(),
            false if self.plan.pass.policy.order == ScheduleOrder::Forward => 1,
            false => WARPS_PER_THREAD,
        };
        if self.waiting.len() >= enough {
            self.flush();
        }
        // Many primitives may have produced no fragment.
        if self.waiting.is_empty() && self.primitives.len() > 1 {
            self.primitives.drain(..self.primitives.len() - 1);
        }
    }

    /// Draws the queued warps.
    fn flush(&mut self) {
        let plan = self.plan;
        let stop = AtomicU64::new(u64::MAX);
        let scene = FragmentSource { primitives: &self.primitives, vertices: Some(self.vertices) };
        if HAS_THREADS && plan.parallel && self.waiting.len() > 1 {
            let shaded: Vec<Result<_, Option<Ending>>> = self
                .waiting
                .par_iter()
                .with_min_len(4)
                .map_init(
                    || FragmentRunner::<W>::new(plan),
                    |runner, batch| {
                        let lanes = runner.shade_batch(batch, &scene, &stop, &mut ())?;
                        let columns: Vec<[u32; W]> =
                            (0..plan.columns.len()).map(|at| *runner.column_words(at)).collect();
                        Ok((lanes, columns))
                    },
                )
                .collect();
            for (batch, shaded) in self.waiting.iter().zip(shaded) {
                match shaded {
                    Ok((lanes, columns)) => {
                        self.drawn.passed += plan.finish_batch(batch, &scene, lanes, |column| &columns[column]);
                    }
                    Err(ending) => {
                        self.drawn.ending = ending.unwrap_or(self.drawn.ending);
                        break;
                    }
                }
            }
        } else if plan.pass.policy.order != ScheduleOrder::Forward {
            self.flush_in_order(&stop);
        } else {
            for batch in &self.waiting {
                match self.runner.shade_batch(batch, &scene, &stop, self.observer) {
                    Ok(lanes) => {
                        self.drawn.passed +=
                            plan.finish_batch(batch, &scene, lanes, |column| self.runner.column_words(column));
                    }
                    Err(ending) => {
                        self.drawn.ending = ending.unwrap_or(self.drawn.ending);
                        break;
                    }
                }
            }
        }
        self.spare.append(&mut self.waiting);
    }

    /// Runs the queued warps in the order of the policy, and writes them in the order of their primitives.
    fn flush_in_order(&mut self, stop: &AtomicU64) {
        let plan = self.plan;
        let scene = FragmentSource { primitives: &self.primitives, vertices: Some(self.vertices) };
        let mut shaded: Vec<Option<(u64, Vec<[u32; W]>)>> = vec![None; self.waiting.len()];
        for at in plan.pass.policy.order.order_numbers(0..self.waiting.len() as u64) {
            let (Some(batch), Some(place)) = (self.waiting.get(at as usize), shaded.get_mut(at as usize)) else {
                continue;
            };
            match self.runner.shade_batch(batch, &scene, stop, self.observer) {
                Ok(lanes) => {
                    let columns = (0..plan.columns.len()).map(|at| *self.runner.column_words(at)).collect();
                    *place = Some((lanes, columns));
                }
                Err(ending) => {
                    self.drawn.ending = ending.unwrap_or(self.drawn.ending);
                    return;
                }
            }
        }
        for (batch, shaded) in self.waiting.iter().zip(shaded) {
            if let Some((lanes, columns)) = shaded {
                self.drawn.passed += plan.finish_batch(batch, &scene, lanes, |column| &columns[column]);
            }
        }
    }

    /// Draws the remaining warps.
    pub(super) fn finish(mut self) -> PassOutcome {
        if !self.has_failed() {
            self.close_warp();
        }
        if !self.has_failed() {
            self.flush();
        }
        self.drawn
    }
}
