//! What a program gives a sampler or an image.

use gristmill_machine::Compare;

/// Texels for a sampler or an image, and how a sampler reads them: nearest, and clamped to the edge, unless
/// said otherwise.
///
/// ```
/// use gristmill::check::Texels;
/// let checker = Texels::new("r32ui", [2, 2, 1], vec![0, 1, 1, 0]);
/// ```
///
/// And how a sampler reads them:
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
    /// Texels of a format that GLSL names, as `rgba8` or `r32f`: lane after lane, each texel filled up to
    /// whole words.
    ///
    /// The size is width, height and depth. Of a line the height is 1, and the depth counts the layers of an
    /// array or the faces of cubes.
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

    /// The words hold so many levels one after another, each half as long as the last.
    pub fn levels(self, levels: u32) -> Texels {
        Texels { levels, ..self }
    }

    /// Texels around are weighted.
    pub fn linear(self) -> Texels {
        Texels { linear: true, ..self }
    }

    /// Levels are weighted too.
    pub fn mip_linear(self) -> Texels {
        Texels { mip_linear: true, ..self }
    }

    /// Beyond its edge the texture comes again.
    pub fn repeat(self) -> Texels {
        Texels { repeat: true, ..self }
    }

    /// Beyond its edge the texture comes again, every other time as in a mirror.
    pub fn mirror(self) -> Texels {
        Texels { mirror: true, ..self }
    }

    /// Outside there is this colour.
    pub fn border(self, color: [f32; 4]) -> Texels {
        Texels { border: Some(color), ..self }
    }

    /// Depths are compared with the reference, which stands on the left.
    pub fn compare(self, compare: Compare) -> Texels {
        Texels { compare: Some(compare), ..self }
    }
}
