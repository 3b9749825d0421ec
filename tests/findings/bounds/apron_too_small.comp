#version 430 core
// The shared tile has room for one element of the apron and not for both.
// run: buffer Source=random:66
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float tile[65];

void main() {
    uint lane = gl_LocalInvocationID.x;
    tile[lane] = source[lane];
    if (lane == 0u) tile[64] = source[64];
    barrier();
    float sum = tile[lane] + tile[lane + 1u];
    sum += tile[lane + 2u];
    result[lane] = sum / 3.0;
}
