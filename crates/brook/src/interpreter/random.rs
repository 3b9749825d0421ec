//! The random numbers of C's library, the same on every machine.

/// The random numbers of the C library that Brook's programs ran with: each is the sum of the third and the thirty-first
/// before it.
pub(super) struct Random {
    last: Vec<u32>,
}

impl Random {
    pub fn new(seed: u32) -> Random {
        let mut value = if seed == 0 { 1 } else { i64::from(seed as i32) };
        let mut last = Vec::new();
        for _ in 0..31 {
            last.push(value as u32);
            value = (16_807 * value) % 2_147_483_647;
            if value < 0 {
                value += 2_147_483_647;
            }
        }
        last.extend_from_within(..3);
        let mut random = Random { last };
        for _ in 34..344 {
            random.advance_state();
        }
        random
    }

    fn advance_state(&mut self) -> u32 {
        let before = |back: usize| {
            self.last
                .len()
                .checked_sub(back)
                .and_then(|at| self.last.get(at))
                .copied()
                .unwrap_or(0)
        };
        let next = before(31).wrapping_add(before(3));
        self.last.push(next);
        if self.last.len() > 4096 {
            self.last.drain(..4000);
        }
        next
    }

    /// Returns the next number, of 0 to 2^31 - 1.
    pub fn next(&mut self) -> i64 {
        i64::from(self.advance_state() >> 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of glibc's `rand` after `srand(1)` and `srand(42)`.
    #[test]
    fn random_numbers_are_those_of_the_library() {
        let mut random = Random::new(1);
        assert_eq!([random.next(), random.next(), random.next()], [1_804_289_383, 846_930_886, 1_681_692_777]);
        let mut random = Random::new(42);
        assert_eq!([random.next(), random.next()], [71_876_166, 708_592_740]);
    }
}
