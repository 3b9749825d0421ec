#version 330 core
// workgroups: one pixel of the picture of local and group ids, which a fragment does not have.
//
// A fragment knows where it is and nothing else. Cutting the picture into squares is arithmetic of its own;
// no two fragments share anything.
#include "stream.glsl"

layout(location = 0) out vec4 result;

const uint GROUP = 16u;   // pixels along a side of a square

void main() {
    uvec2 global = uvec2(here());
    uvec2 group = global / GROUP;
    uvec2 local = global - group * GROUP;

    uint tile = (group.x & 3u) + 4u * (group.y & 3u);
    result = vec4(uvec4(17u * local, 17u * tile, 255u)) / 255.0;
}
