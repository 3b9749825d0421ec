//! The numbers that can be scanned, and how kernels are told which.

use crate::{Element, KernelSource};

/// A number that can be added up: `f32`, `i32` or `u32`. Integers wrap around where they overflow, in both
/// eras.
pub trait Number: Element + SealedNumber {}

impl Number for f32 {}
impl Number for i32 {}
impl Number for u32 {}

/// What only this module may say of a number.
pub trait SealedNumber: Copy + Default {
    /// What the reference adds up in: wider than the number, where rounding is a matter.
    type Sum: Copy + Default;

    /// The names of its GLSL types: scalar, 4-vector, texture.
    const GLSL: [&'static str; 3];

    /// The sum with one element more.
    fn plus(sum: Self::Sum, element: Self) -> Self::Sum;

    /// The sum as an element.
    fn round(sum: Self::Sum) -> Self;

    /// The number, but zero for a denormal: `flushed` of keeps.glsl.
    #[must_use]
    fn flushed(self) -> Self {
        self
    }
}

impl SealedNumber for f32 {
    type Sum = f64;
    const GLSL: [&'static str; 3] = ["float", "vec4", "sampler2D"];
    fn plus(sum: f64, element: f32) -> f64 {
        sum + f64::from(element)
    }
    fn round(sum: f64) -> f32 {
        sum as f32
    }
    fn flushed(self) -> f32 {
        if self.is_subnormal() { 0.0_f32.copysign(self) } else { self }
    }
}

impl SealedNumber for i32 {
    type Sum = i32;
    const GLSL: [&'static str; 3] = ["int", "ivec4", "isampler2D"];
    fn plus(sum: i32, element: i32) -> i32 {
        sum.wrapping_add(element)
    }
    fn round(sum: i32) -> i32 {
        sum
    }
}

impl SealedNumber for u32 {
    type Sum = u32;
    const GLSL: [&'static str; 3] = ["uint", "uvec4", "usampler2D"];
    fn plus(sum: u32, element: u32) -> u32 {
        sum.wrapping_add(element)
    }
    fn round(sum: u32) -> u32 {
        sum
    }
}

/// The kernel for numbers of that type: its text is written for TYPE, FOUR and SAMPLER.
pub(in crate::algorithms) fn of<T: Number>(kernel: &KernelSource) -> KernelSource {
    let [scalar, four, sampler] = T::GLSL;
    kernel
        .clone()
        .define("TYPE", scalar)
        .define("FOUR", four)
        .define("SAMPLER", sampler)
}
