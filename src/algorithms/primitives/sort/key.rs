//! The key types that can be sorted, and how a kernel is specialised for one.

use crate::{Element, KernelSource, Pointer};
use std::cmp::Ordering;

/// A key that can be sorted: `u32`, a pointer ([`Pointer::NOWHERE`] last), or `f32` in the total order of
/// IEEE 754 ([`f32::total_cmp`]).
pub trait Key: Element + SealedKey {}

impl Key for f32 {}
impl Key for u32 {}
impl Key for Pointer {}

/// The operations that only this module can implement for a key.
pub trait SealedKey: Copy {
    /// Names of its GLSL types: scalar, 4-vector, texture.
    const GLSL: [&'static str; 3];

    /// Compares two keys.
    fn compare_keys(one: &Self, other: &Self) -> Ordering;

    /// Decodes a key, as `decode` of sort.glsl.
    fn from_code(code: u32) -> Self;

    /// Generates a key from a random word: many are equal, and every kind occurs.
    fn from_word(word: u32) -> Self;
}

impl SealedKey for f32 {
    const GLSL: [&'static str; 3] = ["float", "vec4", "sampler2D"];
    fn compare_keys(one: &f32, other: &f32) -> Ordering {
        one.total_cmp(other)
    }
    fn from_code(code: u32) -> f32 {
        f32::from_bits(if code >> 31 == 1 { code & 0x7fff_ffff } else { !code })
    }
    fn from_word(word: u32) -> f32 {
        const SPECIAL: [f32; 8] =
            [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, f32::MAX, f32::MIN_POSITIVE];
        let any = (word >> 16) as f32 / 256.0 - 128.0;
        if word % 64 < 8 { SPECIAL[(word % 8) as usize] } else { any }
    }
}

impl SealedKey for u32 {
    const GLSL: [&'static str; 3] = ["uint", "uvec4", "usampler2D"];
    fn compare_keys(one: &u32, other: &u32) -> Ordering {
        one.cmp(other)
    }
    fn from_code(code: u32) -> u32 {
        code
    }
    fn from_word(word: u32) -> u32 {
        if word % 64 < 2 { u32::MAX - word % 2 } else { word & 0xf0f0_00ff }
    }
}

impl SealedKey for Pointer {
    const GLSL: [&'static str; 3] = <u32 as SealedKey>::GLSL;
    fn compare_keys(one: &Pointer, other: &Pointer) -> Ordering {
        one.cmp(other)
    }
    fn from_code(code: u32) -> Pointer {
        Pointer::to(code as usize)
    }
    fn from_word(word: u32) -> Pointer {
        Pointer::to(<u32 as SealedKey>::from_word(word) as usize)
    }
}

/// Specialises a kernel for keys of that type: its text uses KEY, FOUR and SAMPLER.
pub(in crate::algorithms::primitives) fn for_key_type<K: Key>(kernel: &KernelSource) -> KernelSource {
    let [scalar, four, sampler] = K::GLSL;
    kernel
        .clone()
        .define("KEY", scalar)
        .define("FOUR", four)
        .define("SAMPLER", sampler)
}
