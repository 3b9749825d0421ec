//! Passes: vertices, rasterisation, fragments in quads, tests and blending.
//!
//! A pass covers regions, whose fragments are made directly, or vertices that become points, lines or
//! triangles. Fragments are collected in batches, one for each warp, tested against a
//! depth-stencil mask and written in the order of their primitives. Results do not
//! depend on the number of threads. A vertex stage alone makes no primitives: its outputs are stored.

mod coordinates;
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
use plan::{PassPlan, announce_stage_end};

pub use depth_stencil::DepthStencilPlanes;
pub use pass::{PassGeometry, PassOutcome, RasterPass, RenderTarget, VertexStream};
pub use plan::has_effects;
pub use streams::{VertexPass, WrittenStream, write_streams, write_streams_parallel};

/// Draws a pass on this thread, one warp after another, under an observer.
///
/// # Errors
/// [`Error::Limit`](gristmill_base::error::Error::Limit) for counts beyond the emulator's,
/// [`Error::Driver`](gristmill_base::error::Error::Driver) for a target with too few words.
pub fn draw_pass<O: Observe>(pass: &RasterPass, observer: &mut O) -> Result<PassOutcome> {
    draw_at_width(pass, observer, false)
}

/// Draws a pass on all threads, with the same result as on one.
///
/// # Errors
/// The errors of [`draw_pass`].
pub fn draw_pass_parallel(pass: &RasterPass) -> Result<PassOutcome> {
    draw_at_width(pass, &mut (), true)
}

fn draw_at_width<O: Observe>(pass: &RasterPass, observer: &mut O, parallel: bool) -> Result<PassOutcome> {
    let plan = PassPlan::new(pass, O::WANTS_EVENTS, parallel)?;
    let drawn =
        if plan.capacity <= 32 { run_pass::<32, O>(&plan, observer) } else { run_pass::<64, O>(&plan, observer) };
    Ok(PassOutcome { pixels: plan.count_marked(), ..drawn })
}

fn run_pass<const W: usize, O: Observe>(plan: &PassPlan, observer: &mut O) -> PassOutcome {
    match (plan.pass.geometry, plan.pass.vertex) {
        (PassGeometry::Regions(regions), None) => {
            plan.announce_begin(plan.pass.fragment, observer);
            let drawn = regions::draw_regions::<W, O>(plan, regions, observer);
            announce_stage_end(plan.pass.fragment, observer);
            drawn
        }
        (PassGeometry::Regions(regions), Some(vertex)) => {
            let mut all = PassOutcome::NOTHING;
            for region in regions.iter().filter(|_| plan.bounds.iter().all(|&side| side > 0)) {
                let work =
                    vertices::VertexDraw { mode: Topology::Triangles, count: 3, attributes: &[], viewport: *region };
                let drawn = vertices::draw_vertices::<W, O>(plan, vertex, &work, observer);
                all = all.followed_by(drawn);
                if all.ending != Ending::Complete {
                    break;
                }
            }
            all
        }
        (PassGeometry::Vertices { mode, count, attributes, size: [width, height] }, Some(vertex)) => {
            let viewport = Region { x: 0, y: 0, z: 0, width, height };
            vertices::draw_vertices::<W, O>(
                plan,
                vertex,
                &vertices::VertexDraw { mode, count, attributes, viewport },
                observer,
            )
        }
        // Without a vertex stage, vertices have no position.
        (PassGeometry::Vertices { .. }, None) => PassOutcome::NOTHING,
    }
}
