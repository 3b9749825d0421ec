//! Passes: vertices, rasterisation, fragments in quads, tests and blending.
//!
//! A pass covers [regions], whose fragments are made directly, or [vertices] that become [points], [lines] or [triangles]. Fragments
//! are collected in [batches](fragments), one for each warp, tested against a [mask](depth_stencil) and [written](output) in the order of
//! their primitives. What a pass gives does not depend on the number of threads.

mod depth_stencil;
mod fragments;
mod interpolate;
mod lines;
mod output;
mod points;
mod queue;
mod regions;
#[cfg(test)]
mod tests;
mod triangles;
mod vertices;

use super::assembly::{Assembly, ImageWork, Instruction, Output, Register};
use super::bindings::{Bindings, Bound};
use super::dispatch::{Ending, Policy};
use super::event::{Event, Key, Launched, Observe};
use super::storage::Storage;
use crate::backend::{Blend, DepthStencilState, Region, Topology};
use crate::data::element::Format;
use crate::data::error::{Error, Result};
use crate::shader::Stage;
use output::Written;
use std::time::Instant;

pub(crate) use depth_stencil::Planes;

/// One pass.
pub(crate) struct Pass<'a> {
    /// The vertex stage. Regions without one are drawn as if a triangle at depth 0.5 covered each.
    pub vertex: Option<(&'a Assembly, &'a Bindings)>,
    /// The fragment stage.
    pub fragment: (&'a Assembly, &'a Bindings),
    /// What is drawn to.
    pub targets: &'a [Target<'a>],
    /// Depth and stencil, and how they are tested.
    pub mask: Option<(Planes<'a>, DepthStencilState)>,
    /// What is drawn.
    pub geometry: Covered<'a>,
    /// How a fragment is combined with what is there.
    pub blend: Option<Blend>,
    /// Lanes of a warp, steps and deadline. The order is always that of OpenGL.
    pub policy: &'a Policy,
}

/// A texture, or a slice of one, that a pass draws to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a> {
    /// Which memory it is.
    pub key: Key,
    /// The location of the output that goes there.
    pub location: u32,
    /// Its words.
    pub storage: &'a Storage,
    /// What a texel is.
    pub format: Format,
    /// Texels in a row.
    pub width: usize,
    /// Rows of a slice.
    pub height: usize,
    /// The slice: 0 but for a volume.
    pub slice: usize,
}

/// What a pass covers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Covered<'a> {
    /// Rectangles of the targets, each drawn in full.
    Regions(&'a [Region]),
    /// Points, lines or triangles of so many vertices.
    Vertices {
        /// What the vertices make.
        mode: Topology,
        /// How many there are.
        count: usize,
        /// What is read for each of them.
        attributes: &'a [Attribute<'a>],
        /// The viewport's width and height; its corner is that of the targets.
        size: [usize; 2],
    },
}

/// A vertex stream.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attribute<'a> {
    /// The location of the kernel's input.
    pub location: u32,
    /// Its words.
    pub storage: &'a Storage,
    /// What each vertex has of it.
    pub format: Format,
}

/// What became of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// Fragments that passed all tests.
    pub passed: u64,
    /// How it ended. If not in full, what the targets hold is not defined.
    pub ending: Ending,
    /// The stage that did not come to its end, if one did not.
    pub stage: Stage,
}

impl Drawn {
    /// Nothing was drawn.
    const NOTHING: Drawn = Drawn { passed: 0, ending: Ending::Complete, stage: Stage::Fragment };
}

/// Draws a pass on this thread; an observer hears the warps one after another.
///
/// # Errors
/// [`Error::Limit`] for more than the emulator counts, [`Error::Driver`] for a target with too few words.
pub(crate) fn draw<O: Observe>(pass: &Pass, observer: &mut O) -> Result<Drawn> {
    with_width(pass, observer, false)
}

/// Draws a pass on all threads; what it gives is that of one thread.
///
/// # Errors
/// As those of [`draw`].
pub(crate) fn draw_parallel(pass: &Pass) -> Result<Drawn> {
    with_width(pass, &mut (), true)
}

fn with_width<O: Observe>(pass: &Pass, observer: &mut O, parallel: bool) -> Result<Drawn> {
    let plan = Plan::new(pass, O::LISTENS, parallel)?;
    Ok(if plan.capacity <= 32 { plan.run::<32, O>(observer) } else { plan.run::<64, O>(observer) })
}

/// What is worked out once for a pass.
struct Plan<'a> {
    pass: &'a Pass<'a>,
    /// Width and height that all targets and the mask have.
    bounds: [usize; 2],
    /// Lanes of a warp.
    capacity: usize,
    /// Whether fragments come in quads; if not, a warp is filled with covered ones alone.
    quads: bool,
    /// Whether the mask is asked before the kernel runs.
    early: bool,
    /// Whether several threads may run.
    parallel: bool,
    /// Registers whose words are written, each once.
    columns: Vec<Register>,
    /// The column of `gl_FragDepth`.
    depth: Option<usize>,
    /// The targets with their columns.
    written: Vec<Written<'a>>,
}

