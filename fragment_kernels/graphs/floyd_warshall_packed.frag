#version 330 core
// floyd_warshall_packed: the distances from one node to four others after one step, in the channels of a texel.
//
// They share the way to node k: three reads for four distances, where floyd_warshall.frag has twelve.
#include "stream.glsl"

uniform int k;
uniform usampler2D distances;

layout(location = 0) out uvec4 result;

void main() {
    int row = here().y, column = here().x;
    uint there = fetch(distances, ivec2(k / 4, row))[k % 4];
    uvec4 through = there + fetch(distances, ivec2(column, k));
    result = min(here(distances), through);
}
