//! Memory of the emulator: 32-bit words that many threads share.

use std::sync::atomic::{AtomicU32, Ordering};

/// Words that many threads may read and write.
///
/// Every access is relaxed: a plain move on every processor that matters. Order between lanes is the kernel's business.
#[derive(Debug)]
pub(crate) struct Storage {
    words: Box<[AtomicU32]>,
}

impl Storage {
    /// So many zeros.
    pub(crate) fn new(words: usize) -> Storage {
        Storage { words: (0..words).map(|_| AtomicU32::new(0)).collect() }
    }

    /// The number of words.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The word at a place; 0 outside.
    #[inline]
    pub(crate) fn load(&self, at: usize) -> u32 {
        self.words.get(at).map_or(0, |word| word.load(Ordering::Relaxed))
    }

    /// Sets the word at a place; dropped outside.
    #[inline]
    pub(crate) fn store(&self, at: usize, word: u32) {
        if let Some(place) = self.words.get(at) {
            place.store(word, Ordering::Relaxed);
        }
    }

    /// All words.
    pub(crate) fn words(&self) -> &[AtomicU32] {
        &self.words
    }
}
