#version 330 core
// dispatch_indirect_steps: the steps of one path.
#include "stream.glsl"

uniform usampler2D paths;

layout(location = 0) out uint result;

void main() {
    result = here(paths).g;
}
