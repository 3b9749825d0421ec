//! Elements of a stream: their Rust types and their form in memory.

use bytemuck::Pod;
use half::f16;
use image::Rgba;
use nalgebra::{Point3, Vector2, Vector3, Vector4};
use std::borrow::Cow;
use std::fmt;

/// The scalar that fills one channel of an element.
///
/// ```
/// use gristmill::{Element, Scalar};
/// assert_eq!(<[u32; 4]>::FORMAT.scalar, Scalar::U32);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// 32-bit float, `sampler2D`, `float`.
    F32,
    /// 32-bit signed integer, `isampler2D`, `int`.
    I32,
    /// 32-bit unsigned integer, `usampler2D`, `uint`.
    U32,
    /// 16-bit float that shaders see as one of 32 bits; two of them fill one word (`GL_RG16F`).
    F16,
    /// A byte that shaders see as a float in 0 to 1; four of them fill one word (`GL_RGBA8`).
    Unorm8,
}

impl Scalar {
    /// Returns true if it fills a word of its own.
    pub const fn is_word(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::I32 | Scalar::U32)
    }

    /// Decodes words into numbers.
    pub fn decode_words(self, words: &[u32]) -> impl Iterator<Item = f64> {
        let lanes = match self {
            Scalar::Unorm8 => 4,
            Scalar::F16 => 2,
            _ => 1,
        };
        words.iter().flat_map(move |&word| {
            (0..lanes).map(move |lane| match self {
                Scalar::F32 => f32::from_bits(word).into(),
                Scalar::I32 => (word as i32).into(),
                Scalar::U32 => word.into(),
                Scalar::F16 => f16::from_bits((word >> (16 * lane)) as u16).into(),
                Scalar::Unorm8 => word.to_le_bytes()[lane].into(),
            })
        })
    }
}

/// Format of an element in memory: a scalar and a number of lanes.
///
/// In the fragment era it is a texture's format, in the compute era the std430 type of an array's item.
///
/// ```
/// use gristmill::{Element, Format, Scalar};
/// let format: Format = <[f32; 2]>::FORMAT;
/// assert_eq!(format, Format { scalar: Scalar::F32, lanes: 2 });
/// assert_eq!((format.words(), format.bytes(), format.to_string()), (2, 8, "RG32F".to_string()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Format {
    /// The scalar of each lane.
    pub scalar: Scalar,
    /// 1, 2 or 4. There is no 3: GL pads it, in textures as in std430.
    pub lanes: u8,
}

impl Format {
    /// 32-bit words per element: the lanes, but 1 for two halves and for four bytes.
    ///
    /// ```
    /// use gristmill::{Element, Format};
    /// assert_eq!(<[f32; 2]>::FORMAT.words(), 2);
    /// assert_eq!(<image::Rgba<u8>>::FORMAT.words(), 1);
    /// ```
    pub const fn words(self) -> usize {
        match self.scalar {
            Scalar::Unorm8 => 1,
            Scalar::F16 => self.lanes as usize / 2,
            _ => self.lanes as usize,
        }
    }

    /// Bytes per element.
    pub const fn bytes(self) -> usize {
        self.words() * 4
    }
}

impl fmt::Display for Format {
    /// Writes the name that GL uses, as `RGBA32F`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lanes = ["", "R", "RG", "RGB", "RGBA"][usize::from(self.lanes)];
        let scalar = match self.scalar {
            Scalar::F32 => "32F",
            Scalar::I32 => "32I",
            Scalar::U32 => "32UI",
            Scalar::F16 => "16F",
            Scalar::Unorm8 => "8",
        };
        write!(f, "{lanes}{scalar}")
    }
}

/// A Rust type that can be the element of a stream.
///
/// Scalars, arrays and nalgebra vectors of two and four, `Vector3` and `Point3`, two and four halves, and
/// `image::Rgba<u8>`, a photograph's pixel.
///
/// A 3-vector occupies four channels, in a texture (there is no renderable `RGB32F`) as in std430 (a `vec3` is
/// aligned to 16 bytes). The fourth channel is 0 for a `Vector3` and 1 for a `Point3`, as in homogeneous
/// coordinates; it is not read back.
///
/// ```
/// use gristmill::Element;
/// use nalgebra::{Point3, Vector3};
/// assert_eq!(*Vector3::words(&[Vector3::new(0.0, 0.0, 0.0)]), [0, 0, 0, 0]);
/// assert_eq!(Point3::words(&[Point3::origin()])[3], 1.0_f32.to_bits());
/// ```
///
/// Halves come in twos and fours (`[f16; 2]`, `[f16; 4]` of the crate `half`), which fill one word or two: a lone
/// half would be half a word, and no memory here has such an element. Kernels of the fragment era see them as floats.
/// A float that they write is rounded to a half: on the emulator to the nearest, ties to even; OpenGL leaves it open,
/// and llvmpipe takes the next half towards zero, never infinity. An image is `rg16f` or `rgba16f`; a storage buffer
/// holds `uint` or `uvec2`, for `unpackHalf2x16` and `packHalf2x16`.
///
/// ```
/// use gristmill::{Element, half::f16};
/// let halves = [[1.0, -2.0].map(f16::from_f32)];
/// assert_eq!(*<[f16; 2]>::words(&halves), [0xc000_3c00]);
/// assert_eq!(<[f16; 4]>::FORMAT.to_string(), "RGBA16F");
/// ```
///
/// Words and back:
///
/// ```
/// use gristmill::Element;
/// assert_eq!(i32::FORMAT.words(), 1);
/// assert_eq!(i32::from_words(i32::words(&[-1, 7]).into_owned()), [-1, 7]);
/// ```
pub trait Element: Copy + fmt::Debug + 'static {
    /// Its format in memory.
    const FORMAT: Format;

    /// Returns the elements as 32-bit words, every bit kept.
    fn words(elements: &[Self]) -> Cow<'_, [u32]>;

    /// Returns the elements of words, `FORMAT.words()` words each.
    fn from_words(words: Vec<u32>) -> Vec<Self>;
}

