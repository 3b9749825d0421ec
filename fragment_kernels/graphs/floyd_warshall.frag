#version 330 core
// floyd_warshall: the distance between two nodes after one step: is the way through node k shorter?
//
// Rows are where a way begins, columns where it ends. No path is 2^31 - 1: with it no sum overflows, and none
// is less.
#include "stream.glsl"

uniform int k;
uniform usampler2D distances;

layout(location = 0) out uint result;

void main() {
    int row = here().y, column = here().x;
    uint through = fetch(distances, ivec2(k, row)).r + fetch(distances, ivec2(column, k)).r;
    result = min(here(distances).r, through);
}
