#version 330 core
// reduce_wide: a block of FACTOR x FACTOR elements combined into one, for one pass of a reduction.
//
// A pass costs the same to start whatever it computes, so fewer passes with more work in each are faster.
#include "stream.glsl"
#include "reduce.glsl"

#ifndef FACTOR
#define FACTOR 8
#endif

uniform sampler2D source;
uniform int source_count;

layout(location = 0) out float result;

void main() {
    ivec2 corner = FACTOR * here();
    int width = textureSize(source, 0).x;
    ivec2 last = corner + FACTOR - 1;
    float total = IDENTITY;
    if (last.x < width && last.y * width + last.x < source_count) {
        // A whole block: the compiler knows both trip counts and unrolls.
        for (int y = 0; y < FACTOR; ++y) {
            for (int x = 0; x < FACTOR; ++x) total = combine(total, fetch(source, corner + ivec2(x, y)).r);
        }
    } else {
        // A block at the edge: each row ends where the texture ends, or the stream.
        for (int y = corner.y; y <= last.y; ++y) {
            int end = min(min(last.x + 1, width), source_count - y * width);
            for (int x = corner.x; x < end; ++x) total = combine(total, fetch(source, ivec2(x, y)).r);
        }
    }
    result = total;
}
