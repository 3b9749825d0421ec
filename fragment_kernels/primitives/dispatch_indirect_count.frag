#version 330 core
// dispatch_indirect_count: nothing of a path that has ended; of one on its way a fragment, for an occlusion
// query to count.
#include "stream.glsl"
#include "collatz.glsl"

uniform usampler2D paths;

layout(location = 0) out uint marks;

void main() {
    if (!walks(here(paths).rg)) discard;
    marks = 1u;
}
