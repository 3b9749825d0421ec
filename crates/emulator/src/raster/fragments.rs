//! Fragment warps: fragments are collected, run, tested and written.

use super::super::assembly::{Register, StageInput};
use super::super::bindings::WarpContext;
use super::super::dispatch::{Ending, STEPS_PER_TURN};
use super::super::event::{LaneKind, Observe, WarpInfo};
use super::super::slot::Interpolation;
use super::super::warp::{Pause, Warp};
use super::coordinates::TexelCoordinates;
use super::interpolate::Barycentrics;
use super::plan::PassPlan;
use super::primitive::Primitive;
use super::record::VertexBlock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The fragments of a warp, by lane.
#[derive(Debug, Default)]
pub(super) struct FragmentBatch {
    /// Index of the batch in the pass.
    pub number: u64,
    /// Pixel of each fragment.
    pub pixels: Vec<[u32; 2]>,
    /// Index of each fragment's primitive; empty without primitives.
    pub primitives: Vec<u32>,
    /// Mask of the fragments that are drawn; the others are helpers of their quad.
    pub covered: u64,
}

impl FragmentBatch {
    /// Empties the batch and sets its index.
    pub(super) fn clear(&mut self, number: u64) {
        self.number = number;
        self.pixels.clear();
        self.primitives.clear();
        self.covered = 0;
    }
}

/// Source of the fragments of a batch: primitives and their vertices.
#[derive(Clone, Copy)]
pub(super) struct FragmentSource<'a> {
    /// The primitives; empty for regions without a vertex stage.
    pub primitives: &'a [Primitive],
    /// Their vertices.
    pub vertices: Option<&'a VertexBlock>,
}

impl FragmentSource<'_> {
    /// Source of regions without a vertex stage.
    pub(super) const NO_PRIMITIVES: FragmentSource<'static> = FragmentSource { primitives: &[], vertices: None };

    fn primitive_at(&self, batch: &FragmentBatch, lane: usize) -> Option<&Primitive> {
        self.primitives.get(*batch.primitives.get(lane)? as usize)
    }

    fn depth_at(&self, batch: &FragmentBatch, lane: usize) -> f32 {
        let pixel = batch.pixels.get(lane).copied().unwrap_or_default();
        self.primitive_at(batch, lane)
            .map_or(Barycentrics::UNPLACED.z, |primitive| primitive.barycentrics(pixel).z)
    }
}

/// A warp that runs batches one after another.
pub(super) struct FragmentRunner<'p, const W: usize> {
    plan: &'p PassPlan<'p>,
    warp: Warp<W>,
    /// True if an input depends on the position of a fragment in its primitive.
    placed: bool,
    placed_at: Vec<Barycentrics>,
    /// The varyings that are in texels, if no vertex kernel writes them.
    in_texels: TexelCoordinates,
}

