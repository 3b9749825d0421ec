#version 430 core
// Right: the tile with its apron is complete at the barrier, also in the corners of the last group.
// run: groups 2
// run: buffer Source=random:66
// run: buffer Result=zero:64
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float tile[34];

void main() {
    uint lane = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
    tile[lane + 1u] = source[i + 1u];
    if (lane == 0u) tile[0] = source[i];
    if (lane == 31u) tile[33] = source[i + 2u];
    barrier();
    result[i] = 0.25 * tile[lane] + 0.5 * tile[lane + 1u] + 0.25 * tile[lane + 2u];
}
