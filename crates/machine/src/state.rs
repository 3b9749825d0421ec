//! State of a pass of the fragment era besides its kernel: topology, blending, depth and stencil.

/// The primitives that the vertices of a pass form.
///
/// ```
/// use gristmill::{Device, Era, KernelSource, Topology};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let ends = KernelSource::new("ends")
///     .vertex("#version 330 core\nvoid main() { gl_Position = vec4(gl_VertexID * 2 - 1, 0.0, 0.0, 1.0); }")
///     .fragment("#version 330 core\nout float result;\nvoid main() { result = 1.0; }");
/// let mut line = device.stream_of([4, 1], &[0.0; 4])?;
/// device.kernel(&ends)?.call().vertices(Topology::Lines, 2).output("result", &mut line).run()?;
/// assert_eq!(line.read()?[1..3], [1.0, 1.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topology {
    /// One point per vertex.
    Points,
    /// A line for every two vertices.
    Lines,
    /// A triangle for every three vertices.
    Triangles,
}

/// The operation that combines a fragment with the output's value.
///
/// ```
/// use gristmill::{Blend, Device, Era, KernelSource};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let one = KernelSource::new("one").fragment(
///     "#version 330 core
///     out float result;
///     void main() { result = 1.0; }",
/// );
/// let mut sums = device.stream(&[5.0, 7.0])?;
/// device.kernel(&one)?.call().blend(Blend::Add).output("result", &mut sums).run()?;
/// assert_eq!(sums.read()?, [6.0, 8.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blend {
    /// The sum: scatter-add.
    Add,
    /// The lesser of both, channel by channel.
    Min,
    /// The greater of both, channel by channel.
    Max,
}

/// A comparison of depth or stencil: the fragment's value against the buffer's.
///
/// ```
/// use gristmill::{Compare, DepthStencilState};
/// let nearer = DepthStencilState { depth: Compare::Less, write_depth: true, ..DepthStencilState::default() };
/// assert_eq!(nearer.stencil, Compare::Always); // what is not said lets everything pass
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the comparisons")]
pub enum Compare {
    Always,
    Never,
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    GreaterOrEqual,
    Greater,
}

/// An update of the stencil value at a fragment's position.
///
/// ```
/// use gristmill::{DepthStencilState, StencilUpdate};
/// let counting = DepthStencilState { on_pass: StencilUpdate::Increment, ..DepthStencilState::default() };
/// assert_eq!(counting.on_fail, StencilUpdate::Keep);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StencilUpdate {
    /// Keeps it.
    Keep,
    /// Replaces it by the reference value.
    Replace,
    /// Increments it, to 255 at most.
    Increment,
    /// Decrements it, to 0 at least.
    Decrement,
}

/// The tests of a pass against a depth-stencil buffer, and the updates of the buffer.
///
/// ```
/// use gristmill::{Compare, DepthStencilState, Device, Era, KernelSource, StencilUpdate};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let one = KernelSource::new("one").fragment(
///     "#version 330 core
///     out float result;
///     void main() { result = 1.0; }",
/// );
/// let kernel = device.kernel(&one)?;
/// let mut mask = device.depth_stencil(2, 1)?;
/// let mut result = device.stream_of([2, 1], &[0.0; 2])?;
/// mask.clear(1.0, 3)?; // every place has stencil 3, and this pass wants 4
/// let state = DepthStencilState {
///     stencil: Compare::Equal,
///     reference: 4,
///     on_fail: StencilUpdate::Increment,
///     ..DepthStencilState::default()
/// };
/// kernel.call().depth_stencil(&mut mask, state).output("result", &mut result).run()?;
/// assert_eq!(result.read()?, [0.0, 0.0]);
/// kernel.call().depth_stencil(&mut mask, state).output("result", &mut result).run()?; // by now it is 4
/// assert_eq!(result.read()?, [1.0, 1.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthStencilState {
    /// Compares the fragment's depth with the buffer's.
    pub depth: Compare,
    /// True if a passing fragment writes its depth.
    pub write_depth: bool,
    /// Compares `reference` with the buffer's stencil value.
    pub stencil: Compare,
    /// The reference value of the stencil test.
    pub reference: u8,
    /// The update by a fragment that passes both tests.
    pub on_pass: StencilUpdate,
    /// The update by a fragment that fails the stencil test.
    pub on_fail: StencilUpdate,
}

impl Default for DepthStencilState {
    /// Everything passes and nothing changes.
    fn default() -> DepthStencilState {
        DepthStencilState {
            depth: Compare::Always,
            write_depth: false,
            stencil: Compare::Always,
            reference: 0,
            on_pass: StencilUpdate::Keep,
            on_fail: StencilUpdate::Keep,
        }
    }
}
