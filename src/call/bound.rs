//! What a call binds: streams in their roles, and what it covers.

use crate::backend::{Sampling, Topology};
use crate::stream::RawStream;

/// A stream bound to a kernel's name.
#[derive(Clone, Copy)]
pub(crate) struct Bound<'a> {
    pub name: &'a str,
    pub raw: &'a RawStream,
    pub role: Role,
    /// How it is read between and beyond its texels, where the call says so.
    pub sampling: Option<Sampling>,
}

/// What a stream is to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Read at the place of the output's element.
    Input,
    /// Read anywhere.
    Gather,
    /// Of a stack of slices, the one so far from the slice written.
    Slice(i32),
    /// Read one element a vertex.
    Vertices,
    Output,
    /// Written, and read too: the compute era alone.
    Update,
}

impl Role {
    pub(crate) fn writes(self) -> bool {
        matches!(self, Role::Output | Role::Update)
    }
}

/// A rectangle of the output's texels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TexelRect {
    /// The first column.
    pub x: usize,
    /// The first row.
    pub y: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// What a call covers.
pub(crate) enum Extent<'a> {
    /// All of the output.
    Whole,
    Regions(&'a [TexelRect]),
    Vertices(Topology, usize),
    Elements(usize),
    Groups([u32; 3]),
    Indirect(&'a RawStream, usize),
}
