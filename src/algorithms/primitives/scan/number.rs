//! The number types that can be scanned, and how a kernel is specialised for one.

use crate::{Element, KernelSource};

/// A number that can be added up: `f32`, `i32` or `u32`. Integers wrap around on overflow, in both eras.
pub trait Number: Element + SealedNumber {}

impl Number for f32 {}
impl Number for i32 {}
impl Number for u32 {}

/// The operations that only this module can implement for a number.
pub trait SealedNumber: Copy + Default {
    /// Type of the reference's sums: wider than the number if sums are rounded.
    type Sum: Copy + Default;

    /// Names of its GLSL types: scalar, 4-vector, texture.
    const GLSL: [&'static str; 3];

    /// Adds one more element to a sum.
    fn add_element(sum: Self::Sum, element: Self) -> Self::Sum;

    /// Rounds a sum to an element.
    fn round_sum(sum: Self::Sum) -> Self;

    /// Returns the number, or zero if it is a denormal: `flushed` of keeps.glsl.
    #[must_use]
    fn flush_denormal(self) -> Self {
        self
    }
}

impl SealedNumber for f32 {
    type Sum = f64;
    const GLSL: [&'static str; 3] = ["float", "vec4", "sampler2D"];
    fn add_element(sum: f64, element: f32) -> f64 {
        sum + f64::from(element)
    }
    fn round_sum(sum: f64) -> f32 {
        sum as f32
    }
    fn flush_denormal(self) -> f32 {
        if self.is_subnormal() { 0.0_f32.copysign(self) } else { self }
    }
}

impl SealedNumber for i32 {
    type Sum = i32;
    const GLSL: [&'static str; 3] = ["int", "ivec4", "isampler2D"];
    fn add_element(sum: i32, element: i32) -> i32 {
        sum.wrapping_add(element)
    }
    fn round_sum(sum: i32) -> i32 {
        sum
    }
}

impl SealedNumber for u32 {
    type Sum = u32;
    const GLSL: [&'static str; 3] = ["uint", "uvec4", "usampler2D"];
    fn add_element(sum: u32, element: u32) -> u32 {
        sum.wrapping_add(element)
    }
    fn round_sum(sum: u32) -> u32 {
        sum
    }
}

/// Specialises a kernel for numbers of that type: its text uses TYPE, FOUR and SAMPLER.
pub(in crate::algorithms) fn for_number_type<T: Number>(kernel: &KernelSource) -> KernelSource {
    let [scalar, four, sampler] = T::GLSL;
    kernel
        .clone()
        .define("TYPE", scalar)
        .define("FOUR", four)
        .define("SAMPLER", sampler)
}
