//! Texels that a program gives a sampler or an image.

use gristmill_machine::Compare;

/// Texels for a sampler or an image, and their sampling: nearest and clamped to the edge by default.
///
/// ```
/// use gristmill::check::Texels;
/// let checker = Texels::new("r32ui", [2, 2, 1], vec![0, 1, 1, 0]);
/// ```
///
/// And their sampling:
///
/// ```
/// use gristmill::{Compare, check::Texels};
/// let colours = Texels::new("r32f", [2, 1, 1], vec![0; 3]).levels(2).linear().mip_linear(); // 2 texels and 1
/// assert_ne!(colours.clone().repeat(), colours.clone().mirror());
/// let shadow = Texels::new("r32f", [1, 1, 1], vec![0]).border([1.0; 4]).compare(Compare::LessOrEqual);
/// assert_ne!(shadow, colours);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Texels {
    pub(super) format: String,
    pub(super) size: [u32; 3],
    pub(super) words: Vec<u32>,
    pub(super) levels: u32,
    pub(super) linear: bool,
    pub(super) mip_linear: bool,
    pub(super) repeat: bool,
    pub(super) mirror: bool,
    pub(super) border: Option<[f32; 4]>,
    pub(super) compare: Option<Compare>,
}

impl Texels {
    /// Creates texels of a format by GLSL's name, such as `rgba8` or `r32f`: lane after lane, each
    /// texel padded to whole words.
    ///
    /// The size is width, height and depth. A 1D texture has height 1, and the depth is the number
    /// of layers of an array or of faces of cubes.
    pub fn new(format: impl Into<String>, size: [u32; 3], words: Vec<u32>) -> Texels {
        Texels {
            format: format.into(),
            size,
            words,
            levels: 1,
            linear: false,
            mip_linear: false,
            repeat: false,
            mirror: false,
            border: None,
            compare: None,
        }
    }

    /// Sets the number of mip levels in the words, one after another, each half as wide and high as the last.
    pub fn levels(self, levels: u32) -> Texels {
        Texels { levels, ..self }
    }

    /// Interpolates between neighbouring texels.
    pub fn linear(self) -> Texels {
        Texels { linear: true, ..self }
    }

    /// Interpolates between mip levels.
    pub fn mip_linear(self) -> Texels {
        Texels { mip_linear: true, ..self }
    }

    /// Repeats the texture beyond its edge.
    pub fn repeat(self) -> Texels {
        Texels { repeat: true, ..self }
    }

    /// Repeats the texture beyond its edge, mirrored every other time.
    pub fn mirror(self) -> Texels {
        Texels { mirror: true, ..self }
    }

    /// Sets the colour outside the texture.
    pub fn border(self, color: [f32; 4]) -> Texels {
        Texels { border: Some(color), ..self }
    }

    /// Compares depths with the reference, which is on the left.
    pub fn compare(self, compare: Compare) -> Texels {
        Texels { compare: Some(compare), ..self }
    }
}
