//! The words of buffers and textures.

use super::number::{double_bits, float_bits};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Words that many threads may read and write.
///
/// They are relaxed atomics: plain moves on every processor that matters, and a kernel's data race is no data
/// race of ours.
#[derive(Debug)]
pub struct Storage {
    words: Box<[AtomicU32]>,
}

impl Storage {
    /// That many zeros.
    pub fn new(words: usize) -> Storage {
        Storage { words: (0..words).map(|_| AtomicU32::new(0)).collect() }
    }

    /// These words.
    pub fn of(words: &[u32]) -> Storage {
        Storage { words: words.iter().map(|&word| AtomicU32::new(word)).collect() }
    }

    /// How many words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The word there; 0 outside.
    #[inline]
    pub fn load(&self, at: usize) -> u32 {
        self.words.get(at).map_or(0, |word| word.load(Relaxed))
    }

    /// Sets the word there; outside nothing happens.
    #[inline]
    pub fn store(&self, at: usize, word: u32) {
        if let Some(place) = self.words.get(at) {
            place.store(word, Relaxed);
        }
    }

    /// Sets the bits of a mask there, and leaves the others to whoever writes them at the same time; outside nothing
    /// happens.
    pub fn store_bits(&self, at: usize, mask: u32, bits: u32) {
        if let Some(place) = self.words.get(at) {
            // It never fails, as it always gives a word.
            let _ = place.fetch_update(Relaxed, Relaxed, |word| Some(word & !mask | bits & mask));
        }
    }

    /// Sets all words.
    pub fn fill(&self, word: u32) {
        self.words.iter().for_each(|place| place.store(word, Relaxed));
    }

    /// All of them.
    #[inline]
    pub fn words(&self) -> &[AtomicU32] {
        &self.words
    }

    /// A copy of all words.
    pub fn copy(&self) -> Vec<u32> {
        self.words.iter().map(|word| word.load(Relaxed)).collect()
    }

    /// Sets words from the first on.
    pub fn set(&self, words: &[u32]) {
        for (place, &word) in self.words.iter().zip(words) {
            place.store(word, Relaxed);
        }
    }
}

/// What an atomic operation puts in place of the word it gives back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    /// The same word.
    Load,
    /// The value; its word is not asked for.
    Store,
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The bits of both.
    And,
    /// The bits of either.
    Or,
    /// The bits of one alone.
    Xor,
    /// The lesser `int`.
    MinInt,
    /// The lesser `uint`.
    MinUint,
    /// The greater `int`.
    MaxInt,
    /// The greater `uint`.
    MaxUint,
    /// The sum of floats.
    AddFloat,
    /// The lesser float.
    MinFloat,
    /// The greater float.
    MaxFloat,
    /// The value.
    Exchange,
    /// The value, if the word equals another.
    CompareExchange,
}

impl AtomicOp {
    /// What stands there afterwards.
    #[inline]
    pub fn apply(self, word: u32, value: u32, compare: u32) -> u32 {
        match self {
            AtomicOp::Load => word,
            AtomicOp::Store | AtomicOp::Exchange => value,
            AtomicOp::Add => word.wrapping_add(value),
            AtomicOp::Sub => word.wrapping_sub(value),
            AtomicOp::And => word & value,
            AtomicOp::Or => word | value,
            AtomicOp::Xor => word ^ value,
            AtomicOp::MinInt => (word as i32).min(value as i32) as u32,
            AtomicOp::MinUint => word.min(value),
            AtomicOp::MaxInt => (word as i32).max(value as i32) as u32,
            AtomicOp::MaxUint => word.max(value),
            AtomicOp::AddFloat => float_bits(f32::from_bits(word) + f32::from_bits(value)),
            AtomicOp::MinFloat => least(f32::from_bits(word), f32::from_bits(value)).to_bits(),
            AtomicOp::MaxFloat => greatest(f32::from_bits(word), f32::from_bits(value)).to_bits(),
            AtomicOp::CompareExchange => {
                if word == compare {
                    value
                } else {
                    word
                }
            }
        }
    }
}

/// Returns the lesser of two floats, or the one that is a number; of two zeros the first, where `min` depends on the machine.
fn least<F: PartialOrd>(first: F, second: F) -> F {
    if second < first || is_nan(&first) { second } else { first }
}

/// Returns the greater of two floats, as [`least`] does.
fn greatest<F: PartialOrd>(first: F, second: F) -> F {
    if second > first || is_nan(&first) { second } else { first }
}

fn is_nan<F: PartialOrd>(float: &F) -> bool {
    float.partial_cmp(float).is_none()
}

impl AtomicOp {
    /// The same of 64 bits.
    pub fn apply_wide(self, number: u64, value: u64, compare: u64) -> u64 {
        let (float, other) = (f64::from_bits(number), f64::from_bits(value));
        match self {
            AtomicOp::Load => number,
            AtomicOp::Store | AtomicOp::Exchange => value,
            AtomicOp::Add => number.wrapping_add(value),
            AtomicOp::Sub => number.wrapping_sub(value),
            AtomicOp::And => number & value,
            AtomicOp::Or => number | value,
            AtomicOp::Xor => number ^ value,
            AtomicOp::MinInt => (number as i64).min(value as i64) as u64,
            AtomicOp::MinUint => number.min(value),
            AtomicOp::MaxInt => (number as i64).max(value as i64) as u64,
            AtomicOp::MaxUint => number.max(value),
            AtomicOp::AddFloat => double_bits(float + other),
            AtomicOp::MinFloat => least(float, other).to_bits(),
            AtomicOp::MaxFloat => greatest(float, other).to_bits(),
            AtomicOp::CompareExchange => {
                if number == compare {
                    value
                } else {
                    number
                }
            }
        }
    }
}

impl Storage {
    /// Changes a word and gives what stood there; 0 outside.
    #[inline]
    pub fn atomic(&self, at: usize, op: AtomicOp, value: u32, compare: u32) -> u32 {
        let Some(place) = self.words.get(at) else { return 0 };
        match op {
            AtomicOp::Add => place.fetch_add(value, Relaxed),
            AtomicOp::Load => place.load(Relaxed),
            // No other thread changes it meanwhile but by an operation of the same kind: see `dispatch`.
            _ => place
                .fetch_update(Relaxed, Relaxed, |word| Some(op.apply(word, value, compare)))
                .unwrap_or(0),
        }
    }
}
