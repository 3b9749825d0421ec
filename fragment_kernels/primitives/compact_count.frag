#version 330 core
// compact_count: how many elements are kept in all, by the one texel of the pyramid's highest level.
#include "stream.glsl"

uniform usampler2D top;

layout(location = 0) out uint result;

void main() {
    uvec4 kept = fetch(top, 0);
    result = kept.x + kept.y + kept.z + kept.w;
}
