#version 430 core
// fluid_coarsest: the pressure of one block of the coarsest grid, at once: a row of the inverse matrix times
// all the divergences.
#include "stream.glsl"

layout(local_size_x = 32) in;

uniform int blocks;                                   // of the grid
layout(std430, binding = 0) readonly  buffer Inverse    { vec4 inverse[]; };   // a row per block, in it four columns per block
layout(std430, binding = 1) readonly  buffer Divergence { vec4 divergence[]; };
layout(std430, binding = 2) writeonly buffer Result     { vec4 result[]; };

void main() {
    int row = element();
    if (row >= element_count) return;
    vec4 sum = vec4(0.0);
    for (int block = 0; block < blocks; ++block) {
        vec4 given = divergence[block];
        int column = 4 * (row * blocks + block);
        vec4 upper = given.x * inverse[column] + given.y * inverse[column + 1];
        vec4 lower = given.z * inverse[column + 2] + given.w * inverse[column + 3];
        sum += upper + lower;
    }
    result[row] = sum;
}
