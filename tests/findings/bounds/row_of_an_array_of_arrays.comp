#version 430 core
// The inner index leaves its row, and the sum of both is still inside the whole.
// run: buffer Result=zero:6
layout(local_size_x = 6) in;
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    uint grid[3][4];
    for (uint k = 0u; k < 12u; k++) grid[k / 4u][k % 4u] = k;
    result[lane] = grid[1][lane];
}
