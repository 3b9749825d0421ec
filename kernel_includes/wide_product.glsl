// wide_product.glsl: the product of two words in two words, in both eras.

/// The low and the high word of a product.
uvec2 wide_product(uint a, uint b) {
#if __VERSION__ >= 400
    uint high, low;
    umulExtended(a, b, high, low);
    return uvec2(low, high);
#else
    // By halves of 16 bits. No sum overflows: (2^16 - 1)^2 + 2^16 - 1 is below 2^32.
    uint upper = a >> 16u, lower = a & 0xffffu;
    uint once = upper * (b & 0xffffu) + (lower * (b & 0xffffu) >> 16u);
    uint twice = lower * (b >> 16u) + (once & 0xffffu);
    return uvec2(a * b, upper * (b >> 16u) + (once >> 16u) + (twice >> 16u));
#endif
}
