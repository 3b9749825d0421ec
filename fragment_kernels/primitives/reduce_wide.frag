#version 330 core
// reduce_wide: a block of FACTOR x FACTOR elements combined into one, for one pass of a reduction.
//
// A pass has its price whatever it computes, so fewer passes with more work in each are faster. The texels
// are sampled at their centres, by coordinates from 0 to 1, as the cards of 2003 did it: drivers check less
// than for a `texelFetch`.
#include "stream.glsl"
#include "reduce.glsl"

#ifndef FACTOR
#define FACTOR 4
#endif

uniform sampler2D source;
uniform int source_count;
#ifdef DOT
uniform sampler2D other;             // of a dot product, whose first pass multiplies
#endif

layout(location = 0) out float result;

void main() {
    ivec2 corner = FACTOR * here();
    ivec2 size = textureSize(source, 0);
    vec2 texel = 1.0 / vec2(size);

    float total = IDENTITY;
    for (int y = 0; y < FACTOR; ++y) {
        ivec2 at = corner + ivec2(0, y);
        // Where the row ends: with the texture, or with the stream.
        int end = min(size.x, source_count - at.y * size.x);
        for (int x = 0; x < FACTOR; ++x, ++at.x) {
            // Outside: the edge's texel, not used.
            float sampled = textureLod(source, (vec2(at) + 0.5) * texel, 0.0).r;
#ifdef DOT
            sampled *= textureLod(other, (vec2(at) + 0.5) * texel, 0.0).r;
#endif
            total = combine(total, at.x < end ? sampled : IDENTITY);
        }
    }
    result = total;
}
