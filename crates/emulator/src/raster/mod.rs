//! Passes: vertices, rasterisation, fragments in quads, tests and blending.
//!
//! A pass covers [regions], whose fragments are made directly, or [vertices] that become [points], [lines] or
//! [triangles]. Fragments are collected in [batches](fragments), one for each warp, tested against a
//! [depth-stencil mask](depth_stencil) and [written](output) in the order of their primitives. Results do not
//! depend on the number of threads. A vertex stage alone makes no primitives: its outputs are [stored](streams).

mod depth_stencil;
mod fragments;
mod interpolate;
mod lines;
mod output;
mod pass;
mod plan;
mod points;
mod primitive;
mod queue;
mod record;
mod regions;
mod streams;
#[cfg(test)]
mod tests;
mod triangles;
mod vertices;

use super::dispatch::Ending;
use super::event::Observe;
use gristmill_base::error::Result;
use gristmill_machine::{Region, Topology};
use plan::{PassPlan, ends};

pub use depth_stencil::Planes;
pub use pass::{Covered, Pass, PassOutcome, RenderTarget, VertexStream};
pub use plan::has_effects;
pub use streams::{VertexPass, WrittenStream, write_streams, write_streams_parallel};

/// Draws a pass on this thread, one warp after another, under an observer.
///
/// # Errors
/// [`Error::Limit`] for counts beyond the emulator's, [`Error::Driver`] for a target with too few words.
pub fn draw<O: Observe>(pass: &Pass, observer: &mut O) -> Result<PassOutcome> {
    with_width(pass, observer, false)
}

/// Draws a pass on all threads, with the same result as on one.
///
/// # Errors
/// As those of [`draw_pass`].
pub fn draw_parallel(pass: &Pass) -> Result<PassOutcome> {
    with_width(pass, &mut (), true)
}

fn with_width<O: Observe>(pass: &Pass, observer: &mut O, parallel: bool) -> Result<PassOutcome> {
    let plan = PassPlan::new(pass, O::LISTENS, parallel)?;
    let drawn = if plan.capacity <= 32 { run::<32, O>(&plan, observer) } else { run::<64, O>(&plan, observer) };
    Ok(PassOutcome { pixels: plan.marked(), ..drawn })
}

fn run<const W: usize, O: Observe>(plan: &PassPlan, observer: &mut O) -> PassOutcome {
    match (plan.pass.geometry, plan.pass.vertex) {
        (Covered::Regions(regions), None) => {
            plan.begins(plan.pass.fragment, observer);
            let drawn = regions::draw::<W, O>(plan, regions, observer);
            ends(plan.pass.fragment, observer);
            drawn
        }
        (Covered::Regions(regions), Some(vertex)) => {
            let mut all = PassOutcome::NOTHING;
            for region in regions.iter().filter(|_| plan.bounds.iter().all(|&side| side > 0)) {
                let work = vertices::Work { mode: Topology::Triangles, count: 3, attributes: &[], viewport: *region };
                let drawn = vertices::draw::<W, O>(plan, vertex, &work, observer);
                all = all.then(drawn);
                if all.ending != Ending::Complete {
                    break;
                }
            }
            all
        }
        (Covered::Vertices { mode, count, attributes, size: [width, height] }, Some(vertex)) => {
            let viewport = Region { x: 0, y: 0, z: 0, width, height };
            vertices::draw::<W, O>(plan, vertex, &vertices::Work { mode, count, attributes, viewport }, observer)
        }
        // Without a vertex stage, vertices have no position.
        (Covered::Vertices { .. }, None) => PassOutcome::NOTHING,
    }
}
