#version 430 core
// volume_columns: one step of diffusion, a column of cells from slice to slice.
//
// The cell below, the cell and the cell above stay in registers, so that a cell costs five reads instead of
// seven.
#define LAYOUT LINEAR
#include "volume.glsl"

layout(local_size_x = 32, local_size_y = 4) in;

const int HEIGHT = 16;               // cells of a column; the host launches as many groups as that takes

uniform float rate;

layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    ivec3 at = position() * ivec3(1, 1, HEIGHT);
    if (at.x >= source_shape.x || at.y >= source_shape.y) return;
    int end = min(at.z + HEIGHT, source_shape.z);
    float below = cell(at - ivec3(0, 0, 1));
    float now = cell(at);
    for (; at.z < end; ++at.z) {
        float above = cell(at + ivec3(0, 0, 1));
        float sum = cell(at - ivec3(1, 0, 0)) + cell(at + ivec3(1, 0, 0));
        sum += cell(at - ivec3(0, 1, 0)) + cell(at + ivec3(0, 1, 0));
        sum += below + above;
        result[index_3d(at, source_shape.xyz)] = now + rate * (sum - 6.0 * now);
        below = now;
        now = above;
    }
}
