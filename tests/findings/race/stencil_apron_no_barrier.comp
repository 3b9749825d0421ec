#version 430 core
// A three-point stencil with an apron in shared memory: the neighbours' elements are read before a barrier.
// run: buffer Source=random:34
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float tile[34];

void main() {
    uint lane = gl_LocalInvocationID.x;
    tile[lane + 1u] = source[lane + 1u];
    if (lane == 0u) tile[0] = source[0];
    if (lane == 31u) tile[33] = source[33];
    result[lane] = 0.25 * tile[lane] + 0.5 * tile[lane + 1u] + 0.25 * tile[lane + 2u];
}