impl<'p, const W: usize> FragmentRunner<'p, W> {
    pub(super) fn new(plan: &'p PassPlan<'p>) -> FragmentRunner<'p, W> {
        let (assembly, bindings) = plan.pass.fragment;
        let placed = assembly.inputs.iter().any(|(_, input)| {
            matches!(input, StageInput::FragCoord(2..) | StageInput::PointCoord(_) | StageInput::Varying { .. })
        });
        let mut warp = Warp::new(assembly, &bindings.uniforms).with_rounder(assembly, bindings.rounder);
        warp.set_subgroup_inputs(assembly, plan.capacity as u32, (0, 1));
        let in_texels = TexelCoordinates::find_in(assembly);
        FragmentRunner { plan, warp, placed, placed_at: Vec::new(), in_texels }
    }

    /// Runs the kernel for a batch and returns the lanes that were not discarded. `stop` holds the
    /// lowest number of a batch that did not end; later batches are skipped and return `Err(None)`.
    pub(super) fn shade_batch<O: Observe>(
        &mut self,
        batch: &FragmentBatch,
        scene: &FragmentSource,
        stop: &AtomicU64,
        observer: &mut O,
    ) -> Result<u64, Option<Ending>> {
        if batch.number > stop.load(Relaxed) {
            return Err(None);
        }
        let (assembly, bindings) = self.plan.pass.fragment;
        let lanes = self.plan.active_lanes(batch.covered);
        let mut pixels = match std::mem::replace(&mut self.warp.info.lanes, LaneKind::Vertices(0)) {
            LaneKind::Fragments(pixels) => pixels,
            _ => Vec::new(),
        };
        if O::WANTS_EVENTS {
            pixels.clone_from(&batch.pixels);
        }
        let info = WarpInfo {
            group: [0; 3],
            group_number: 0,
            warp: batch.number as u32,
            width: self.plan.capacity as u32,
            helpers: lanes & !batch.covered,
            lanes: LaneKind::Fragments(pixels),
        };
        self.warp.start(info, lanes);
        self.set_inputs(batch, scene);
        let policy = self.plan.pass.policy;
        let limit = policy.steps;
        let other = policy.other;
        let swap = policy.order.lane_swap(batch.number);
        let mut context = WarpContext { bindings, shared: &mut [], limit, other, swap };
        let failed = loop {
            if self.plan.is_expired() {
                break Ending::Late(self.warp.pc());
            }
            let before = self.warp.steps_taken();
            let pause = self.warp.run(assembly, &mut context, observer, STEPS_PER_TURN);
            self.plan.pass.policy.count_steps(self.warp.steps_taken() - before);
            match pause {
                Pause::Ended => {
                    self.warp.round_outputs(assembly);
                    return Ok(batch.covered & !self.warp.killed_lanes());
                }
                Pause::Stopped => break Ending::Stopped(self.warp.pc()),
                Pause::Barrier(_) | Pause::Quantum => {} // fragments do not wait for each other
            }
        };
        stop.fetch_min(batch.number, Relaxed);
        Err(Some(failed))
    }

    /// Returns the words that the kernel wrote to this column of the plan.
    pub(super) fn column_words(&self, column: usize) -> &[u32; W] {
        self.warp
            .register(self.plan.columns.get(column).copied().unwrap_or(Register::MAX))
    }

    fn set_inputs(&mut self, batch: &FragmentBatch, scene: &FragmentSource) {
        self.placed_at.clear();
        if self.placed && !batch.primitives.is_empty() {
            let placed_at = batch.pixels.iter().enumerate().map(|(lane, pixel)| {
                scene
                    .primitive_at(batch, lane)
                    .map_or(Barycentrics::UNPLACED, |primitive| primitive.barycentrics(*pixel))
            });
            self.placed_at.extend(placed_at);
        }
        let placed_at = &self.placed_at;
        let barycentrics = |lane: usize| placed_at.get(lane).unwrap_or(&Barycentrics::UNPLACED);
        let share = self.plan.bounds.map(|side| 1.0 / side.max(1) as f32);
        let in_texels = &self.in_texels;
        let window = self.plan.pass.fragment.0.window;
        let rows = self.plan.bounds[1];
        for &(register, input) in &self.plan.pass.fragment.0.inputs {
            let words = self.warp.register_mut(register);
            let mut each = |word: &dyn Fn(usize) -> u32| {
                words
                    .iter_mut()
                    .take(batch.pixels.len())
                    .enumerate()
                    .for_each(|(lane, to)| *to = word(lane));
            };
            match input {
                StageInput::FragCoord(axis @ (0 | 1)) => {
                    for (word, pixel) in words.iter_mut().zip(&batch.pixels) {
                        *word = window.pixel_coordinate(*pixel, axis.into(), rows).to_bits();
                    }
                }
                StageInput::FragCoord(2) => each(&|lane| barycentrics(lane).z.to_bits()),
                StageInput::FragCoord(_) => each(&|lane| barycentrics(lane).w.to_bits()),
                StageInput::PointCoord(axis) => each(&|lane| barycentrics(lane).point[usize::from(axis & 1)].to_bits()),
                StageInput::FrontFacing => {
                    each(&|lane| {
                        to_truth_word(scene.primitive_at(batch, lane).is_none_or(|primitive| primitive.front))
                    });
                }
                StageInput::PrimitiveId => {
                    each(&|lane| scene.primitive_at(batch, lane).map_or(0, |primitive| primitive.number));
                }
                StageInput::Helper => each(&|lane| to_truth_word((batch.covered >> lane) & 1 == 0)),
                StageInput::Varying { location, lane: part, between } => {
                    let offset = scene.vertices.and_then(|vertices| vertices.varying_offset(location, part));
                    if scene.vertices.is_none() && between != Interpolation::Flat {
                        let scale = if in_texels.has_location(location) { [1.0; 2] } else { share };
                        each(&|lane| quad_coordinate(part, batch.pixels.get(lane), scale));
                        continue;
                    }
                    each(&|lane| match (offset, scene.primitive_at(batch, lane), scene.vertices) {
                        (Some(offset), Some(primitive), Some(vertices)) => {
                            primitive
                                .interpolate(barycentrics(lane), between, |corner| vertices.vertex_word(corner, offset))
                        }
                        _ => 0, // no vertex kernel writes it
                    });
                }
                _ => each(&|_| 0), // an input of another stage
            }
        }
    }
}

