// random.glsl: numbers without a pattern, the same bits as `gristmill::random` in Rust, in both eras.
//
// PCG as a hash of one word: Jarzynski and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020.

uint pcg(uint word) {
    uint state = word * 747796405u + 2891336453u;
    uint mixed = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (mixed >> 22u) ^ mixed;
}

/// The number `draw` of the sequence of element `i`, in [0, 1): 24 random bits, exact in a float.
float uniform_random(uint seed, uint i, uint draw) {
    return float(pcg(pcg(pcg(seed) + i) + draw) >> 8u) * (1.0 / 16777216.0);
}
