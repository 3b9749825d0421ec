//! How a kernel reads a texture between its texels and beyond its edges.

/// How texels make a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The nearest one.
    Nearest,
    /// Those around, weighted.
    Linear,
}

/// What lies beyond the edges of a texture along one axis.
///
/// ```
/// use gristmill::{Sampling, Wrap};
/// assert_eq!(Sampling::nearest().wraps([Wrap::Repeat; 3]), Sampling::nearest().repeat());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The texel at the edge, on and on.
    Clamp,
    /// The texture again: a torus.
    Repeat,
    /// The texture again, every second time backwards.
    Mirror,
    /// One value everywhere, the sampling's border.
    Border,
}

/// How a kernel's `texture` and `textureLod` read a stream: a property of what is bound, not of the stream.
///
/// Coordinates go from 0 to 1 over the stream's texture, and texel `i` of `n` has its middle at `(i + 0.5) /
/// n`. Whoever says nothing has [`Sampling::nearest`]; `texelFetch` knows no sampling at all.
///
/// Only floats can be blended, so [`Sampling::linear`] of a stream of integers is refused, and so is a border
/// value. OpenGL does not say how finely weights are kept: a driver that keeps eight bits of them is off by
/// 1/256 of what neighbours differ by, per axis. llvmpipe blends bytes so, and `f32` in `f32`, as the emulator
/// does.
///
/// A cube ([`Layout::Cube`](crate::Layout::Cube)) has no edges: what is beyond one is the next face, whatever
/// is said here of clamping, repeating or borders. With [`Sampling::linear`] weights go on across, too: OpenGL
/// has that since 3.2, so every machine of this library.
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
    /// Whether a kernel says which level it reads; the filter is that among levels too.
    pub by_level: bool,
}

impl Default for Sampling {
    /// [`Sampling::nearest`].
    fn default() -> Sampling {
        Sampling::nearest()
    }
}

impl Sampling {
    /// The nearest texel; beyond an edge the texel at the edge.
    ///
    /// ```
    /// use gristmill::Sampling;
    /// assert_eq!(Sampling::nearest(), Sampling::default());
    /// ```
    pub const fn nearest() -> Sampling {
        Sampling { filter: Filter::Nearest, wraps: [Wrap::Clamp; 3], border: [0.0; 4], by_level: false }
    }

    /// The texels around, two along each axis, weighted by how near they are; beyond an edge the texel at the
    /// edge.
    ///
    /// ```
    /// use gristmill::Sampling;
    /// assert_ne!(Sampling::linear(), Sampling::nearest());
    /// ```
    pub const fn linear() -> Sampling {
        Sampling { filter: Filter::Linear, ..Sampling::nearest() }
    }

    /// Beyond an edge, the texel at the edge.
    ///
    /// ```
    /// use gristmill::Sampling;
    /// assert_eq!(Sampling::linear().repeat().clamp(), Sampling::linear());
    /// ```
    pub const fn clamp(self) -> Sampling {
        self.wraps([Wrap::Clamp; 3])
    }

    /// Beyond an edge, the texture again: the neighbour of the last texel is the first.
    ///
    /// ```
    /// use gristmill::{Sampling, Wrap};
    /// assert_eq!(Sampling::nearest().repeat(), Sampling::nearest().wraps([Wrap::Repeat; 3]));
    /// ```
    pub const fn repeat(self) -> Sampling {
        self.wraps([Wrap::Repeat; 3])
    }

    /// Beyond an edge, the texture backwards, then forwards again, and so on.
    ///
    /// ```
    /// use gristmill::{Sampling, Wrap};
    /// assert_eq!(Sampling::nearest().mirror(), Sampling::nearest().wraps([Wrap::Mirror; 3]));
    /// ```
    pub const fn mirror(self) -> Sampling {
        self.wraps([Wrap::Mirror; 3])
    }

    /// Beyond an edge, that value; each channel of it between 0 and 1 for a stream of bytes. Channels that the
    /// stream lacks read as 0, and the fourth as 1.
    ///
    /// ```
    /// use gristmill::{Sampling, Wrap};
    /// let zeros = Sampling::linear().border([0.0; 4]);
    /// assert_eq!(zeros, Sampling::linear().wraps([Wrap::Border; 3]));
    /// ```
    pub const fn border(self, value: [f32; 4]) -> Sampling {
        Sampling { border: value, ..self.wraps([Wrap::Border; 3]) }
    }

    /// What lies beyond the edges along x, y and z, each its own.
    ///
    /// ```
    /// use gristmill::{Sampling, Wrap};
    /// let cylinder = Sampling::linear().wraps([Wrap::Repeat, Wrap::Clamp, Wrap::Clamp]);
    /// assert_ne!(cylinder, Sampling::linear().repeat());
    /// ```
    pub const fn wraps(self, wraps: [Wrap; 3]) -> Sampling {
        Sampling { wraps, ..self }
    }

    /// Whether the border's value can be read.
    pub fn has_border(&self) -> bool {
        self.wraps.contains(&Wrap::Border)
    }
}
