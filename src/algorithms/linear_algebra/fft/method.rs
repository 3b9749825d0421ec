//! Direction and method of a transform: the kernels, and how many parts of a line each combines.

use crate::{KernelSource, compute_kernel, kernel_pair};

const FFT: KernelSource = kernel_pair!("linear_algebra/fft");
const REGISTERS: KernelSource = compute_kernel!("linear_algebra/fft_registers");
const SHARED: KernelSource = compute_kernel!("linear_algebra/fft_shared");

/// Direction of a transform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From samples to frequencies.
    Forward,
    /// From frequencies to samples, divided by their count.
    Inverse,
}

/// Method of a transform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Two parts at once, one element per fragment or invocation: both eras.
    Pairs,
    /// Four parts at once: the fragment era.
    Fours,
    /// Up to 32 elements per lane: the compute era.
    Registers,
    /// Up to 1024 points in the shared memory of a work group: the compute era.
    Shared,
}

impl Method {
    /// Returns the kernel that combines 2^bits parts at once.
    pub(super) fn kernel_source(self, bits: u32) -> KernelSource {
        match self {
            Method::Pairs | Method::Fours => FFT.define("RADIX", 1 << bits),
            Method::Registers => REGISTERS.define("BITS", bits),
            Method::Shared => SHARED.define("LANES", 1 << (bits - 1)),
        }
    }

    /// The most parts that its kernel combines at once, as a power of two.
    fn most_bits(self) -> u32 {
        match self {
            Method::Pairs => 1,
            Method::Fours => 2,
            Method::Registers => 5,
            Method::Shared => 10,
        }
    }

    /// Returns the count of lanes for `elements` elements.
    pub(super) fn lane_count(self, elements: usize, bits: u32) -> usize {
        match self {
            Method::Pairs | Method::Fours => elements,
            Method::Registers => elements >> bits,
            Method::Shared => elements / 2,
        }
    }

    /// Returns how many parts each pass combines at once, as powers of two: as few passes as possible, as equal as
    /// possible.
    pub(super) fn split_bits(self, bits: u32) -> impl Iterator<Item = u32> {
        let passes = bits.div_ceil(self.most_bits());
        (0..passes).map(move |pass| bits * (pass + 1) / passes - bits * pass / passes)
    }
}
