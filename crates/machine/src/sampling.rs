//! Sampling: how a kernel reads a texture between its texels and beyond its edges.

/// Filter that makes a value from texels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest texel.
    Nearest,
    /// The texels around, weighted.
    Linear,
}

/// Values beyond the edges of a texture along one axis.
///
/// ```
/// use gristmill::{Sampling, Wrap};
/// assert_eq!(Sampling::nearest().wraps([Wrap::Repeat; 3]), Sampling::nearest().repeat());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The texel at the edge, repeated.
    Clamp,
    /// The texture again: a torus.
    Repeat,
    /// The texture again, every second time mirrored.
    Mirror,
    /// The sampling's border value, everywhere.
    Border,
}

/// Settings for a kernel's `texture` and `textureLod` reads of a stream: a property of the binding, not of the
/// stream.
///
/// Coordinates go from 0 to 1 over the stream's texture, and texel `i` of `n` has its middle at `(i + 0.5) / n`. The
/// default is [`Sampling::nearest`]; `texelFetch` uses no sampling. Coordinates of a rectangle
/// ([`Layout::Rectangle`](gristmill_base::layout::Layout::Rectangle)) are texels; it neither repeats nor blends floats.
///
/// Only floats can be blended, so [`Sampling::linear`] and a border value are refused for a stream of integers.
/// OpenGL does not specify the precision of the weights: a driver that keeps eight bits of them is off by 1/256 of
/// the difference between neighbours, per axis. llvmpipe blends bytes with eight bits and `f32` in `f32`, as the
/// emulator does.
///
/// A cube ([`Layout::Cube`](gristmill_base::layout::Layout::Cube)) has no edges: beyond an edge is
/// the next face, whatever is set here for clamping, repeating or borders. [`Sampling::linear`]
/// blends across faces: OpenGL has that since 3.2, so every device of this library has it.
///
/// ```
/// use gristmill::{Device, Era, KernelSource, Layout, Sampling};
/// let text = "#version 330 core
/// #include \"stream.glsl\"
/// uniform sampler2D source;
/// out float result;
/// void main() { result = texture(source, vec2(0.5 * float(element()), 0.5)).r; }";
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let kernel = device.kernel(&KernelSource::new("halves").fragment(text))?;
/// let source = device.stream_in(Layout::Packed, [2, 1], &[10.0, 20.0])?;
/// let mut result = device.empty::<f32>(4)?;
/// kernel.call().sampled("source", &source, Sampling::linear().repeat()).output("result", &mut result).run()?;
/// assert_eq!(result.read()?, [15.0; 4]); // at 0, 1/2, 1 and 3/2: halfway between both texels
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    pub filter: Filter,
    pub wraps: [Wrap; 3],
    pub border: [f32; 4],
    /// True if a kernel chooses the level it reads; the filter then also applies between levels.
    pub by_level: bool,
}

impl Default for Sampling {
    /// [`Sampling::nearest`].
    fn default() -> Sampling {
        Sampling::nearest()
    }
}

impl Sampling {
    /// Reads the nearest texel; beyond an edge the texel at the edge.
    ///
    /// ```
    /// use gristmill::Sampling;
    /// assert_eq!(Sampling::nearest(), Sampling::default());
    /// ```
    pub const fn nearest() -> Sampling {
        Sampling { filter: Filter::Nearest, wraps: [Wrap::Clamp; 3], border: [0.0; 4], by_level: false }
    }

    /// Reads the texels around, two along each axis, weighted by distance; beyond an edge the texel at the edge.
    ///
    /// ```
    /// use gristmill::Sampling;
    /// assert_ne!(Sampling::linear(), Sampling::nearest());
    /// ```
    pub const fn linear() -> Sampling {
        Sampling { filter: Filter::Linear, ..Sampling::nearest() }
    }

    /// Beyond an edge, reads the texel at the edge.
    ///
    /// ```
    /// use gristmill::Sampling;
    /// assert_eq!(Sampling::linear().repeat().clamp(), Sampling::linear());
    /// ```
    pub const fn clamp(self) -> Sampling {
        self.wraps([Wrap::Clamp; 3])
    }

    /// Beyond an edge, repeats the texture: the neighbour of the last texel is the first.
    ///
    /// ```
    /// use gristmill::{Sampling, Wrap};
    /// assert_eq!(Sampling::nearest().repeat(), Sampling::nearest().wraps([Wrap::Repeat; 3]));
    /// ```
    pub const fn repeat(self) -> Sampling {
        self.wraps([Wrap::Repeat; 3])
    }

    /// Beyond an edge, repeats the texture mirrored, then forwards again, and so on.
    ///
    /// ```
    /// use gristmill::{Sampling, Wrap};
    /// assert_eq!(Sampling::nearest().mirror(), Sampling::nearest().wraps([Wrap::Mirror; 3]));
    /// ```
    pub const fn mirror(self) -> Sampling {
        self.wraps([Wrap::Mirror; 3])
    }

    /// Beyond an edge, reads this value; for a stream of bytes each of its channels must be between 0 and 1. Channels
    /// that the stream lacks read as 0, and the fourth as 1.
    ///
    /// ```
    /// use gristmill::{Sampling, Wrap};
    /// let zeros = Sampling::linear().border([0.0; 4]);
    /// assert_eq!(zeros, Sampling::linear().wraps([Wrap::Border; 3]));
    /// ```
    pub const fn border(self, value: [f32; 4]) -> Sampling {
        Sampling { border: value, ..self.wraps([Wrap::Border; 3]) }
    }

    /// Sets the wrap mode along x, y and z separately.
    ///
    /// ```
    /// use gristmill::{Sampling, Wrap};
    /// let cylinder = Sampling::linear().wraps([Wrap::Repeat, Wrap::Clamp, Wrap::Clamp]);
    /// assert_ne!(cylinder, Sampling::linear().repeat());
    /// ```
    pub const fn wraps(self, wraps: [Wrap; 3]) -> Sampling {
        Sampling { wraps, ..self }
    }

    /// Returns true if the border's value can be read.
    pub fn has_border(&self) -> bool {
        self.wraps.contains(&Wrap::Border)
    }
}
