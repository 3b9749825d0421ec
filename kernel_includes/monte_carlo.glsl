// monte_carlo.glsl: what a call would be worth in futures made up by chance, in both eras.
#include "random.glsl"
#include "normal.glsl"

uniform uvec2 key;           // of the random words
uniform float spot;          // the price of the share today
uniform float strike;        // the price agreed
uniform float drift;         // how much the logarithm of the price grows until then, on the average,
uniform float spread;        // and its standard deviation

/// The gain in the future that a random word stands for: 23 bits of it, and half a bit to stay off 0 and 1.
float gain(uint word) {
    float chance = (float(word >> 9u) + 0.5) * (1.0 / 8388608.0);
    return max(spot * exp(drift + spread * quantile(chance)) - strike, 0.0);
}

/// The gains of the four futures of a block.
vec4 gains(int block) {
    uvec4 words = philox(uvec4(block, 0, 0, 0), key);
    return vec4(gain(words.x), gain(words.y), gain(words.z), gain(words.w));
}
