#version 430 core
// A tile with an apron whose sides are filled and whose four corners are not, and a filter over all nine.
// run: buffer Source=random:36
// run: buffer Result=zero:16
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float tile[6][6];

void main() {
    uint x = gl_LocalInvocationID.x + 1u, y = gl_LocalInvocationID.y + 1u;
    tile[y][x] = source[y * 6u + x];
    if (x == 1u) tile[y][0] = source[y * 6u];
    if (x == 4u) tile[y][5] = source[y * 6u + 5u];
    if (y == 1u) tile[0][x] = source[x];
    if (y == 4u) tile[5][x] = source[30u + x];
    barrier();
    float sum = 0.0;
    for (uint k = 0u; k < 9u; k++) sum += tile[y + k / 3u - 1u][x + k % 3u - 1u];
    result[(y - 1u) * 4u + x - 1u] = sum / 9.0;
}