#[inline(always)]
fn to_truth_word(holds: bool) -> u32 {
    if holds { u32::MAX } else { 0 }
}

/// Returns a component of the texture coordinate of a quad over the whole target, if no vertex kernel writes it, by its
/// step per pixel: the place of the pixel, then 0 and 1.
fn quad_coordinate(lane: u8, pixel: Option<&[u32; 2]>, scale: [f32; 2]) -> u32 {
    let place = |axis: usize| pixel.map_or(0.0, |pixel| (pixel[axis] as f32 + 0.5) * scale[axis]);
    match lane {
        0 | 1 => place(usize::from(lane)).to_bits(),
        2 => 0.0_f32.to_bits(),
        _ => 1.0_f32.to_bits(),
    }
}

impl PassPlan<'_> {
    /// Returns the lanes that run: those drawn, and the rest of their quads if the kernel needs them.
    fn active_lanes(&self, covered: u64) -> u64 {
        if !self.pass.fragment.0.needs_quads {
            return covered;
        }
        let quads = (covered | (covered >> 1) | (covered >> 2) | (covered >> 3)) & 0x1111_1111_1111_1111;
        quads * 0b1111
    }

    /// Tests a batch before the kernel runs, if that makes no difference or the kernel requests it.
    pub(super) fn test_early(&self, batch: &mut FragmentBatch, scene: &FragmentSource) {
        if self.early {
            batch.covered = self.test_batch(batch, batch.covered, |lane| scene.depth_at(batch, lane));
        }
    }

    /// Tests and writes the fragments of a batch, and returns the number that passed.
    pub(super) fn finish_batch<'w, const W: usize>(
        &self,
        batch: &FragmentBatch,
        scene: &FragmentSource,
        lanes: u64,
        column: impl Fn(usize) -> &'w [u32; W],
    ) -> u64 {
        let lanes = match self.depth.map(&column) {
            _ if self.early => lanes,
            Some(depths) => {
                self.test_batch(batch, lanes, |lane| f32::from_bits(depths.get(lane).copied().unwrap_or(0)))
            }
            None => self.test_batch(batch, lanes, |lane| scene.depth_at(batch, lane)),
        };
        for written in &self.written {
            written.write_fragments(&batch.pixels, lanes, self.pass.blend, &column);
        }
        self.mark_written(&batch.pixels, lanes);
        lanes.count_ones().into()
    }

    /// Tests the fragments against the mask, updates it, and returns the lanes that passed.
    fn test_batch(&self, batch: &FragmentBatch, lanes: u64, depth: impl Fn(usize) -> f32) -> u64 {
        let Some((planes, masking)) = &self.pass.mask else { return lanes };
        let mut passed = 0;
        for (lane, &pixel) in batch.pixels.iter().enumerate() {
            if (lanes >> lane) & 1 == 1 && planes.test_fragment(masking, pixel, depth(lane)) {
                passed |= 1 << lane;
            }
        }
        passed
    }
}
