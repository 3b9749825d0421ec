//! Description of a pass, and its outcome.

use super::super::assembly::Assembly;
use super::super::bindings::SlotBindings;
use super::super::dispatch::{Ending, Policy};
use super::super::event::MemoryKey;
use super::super::storage::Storage;
use super::depth_stencil::DepthStencilPlanes;
use gristmill_base::element::Format;
use gristmill_machine::{Blend, DepthStencilState, Region, Topology};
use gristmill_shader::Stage;

/// One pass.
#[derive(Clone, Copy)]
pub struct RasterPass<'a> {
    /// The vertex stage. Regions without one are drawn as if a triangle at depth 0.5 covered each.
    pub vertex: Option<(&'a Assembly, &'a SlotBindings)>,
    /// The fragment stage.
    pub fragment: (&'a Assembly, &'a SlotBindings),
    /// Targets of the pass.
    pub targets: &'a [RenderTarget<'a>],
    /// Depth and stencil, and how they are tested.
    pub mask: Option<(DepthStencilPlanes<'a>, DepthStencilState)>,
    /// The geometry to draw.
    pub geometry: PassGeometry<'a>,
    /// Blending of a fragment with the target.
    pub blend: Option<Blend>,
    /// Warp width, limits and schedule. Fragments are written in OpenGL's order, whatever the schedule.
    pub policy: &'a Policy,
}

/// A texture, or a slice of one, that a pass draws to.
#[derive(Debug, Clone, Copy)]
pub struct RenderTarget<'a> {
    /// The memory.
    pub key: MemoryKey,
    /// The location of the output that goes there.
    pub location: u32,
    /// Its words.
    pub storage: &'a Storage,
    /// Format of a texel.
    pub format: Format,
    /// Number of channels that are kept: a kernel may leave the others unwritten.
    pub kept: u8,
    /// Texels in a row.
    pub width: usize,
    /// Rows of a slice.
    pub height: usize,
    /// The slice: 0 except for a volume or a cube.
    pub slice: usize,
}

/// Geometry of a pass.
#[derive(Debug, Clone, Copy)]
pub enum PassGeometry<'a> {
    /// Rectangles of the targets, each drawn in full.
    Regions(&'a [Region]),
    /// Points, lines or triangles from vertices.
    Vertices {
        /// Topology of the vertices.
        mode: Topology,
        /// Number of vertices.
        count: usize,
        /// Attributes of each vertex.
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
    /// Format of a vertex's element.
    pub format: Format,
}

/// Outcome of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassOutcome {
    /// Fragments that passed all tests.
    pub passed: u64,
    /// Number of distinct pixels written, if an observer counts them.
    pub pixels: u64,
    /// Its ending. If it did not complete, the contents of the targets are undefined.
    pub ending: Ending,
    /// The stage that did not complete, if any.
    pub stage: Stage,
}

impl PassOutcome {
    /// Outcome of an empty pass.
    pub const NOTHING: PassOutcome =
        PassOutcome { passed: 0, pixels: 0, ending: Ending::Complete, stage: Stage::Fragment };

    /// Adds the outcome of a later part of the pass.
    pub(super) fn followed_by(self, after: PassOutcome) -> PassOutcome {
        let PassOutcome { ending, stage, .. } = if self.ending == Ending::Complete { after } else { self };
        let passed = self.passed + after.passed;
        let pixels = self.pixels + after.pixels;
        PassOutcome { passed, pixels, ending, stage }
    }
}
