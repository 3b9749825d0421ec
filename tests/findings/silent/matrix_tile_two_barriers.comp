#version 430 core
// Right: a tile is complete before it is multiplied, and all have multiplied before it is replaced.
// run: groups 2,2
// run: buffer Left=random:256
// run: buffer Right=random:256
// run: buffer Product=zero:256
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430) readonly buffer Left { float left[]; };
layout(std430) readonly buffer Right { float right[]; };
layout(std430) writeonly buffer Product { float product[]; };
shared float rows[8][8];
shared float columns[8][8];

void main() {
    uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
    uint column = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
    float sum = 0.0;
    for (uint tile = 0u; tile < 16u; tile += 8u) {
        rows[y][x] = left[row * 16u + tile + x];
        columns[y][x] = right[(tile + y) * 16u + column];
        barrier();
        for (uint k = 0u; k < 8u; k++) sum += rows[y][k] * columns[k][x];
        barrier();
    }
    product[row * 16u + column] = sum;
}
