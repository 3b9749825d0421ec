#version 330 core
// fluid_coarsest: the pressure of one block of the coarsest grid, at once: a row of the inverse matrix times
// all the divergences.
#include "stream.glsl"

uniform int blocks;                  // of the grid
uniform sampler2D inverse;           // a row for each block, in it four columns for each block
uniform sampler2D divergence;

layout(location = 0) out vec4 result;

void main() {
    int row = element();
    vec4 sum = vec4(0.0);
    for (int block = 0; block < blocks; ++block) {
        vec4 given = fetch(divergence, block);
        int column = 4 * block;
        vec4 upper = given.x * fetch(inverse, ivec2(column, row)) + given.y * fetch(inverse, ivec2(column + 1, row));
        vec4 lower = given.z * fetch(inverse, ivec2(column + 2, row)) + given.w * fetch(inverse, ivec2(column + 3, row));
        sum += upper + lower;
    }
    result = sum;
}
