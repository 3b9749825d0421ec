//! Vertices: run in warps, and assembled into points, lines and triangles.

use super::super::assembly::{Assembly, StageInput};
use super::super::bindings::{SlotBindings, WarpContext};
use super::super::dispatch::{Ending, Policy, STEPS_PER_TURN};
use super::super::event::{LaneKind, Observe, WarpInfo};
use super::super::texture::small_float;
use super::super::warp::{Pause, Warp};
use super::lines::ScreenLine;
use super::pass::{PassOutcome, VertexStream};
use super::plan::{PassPlan, announce_stage_end};
use super::points::ScreenPoint;
use super::primitive::{Primitive, PrimitiveShape};
use super::queue::FragmentQueue;
use super::record::{POINT_SIZE_WORD, VertexBlock, VertexRecord};
use super::triangles::{ScreenTriangle, Viewport};
use gristmill_base::element::Scalar;
use gristmill_machine::{Region, Topology};
use gristmill_shader::Stage;
use rayon::prelude::*;

/// Vertices in a block: a whole number of lines and of triangles.
pub(super) const BLOCK_VERTICES: usize = 3 << 16;

/// Warps of vertices in a thread's task.
const WARPS_PER_TASK: usize = 8;

/// A draw of vertices.
pub(super) struct VertexDraw<'a> {
    pub mode: Topology,
    pub count: usize,
    pub attributes: &'a [VertexStream<'a>],
    pub viewport: Region,
}

/// Draws primitives from a vertex kernel.
pub(super) fn draw_vertices<const W: usize, O: Observe>(
    plan: &PassPlan,
    vertex: (&Assembly, &SlotBindings),
    work: &VertexDraw,
    observer: &mut O,
) -> PassOutcome {
    let each = match work.mode {
        Topology::Points => 1,
        Topology::Lines => 2,
        Topology::Triangles => 3,
    };
    let count = work.count.min(u32::MAX as usize) / each * each;
    let mut all = PassOutcome::NOTHING;
    for first in (0..count).step_by(BLOCK_VERTICES) {
        plan.announce_begin(vertex, observer);
        let policy = plan.pass.policy;
        let parallel = plan.parallel;
        let run = VertexStage { vertex, attributes: work.attributes, policy, parallel };
        let vertices = run.run_block::<W, O>(first, BLOCK_VERTICES.min(count - first), observer);
        announce_stage_end(vertex, observer);
        let vertices = match vertices {
            Ok(vertices) => vertices,
            Err(ending) => {
                return all.followed_by(PassOutcome { ending, stage: Stage::Vertex, ..PassOutcome::NOTHING });
            }
        };
        plan.announce_begin(plan.pass.fragment, observer);
        let mut queue = FragmentQueue::<W, O>::new(plan, &vertices, observer);
        let screen = Viewport::new(work.viewport, plan.bounds);
        let primitives = BLOCK_VERTICES.min(count - first) / each;
        let mut late = false;
        for number in 0..primitives {
            late = plan.is_expired();
            if late || queue.has_failed() {
                break;
            }
            assemble_primitive(&mut queue, &vertices, &screen, work.mode, number, first / each);
        }
        all = all.followed_by(queue.finish());
        if late {
            all = all.followed_by(PassOutcome { ending: Ending::Late(0), ..PassOutcome::NOTHING });
        }
        announce_stage_end(plan.pass.fragment, observer);
        if all.ending != Ending::Complete {
            break;
        }
    }
    all
}

/// Assembles a primitive and queues its quads; `before` counts the primitives of earlier blocks.
fn assemble_primitive<const W: usize, O: Observe>(
    queue: &mut FragmentQueue<W, O>,
    vertices: &VertexBlock,
    screen: &Viewport,
    mode: Topology,
    number: usize,
    before: usize,
) {
    let make = |corners: [usize; 3], front, shape| Primitive {
        number: (before + number) as u32,
        front,
        corners: corners.map(|corner| corner as u32),
        shape,
    };
    match mode {
        Topology::Points => {
            let Some(position) = vertices.clip_position(number) else { return };
            let size = f32::from_bits(vertices.vertex_word(number as u32, POINT_SIZE_WORD));
            let Some(point) = ScreenPoint::new(position, size, screen) else { return };
            queue.begin_primitive(make([number; 3], true, PrimitiveShape::Point(point)));
            point.emit_quads(screen, |place, coverage| queue.push_quad(place, coverage));
        }
        Topology::Lines => {
            let corners = [number * 2, number * 2 + 1, number * 2 + 1];
            let [Some(one), Some(other), _] = corners.map(|corner| vertices.clip_position(corner)) else { return };
            let Some(line) = ScreenLine::new([one, other], screen) else { return };
            queue.begin_primitive(make(corners, true, PrimitiveShape::Line(line)));
            line.emit_quads(screen, |place, coverage| queue.push_quad(place, coverage));
        }
        Topology::Triangles => {
            let corners = [0, 1, 2].map(|corner| number * 3 + corner);
            let [Some(a), Some(b), Some(c)] = corners.map(|corner| vertices.clip_position(corner)) else { return };
            ScreenTriangle::clip_to_screen([a, b, c], screen, |triangle, front| {
                queue.begin_primitive(make(corners, front, PrimitiveShape::Triangle(triangle)));
                triangle.emit_quads(screen, |place, coverage| queue.push_quad(place, coverage));
            });
        }
    }
}

