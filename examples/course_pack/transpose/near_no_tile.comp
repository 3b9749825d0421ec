#version 430 core
// transpose: a square matrix with its rows as columns.
// refused: over
layout(local_size_x = 32) in;

layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
uniform uint n; // rows, and columns

shared float tile[32][33];

void main() {
    uint x = gl_WorkGroupID.x * 32u + gl_LocalInvocationID.x;
    for (uint row = 0u; row < 32u; ++row) {
        uint y = gl_WorkGroupID.y * 32u + row;
        if (x < n && y < n) result[x * n + y] = source[y * n + x];
    }
}
