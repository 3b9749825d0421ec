//! Numbers that look random and are the same every time (xorshift).

/// A sequence of numbers; its seed is not 0.
pub struct Numbers(pub u64);

impl Numbers {
    /// Returns the next number below a limit, or 0 for the limit 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}
