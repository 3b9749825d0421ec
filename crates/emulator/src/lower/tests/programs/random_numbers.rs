//! Numbers that look random and are the same every time (xorshift), for the generators of programs.

/// A sequence of numbers.
pub struct RandomNumbers(u64);

impl RandomNumbers {
    /// Begins the sequence of a seed.
    pub fn for_seed(seed: u64) -> RandomNumbers {
        RandomNumbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1)
    }

    /// Returns the next number below a limit.
    pub fn next_below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % limit
    }

    /// Returns one of these words.
    pub fn pick_word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.next_below(words.len() as u64) as usize]
    }
}
