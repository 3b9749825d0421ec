//! Numbers without a pattern, the same bits in Rust and in `random.glsl`.
//!
//! PCG as a hash of one word: Jarzynski and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020.

/// A word whose bits look random, of any word.
///
/// ```
/// assert_eq!(gristmill::random::pcg(0), 129_708_002);
/// ```
pub fn pcg(word: u32) -> u32 {
    let state = word.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let mixed = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (mixed >> 22) ^ mixed
}

/// Word `draw` of the sequence of element `i`.
pub fn word(seed: u32, i: u32, draw: u32) -> u32 {
    pcg(pcg(pcg(seed).wrapping_add(i)).wrapping_add(draw))
}

/// Number `draw` of the sequence of element `i`, in 0 to 1 without 1: 24 random bits, exact in a float.
///
/// ```
/// let number = gristmill::random::uniform(1, 2, 3);
/// assert!((0.0..1.0).contains(&number));
/// ```
pub fn uniform(seed: u32, i: u32, draw: u32) -> f32 {
    (word(seed, i, draw) >> 8) as f32 * (1.0 / 16_777_216.0)
}
