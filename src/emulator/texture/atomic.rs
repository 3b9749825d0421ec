//! Atomic operations on a word, of images as of buffers and shared memory.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// What an atomic operation does to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AtomicOp {
    /// The sum, modulo 2^32.
    Add,
    /// The bits that both have.
    And,
    /// The bits that either has.
    Or,
    /// The bits that one has.
    Xor,
    /// The lesser as signed numbers.
    MinInt,
    /// The lesser.
    MinUint,
    /// The greater as signed numbers.
    MaxInt,
    /// The greater.
    MaxUint,
    /// The operand.
    Exchange,
    /// The operand, if the word is what it is compared with.
    CompareExchange,
}

impl AtomicOp {
    /// Does it, and returns what was there before. Only `CompareExchange` looks at `compare`.
    #[inline]
    pub(crate) fn apply(self, word: &AtomicU32, operand: u32, compare: u32) -> u32 {
        match self {
            AtomicOp::Add => word.fetch_add(operand, Relaxed),
            AtomicOp::And => word.fetch_and(operand, Relaxed),
            AtomicOp::Or => word.fetch_or(operand, Relaxed),
            AtomicOp::Xor => word.fetch_xor(operand, Relaxed),
            AtomicOp::MinUint => word.fetch_min(operand, Relaxed),
            AtomicOp::MaxUint => word.fetch_max(operand, Relaxed),
            AtomicOp::MinInt => update(word, |before| (before as i32).min(operand as i32) as u32),
            AtomicOp::MaxInt => update(word, |before| (before as i32).max(operand as i32) as u32),
            AtomicOp::Exchange => word.swap(operand, Relaxed),
            AtomicOp::CompareExchange => {
                word.compare_exchange(compare, operand, Relaxed, Relaxed).unwrap_or_else(|before| before)
            }
        }
    }
}

/// Changes a word that others may change meanwhile, and returns what was there before.
fn update(word: &AtomicU32, change: impl Fn(u32) -> u32) -> u32 {
    let mut before = word.load(Relaxed);
    while let Err(now) = word.compare_exchange_weak(before, change(before), Relaxed, Relaxed) {
        before = now;
    }
    before
}
