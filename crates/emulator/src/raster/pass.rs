//! What a pass is given, and what becomes of it.

use super::super::assembly::Assembly;
use super::super::bindings::SlotBindings;
use super::super::dispatch::{Ending, Policy};
use super::super::event::MemoryKey;
use super::super::storage::Storage;
use super::depth_stencil::Planes;
use gristmill_base::element::Format;
use gristmill_machine::{Blend, DepthStencilState, Region, Topology};
use gristmill_shader::Stage;

/// One pass.
#[derive(Clone, Copy)]
pub struct Pass<'a> {
    /// The vertex stage. Regions without one are drawn as if a triangle at depth 0.5 covered each.
    pub vertex: Option<(&'a Assembly, &'a SlotBindings)>,
    /// The fragment stage.
    pub fragment: (&'a Assembly, &'a SlotBindings),
    /// What is drawn to.
    pub targets: &'a [RenderTarget<'a>],
    /// Depth and stencil, and how they are tested.
    pub mask: Option<(Planes<'a>, DepthStencilState)>,
    /// What is drawn.
    pub geometry: Covered<'a>,
    /// How a fragment is combined with what is there.
    pub blend: Option<Blend>,
    /// Lanes of a warp, steps, deadline, and the order in which warps run. They are written in OpenGL's order.
    pub policy: &'a Policy,
}

/// A texture, or a slice of one, that a pass draws to.
#[derive(Debug, Clone, Copy)]
pub struct RenderTarget<'a> {
    /// Which memory it is.
    pub key: MemoryKey,
    /// The location of the output that goes there.
    pub location: u32,
    /// Its words.
    pub storage: &'a Storage,
    /// What a texel is.
    pub format: Format,
    /// Channels that are kept of it: what a kernel leaves unwritten of the others is no fault.
    pub kept: u8,
    /// Texels in a row.
    pub width: usize,
    /// Rows of a slice.
    pub height: usize,
    /// The slice: 0 but for a volume or a cube.
    pub slice: usize,
}

/// What a pass covers.
#[derive(Debug, Clone, Copy)]
pub enum Covered<'a> {
    /// Rectangles of the targets, each drawn in full.
    Regions(&'a [Region]),
    /// Points, lines or triangles of so many vertices.
    Vertices {
        /// What the vertices make.
        mode: Topology,
        /// How many there are.
        count: usize,
        /// What is read for each of them.
        attributes: &'a [VertexStream<'a>],
        /// The viewport's width and height; its corner is that of the targets.
        size: [usize; 2],
    },
}

/// A vertex stream.
#[derive(Debug, Clone, Copy)]
pub struct VertexStream<'a> {
    /// The location of the kernel's input.
    pub location: u32,
    /// Its words.
    pub storage: &'a Storage,
    /// What each vertex has of it.
    pub format: Format,
}

/// What became of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassOutcome {
    /// Fragments that passed all tests.
    pub passed: u64,
    /// The different pixels that they wrote, where somebody listens.
    pub pixels: u64,
    /// How it ended. If not in full, what the targets hold is not defined.
    pub ending: Ending,
    /// The stage that did not come to its end, if one did not.
    pub stage: Stage,
}

impl PassOutcome {
    /// Nothing was drawn.
    pub const NOTHING: PassOutcome =
        PassOutcome { passed: 0, pixels: 0, ending: Ending::Complete, stage: Stage::Fragment };

    /// This, and then what came after it.
    pub(super) fn then(self, after: PassOutcome) -> PassOutcome {
        let PassOutcome { ending, stage, .. } = if self.ending == Ending::Complete { after } else { self };
        let (passed, pixels) = (self.passed + after.passed, self.pixels + after.pixels);
        PassOutcome { passed, pixels, ending, stage }
    }
}
