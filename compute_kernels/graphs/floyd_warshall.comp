#version 430 core
// floyd_warshall: the distance between two nodes after one step: is the way through node k shorter?
//
// In place. It looks like a race, but row k and column k do not change in step k, since node k is at distance
// 0 from itself; their invocations leave, so that nothing is written that another one reads.
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform int k;
uniform int side;            // nodes

layout(std430, binding = 0) buffer Distances { uint distances[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int row = place(i, side).y, column = place(i, side).x;
    if (row == k || column == k) return;
    uint through = distances[row * side + k] + distances[k * side + column];
    distances[i] = min(distances[i], through);
}
