//! Pseudorandom numbers, the same bits in Rust and in `random.glsl`.
//!
//! PCG as a hash of one word: Jarzynski and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020.
//! Philox4x32-10, four words from a counter and a key: Salmon, Moraes, Dror and Shaw, Parallel Random
//! Numbers: As Easy as 1, 2, 3, SC 2011.

/// Returns a word of random-looking bits, hashed from any word.
///
/// ```
/// assert_eq!(gristmill::random::pcg(0), 129_708_002);
/// ```
pub fn pcg(word: u32) -> u32 {
    let state = word.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let mixed = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (mixed >> 22) ^ mixed
}

/// Returns word `draw` of the sequence of element `i`.
///
/// ```
/// use gristmill::random::{uniform, word};
/// assert_eq!(word(1, 2, 3), word(1, 2, 3)); // the same on every machine
/// assert_ne!(word(1, 2, 3), word(1, 2, 4));
/// assert_eq!(uniform(1, 2, 3), (word(1, 2, 3) >> 8) as f32 / 16_777_216.0);
/// ```
pub fn word(seed: u32, i: u32, draw: u32) -> u32 {
    pcg(pcg(pcg(seed).wrapping_add(i)).wrapping_add(draw))
}

/// Returns number `draw` of the sequence of element `i`, at least 0 and below 1: 24 random bits, exact in a float.
///
/// ```
/// let number = gristmill::random::uniform(1, 2, 3);
/// assert!((0.0..1.0).contains(&number));
/// ```
pub fn uniform(seed: u32, i: u32, draw: u32) -> f32 {
    (word(seed, i, draw) >> 8) as f32 * (1.0 / 16_777_216.0)
}

// ANCHOR: philox
/// Returns four words of random-looking bits, from a counter and a key.
///
/// ```
/// let words = gristmill::random::philox([0, 0, 0, 0], [0, 0]);
/// assert_eq!(words, [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
/// ```
pub fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let [mut a, mut b, mut c, mut d] = counter;
    let [mut k, mut l] = key;
    for _ in 0..10 {
        let left = multiply_wide(a, 0xd251_1f53);
        let right = multiply_wide(c, 0xcd9e_8d57);
        [a, b, c, d] = [(right >> 32) as u32 ^ b ^ k, right as u32, (left >> 32) as u32 ^ d ^ l, left as u32];
        [k, l] = [k.wrapping_add(0x9e37_79b9), l.wrapping_add(0xbb67_ae85)];
    }
    [a, b, c, d]
}

fn multiply_wide(a: u32, b: u32) -> u64 {
    u64::from(a) * u64::from(b)
}
// ANCHOR_END: philox
