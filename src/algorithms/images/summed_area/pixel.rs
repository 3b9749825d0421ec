//! Element types of summed-area tables, and the definitions of their kernels.

use crate::{Element, KernelSource};

/// An element that can be summed over an area: `f32`, `i32`, `u32`, and colours of four floats or words. Integers
/// wrap around, in both eras.
pub trait Pixel: Element + Summable {}

/// Properties of a pixel that only this module implements.
pub trait Summable: Copy {
    /// Accumulator of the reference: for floats it is wider, for exactness.
    type Sum: Copy + Default;

    /// Its GLSL type, the type of four of its scalars, its sampler, and the channels of a texel that it fills.
    const GLSL: [&'static str; 4];

    /// Returns the sum plus one pixel.
    fn plus(sum: Self::Sum, pixel: Self) -> Self::Sum;

    /// Returns the sum of two sums.
    fn both(sum: Self::Sum, other: Self::Sum) -> Self::Sum;

    /// Rounds the sum to a pixel.
    fn round(sum: Self::Sum) -> Self;
}

macro_rules! scalars {
    ($($scalar:ty, $sum:ty, $glsl:expr, $both:expr;)*) => {$(
        impl Pixel for $scalar {}
        impl Summable for $scalar {
            type Sum = $sum;
            const GLSL: [&'static str; 4] = $glsl;
            fn plus(sum: $sum, pixel: $scalar) -> $sum {
                $both(sum, <$sum>::from(pixel))
            }
            fn both(sum: $sum, other: $sum) -> $sum {
                $both(sum, other)
            }
            fn round(sum: $sum) -> $scalar {
                sum as $scalar
            }
        }
    )*};
}

scalars! {
    f32, f64, ["float", "vec4", "sampler2D", "r"], |a, b| a + b;
    i32, i32, ["int", "ivec4", "isampler2D", "r"], i32::wrapping_add;
    u32, u32, ["uint", "uvec4", "usampler2D", "r"], u32::wrapping_add;
}

macro_rules! colours {
    ($($scalar:ty: $glsl:expr;)*) => {$(
        impl Pixel for [$scalar; 4] {}
        impl Summable for [$scalar; 4] {
            type Sum = [<$scalar as Summable>::Sum; 4];
            const GLSL: [&'static str; 4] = $glsl;
            fn plus(sum: Self::Sum, pixel: Self) -> Self::Sum {
                std::array::from_fn(|lane| <$scalar as Summable>::plus(sum[lane], pixel[lane]))
            }
            fn both(sum: Self::Sum, other: Self::Sum) -> Self::Sum {
                std::array::from_fn(|lane| <$scalar as Summable>::both(sum[lane], other[lane]))
            }
            fn round(sum: Self::Sum) -> Self {
                sum.map(<$scalar as Summable>::round)
            }
        }
    )*};
}

colours! {
    f32: ["vec4", "vec4", "sampler2D", "rgba"];
    u32: ["uvec4", "uvec4", "usampler2D", "rgba"];
}

/// Returns the kernel for these pixels: its text uses TYPE, SAMPLER and CHANNELS.
pub(super) fn specialise_kernel<T: Pixel>(kernel: &KernelSource) -> KernelSource {
    let [pixel, _, sampler, lanes] = T::GLSL;
    kernel
        .clone()
        .define("TYPE", pixel)
        .define("SAMPLER", sampler)
        .define("CHANNELS", lanes)
}

/// Returns the kernel for fours of scalars, neighbours in a row.
pub(super) fn specialise_for_fours<T: Pixel>(kernel: &KernelSource) -> KernelSource {
    kernel.clone().define("TYPE", T::GLSL[1])
}
