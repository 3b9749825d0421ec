#version 330 core
// reduce_packed: a block of FACTOR x FACTOR texels combined into one, lane by lane; with LAST, its four lanes into one element.
//
// Four elements come with each fetch and four totals run side by side: a texel had four lanes whether they were used or not.
#include "stream.glsl"
#include "reduce.glsl"

#ifndef FACTOR
#define FACTOR 8
#endif

uniform sampler2D source;
uniform int source_count;                             // texels, each of four elements

#ifdef LAST
layout(location = 0) out float result;
#else
layout(location = 0) out vec4 result;
#endif

void main() {
    ivec2 corner = FACTOR * here();
    int width = textureSize(source, 0).x;
    ivec2 last = corner + FACTOR - 1;
    vec4 total = vec4(IDENTITY);
    if (last.x < width && last.y * width + last.x < source_count) {
        // A whole block: the compiler knows both trip counts and unrolls.
        for (int y = 0; y < FACTOR; ++y) {
            for (int x = 0; x < FACTOR; ++x) total = combine(total, fetch(source, corner + ivec2(x, y)));
        }
    } else {
        // A block at the edge: each row ends where the texture ends, or the stream.
        for (int y = corner.y; y <= last.y; ++y) {
            int end = min(min(last.x + 1, width), source_count - y * width);
            for (int x = corner.x; x < end; ++x) total = combine(total, fetch(source, ivec2(x, y)));
        }
    }
#ifdef LAST
    result = combine(total);
#else
    result = total;
#endif
}