fn cast_words<T: Pod>(words: Vec<u32>) -> Vec<T> {
    // Reuses the allocation if size and alignment allow it, else copies.
    match bytemuck::allocation::try_cast_vec(words) {
        Ok(elements) => elements,
        Err((_, words)) => bytemuck::pod_collect_to_vec(&words),
    }
}

macro_rules! impl_plain_elements {
    ($($type:ty: $scalar:ident x $lanes:literal,)*) => {$(
        impl Element for $type {
            const FORMAT: Format = Format { scalar: Scalar::$scalar, lanes: $lanes };
            fn words(elements: &[Self]) -> Cow<'_, [u32]> {
                Cow::Borrowed(bytemuck::cast_slice(elements))
            }
            fn from_words(words: Vec<u32>) -> Vec<Self> {
                cast_words(words)
            }
        }
    )*};
}

impl_plain_elements! {
    f32: F32 x 1, [f32; 2]: F32 x 2, [f32; 4]: F32 x 4, Vector2<f32>: F32 x 2, Vector4<f32>: F32 x 4,
    i32: I32 x 1, [i32; 2]: I32 x 2, [i32; 4]: I32 x 4, Vector2<i32>: I32 x 2, Vector4<i32>: I32 x 4,
    u32: U32 x 1, [u32; 2]: U32 x 2, [u32; 4]: U32 x 4, Vector2<u32>: U32 x 2, Vector4<u32>: U32 x 4,
}

macro_rules! impl_half_elements {
    ($($type:ty: $lanes:literal,)*) => {$(
        impl Element for $type {
            const FORMAT: Format = Format { scalar: Scalar::F16, lanes: $lanes };
            fn words(elements: &[Self]) -> Cow<'_, [u32]> {
                // Halves may have a smaller alignment than words.
                match bytemuck::try_cast_slice(elements) {
                    Ok(words) => Cow::Borrowed(words),
                    Err(_) => Cow::Owned(bytemuck::pod_collect_to_vec(elements)),
                }
            }
            fn from_words(words: Vec<u32>) -> Vec<Self> {
                cast_words(words)
            }
        }
    )*};
}

impl_half_elements! { [f16; 2]: 2, [f16; 4]: 4, }

macro_rules! impl_padded_elements {
    ($($type:ty, $three:ty: $scalar:ident, $fourth:expr;)*) => {$(
        impl Element for $type {
            const FORMAT: Format = Format { scalar: Scalar::$scalar, lanes: 4 };
            fn words(elements: &[Self]) -> Cow<'_, [u32]> {
                let fourth = bytemuck::cast::<_, u32>($fourth);
                let threes = elements.iter().map(|element| bytemuck::cast::<$three, [u32; 3]>((*element).into()));
                Cow::Owned(threes.flat_map(|[x, y, z]| [x, y, z, fourth]).collect())
            }
            fn from_words(words: Vec<u32>) -> Vec<Self> {
                words.chunks_exact(4).map(|four| bytemuck::cast::<[u32; 3], $three>([four[0], four[1], four[2]]).into()).collect()
            }
        }
    )*};
}

impl_padded_elements! {
    Vector3<f32>, [f32; 3]: F32, 0.0_f32;
    Vector3<i32>, [i32; 3]: I32, 0_i32;
    Vector3<u32>, [u32; 3]: U32, 0_u32;
    Point3<f32>, [f32; 3]: F32, 1.0_f32;
}

impl Element for Rgba<u8> {
    const FORMAT: Format = Format { scalar: Scalar::Unorm8, lanes: 4 };
    fn words(elements: &[Self]) -> Cow<'_, [u32]> {
        // Red is the lowest byte, as in `packUnorm4x8` and GL_RGBA/GL_UNSIGNED_BYTE on every device.
        Cow::Owned(elements.iter().map(|pixel| u32::from_le_bytes(pixel.0)).collect())
    }
    fn from_words(words: Vec<u32>) -> Vec<Self> {
        words.into_iter().map(|word| Rgba(word.to_le_bytes())).collect()
    }
}
