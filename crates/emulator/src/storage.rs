//! Words of buffers and textures, and atomic operations on them.

use super::number::{double_bits, float_bits};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Words that any number of threads may read and write.
///
/// They are relaxed atomics: plain moves on every processor in use. So a kernel's data race is not a data race of this
/// program.
#[derive(Debug)]
pub struct Storage {
    words: Box<[AtomicU32]>,
}

impl Storage {
    /// Creates a storage of zeros.
    pub fn new(words: usize) -> Storage {
        Storage { words: (0..words).map(|_| AtomicU32::new(0)).collect() }
    }

    /// Creates a storage with these words.
    pub fn from_words(words: &[u32]) -> Storage {
        Storage { words: words.iter().map(|&word| AtomicU32::new(word)).collect() }
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// True if it has no word.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the word at an index; 0 if out of range.
    #[inline]
    pub fn load(&self, at: usize) -> u32 {
        self.words.get(at).map_or(0, |word| word.load(Relaxed))
    }

    /// Sets the word at an index; does nothing if out of range.
    #[inline]
    pub fn store(&self, at: usize, word: u32) {
        if let Some(place) = self.words.get(at) {
            place.store(word, Relaxed);
        }
    }

    /// Sets the bits of a mask at an index; the other bits may be written at the same time. Does nothing if out of
    /// range.
    pub fn store_bits(&self, at: usize, mask: u32, bits: u32) {
        if let Some(place) = self.words.get(at) {
            // It never fails, because the closure always returns a word.
            let _ = place.fetch_update(Relaxed, Relaxed, |word| Some(word & !mask | bits & mask));
        }
    }

    /// Sets all words.
    pub fn fill(&self, word: u32) {
        self.words.iter().for_each(|place| place.store(word, Relaxed));
    }

    /// All words.
    #[inline]
    pub fn words(&self) -> &[AtomicU32] {
        &self.words
    }

    /// Returns a copy of all words.
    pub fn to_vec(&self) -> Vec<u32> {
        self.words.iter().map(|word| word.load(Relaxed)).collect()
    }

    /// Sets words from the first on.
    pub fn write_words(&self, words: &[u32]) {
        for (place, &word) in self.words.iter().zip(words) {
            place.store(word, Relaxed);
        }
    }
}

/// An atomic operation, named for the word that it stores. It returns the old word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    /// The same word.
    Load,
    /// The value; the old word is unused.
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
    /// Returns the word after the operation.
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
            AtomicOp::MinFloat => lesser_float(f32::from_bits(word), f32::from_bits(value)).to_bits(),
            AtomicOp::MaxFloat => greater_float(f32::from_bits(word), f32::from_bits(value)).to_bits(),
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

/// Returns the lesser of two floats, or the one that is not a NaN; of two zeros the first (`min`
/// depends on the processor there).
fn lesser_float<F: PartialOrd>(first: F, second: F) -> F {
    if second < first || is_nan(&first) { second } else { first }
}

/// Returns the greater of two floats, as [`lesser_float`] does.
fn greater_float<F: PartialOrd>(first: F, second: F) -> F {
    if second > first || is_nan(&first) { second } else { first }
}

fn is_nan<F: PartialOrd>(float: &F) -> bool {
    float.partial_cmp(float).is_none()
}

impl AtomicOp {
    /// Returns the 64-bit number after the operation.
    pub fn apply_wide(self, number: u64, value: u64, compare: u64) -> u64 {
        let float = f64::from_bits(number);
        let other = f64::from_bits(value);
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
            AtomicOp::MinFloat => lesser_float(float, other).to_bits(),
            AtomicOp::MaxFloat => greater_float(float, other).to_bits(),
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
    /// Performs an atomic operation on a word and returns the old word; 0 if out of range.
    #[inline]
    pub fn apply_atomic(&self, at: usize, op: AtomicOp, value: u32, compare: u32) -> u32 {
        let Some(place) = self.words.get(at) else { return 0 };
        match op {
            AtomicOp::Add => place.fetch_add(value, Relaxed),
            AtomicOp::Load => place.load(Relaxed),
            // Other threads change it only by operations of the same kind: see `dispatch`.
            _ => place
                .fetch_update(Relaxed, Relaxed, |word| Some(op.apply(word, value, compare)))
                .unwrap_or(0),
        }
    }
}
