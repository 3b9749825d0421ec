// monte_carlo.glsl: what a call would be worth in futures made up by chance, in both eras.
#include "random.glsl"
#include "normal.glsl"

uniform uvec2 key;           // of the random words
uniform int blocks;          // of four futures that one element plays
uniform int block_count;     // in all
uniform float strike;        // the price agreed, as a part of the share's price today
uniform float drift;         // how much the logarithm of the price grows until then, on the average,
uniform float spread;        // and its standard deviation

/// The gain in the future that a random word stands for, as a part of the share's price today, so that its
/// square neither overflows nor vanishes. The chance is 23 bits of the word, and half a bit to stay off 0 and
/// 1.
float gain(uint word) {
    float chance = (float(word >> 9u) + 0.5) * (1.0 / 8388608.0);
    return max(exp(drift + spread * quantile(chance)) - strike, 0.0);
}

/// The gains of the four futures of a block.
vec4 gains(int block) {
    uvec4 words = philox(uvec4(block, 0, 0, 0), key);
    return vec4(gain(words.x), gain(words.y), gain(words.z), gain(words.w));
}

/// The gains in the futures of element `i` added up, and their squares.
vec2 sums_of(int i) {
    int first = i * blocks, end = min(first + blocks, block_count);
    vec2 sums = vec2(0.0);
    for (int block = first; block < end; ++block) {
        vec4 four = gains(block);
        sums += vec2(dot(four, vec4(1.0)), dot(four, four));
    }
    return sums;
}
