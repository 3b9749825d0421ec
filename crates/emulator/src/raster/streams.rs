//! Vertex streams that a vertex stage writes without drawing: one element of each per vertex (transform feedback).

use super::super::assembly::Assembly;
use super::super::bindings::SlotBindings;
use super::super::dispatch::Policy;
use super::super::event::{MemoryKey, Observe};
use super::super::storage::Storage;
use super::super::thread_count;
use super::pass::{PassOutcome, VertexStream};
use super::plan::{announce_stage_begin, announce_stage_end, has_effects};
use super::vertices::{BLOCK_VERTICES, VertexStage};
use gristmill_shader::Stage;

/// One run of a vertex stage that draws nothing.
#[derive(Debug, Clone, Copy)]
pub struct VertexPass<'a> {
    /// The stage.
    pub vertex: (&'a Assembly, &'a SlotBindings),
    /// Number of vertices.
    pub count: usize,
    /// Attributes of each vertex.
    pub attributes: &'a [VertexStream<'a>],
    /// Outputs of each vertex.
    pub written: &'a [WrittenStream<'a>],
    /// Lanes of a warp, steps and deadline.
    pub policy: &'a Policy,
}

/// A vertex stream that is written.
#[derive(Debug, Clone, Copy)]
pub struct WrittenStream<'a> {
    /// The memory.
    pub key: MemoryKey,
    /// The location of the output that goes there.
    pub location: u32,
    /// Its words; vertices past its end are dropped.
    pub storage: &'a Storage,
    /// Words of each vertex.
    pub lanes: u8,
}

/// Runs the vertices on this thread, one warp after another, under an observer.
pub fn write_streams<O: Observe>(pass: &VertexPass, observer: &mut O) -> PassOutcome {
    run_at_width(pass, observer, false)
}

/// Runs the vertices on all threads, with the same result as on one.
pub fn write_streams_parallel(pass: &VertexPass) -> PassOutcome {
    run_at_width(pass, &mut (), thread_count() > 1 && !has_effects(pass.vertex.0))
}

fn run_at_width<O: Observe>(pass: &VertexPass, observer: &mut O, parallel: bool) -> PassOutcome {
    let VertexPass { vertex, attributes, policy, .. } = *pass;
    let stage = VertexStage { vertex, attributes, policy, parallel };
    if policy.width <= 32 {
        run_vertices::<32, O>(pass, &stage, observer)
    } else {
        run_vertices::<64, O>(pass, &stage, observer)
    }
}

fn run_vertices<const W: usize, O: Observe>(pass: &VertexPass, stage: &VertexStage, observer: &mut O) -> PassOutcome {
    let count = pass.count.min(u32::MAX as usize);
    for first in (0..count).step_by(BLOCK_VERTICES) {
        announce_stage_begin(pass.vertex, None, pass.written.iter().map(|stream| stream.key), &[], observer);
        let vertices = stage.run_block::<W, O>(first, BLOCK_VERTICES.min(count - first), observer);
        announce_stage_end(pass.vertex, observer);
        let vertices = match vertices {
            Ok(vertices) => vertices,
            Err(ending) => return PassOutcome { ending, stage: Stage::Vertex, ..PassOutcome::NOTHING },
        };
        for stream in pass.written {
            let each = usize::from(stream.lanes);
            for lane in 0..stream.lanes {
                let offset = vertices.varying_offset(stream.location, lane);
                for vertex in 0..BLOCK_VERTICES.min(count - first) {
                    let word = offset.map_or(0, |offset| vertices.vertex_word(vertex as u32, offset));
                    stream.storage.store((first + vertex) * each + usize::from(lane), word);
                }
            }
        }
    }
    PassOutcome { stage: Stage::Vertex, ..PassOutcome::NOTHING }
}
