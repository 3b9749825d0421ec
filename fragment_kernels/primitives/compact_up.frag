#version 330 core
// compact_up: one texel of a level of the pyramid: how many elements are kept below each of its four
// children, one in a channel.
//
// A child of the lowest level is four elements of the source; a child of any other is a texel of the level
// below.
#include "keeps.glsl"
#include "stream.glsl"

#ifdef FIRST
#define LEVEL SAMPLER
#else
#define LEVEL usampler2D
#endif

uniform int source_count;         // elements of the source, or texels of the level below; the library sets it
uniform LEVEL source;

layout(location = 0) out uvec4 result;

uint below(int child) {
#ifdef FIRST
    int width = textureSize(source, 0).x;
    ivec2 at = place(child * 4, width);
    int elements = min(4, source_count - child * 4);
    uint kept = 0u;
    // One texel to the right, without an address translation for each.
    for (int k = 0; k < elements; k++) {
        if (keeps(texelFetch(source, at, 0).r)) kept++;
        if (++at.x == width) at = ivec2(0, at.y + 1);
    }
    return kept;
#else
    if (child >= source_count) return 0u;
    uvec4 kept = fetch(source, child);
    return kept.x + kept.y + kept.z + kept.w;
#endif
}

void main() {
    int child = element() * 4;
    result = uvec4(below(child), below(child + 1), below(child + 2), below(child + 3));
}