impl<'a> Plan<'a> {
    fn new(pass: &'a Pass<'a>, listens: bool, parallel: bool) -> Result<Plan<'a>> {
        let (assembly, _) = pass.fragment;
        let stages = || pass.vertex.iter().chain([&pass.fragment]);
        let together = stages().any(|(assembly, bindings)| {
            has_effects(assembly) || pass.targets.iter().any(|target| reaches(bindings, target.key))
        });
        let width = pass.policy.width.clamp(1, 64) as usize;
        // Whoever listens, or sees the targets change, gets the order of a GPU. Nobody else knows who is beside whom.
        let quads = assembly.needs_quads || (width >= 4 && (listens || together));
        let mut columns = Vec::new();
        let mut column = |wanted: &dyn Fn(&Output) -> bool| {
            let (register, _) = assembly.outputs.iter().find(|(_, output)| wanted(output))?;
            columns.push(*register);
            Some(columns.len() - 1)
        };
        let depth = column(&|output| matches!(output, Output::Depth)).filter(|_| !assembly.early_tests);
        let mut bounds = match pass.geometry {
            Covered::Vertices { size, .. } => size,
            Covered::Regions(_) => [u32::MAX as usize; 2],
        };
        let mut written = Vec::with_capacity(pass.targets.len());
        for target in pass.targets {
            let size = (target.width as u128 * target.height as u128).saturating_mul(target.format.words() as u128);
            if size.saturating_mul(target.slice as u128 + 1) > target.storage.len() as u128 {
                let message = format!("the output {} has fewer words than its texels need", target.location);
                return Err(Error::driver("attaching the outputs", message));
            }
            bounds = [bounds[0].min(target.width), bounds[1].min(target.height)];
            written.push(Written::new(target, &mut column));
        }
        if let Some((planes, _)) = &pass.mask {
            bounds = [bounds[0].min(planes.width), bounds[1].min(planes.height())];
        }
        Ok(Plan {
            pass,
            bounds,
            capacity: if quads { (width & !3).max(4) } else { width },
            quads,
            early: assembly.early_tests || (depth.is_none() && !assembly.discards && !has_effects(assembly)),
            parallel: parallel && !together && rayon::current_num_threads() > 1,
            columns,
            depth,
            written,
        })
    }

    fn run<const W: usize, O: Observe>(&self, observer: &mut O) -> Drawn {
        match (self.pass.geometry, self.pass.vertex) {
            (Covered::Regions(regions), None) => {
                self.begins(self.pass.fragment, observer);
                let drawn = regions::draw::<W, O>(self, regions, observer);
                self.ends(self.pass.fragment, observer);
                drawn
            }
            (Covered::Regions(regions), Some(vertex)) => {
                let mut all = Drawn::NOTHING;
                for region in regions.iter().filter(|_| self.bounds.iter().all(|&side| side > 0)) {
                    let work =
                        vertices::Work { mode: Topology::Triangles, count: 3, attributes: &[], viewport: *region };
                    let drawn = vertices::draw::<W, O>(self, vertex, &work, observer);
                    all = all.then(drawn);
                    if all.ending != Ending::Complete {
                        break;
                    }
                }
                all
            }
            (Covered::Vertices { mode, count, attributes, size: [width, height] }, Some(vertex)) => {
                let viewport = Region { x: 0, y: 0, z: 0, width, height };
                vertices::draw::<W, O>(self, vertex, &vertices::Work { mode, count, attributes, viewport }, observer)
            }
            // Nobody says where they are.
            (Covered::Vertices { .. }, None) => Drawn::NOTHING,
        }
    }

    /// Whether the deadline has come.
    fn late(&self) -> bool {
        self.pass.policy.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Says that a stage begins.
    fn begins<O: Observe>(&self, (assembly, bindings): (&Assembly, &Bindings), observer: &mut O) {
        if O::LISTENS {
            let (memories, textures, images) = bindings.identities();
            let targets: Vec<Key> = self.pass.targets.iter().map(|target| target.key).collect();
            observer.hear(&Event::Begins(&Launched {
                assembly,
                groups: [0; 3],
                memories: &memories,
                textures: &textures,
                images: &images,
                targets: &targets,
            }));
        }
    }

    /// Says that it has ended.
    fn ends<O: Observe>(&self, (assembly, _): (&Assembly, &Bindings), observer: &mut O) {
        if O::LISTENS {
            observer.hear(&Event::Ends(assembly));
        }
    }
}

/// Whether a stage changes memory by itself.
fn has_effects(assembly: &Assembly) -> bool {
    assembly.instructions.iter().any(|instruction| match *instruction {
        Instruction::Store { .. } | Instruction::Atomic { .. } => true,
        Instruction::Image { image_use, .. } => assembly
            .image_uses
            .get(image_use as usize)
            .is_some_and(|image| matches!(image.work, ImageWork::Store(_) | ImageWork::Atomic { .. })),
        _ => false,
    })
}

/// Whether that memory is bound to a slot.
fn reaches(bindings: &Bindings, key: Key) -> bool {
    let textures = bindings.textures.iter().chain(&bindings.images).any(|(bound, _)| *bound == key);
    textures
        || bindings
            .memories
            .iter()
            .any(|bound| matches!(bound, Bound::Global { key: bound, .. } if *bound == key))
}
