#version 330 core
// dispatch_indirect_start: the path of one number before its first step.
#include "stream.glsl"

uniform usampler2D source;

layout(location = 0) out uvec2 paths;

void main() {
    paths = uvec2(here(source).r, 0u);
}
