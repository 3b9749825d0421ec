//! What a pass of the fragment era is drawn with besides its kernel: topology, blending, depth and stencil.

/// What the vertices of a pass make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topology {
    /// One point each.
    Points,
    /// A line for each two.
    Lines,
    /// A triangle for each three.
    Triangles,
}

/// How a fragment is combined with what the output holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blend {
    /// The sum: scatter-add.
    Add,
    /// The lesser of both, lane by lane.
    Min,
    /// The greater of both, lane by lane.
    Max,
}

/// A comparison of depth or stencil: what the fragment brings against what the buffer holds.
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

/// What happens to the stencil value of a fragment's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StencilUpdate {
    /// It stays.
    Keep,
    /// It becomes the reference value.
    Replace,
    /// It grows by one, to 255 at most.
    Increment,
    /// It shrinks by one, to 0 at least.
    Decrement,
}

/// The tests of a pass against a depth-stencil buffer, and what the pass leaves in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthStencilState {
    /// The fragment's depth against the buffer's.
    pub depth: Compare,
    /// Whether a passing fragment writes its depth.
    pub write_depth: bool,
    /// `reference` against the buffer's stencil value.
    pub stencil: Compare,
    /// The reference value of the stencil test.
    pub reference: u8,
    /// What a fragment that passes both tests does to the stencil value.
    pub on_pass: StencilUpdate,
    /// What a fragment that fails the stencil test does to it.
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
