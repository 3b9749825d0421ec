//! Bindings of a call: streams in their roles, and the call's extent.

use crate::stream::RawStream;
use gristmill_machine::{Sampling, Topology};

pub(crate) use crate::kernel::StreamRole;

/// A stream bound to a kernel's name.
#[derive(Clone, Copy)]
pub(crate) struct BoundStream<'a> {
    pub name: &'a str,
    pub raw: &'a RawStream,
    pub role: StreamRole,
    /// Sampling between and beyond its texels, if the call sets one.
    pub sampling: Option<Sampling>,
}

/// A rectangle of the output's texels.
///
/// ```
/// use gristmill::{Device, Era, KernelSource, TexelRect};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let one = KernelSource::new("one").fragment(
///     "#version 330 core
///     out float result;
///     void main() { result = 1.0; }",
/// );
/// let mut result = device.stream_of([3, 2], &[0.0; 6])?;
/// let right = [TexelRect { x: 2, y: 0, width: 1, height: 2 }];
/// device.kernel(&one)?.call().regions(&right).output("result", &mut result).run()?;
/// assert_eq!(result.read()?, [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
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

/// The extent of a call.
pub(crate) enum CallExtent<'a> {
    /// All of the output.
    Whole,
    Regions(&'a [TexelRect]),
    Vertices(Topology, usize),
    Elements(usize),
    Groups([u32; 3]),
    Indirect(&'a RawStream, usize),
}
