// random.glsl: numbers without a pattern, the same bits as `gristmill::random` in Rust, in both eras.
//
// PCG as a hash of one word: Jarzynski and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020.
// Philox4x32-10, four words from a counter and a key: Salmon et al., Parallel Random Numbers: As Easy as 1,
// 2, 3, SC 2011.
#include "wide_product.glsl"

uint pcg(uint word) {
    uint state = word * 747796405u + 2891336453u;
    uint mixed = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (mixed >> 22u) ^ mixed;
}

/// Word `draw` of the sequence of element `i`.
uint random_word(uint seed, uint i, uint draw) { return pcg(pcg(pcg(seed) + i) + draw); }

/// The number `draw` of the sequence of element `i`, in [0, 1): 24 random bits, exact in a float.
float uniform_random(uint seed, uint i, uint draw) {
    return float(random_word(seed, i, draw) >> 8u) * (1.0 / 16777216.0);
}

// ANCHOR: philox
/// Four words whose bits look random, of a counter and a key.
uvec4 philox(uvec4 counter, uvec2 key) {
    for (int round = 0; round < 10; ++round) {
        uvec2 left = wide_product(counter.x, 0xd2511f53u);
        uvec2 right = wide_product(counter.z, 0xcd9e8d57u);
        counter = uvec4(right.y ^ counter.y ^ key.x, right.x, left.y ^ counter.w ^ key.y, left.x);
        key += uvec2(0x9e3779b9u, 0xbb67ae85u);
    }
    return counter;
}
// ANCHOR_END: philox