/// A vertex stage and its inputs.
pub(super) struct VertexStage<'a> {
    pub vertex: (&'a Assembly, &'a SlotBindings),
    pub attributes: &'a [VertexStream<'a>],
    pub policy: &'a Policy,
    /// True if several threads may run it.
    pub parallel: bool,
}

impl VertexStage<'_> {
    /// Runs a block of vertices.
    pub(super) fn run_block<const W: usize, O: Observe>(
        &self,
        first: usize,
        count: usize,
        observer: &mut O,
    ) -> Result<VertexBlock, Ending> {
        let record = VertexRecord::new(self.vertex.0);
        let mut words = vec![0; record.stride * count];
        words
            .iter_mut()
            .skip(POINT_SIZE_WORD)
            .step_by(record.stride)
            .for_each(|size| *size = 1.0_f32.to_bits());
        let lanes = (self.policy.width as usize).clamp(1, W);
        let new = || {
            let mut warp = Warp::<W>::new(self.vertex.0, &self.vertex.1.uniforms);
            warp.set_subgroup_inputs(self.vertex.0, lanes as u32, (0, 1));
            warp
        };
        let several = lanes * WARPS_PER_TASK;
        let all = if self.parallel && count > several {
            words
                .par_chunks_mut(several * record.stride)
                .enumerate()
                .map_init(new, |warp, (at, words)| {
                    self.run_warps(warp, lanes, first + at * several, &record, words, &mut ())
                })
                .collect::<Result<Vec<()>, Ending>>()
                .is_ok()
        } else {
            false
        };
        if !all {
            // Runs in order, or runs again, so that it ends where one thread would.
            self.run_warps(&mut new(), lanes, first, &record, &mut words, observer)?;
        }
        Ok(VertexBlock { record, words })
    }

    /// Runs vertices one warp after another.
    fn run_warps<const W: usize, O: Observe>(
        &self,
        warp: &mut Warp<W>,
        lanes: usize,
        first: usize,
        record: &VertexRecord,
        words: &mut [u32],
        observer: &mut O,
    ) -> Result<(), Ending> {
        let (assembly, bindings) = self.vertex;
        for (at, records) in words.chunks_mut(lanes * record.stride).enumerate() {
            let first = first + at * lanes;
            let count = records.len() / record.stride;
            let info = WarpInfo {
                group: [0; 3],
                group_number: 0,
                warp: (first / lanes) as u32,
                width: lanes as u32,
                helpers: 0,
                lanes: LaneKind::Vertices(first as u32),
            };
            warp.start(info, u64::MAX >> (64 - count));
            for &(register, input) in &assembly.inputs {
                let places = warp.register_mut(register).iter_mut().take(count).zip(first..);
                match input {
                    StageInput::VertexId => places.for_each(|(word, vertex)| *word = vertex as u32),
                    StageInput::Attribute { location, lane } => {
                        match self.attributes.iter().find(|attribute| attribute.location == location) {
                            Some(attribute) => attribute.fill_attribute(lane, places),
                            None => places.for_each(|(word, _)| *word = missing_lane_word(Scalar::F32, lane)),
                        }
                    }
                    _ => places.for_each(|(word, _)| *word = 0), // gl_InstanceID, or an input of another stage
                }
            }
            let Policy { steps: limit, other, .. } = *self.policy;
            let swap = self.policy.order.lane_swap((first / lanes) as u64);
            let mut context = WarpContext { bindings, shared: &mut [], limit, other, swap };
            loop {
                if self.policy.is_expired() {
                    return Err(Ending::Late(warp.pc()));
                }
                let before = warp.steps_taken();
                let pause = warp.run(assembly, &mut context, observer, STEPS_PER_TURN);
                self.policy.count_steps(warp.steps_taken() - before);
                match pause {
                    Pause::Ended => break,
                    Pause::Stopped => return Err(Ending::Stopped(warp.pc())),
                    Pause::Barrier(_) | Pause::Quantum => {} // vertices do not wait for each other
                }
            }
            for &(register, offset) in &record.registers {
                let given = warp.register(register);
                let places = records.iter_mut().skip(offset).step_by(record.stride);
                places.zip(given).for_each(|(place, &word)| *place = word);
            }
        }
        Ok(())
    }
}

impl VertexStream<'_> {
    /// Fills words with a component of this attribute for each vertex.
    fn fill_attribute<'w>(&self, lane: u8, places: impl Iterator<Item = (&'w mut u32, usize)>) {
        let each = self.format.words();
        match self.format.scalar {
            scalar if lane >= self.format.lanes => places.for_each(|(word, _)| *word = missing_lane_word(scalar, lane)),
            Scalar::F16 => places.for_each(|(word, vertex)| {
                let pair = self.storage.load(vertex * each + usize::from(lane / 2));
                *word = small_float::decode_float((pair >> (16 * (lane & 1))) & 0xffff, 16).to_bits();
            }),
            Scalar::Unorm8 => places.for_each(|(word, vertex)| {
                let byte = self.storage.load(vertex * each).to_le_bytes()[usize::from(lane & 3)];
                *word = (f32::from(byte) / 255.0).to_bits();
            }),
            _ => places.for_each(|(word, vertex)| *word = self.storage.load(vertex * each + usize::from(lane))),
        }
    }
}

/// Value of a missing component: 0, or 1 for the last.
fn missing_lane_word(scalar: Scalar, lane: u8) -> u32 {
    match scalar {
        _ if lane < 3 => 0,
        Scalar::I32 | Scalar::U32 => 1,
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => 1.0_f32.to_bits(),
    }
}
