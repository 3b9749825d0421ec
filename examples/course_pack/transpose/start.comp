#version 430 core
// transpose: a square matrix with its rows as columns.
layout(local_size_x = 32) in;

layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
uniform uint n; // rows, and columns

shared float tile[32][32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    uvec2 from = gl_WorkGroupID.xy * 32u;
    for (uint row = 0u; row < 32u; ++row) {
        uint x = from.x + lane;
        uint y = from.y + row;
        tile[row][lane] = x < n && y < n ? source[y * n + x] : 0.0;
    }
    barrier(); // the tile is complete
    uvec2 to = gl_WorkGroupID.yx * 32u;
    for (uint row = 0u; row < 32u; ++row) {
        uint x = to.x + lane;
        uint y = to.y + row;
        if (x < n && y < n) result[y * n + x] = tile[lane][row];
    }
}
