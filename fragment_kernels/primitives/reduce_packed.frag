#version 330 core
// reduce_packed: a block of FACTOR x FACTOR texels combined into one, channel by channel; with LAST, its four channels
// into one element.
//
// Four elements come with each fetch, and four totals run side by side: a texel had four channels whether they
// were used or not.
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

    vec4 total = vec4(IDENTITY);
    for (int y = 0; y < FACTOR; ++y) {
        ivec2 at = corner + ivec2(0, y);
        // Where the row ends: with the texture, or with the stream.
        int end = min(width, source_count - at.y * width);
        for (int x = 0; x < FACTOR; ++x, ++at.x) {
            total = combine(total, at.x < end ? fetch(source, at) : vec4(IDENTITY));
        }
    }

#ifdef LAST
    result = combine(total);
#else
    result = total;
#endif
}
