#version 430 core
// A square of a matrix that waits after multiplying, but not between loading the tile and multiplying it.
// run: buffer Left=random:16
// run: buffer Product=zero:16
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430) readonly buffer Left { float left[]; };
layout(std430) writeonly buffer Product { float product[]; };
shared float rows[4][4];

void main() {
    uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
    rows[y][x] = left[y * 4u + x];
    float sum = 0.0;
    for (uint k = 0u; k < 4u; k++) sum += rows[y][k] * rows[k][x];
    barrier();
    product[y * 4u + x] = sum;
}
