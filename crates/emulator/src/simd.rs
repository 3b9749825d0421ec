//! SIMD levels of the processor: the interpreter's loops are compiled for several, and the best one
//! available is detected once.
//!
//! This is the only file of the emulator with `unsafe`: code compiled for more than the baseline may run only after
//! the processor was checked for it.
#![allow(unsafe_code)]

use std::sync::OnceLock;

/// Work that runs on the widest vectors.
pub(super) trait SimdWork {
    /// Its result.
    type Output;
    /// Does the work. Everything it calls must be `#[inline(always)]`, all the way down, to be
    /// compiled for wide vectors.
    fn run(self) -> Self::Output;
}

/// A SIMD level of a processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SimdLevel {
    /// The baseline of the architecture.
    Baseline,
    /// AVX2: eight words per vector.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512: sixteen words per vector.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Returns the levels above the baseline that this processor supports, the widest last.
#[cfg(target_arch = "x86_64")]
fn x86_levels() -> Vec<SimdLevel> {
    let has_avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    let has_avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    match (has_avx2, has_avx512) {
        (true, true) => vec![SimdLevel::Avx2, SimdLevel::Avx512],
        (true, false) => vec![SimdLevel::Avx2],
        (false, _) => vec![],
    }
}

impl SimdLevel {
    /// Returns the levels that this processor supports, the widest last.
    fn available_levels() -> Vec<SimdLevel> {
        #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
        let mut all = vec![SimdLevel::Baseline];
        #[cfg(target_arch = "x86_64")]
        all.extend(x86_levels());
        all
    }

    /// Returns the widest level of this processor.
    #[inline]
    fn detect_widest() -> SimdLevel {
        static WIDEST: OnceLock<SimdLevel> = OnceLock::new();
        *WIDEST.get_or_init(|| SimdLevel::available_levels().pop().unwrap_or(SimdLevel::Baseline))
    }

    /// Runs the work at this level, which the processor must support.
    #[inline]
    fn run<T: SimdWork>(self, work: T) -> T::Output {
        match self {
            SimdLevel::Baseline => work.run(),
            // SAFETY: `available_levels` checked the processor for every feature that the function is compiled for.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => unsafe { run_with_avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => unsafe { run_with_avx512(work) },
        }
    }
}

/// Runs the work on the widest vectors. Results do not depend on the level.
#[inline]
pub(super) fn run_on_widest<T: SimdWork>(work: T) -> T::Output {
    SimdLevel::detect_widest().run(work)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
fn run_with_avx2<T: SimdWork>(work: T) -> T::Output {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
fn run_with_avx512<T: SimdWork>(work: T) -> T::Output {
    work.run()
}

/// Packs sixteen words, each 0 or all ones, into a bit each.
#[inline(always)]
pub(super) fn sign_mask(words: &[u32; 16]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m128i, _mm_movemask_epi8, _mm_packs_epi16, _mm_packs_epi32};
        let [a, b, c, d]: [__m128i; 4] = bytemuck::cast(*words);
        // The compiler does not find these instructions by itself: it turns a loop over bits into a move for each lane.
        // SAFETY: every x86-64 has SSE2.
        unsafe { _mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d))) as u32 }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        words.iter().rev().fold(0, |bits, word| bits << 1 | word >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of products, which must round twice even where a fused multiply-add exists.
    struct SumOfProducts<'a>(&'a [[f32; 64]; 3]);

    impl SimdWork for SumOfProducts<'_> {
        type Output = [u32; 64];
        #[inline(always)]
        fn run(self) -> [u32; 64] {
            let [a, b, c] = self.0;
            std::array::from_fn(|lane| (a[lane] * b[lane] + c[lane]).to_bits())
        }
    }

    #[test]
    fn all_vectors_give_the_same_bits() {
        let mut state = 1_u32;
        for _ in 0..100 {
            let numbers: [[f32; 64]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| draw_float(&mut state)));
            let wanted: [u32; 64] = std::array::from_fn(|lane| {
                let product = std::hint::black_box(numbers[0][lane] * numbers[1][lane]);
                (product + numbers[2][lane]).to_bits()
            });
            for vectors in SimdLevel::available_levels() {
                let given = vectors.run(SumOfProducts(&numbers));
                for lane in (0..64).filter(|lane| !f32::from_bits(wanted[*lane]).is_nan()) {
                    assert_eq!(given[lane], wanted[lane], "{vectors:?}");
                }
            }
        }
    }

    fn draw_float(state: &mut u32) -> f32 {
        *state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        f32::from_bits(*state)
    }

    #[test]
    fn signs_are_in_the_order_of_their_words() {
        for bits in [0, 1, 0x8000, 0x1234, 0xffff] {
            let words = std::array::from_fn(|at| if bits >> at & 1 == 1 { u32::MAX } else { 0 });
            assert_eq!(sign_mask(&words), bits);
        }
    }
}
